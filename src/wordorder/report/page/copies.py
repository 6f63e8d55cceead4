"""Tables as texts to copy into papers and spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import Estimate, Records, render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.output import Cell, Table


def copies(table: Table) -> dict[str, str]:
    """The table as LaTeX, Markdown and TSV."""
    return {
        "latex": render(table, "latex"),
        "markdown": render(table, "markdown"),
        "tsv": _records(table).text("tsv", spreadsheet_safe=True),
    }


def _records(table: Table) -> Records:
    """The cells in full precision; the ends of intervals are columns of their own."""
    columns: dict[str, list[Cell]] = {}
    for name, cells in _columns(table):
        free = name
        while free in columns:
            free += "_2"
        columns[free] = cells
    return Records(dict.fromkeys(columns, str), columns)


def _columns(table: Table) -> Iterator[tuple[str, list[Cell]]]:
    for place, column in enumerate(table.columns):
        cells = [row[place] for row in table.rows]
        estimates = [cell if isinstance(cell, Estimate) else None for cell in cells]
        yield (
            column.name,
            [cell.value if isinstance(cell, Estimate) else cell for cell in cells],
        )
        if any(estimates):
            yield f"{column.name}_low", [one.low if one else None for one in estimates]
            yield f"{column.name}_high", [one.high if one else None for one in estimates]
