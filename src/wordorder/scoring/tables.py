"""Scores, tests and buckets as tables and as records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import UsageError, argument
from wordorder.output import Column, Estimate, Records, Table, visible
from wordorder.output.row_views import table_of
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.wording import findings, legend, note, significance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wordorder.arrays import Floats
    from wordorder.output import Cell
    from wordorder.scoring.buckets import Bucket
    from wordorder.scoring.result import ScoreResult
    from wordorder.scoring.uncertainty import PairTests

MOST_FINDINGS = 10

_SHARED_COLUMNS = {
    "shared_difference": "difference",
    "shared_low": "low",
    "shared_high": "high",
    "shared_p": "p_value",
    "shared_p_holm": "p_holm",
}

_READING_MARKS = "** p < 0.05, * p < 0.10"


def score_tables(result: ScoreResult, *, top: int | None = None) -> list[Table]:
    """The scores with intervals, and a matrix if there are many pairs."""
    del top  # a comparison is always shown in full
    columns = [Column("system", "left")]
    columns += [
        Column(_heading(name), digits=_digits(name), best="high" if _is_marked(name) else None)
        for name in result.shown_measures
    ]
    places = [result.column(name) for name in result.shown_measures]
    scores = result.scores
    ends = np.stack([scores.value, scores.low, scores.high], axis=-1)[:, places]
    rows: list[list[Cell]] = [
        [name, *(Estimate(*map(float, cell)) for cell in cells)]
        for name, cells in zip(result.systems, ends, strict=True)
    ]
    table = Table(columns, rows)
    below = [note(result, ends=table.has_lopsided_intervals()), legend(result)]
    many = result.tests is not None and len(result.tests.pairs) > MOST_FINDINGS
    if result.tests is not None and not many:
        below += ["", *(f"{finding}." for finding in findings(result))]
    marks = _marks_against_the_first(result)
    table = replace(
        table,
        note="\n".join(below),
        marks=marks,
        marks_note=f"+ better or - worse than {visible(result.systems[0])}: {_READING_MARKS}",
    )
    tables = [table, *significance_tables(result)] if many else [table]
    return tables if result.chance is None else [*tables, _chance_table(result, result.chance)]


def score_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """The scores and the ends of their intervals, a row for each system."""
    del top
    columns: dict[str, Sequence[Cell]] = {
        "system": list(result.systems),
        "sentences": [result.sentence_count] * len(result.systems),
        "undefined": result.undefined.tolist(),
    }
    for place, measure in enumerate(result.measures):
        for ending in ("value", "low", "high"):
            name = measure if ending == "value" else f"{measure}_{ending}"
            columns[name] = getattr(result.scores, ending)[:, place].tolist()
    for metric, scores in (result.chance or {}).items():
        columns[f"{metric}_chance"] = scores.tolist()
    types: dict[str, type] = {"system": str, "sentences": int, "undefined": int}
    return Records({name: types.get(name, float) for name in columns}, columns)


def pair_tables(result: ScoreResult, *, top: int | None = None) -> list[Table]:
    """All differences with intervals and p-values."""
    return [table_of(pair_records(result, top=top))]


def pair_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """The differences as records: a row for each pair and measure.

    On the words both have, ordering metrics and order errors only; the share is that of the words
    compared so.
    """
    tests = _tests(result)
    size = len(result.measures)
    columns: dict[str, Sequence[Cell]] = {
        "first": [result.systems[a] for a, _ in tests.pairs.tolist() for _ in range(size)],
        "second": [result.systems[b] for _, b in tests.pairs.tolist() for _ in range(size)],
        "measure": list(result.measures) * len(tests.pairs),
        "difference": tests.difference.reshape(-1).tolist(),
        "low": tests.low.reshape(-1).tolist(),
        "high": tests.high.reshape(-1).tolist(),
        "p": tests.p_value.reshape(-1).tolist(),
        "p_holm": tests.p_holm.reshape(-1).tolist(),
        **_shared_columns(result),
    }
    texts = ("first", "second", "measure")
    types = {name: str if name in texts else float for name in columns}
    return Records(types, {name: values[:top] for name, values in columns.items()})


def _shared_columns(result: ScoreResult) -> dict[str, Sequence[Cell]]:
    """Differences on shared words, for each pair and measure; NaN if there is none."""
    shared, size = result.shared, len(result.measures)
    assert shared is not None  # as there are tests
    columns: dict[str, Sequence[Cell]] = {}
    for name, field in _SHARED_COLUMNS.items():
        figures = np.full((len(shared.pairs), size), np.nan)
        for column, metric in enumerate(shared.metrics):
            if metric in result.measures:
                figures[:, result.column(metric)] = getattr(shared, field)[:, column]
        columns[name] = figures.reshape(-1).tolist()
    return {**columns, "share": np.repeat(shared.share, size).tolist()}


def significance_tables(
    result: ScoreResult, measure: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Row against column in the papers' notation; by default for word order."""
    del top
    measure = measure or result.ordering
    names = result.systems
    marks = np.full((len(names), len(names)), "", dtype=object)
    for first, second, mark in _significances(result, measure):
        marks[first, second] = mark
    columns = [Column(measure, "left"), *(Column(f"{n}", "left") for n in range(1, len(names) + 1))]
    heads = [f"{number} {name}" for number, name in enumerate(names, start=1)]
    rows = [[head, *row] for head, row in zip(heads, marks.tolist(), strict=True)]
    below = f"+ the row is better than the column: {_READING_MARKS}; 0 neither."
    return [Table(columns, rows, note=below)]


def significance_records(
    result: ScoreResult, measure: str | None = None, *, top: int | None = None
) -> Records:
    """The matrix as records: a row for each ordered pair of systems."""
    del top
    found = list(_significances(result, measure or result.ordering))
    columns: dict[str, Sequence[Cell]] = {
        "system": [result.systems[one.first] for one in found],
        "than": [result.systems[one.second] for one in found],
        "measure": [measure or result.ordering] * len(found),
        "mark": [one.mark for one in found],
    }
    return Records(dict.fromkeys(columns, str), columns)


def bucket_tables(result: ScoreResult, *, kind: str, top: int | None = None) -> list[Table]:
    """The scores of each bucket."""
    del top  # few, and only useful together
    columns = [Column(f"{kind}: system", "left"), Column("sentences")]
    columns += [Column(_heading(m), digits=_digits(m)) for m in result.shown_measures]
    places = [result.column(measure) for measure in result.shown_measures]
    rows: list[list[Cell]] = [
        [f"{bucket.name}: {name}", bucket.sentence_count, *map(float, scores[places])]
        for bucket in _buckets(result, kind)
        for name, scores in zip(result.systems, bucket.scores, strict=True)
    ]
    return [Table(columns, rows)]


def bucket_records(result: ScoreResult, *, kind: str, top: int | None = None) -> Records:
    """The buckets as records, in full precision."""
    del top
    buckets, systems = _buckets(result, kind), result.systems
    columns: dict[str, Sequence[Cell]] = {
        "bucket": [bucket.name for bucket in buckets for _ in systems],
        "system": [name for _ in buckets for name in systems],
        "sentences": [bucket.sentence_count for bucket in buckets for _ in systems],
    }
    types: dict[str, type] = {"bucket": str, "system": str, "sentences": int}
    for place, measure in enumerate(result.measures):
        columns[measure] = [float(score) for b in buckets for score in b.scores[:, place]]
    return Records({name: types.get(name, float) for name in columns}, columns)


def segment_tables(result: ScoreResult, *, top: int | None = None) -> list[Table]:
    """The scores of all sentences."""
    return [table_of(segment_records(result, top=top))]


def segment_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """Name, line (counting from 1) and scores of every sentence of every system."""
    segments = result.known_segments()
    systems, lines = segments.shape[:2]
    columns = {
        "system": np.repeat(np.array(result.systems), lines)[:top],
        "line": np.tile(np.arange(1, lines + 1), systems)[:top],
        **{name: result.segment(name).reshape(-1)[:top] for name in result.measures},
    }
    types = {"system": str, "line": int, **dict.fromkeys(result.measures, float)}
    return Records(types, columns)


def segment_lines(result: ScoreResult, *, top: int | None = None) -> range:
    """All lines."""
    del top
    return range(1, len(result.known_segments()[0]) + 1)


def _chance_table(result: ScoreResult, chance: Mapping[str, Floats]) -> Table:
    columns = [Column("by chance", "left"), *(Column(metric, digits=3) for metric in chance)]
    rows: list[list[Cell]] = [
        [name, *(float(scores[system]) for scores in chance.values())]
        for system, name in enumerate(result.systems)
    ]
    note = "Scored against wrong references of about the same length."
    if any(np.isnan(scores).any() for scores in chance.values()):
        note += " Undefined where all references are the same, or nothing matches."
    return Table(columns, rows, note=note)


class _Significance(NamedTuple):
    first: int
    second: int
    mark: str


def _significances(result: ScoreResult, measure: str) -> Iterator[_Significance]:
    """For each ordered pair of systems, the mark of the first against the second."""
    tests, column = _tests(result), result.column(measure)
    for pair, (a, b) in enumerate(tests.pairs.tolist()):
        difference = float(tests.difference[pair, column])
        if measure in ORDER_ERRORS:  # fewer are better
            difference = -difference
        p = float(result.deciding_p[pair, column])
        yield _Significance(a, b, significance(-difference, p))
        yield _Significance(b, a, significance(difference, p))


def _marks_against_the_first(result: ScoreResult) -> Mapping[tuple[int, int], str]:
    """Marks by row and column of the table of scores."""
    if result.tests is None:
        return {}
    return {
        (one.first, place): one.mark
        for place, measure in enumerate(result.shown_measures, start=1)
        if _is_marked(measure)
        for one in _significances(result, measure)
        if one.second == 0 and one.mark != "0"
    }


def _heading(measure: str) -> str:
    return measure.replace("_per_100", "/100")


def _digits(measure: str) -> int:
    return 1 if measure in ORDER_ERRORS else 3


def _is_marked(measure: str) -> bool:
    """Whether more is better by itself: fewer matched words also have fewer errors."""
    return measure not in ("coverage", *ORDER_ERRORS)


def _tests(result: ScoreResult) -> PairTests:
    if result.tests is None:
        raise UsageError("a comparison needs at least two systems")
    return result.tests


def _buckets(result: ScoreResult, kind: str) -> tuple[Bucket, ...]:
    if kind not in result.buckets:
        raise UsageError(f"the sentences have no labels: give {argument('labels')}")
    return result.buckets[kind]
