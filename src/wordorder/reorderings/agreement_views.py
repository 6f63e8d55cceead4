"""Judgements and their agreement as tables and as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import Column, Table, View, counted
from wordorder.output.row_views import fields, records_of
from wordorder.reorderings.agreement_result import JUDGEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.output import Cell, Records
    from wordorder.reorderings.agreement_result import AgreementResult
    from wordorder.statistics import Kappa


def _judgement_tables(result: AgreementResult, *, top: int | None = None) -> list[Table]:
    """Judgements of retained and of lost reorderings; then each pair of judges."""
    del top  # always two rows
    columns = [Column("reordering", "left"), *map(Column, (*JUDGEMENTS, "missing"))]
    rows: list[list[Cell]] = [
        [kind.replace("_", " "), *counts.values()]
        for kind, counts in result.counts_by_kind().items()
    ]
    note = f"{_judged_items(result)}\n{_fleiss(result.fleiss)}"
    return [Table(columns, rows, note=note), *(_pair_tables(result) if result.cohen.pairs else [])]


def _judged_items(result: AgreementResult) -> str:
    note = f"{counted(len(result.items), 'reordering')}, {counted(len(result.judges), 'judge')}"
    lacking = [f"{judge.name} {judge.missing}" for judge in result.judges if judge.missing]
    return f"{note}; judgements missing: {', '.join(lacking)}" if lacking else note


def _fleiss(kappa: Kappa) -> str:
    if kappa.reason is not None:
        return f"Fleiss' kappa is undefined: {kappa.reason}"
    items = f"{kappa.items} judged by all, {kappa.left_out} left out"
    return f"Fleiss' kappa {kappa.value:z.3f} ({kappa.verbal}); {items}"


def _judgement_records(result: AgreementResult, *, top: int | None = None) -> Records:
    """One row, so that several experiments can be combined in a table."""
    del top
    counts: dict[str, Cell] = {"items": len(result.items), "judges": len(result.judges)}
    for kind, said in result.counts_by_kind().items():
        counts |= {f"{kind}_{judgement}": count for judgement, count in said.items()}
    columns = [
        *fields(int, *counts),
        *fields(float, "fleiss_kappa"),
        *fields(int, "fleiss_items"),
        *fields(float, "mean_cohen_kappa"),
    ]
    fleiss = result.fleiss
    row = (*counts.values(), fleiss.value, fleiss.items, result.cohen.mean)
    return records_of(columns, [row])


def _pairs(result: AgreementResult) -> Iterator[tuple[str, str, Kappa]]:
    names = [judge.name for judge in result.judges]
    for (a, b), kappa in zip(result.cohen.pairs, result.cohen.kappas, strict=True):
        yield names[a], names[b], kappa


def _pair_tables(result: AgreementResult, *, top: int | None = None) -> list[Table]:
    columns = [
        Column("judges", "left"),
        Column("Cohen's kappa", digits=3),
        Column("agreement", "left"),
        Column("both judged"),
    ]
    rows: list[list[Cell]] = [
        [f"{first}, {second}", kappa.value, kappa.verbal or kappa.reason, kappa.items]
        for first, second, kappa in _pairs(result)
    ]
    return [Table(columns, rows[:top])]


def _pair_records(result: AgreementResult, *, top: int | None = None) -> Records:
    rows = [
        (
            *(first, second, kappa.value, kappa.verbal),
            *(kappa.observed, kappa.expected, kappa.items, kappa.left_out, kappa.reason),
        )
        for first, second, kappa in _pairs(result)
    ]
    columns = [
        *fields(str, "first", "second"),
        *fields(float, "kappa"),
        *fields(str, "verbal"),
        *fields(float, "observed", "expected"),
        *fields(int, "items", "left_out"),
        *fields(str, "reason"),
    ]
    return records_of(columns, rows[:top])


def _item_tables(result: AgreementResult, *, top: int | None = None) -> list[Table]:
    """Items in rows, judges side by side."""
    names = ("id", "retained", *(judge.name for judge in result.judges))
    columns = [Column("id", "left"), Column("line"), *(Column(name, "left") for name in names[1:])]
    rows: list[list[Cell]] = [
        [
            item.id,
            item.line,
            "yes" if item.retained else "no",
            *(judge.judgements[number] for judge in result.judges),
        ]
        for number, item in enumerate(result.items[:top])
    ]
    return [Table(columns, rows)]


def _item_records(result: AgreementResult, *, top: int | None = None) -> Records:
    """A row for each item and judge."""
    rows = (
        (item.id, item.line, item.retained, judge.name, judge.judgements[number])
        for number, item in enumerate(result.items[:top])
        for judge in result.judges
    )
    columns = [
        *fields(str, "id"),
        *fields(int, "line"),
        *fields(bool, "retained"),
        *fields(str, "judge", "judgement"),
    ]
    return records_of(columns, rows)


VIEWS = {
    "judgements": View(_judgement_tables, _judgement_records),
    "pairs": View(_pair_tables, _pair_records),
    "items": View(_item_tables, _item_records),
}
