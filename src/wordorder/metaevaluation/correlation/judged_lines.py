"""The lines that people judged, with the scores that metrics give them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.arrays import as_int64
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.judgements.table import HumanPairs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.scores.table import MetricScores

_LARGEST = 1e100  # so that no sum of scores overflows


@dataclass(frozen=True, slots=True, eq=False)
class JudgedLines:
    """Judgements and scores of the lines that were judged, which are counted anew from 1.

    Attributes:
        pairs: The judged pairs.
        ratings: Mean ratings (systems, lines), NaN where there is none.
        are_rated: Whether systems were rated; otherwise they were compared.
        scores: Scores (metrics, systems, lines); NaN is missing.
        corpus: Scores of whole systems (metrics, systems), NaN where a metric has none.
    """

    pairs: HumanPairs
    ratings: Floats
    are_rated: bool
    scores: Floats
    corpus: Floats

    @property
    def line_count(self) -> int:
        """Number of judged lines."""
        return int(self.scores.shape[-1])

    def items_of_pairs(self, unit: str) -> tuple[Integers, int]:
        """The item of each pair, from 0, and their number: lines, or single judgements."""
        pairs = len(self.pairs.line)
        if unit == "judgements":
            return np.arange(pairs), pairs
        return self.pairs.line - 1, self.line_count

    @classmethod
    def of(cls, dataset: Dataset, lines: ArrayLike | None = None) -> JudgedLines:
        """Keep what was judged, on these lines only if any are named.

        The corpus scores are about all lines, so they are left out where only some are kept.

        Raises:
            InputError: Nothing was judged there, or a score is infinite.
            UsageError: An argument is none that can be used.
        """
        expect(dataset, Dataset, "dataset")
        judgements, scores = dataset.judgements, dataset.scores
        _refuse_huge(scores)
        pairs = judgements.pairs()
        ratings = judgements.mean_ratings(scores.line_count)
        judged = np.union1d(pairs.line, np.flatnonzero(~np.isnan(ratings).all(axis=0)) + 1)
        kept = judged if lines is None else np.intersect1d(judged, _line_numbers(lines))
        if not len(kept):
            raise InputError(f"{judgements.name}: no judgements of these systems on these lines")
        return cls(
            _renumbered(pairs, kept),
            ratings[:, kept - 1],
            judgements.ratings is not None,
            scores.lines[..., kept - 1],
            _corpus(scores) if lines is None else np.full(scores.lines.shape[:2], np.nan),
        )


def _line_numbers(lines: ArrayLike) -> Integers:
    expect(lines, (Iterable, np.ndarray), "lines")
    if isinstance(lines, (str, bytes)):
        raise UsageError(Argument("lines"), " must be numbers of lines, not text")
    return as_int64(lines, "lines")


def _refuse_huge(scores: MetricScores) -> None:
    if (np.abs(scores.lines) > _LARGEST).any():
        metric, system, line = np.argwhere(np.abs(scores.lines) > _LARGEST)[0]
        found = scores.lines[metric, system, line]
        raise InputError(
            f"{scores.metrics[metric]} gives {scores.systems[system]} a score of {found:g} on "
            f"line {line + 1}; expected a finite number up to {_LARGEST:g}"
        )


def _corpus(scores: MetricScores) -> Floats:
    none = np.full(scores.lines.shape[:2], np.nan)
    return none if scores.corpus is None else scores.corpus


def _renumbered(pairs: HumanPairs, kept: Integers) -> HumanPairs:
    """The pairs on these lines, whose numbers rise."""
    place = np.minimum(np.searchsorted(kept, pairs.line), len(kept) - 1)
    chosen = np.flatnonzero(kept[place] == pairs.line)
    first, second = pairs.first[chosen], pairs.second[chosen]
    return HumanPairs(place[chosen] + 1, first, second, pairs.difference[chosen])
