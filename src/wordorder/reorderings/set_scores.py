"""Sentence scores from files, averaged by reordering set."""

from __future__ import annotations

import warnings
from collections import Counter
from contextlib import closing
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, WordorderWarning
from wordorder.output import counted, visible
from wordorder.output.grid import Grid
from wordorder.statistics import bootstrap
from wordorder.text import (
    Place,
    is_input,
    names_of_files,
    quoted,
    read_lines,
    read_records,
    records_format,
    shown_name,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordorder.arrays import Floats
    from wordorder.reorderings.testset_result import ReorderingSet
    from wordorder.statistics import Resampling
    from wordorder.text import Input

    Scores: TypeAlias = Input | Sequence[Input]

ALL = "all"
_KEYS = ("system", "line")


def listed_scores(
    scores: Scores, measure: str | None, names: Sequence[str] | None
) -> dict[str, Input]:
    """Return the files of scores by system.

    Raises:
        UsageError: A measure is given without exactly one file, or names are given without scores
            or for records.
    """
    files: list[Any] = [scores] if is_input(scores) else list(cast("Sequence[Input]", scores))
    if names is not None and not files:
        raise UsageError(Argument("names"), " needs scores: give ", Argument("scores"))
    if measure is None:
        return dict(zip(names_of_files(files, names), files, strict=True))
    if len(files) != 1:
        raise UsageError(
            Argument("measure"), " needs exactly one file of scores: give ", Argument("scores")
        )
    if measure in _KEYS:
        raise UsageError(Argument("measure"), f" must be a column of scores, not '{measure}'")
    if names is not None:
        raise UsageError(
            "leave out ", Argument("names"), ": records have the names of their systems"
        )
    return {"": files[0]}


def score_signature(
    files: Mapping[str, Input], measure: str | None, resampling: Resampling
) -> list[str]:
    """What determines the scores, if there are any; a bar would end this part."""
    name = visible(measure or "score").replace("|", "_")
    return [f"measure:{name}", resampling.signature] if files else []


def read_scores(path: Input, measure: str, sentences: int) -> dict[str, Floats]:
    """Read one measure of all systems from records such as `wordorder score --segments` writes.

    An empty cell is an undefined score, NaN.

    Args:
        path: A file with the columns `system`, `line` and the measure, as TSV, CSV, JSON lines or
            Parquet.
        measure: The name of the column.
        sentences: Number of sentences.

    Raises:
        InputError: There are no scores, a line is out of range or repeated, or a score is not a
            number.
        UsageError: There is no such column.
    """
    types = {"system": str, "line": int, measure: float}
    records = read_records(path, types, needed=_KEYS).columns
    scores: dict[str, Floats] = {}
    seen: set[tuple[str, int]] = set()
    rows = zip(records["system"], records["line"], records[measure], strict=True)
    for row, (system, line, score) in enumerate(rows):
        if line is None or line < 1 or system is None:
            raise _error(path, row, "expected the name of a system and a line number from 1")
        if line > sentences:
            what = f"sentence {quoted(str(line))}, but there are {sentences:,} sentence pairs"
            raise _error(path, row, what)
        if np.isinf(score):
            raise _error(path, row, f"{quoted(measure)} is not finite")
        if (system, line) in seen:
            raise _error(path, row, f"a second score of '{quoted(system)}' for sentence {line}")
        seen.add((system, line))
        scores.setdefault(system, np.full(sentences, np.nan))[line - 1] = score
    if not scores:
        raise InputError(f"{visible(shown_name(path))}: there are no scores")
    given = Counter(system for system, _ in seen)
    _warn_of_missing_lines(path, {system: given[system] for system in scores}, sentences)
    return scores


def _warn_of_missing_lines(path: Input, given: Mapping[str, int], sentences: int) -> None:
    short = [system for system, lines in given.items() if lines < sentences]
    if short:
        others = f", with {counted(len(short) - 1, 'more system')} incomplete" if short[1:] else ""
        warnings.warn(
            WordorderWarning(
                f"{visible(shown_name(path))}: '{quoted(short[0])}' has scores for "
                f"{given[short[0]]:,} of {sentences:,} sentences{others}; "
                "missing scores are left out of the averages"
            ),
            stacklevel=4,
        )


def _error(path: Input, row: int, what: str) -> InputError:
    """Return an error about a record, by its line if each record is one line."""
    name = visible(shown_name(path))
    file_format = records_format(path)
    if file_format in ("tsv", "jsonl"):
        return Place(name, row + (2 if file_format == "tsv" else 1)).error(what)
    return InputError(f"{name}: record {row + 1}: {what}")


def read_plain_scores(path: Input, sentences: int) -> Floats:
    """Read a file with one score per line; an empty line is undefined, NaN.

    Args:
        path: The file.
        sentences: Number of sentences.

    Raises:
        InputError: A line is not a number, or the numbers of lines and sentences differ.
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
        raise InputError(
            f"{name} has {counted(len(scores), 'score')} for {counted(sentences, 'sentence pair')}"
        )
    return np.array(scores)


def _number(score: str) -> float | None:
    """The score; NaN for an empty line, None if it is not a finite number."""
    if not score:
        return np.nan
    try:
        value = float(score)
    except ValueError:
        return None
    return value if isfinite(value) else None


def scores_by_set(
    files: Mapping[str, Input],
    measure: str | None,
    sentences: int,
    sets: Mapping[str, ReorderingSet],
    resampling: Resampling,
) -> Grid:
    """Average the scores of each system within each set, and over all sets.

    Undefined scores are left out. Intervals come from a bootstrap over the sentences of the set.

    Args:
        files: The files of scores by system, or one of records (`listed_scores`).
        measure: The column of the records.
        sentences: Number of sentences.
        sets: The sets.
        resampling: How to resample sentences.

    Returns:
        The axes `system` and `set`; the columns `sentences`, `value`, `low` and `high`.
    """
    if measure is None:
        scores = {name: read_plain_scores(file, sentences) for name, file in files.items()}
    else:
        scores = read_scores(files[""], measure, sentences)
    lines = {name: one.lines for name, one in sets.items()}
    lines[ALL] = np.sort(np.concatenate(list(lines.values())))
    counts = np.zeros((len(scores), len(lines)), np.int64)
    means = np.full((3, *counts.shape), np.nan)
    for system, of_lines in enumerate(scores.values()):
        for place, those in enumerate(lines.values()):
            values = of_lines[those - 1]
            defined = values[~np.isnan(values)]
            counts[system, place] = defined.size
            if defined.size:
                drawn = bootstrap(defined[:, np.newaxis], **resampling.keywords)
                means[:, system, place] = [a[0] for a in (drawn.observed, drawn.low, drawn.high)]
    value, low, high = means
    axes = {"system": list(scores), "set": list(lines)}
    return Grid.of(axes, sentences=counts, value=value, low=low, high=high)
