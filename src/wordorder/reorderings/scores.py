"""Scores of sentences, from a file, by reordering set (S5.5)."""

from __future__ import annotations

from contextlib import closing
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.alignment.formats.parsing import whole_number
from wordorder.errors import InputError, UsageError
from wordorder.output import visible
from wordorder.reorderings.testsets import SETS
from wordorder.statistics import bootstrap
from wordorder.text import Place, quoted, read_lines, shown_name

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
        InputError: The file has no such columns, no scores, a line out of range or given twice, or
            no number.
        UsageError: There is no such measure.
    """
    scores: dict[str, Floats] = {}
    seen: set[tuple[str, int]] = set()
    for place, system, line, score in _cells(path, measure):
        sentence, value = whole_number(line), _number(score)
        if not sentence or value is None:
            raise place.error("the line or the score is not a number")
        if sentence > sentences:
            raise place.error(f"sentence {sentence}, but there are {sentences:,} sentence pairs")
        if (system, sentence) in seen:
            raise place.error(f"a second score of '{quoted(system)}' for sentence {sentence}")
        seen.add((system, sentence))
        scores.setdefault(system, np.full(sentences, np.nan))[sentence - 1] = value
    if not scores:
        raise InputError(f"{visible(shown_name(path))}: there are no scores below the first line")
    return scores


def read_plain_scores(path: str | os.PathLike[str], sentences: int) -> Floats:
    """Read a file with the score of each sentence in a line; an empty line is undefined, NaN.

    Args:
        path: The file.
        sentences: How many sentences there are.

    Raises:
        InputError: A line is no number, or there are not as many lines as sentences.
    """
    name = visible(shown_name(path))
    scores = []
    with closing(read_lines(path)) as lines:
        for number, line in lines:
            score = _number(line.strip())
            if score is None:
                what = f"'{quoted(line)}' is not a score; expected a number in each line"
                raise Place(name, number).error(what)
            scores.append(score)
    if len(scores) != sentences:
        raise InputError(f"{name} has {len(scores):,} scores for {sentences:,} sentence pairs")
    return np.array(scores)


def _cells(path: str | os.PathLike[str], measure: str) -> Iterator[tuple[Place, str, str, str]]:
    """The system, the line and the score of each row."""
    name = visible(shown_name(path))
    with closing(read_lines(path)) as lines:
        heads = next(lines, (1, ""))[1].split("\t")
        for needed in ("system", "line"):
            if needed not in heads:
                what = f"no column '{needed}'; give the TSV that score --segments writes"
                raise Place(name, 1).error(what)
        known = [head for head in heads if head not in ("system", "line")]
        if measure not in known:
            raise UsageError.unknown(f"measure in {name}:", measure, known)
        columns = [heads.index(column) for column in ("system", "line", measure)]
        for number, line in lines:
            cells = line.split("\t")
            if len(cells) != len(heads):
                what = f"{len(cells)} cells, but line 1 names {len(heads)} columns"
                raise Place(name, number).error(what)
            system, sentence, score = (cells[column] for column in columns)
            yield Place(name, number), system, sentence, score


def _number(score: str) -> float | None:
    """The score, NaN for an empty cell; None if it is no number, or without end."""
    if not score:
        return np.nan
    try:
        value = float(score)
    except ValueError:
        return None
    return value if isfinite(value) else None


def average_by_set(
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
