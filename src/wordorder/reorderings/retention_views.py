"""Retained reorderings as tables and as records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from wordorder.output import Column, Table, View, counted, interval_note
from wordorder.output.row_views import Field, fields, row_view
from wordorder.reorderings.analysis_views import refuse_without_trees
from wordorder.reorderings.corpus import INFERRED_NOTE
from wordorder.reorderings.judging import FATES
from wordorder.reorderings.retention_result import RETAINED, RETENTION_MEASURES, WIDTHS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordorder.output import Cell
    from wordorder.reorderings.retention_result import RetentionResult

    Rows = Iterator[tuple[Cell, ...]]


def _measure_tables(result: RetentionResult, *, top: int | None = None) -> list[Table]:
    """Systems in rows, measures with half the width of their intervals; then each pair."""
    del top  # always few rows
    if result.sets:
        return [
            replace(table, title=name)
            for name, one in result.sets.items()
            for table in _measure_tables(one)
        ]
    columns = [Column("system", "left")]
    for measure in RETENTION_MEASURES:
        # The best order bias is neither the highest nor the lowest.
        best: Literal["high"] | None = "high" if measure in RETAINED else None
        columns.append(Column(measure.replace("_", " "), digits=3, best=best))
    rows: list[list[Cell]] = [
        [name, *(result.estimate(name, measure) for measure in RETENTION_MEASURES)]
        for name in result.systems
    ]
    table = Table(columns, rows)
    note = (
        f"{counted(result.sentence_count, 'sentence')}, "
        f"{counted(result.reorderings, 'reordering')} in the reference; "
        f"{interval_note(result.confidence, ends=table.has_lopsided_intervals())}"
    )
    if result.lengths_inferred:
        note += f"\n{INFERRED_NOTE}"
    pairs = _pair_tables(result) if len(result.systems) > 1 else []
    return [replace(table, note=note), *pairs]


def _by_measure(result: RetentionResult, _top: int | None) -> Rows:
    for name in result.systems:
        for measure in RETENTION_MEASURES:
            estimate = result.estimate(name, measure)
            yield (name, measure, *estimate, result.sentence_count, result.left_out)


def _by_width(result: RetentionResult, _top: int | None) -> Rows:
    for system, name in enumerate(result.systems):
        for column, width in enumerate(WIDTHS):
            kept, judged = result.judged_widths[system, column].tolist()
            if judged:
                yield (name, width, kept, judged, *result.widths[:, system, column].tolist())


def _by_label(result: RetentionResult, top: int | None) -> Rows:
    refuse_without_trees(["label"], with_trees=result.with_trees)
    for label, judged in list(result.labels.items())[:top]:
        for name, one in zip(result.systems, judged, strict=True):
            yield (label, name, one.retained, one.judged, one.share)


def _by_fate(result: RetentionResult, _top: int | None) -> Rows:
    for name, fates in zip(result.systems, result.fates, strict=True):
        yield (name, *fates.values())


def _pair_tables(result: RetentionResult, *, top: int | None = None) -> list[Table]:
    """Differences between pairs of systems, with p-values."""
    del top
    if result.sets:
        return [
            replace(table, title=name)
            for name, one in result.sets.items()
            for table in _pair_tables(one)
        ]
    p_values = result.p_holm if result.holm else result.p_value
    columns = [Column("first → second", "left")]
    for name in RETAINED:
        columns += [Column(name.replace("_", " "), digits=3), Column("p", digits=3)]
    rows: list[list[Cell]] = []
    marks: dict[tuple[int, int], str] = {}
    for pair, (a, b) in enumerate(result.pairs.tolist()):
        row: list[Cell] = [f"{result.systems[a]} → {result.systems[b]}"]
        for column in range(len(RETAINED)):
            p = float(p_values[pair, column])
            if p < 0.10:
                marks[pair, len(row)] = "**" if p < 0.05 else "*"
            row += [float(result.difference[pair, column]), p]
        rows.append(row)
    corrected = ", corrected for the number of pairs" if result.holm else ""
    note = f"second minus first; p from a paired bootstrap{corrected}"
    legend = "* p < 0.10, ** p < 0.05" if marks else None
    return [Table(columns, rows, note=note, marks=marks, marks_note=legend)]


def _by_pair(result: RetentionResult, _top: int | None) -> Rows:
    tested: tuple[Any, ...] = (result.difference, result.p_value, result.p_holm)
    for pair, (a, b) in enumerate(result.pairs.tolist()):
        for column, measure in enumerate(RETENTION_MEASURES):
            figures = (float(those[pair, column]) for those in tested)
            yield (result.systems[a], result.systems[b], measure, *figures)


def _view(columns: Sequence[Field], rows: Callable[[RetentionResult, int | None], Rows]) -> View:
    """A view of all sentences, or of each set if there are sets."""

    def by_set(result: RetentionResult, top: int | None) -> Rows:
        for label, part in result.sets.items() or [(None, result)]:
            for row in rows(part, top):
                yield (label, *row)

    def unneeded(result: RetentionResult, _for_people: bool) -> list[str]:
        return [] if result.sets else ["set"]

    return row_view([Field("set", str, align="left"), *columns], by_set, unneeded)


_MEASURES = [
    *fields(str, "system", "measure"),
    *fields(float, "value", "low", "high"),
    *fields(int, "sentences", "left_out"),
]
_PAIRS = [
    *fields(str, "first", "second", "measure"),
    *fields(float, "difference", "p", "p_holm"),
]

VIEWS = {
    "measures": View(_measure_tables, _view(_MEASURES, _by_measure).records),
    "width": _view(
        [
            *fields(str, "system", "width"),
            *fields(int, "retained", "judged"),
            *fields(float, "share", "low", "high", digits=3),
        ],
        _by_width,
    ),
    "label": _view(
        [
            *fields(str, "label", "system"),
            *fields(int, "retained", "judged"),
            Field("share", float, 3),
        ],
        _by_label,
    ),
    "fate": _view([*fields(str, "system"), *fields(int, *FATES.values())], _by_fate),
    "pairs": View(_pair_tables, _view(_PAIRS, _by_pair).records),
}
