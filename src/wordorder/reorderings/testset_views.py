"""Test sets as tables and as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import Column, Records, Table, View, counted, interval_name
from wordorder.output.row_views import fields, records_of
from wordorder.reorderings.corpus import INFERRED_NOTE
from wordorder.reorderings.testsets import SETS

if TYPE_CHECKING:
    from collections.abc import Collection

    from wordorder.output import Cell
    from wordorder.reorderings.testset_result import ReorderingTestSets

SENTENCE_TYPES: dict[str, type[str | int | float]] = {
    "line": int,
    "target_length": int,
    "rquantity": float,
    "set": str,
}


def _set_tables(result: ReorderingTestSets, *, top: int | None = None) -> list[Table]:
    """The paper's Table 1; and the scores, if any."""
    del top  # always four
    sets = [result.sets[name] for name in SETS]
    columns = [Column("", "left"), *(Column(name, digits=2) for name in SETS)]
    rows: list[list[Cell]] = [
        ["average RQuantity", *(one.rquantity for one in sets)],
        ["sentences", *(len(one.lines) for one in sets)],
        ["reorderings", *(one.reorderings for one in sets)],
    ]
    chosen = sum(len(one.lines) for one in sets)
    words = f"{result.shortest} to {result.longest} target words"
    note = f"{chosen:,} of {counted(result.sentence_count, 'sentence pair')} with {words}"
    if result.lengths_inferred:
        note += f"\n{INFERRED_NOTE}"
    scores = _score_tables(result) if result.scores else []
    return [Table(columns, rows, note=note), *scores]


def _set_records(result: ReorderingTestSets, *, top: int | None = None) -> Records:
    del top
    rows = (
        (name, len(result.sets[name].lines), result.sets[name].reorderings, one.rquantity)
        for name, one in result.sets.items()
    )
    columns = [
        *fields(str, "set"),
        *fields(int, "sentences", "reorderings"),
        *fields(float, "rquantity"),
    ]
    return records_of(columns, rows)


def _score_tables(result: ReorderingTestSets, *, top: int | None = None) -> list[Table]:
    measure = result.scores[0].measure if result.scores else "score"
    columns = [Column("system", "left"), Column("set", "left"), Column("sentences")]
    columns += [
        Column(measure, digits=3),
        Column(interval_name(result.confidence), "left", joined=True),
    ]
    rows: list[list[Cell]] = [
        [one.system, one.set, one.sentence_count, one.estimate.value, one.estimate.interval]
        for one in result.scores[:top]
    ]
    return [Table(columns, rows)]


def _score_records(result: ReorderingTestSets, *, top: int | None = None) -> Records:
    rows = (
        (one.system, one.set, one.measure, one.sentence_count, *one.estimate)
        for one in result.scores[:top]
    )
    columns = [
        *fields(str, "system", "set", "measure"),
        *fields(int, "sentences"),
        *fields(float, "value", "low", "high"),
    ]
    return records_of(columns, rows)


def _sentence_tables(result: ReorderingTestSets, *, top: int | None = None) -> list[Table]:
    columns = [*map(Column, ("line", "target_length")), Column("rquantity", digits=3)]
    return [Table([*columns, Column("set", "left")], result.all_sentences().rows()[:top])]


def _sentence_records(result: ReorderingTestSets, *, top: int | None = None) -> Records:
    found = result.all_sentences()
    columns = (found.lines, found.target_lengths, found.rquantity, found.labels)
    cut = (column[:top] for column in columns)
    return Records(SENTENCE_TYPES, dict(zip(SENTENCE_TYPES, cut, strict=True)))


def _sentence_lines(result: ReorderingTestSets, *, top: int | None = None) -> Collection[int]:
    lines: list[int] = result.all_sentences().lines[:top].tolist()
    return lines


VIEWS = {
    "sets": View(_set_tables, _set_records),
    "scores": View(_score_tables, _score_records),
    "sentences": View(_sentence_tables, _sentence_records, lines=_sentence_lines),
}
