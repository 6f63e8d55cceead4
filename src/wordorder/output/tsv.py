"""Tables for programs: tab-separated, every digit, nothing where there is no value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output.cells import has_no_value, in_full

if TYPE_CHECKING:
    from wordorder.output.tables import Table

_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


def tsv(table: Table) -> str:
    """A header line and one line per row; title and note are left out."""
    header = [column.name for column in table.columns]
    rows = [["" if has_no_value(cell) else in_full(cell) for cell in row] for row in table.rows]
    return "".join("\t".join(map(escaped, row)) + "\n" for row in (header, *rows))


def escaped(text: str) -> str:
    """Spell out what would end a cell or a row."""
    return text.translate(_ESCAPES)
