"""Agreement within strata, as tables and as records."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation.evaluation.metric_views import best_and_rivals
from wordorder.output import Column, Estimate, Records, Table, View, visible
from wordorder.output.row_views import fields, records_of

if TYPE_CHECKING:
    from wordorder.metaevaluation.evaluation.figures import PartFigures, SetFigures
    from wordorder.metaevaluation.evaluation.result import MetaEvaluation
    from wordorder.output import Cell

_FIELDS = [
    *fields(str, "set", "part"),
    *fields(int, "lines", "pairs"),
    *fields(str, "metric", "statistic"),
    *fields(float, "value", "low", "high"),
]


def part_view(kind: str) -> View:
    """The view of the strata of one kind."""
    return View(partial(_tables, kind=kind), partial(_records, kind=kind))


def _tables(
    result: MetaEvaluation, statistic: str | None = None, *, kind: str, top: int | None = None
) -> list[Table]:
    name = statistic or result.leading
    return [_table(result, one, name, kind, top) for one in result.sets]


def _table(
    result: MetaEvaluation, one: SetFigures, statistic: str, kind: str, top: int | None
) -> Table:
    parts, column = parts_of(one, kind), one.column(statistic)
    heading = "words in the reference" if kind == "length" else kind
    columns = [
        Column(f"{statistic}, {visible(one.name)}", "left"),
        Column("all", digits=3, best="high"),
        *(Column(visible(part.name), digits=3, best="high") for part in parts),
    ]
    rows: list[list[Cell]] = []
    for place in best_and_rivals(one, result.leading, top):
        cells = [figures[place, column].tolist() for figures in (p.figures for p in parts)]
        whole = one.figures[place, column].tolist()
        rows.append([one.metrics[place], *(Estimate(*cell) for cell in (whole, *cells))])
    pairs = ", ".join(f"{visible(part.name)}: {part.pair_count:,}" for part in parts)
    return Table(columns, rows, title=f"by {heading}", note=f"judged pairs: {pairs}")


def _records(
    result: MetaEvaluation, statistic: str | None = None, *, kind: str, top: int | None = None
) -> Records:
    rows: list[list[Cell]] = []
    for one in result.sets:
        chosen = one.statistics if statistic is None else (statistic,)
        for part in parts_of(one, kind):
            for place in one.ranking(result.leading)[:top].tolist():
                for name in chosen:
                    figures = part.figures[place, one.column(name)].tolist()
                    counts = part.line_count, part.pair_count
                    rows.append([one.name, part.name, *counts, one.metrics[place], name, *figures])
    return records_of(_FIELDS, rows)


def parts_of(one: SetFigures, kind: str) -> list[PartFigures]:
    """The strata of one kind.

    Raises:
        UsageError: They were not asked for, or the data have none.
    """
    found = [part for part in one.parts if part.kind == kind]
    if not found:
        raise UsageError(
            f"there are no figures by {kind}: ask for them with ", Argument("by", kind)
        )
    return found
