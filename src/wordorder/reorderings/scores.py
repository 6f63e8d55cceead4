"""Scores of sentences, from a file, by reordering set (S5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import InputError, UsageError
from wordorder.output import visible
from wordorder.reorderings.testsets import SETS
from wordorder.statistics import bootstrap
from wordorder.text import read_lines, shown_name

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from wordorder.reorderings.testsets import ReorderingSets

    Floats = NDArray[np.float64]

ALL = "all"


class SetScore(NamedTuple):
    """The mean score of a system's sentences in one set, with its interval."""

    system: str
    set: str
    measure: str
    sentences: int
    value: float
    low: float
    high: float


def read_scores(path: str | os.PathLike[str], measure: str, sentences: int) -> dict[str, Floats]:
    """Read one measure of all systems from what `wordorder score --segments` writes as TSV.

    The first line names the columns: `system`, `line` and the measures. An empty cell is an
    undefined score, NaN.

    Args:
        path: The file.
        measure: The name of the column.
        sentences: How many sentences there are.

    Raises:
        InputError: The file has no such columns, a line out of range, or no number.
        UsageError: There is no such measure.
    """
    name = visible(shown_name(path))
    lines = read_lines(path)
    heads = next(lines, (1, ""))[1].split("\t")
    for needed in ("system", "line"):
        if needed not in heads:
            raise InputError(f"{name}:1: no column '{needed}'; give what score --segments writes")
    if measure not in heads:
        known = [head for head in heads if head not in ("system", "line")]
        raise UsageError.unknown(f"measure in {name}:", measure, known)
    places = [heads.index(column) for column in ("system", "line", measure)]
    scores: dict[str, Floats] = {}
    for number, line in lines:
        cells = line.split("\t")
        if len(cells) != len(heads):
            raise InputError(
                f"{name}:{number}: {len(cells)} cells, but line 1 names {len(heads)} columns"
            )
        system, place, score = (cells[column] for column in places)
        row = scores.setdefault(system, np.full(sentences, np.nan))
        try:
            sentence = int(place)
            value = float(score) if score else np.nan
        except ValueError:
            raise InputError(f"{name}:{number}: the line or the score is not a number") from None
        if not 1 <= sentence <= sentences:
            raise InputError(
                f"{name}:{number}: sentence {sentence}, but there are {sentences:,} sentence pairs"
            )
        row[sentence - 1] = value
    return scores


def scores_by_set(
    scores: Mapping[str, Floats],
    measure: str,
    sets: ReorderingSets,
    *,
    resamples: int = 1000,
    seed: int = 12345,
) -> Iterator[SetScore]:
    """Average the scores of each system within each set, and over all sets.

    Undefined scores are left out. Intervals come from a bootstrap over the sentences of the set.
    """
    labels = np.array(sets.labels, dtype=object)
    chosen = {name: labels == name for name in SETS}
    chosen[ALL] = np.logical_or.reduce(list(chosen.values()))
    for system, values in scores.items():
        for name, those in chosen.items():
            defined = values[those & ~np.isnan(values)]
            if not defined.size:
                yield SetScore(system, name, measure, 0, np.nan, np.nan, np.nan)
                continue
            drawn = bootstrap(defined[:, np.newaxis], resamples=resamples, seed=seed)
            ends = (float(a[0]) for a in (drawn.observed, drawn.low, drawn.high))
            yield SetScore(system, name, measure, len(defined), *ends)
