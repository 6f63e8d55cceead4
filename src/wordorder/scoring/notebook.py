"""Scores in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordorder.scoring.result import ScoreResult


def as_html(result: ScoreResult) -> str:
    """The table of scores, and what it says, as HTML; all text is escaped."""
    table = result.table()
    heads = "".join(f"<th>{escape(column.name)}</th>" for column in table.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in table.shown_rows()
    )
    findings = "".join(f"<li>{escape(finding)}</li>" for finding in result.findings())
    note = f"<p><small>{escape(table.note or '')}</small></p>"
    return f"<table><tr>{heads}</tr>{rows}</table>{note}" + (
        f"<ul>{findings}</ul>" * bool(findings)
    )
