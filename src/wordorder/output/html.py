"""Tables for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordorder.output.tables import Table


def html_table(table: Table) -> str:
    """The table as HTML, its note below it; all text is escaped.

    Examples:
        >>> from wordorder.output import Column, Table
        >>> html_table(Table([Column("a<b")], [[1.5]]))
        '<table><tr><th>a&lt;b</th></tr><tr><td>1.5</td></tr></table><p><small></small></p>'
    """
    heads = "".join(f"<th>{escape(column.name)}</th>" for column in table.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in table.shown_rows()
    )
    note = escape(table.note or "").replace("\n", "<br>")
    return f"<table><tr>{heads}</tr>{rows}</table><p><small>{note}</small></p>"
