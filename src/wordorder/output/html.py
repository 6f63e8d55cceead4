"""HTML tables."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from wordorder.output.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.output.tables import Table


def html_table(table: Table) -> str:
    r"""The table as HTML, with note and signature below it; all text is escaped.

    Examples:
        >>> from wordorder.output import Column, Table
        >>> html_table(Table([Column("a<b")], [[1.5]], note="1 row"))
        '<table><tr><th>a&lt;b</th></tr><tr><td>1.5</td></tr></table><p><small>1 row</small></p>\n'
    """
    title = f"<caption>{_escaped(table.title)}</caption>" if table.title else ""
    heads = "".join(f"<th>{_escaped(column.name)}</th>" for column in table.columns)
    notes = [
        "<br>".join(map(_escaped, text.split("\n")))
        for text in (table.note, table.shown_marks_note(), table.signature)
        if text
    ]
    below = "".join(f"<p><small>{note}</small></p>" for note in notes)
    return f"<table>{title}<tr>{heads}</tr>{''.join(_rows(table))}</table>{below}\n"


def _rows(table: Table) -> Iterable[str]:
    best = table.best_cells()
    for row, texts in enumerate(table.shown_rows()):
        cells = []
        for column, text in enumerate(texts):
            cell = f"<b>{_escaped(text)}</b>" if (row, column) in best else _escaped(text)
            mark = table.marks.get((row, column))
            cells.append(f"<td>{cell}{f'<sup>{_escaped(mark)}</sup>' if mark else ''}</td>")
        yield f"<tr>{''.join(cells)}</tr>"


def _escaped(text: str) -> str:
    return html.escape(visible(text))
