"""Markdown tables: GitHub pipe tables with all markup escaped."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from wordorder.output.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.output.tables import Table

# An underscore between letters, as in kendall_tau, needs no escape.
_MARKUP = re.compile(r"[\\`*\[\]~$|]|(?<![^\W_])_|_(?![^\W_])")


def markdown(table: Table) -> str:
    """A GitHub pipe table, with a bold title above, note and signature below."""
    sides = [":---" if column.align == "left" else "---:" for column in table.columns]
    rows = [
        _row(_escaped(visible(column.name)) for column in table.columns),
        _row(sides),
        *_rows(table),
    ]
    blocks = [
        *_paragraphs(table.title, "**"),
        "\n".join(rows),
        *_paragraphs(table.note, "*"),
        *_paragraphs(table.shown_marks_note(), "*"),
        *_paragraphs(table.signature, ""),
    ]
    return "\n\n".join(blocks) + "\n"


def _rows(table: Table) -> Iterable[str]:
    best = table.best_cells()
    for row, texts in enumerate(table.shown_rows()):
        cells = []
        for column, text in enumerate(texts):
            cell = f"**{_escaped(text)}**" if (row, column) in best else _escaped(text)
            mark = table.marks.get((row, column))
            cells.append(f"{cell} {_escaped(mark)}" if mark else cell)
        yield _row(cells)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _paragraphs(text: str | None, emphasis: str) -> list[str]:
    lines = [line.strip() for line in (text or "").split("\n")]
    return [f"{emphasis}{_escaped(visible(line))}{emphasis}" for line in lines if line]


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", html.escape(text, quote=False))
