"""Scores in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from wordorder.output import html_table

if TYPE_CHECKING:
    from wordorder.scoring.result import ScoreResult


def as_html(result: ScoreResult) -> str:
    """The table of scores, and what it says, as HTML; all text is escaped."""
    findings = "".join(f"<li>{escape(finding)}</li>" for finding in result.findings())
    return html_table(result.table()) + f"<ul>{findings}</ul>" * bool(findings)
