"""Judgements joined with several tables of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.joining import Dataset, LeftOut, join

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from wordorder.metaevaluation.joining import Unknown
    from wordorder.metaevaluation.judgements.table import Judgements
    from wordorder.metaevaluation.scores.table import MetricScores


def join_all(
    judgements: Judgements,
    tables: Sequence[MetricScores],
    names: Mapping[str, str] | None,
    unknown: Unknown,
    dropped: Collection[str] = (),
) -> Dataset:
    """Join judgements with the scores of several tables, whose names may differ.

    Args:
        judgements: The judgements of one language pair.
        tables: Scores of the same lines.
        names: As in `join`.
        unknown: As in `join`.
        dropped: Judged systems to leave out, whether they have scores or not.

    Raises:
        InputError: As in `join`.
    """
    kept, left_out = _without(judgements, dropped)
    everywhere = {name for table in tables for name in table.systems}
    dataset = None
    for table in tables:
        # A name that only another table has says nothing about this one.
        own = names and {
            one: other
            for one, other in names.items()
            if other in table.systems or other not in everywhere
        }
        other = join(kept if dataset is None else dataset.judgements, table, own, unknown)
        scores = other.scores
        if dataset is not None:
            scores = dataset.scores.of_systems(other.systems).beside(scores)
        left_out = _both(left_out, other.left_out)
        dataset = Dataset(other.judgements, scores, left_out)
    assert dataset is not None  # there is a table
    return dataset


def _without(judgements: Judgements, dropped: Collection[str]) -> tuple[Judgements, LeftOut]:
    """Leave out systems, and count the judgements that name them."""
    is_dropped = np.array([name in dropped for name in judgements.systems], np.bool_)
    if not is_dropped.any():
        return judgements, LeftOut()
    if judgements.comparisons is not None:
        sides = np.array([judgements.comparisons.first, judgements.comparisons.second])
    else:
        assert judgements.ratings is not None  # systems are those that were judged
        sides = judgements.ratings.system[np.newaxis]
    out = is_dropped[sides]
    kept = ~out.any(axis=0)
    named = np.bincount(sides[out], minlength=len(is_dropped)).tolist()
    counts = zip(judgements.systems, named, strict=True)
    left_out = LeftOut(
        unscored_systems={name: count for name, count in counts if count},
        judgements=int((~kept).sum()),
    )
    return judgements.where(kept), left_out


def _both(first: LeftOut, second: LeftOut) -> LeftOut:
    return LeftOut(
        {**first.unscored_systems, **second.unscored_systems},
        {**first.unscored_lines, **second.unscored_lines},
        first.judgements + second.judgements,
        tuple(dict.fromkeys([*first.unjudged_systems, *second.unjudged_systems])),
        {**first.renamed, **second.renamed},
    )
