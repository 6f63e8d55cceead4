"""HTML tables."""

from __future__ import annotations

import html
from types import MappingProxyType
from typing import TYPE_CHECKING

from wordorder.output.cells import Estimate, exact_text, has_no_value
from wordorder.output.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wordorder.output.cells import Cell
    from wordorder.output.tables import Column, Table

_NOTHING: Mapping[str, str] = MappingProxyType({})


def html_table(table: Table) -> str:
    r"""The table as HTML, with note and signature below it; all text is escaped.

    Examples:
        >>> from wordorder.output import Column, Table
        >>> print(html_table(Table([Column("a<b")], [[1.5]], note="1 row")), end="")
        <table><thead><tr><th scope="col" class="number">a&lt;b</th></tr></thead>
        <tbody>
        <tr><td class="number" data-value="1.5">1.5</td></tr>
        </tbody></table>
        <p><small>1 row</small></p>
    """
    notes = (table.note, table.shown_marks_note(), table.signature)
    below = "".join(f"\n<p><small>{html_lines(note)}</small></p>" for note in notes if note)
    return f"{table_element(table)}{below}\n"


def table_element(table: Table, after_heading: Mapping[str, str] = _NOTHING) -> str:
    """The table alone; numbers have their full precision in `data-value`, "" if undefined.

    Args:
        table: The table.
        after_heading: HTML to put after the headings with these names.
    """
    title = f"<caption>{html_text(table.title)}</caption>" if table.title else ""
    heads = "".join(
        f'<th scope="col"{_kind(column)}>{html_text(column.name)}'
        f"{after_heading.get(column.name, '')}</th>"
        for column in table.columns
    )
    rows = "\n".join(_rows(table))
    return f"<table>{title}<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>"


def html_lines(text: str) -> str:
    """Lines of text, escaped."""
    return "<br>".join(map(html_text, text.split("\n")))


def html_text(text: str) -> str:
    r"""A line of text, escaped; it shows control characters.

    Examples:
        >>> print(html_text("<b>\x1b"))
        &lt;b&gt;\x1b
    """
    return html.escape(visible(text))


def _rows(table: Table) -> Iterable[str]:
    best = table.best_cells()
    for row, (cells, texts) in enumerate(zip(table.rows, table.shown_rows(), strict=True)):
        made = []
        for place, (column, cell, text) in enumerate(zip(table.columns, cells, texts, strict=True)):
            shown = f"<b>{html_text(text)}</b>" if (row, place) in best else html_text(text)
            mark = table.marks.get((row, place))
            marked = f"{shown}<sup>{html_text(mark)}</sup>" if mark else shown
            # A text in the first column names its row.
            tag, scope = ("th", ' scope="row"') if _is_name(place, column) else ("td", "")
            made.append(f"<{tag}{scope}{_kind(column)}{_value(cell)}>{marked}</{tag}>")
        yield f"<tr>{''.join(made)}</tr>"


def _is_name(place: int, column: Column) -> bool:
    return place == 0 and column.align == "left"


def _kind(column: Column) -> str:
    return ' class="number"' if column.align == "right" else ""


def _value(cell: Cell) -> str:
    """The attribute by which a column is sorted, for all but texts."""
    if has_no_value(cell):
        return ' data-value=""'
    if isinstance(cell, str):
        return ""
    return f' data-value="{exact_text(cell.value if isinstance(cell, Estimate) else cell)}"'
