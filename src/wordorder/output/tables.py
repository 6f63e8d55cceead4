"""Tables of results: the data, and the one call that shows it in any style."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from wordorder.errors import UsageError
from wordorder.output import aligned, latex, markdown, tsv
from wordorder.output.cells import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output.cells import Cell

Style = Literal["rich", "plain", "tsv", "latex", "markdown"]


@dataclass(frozen=True)
class Column:
    """One column: its heading, its side, and how many decimals its floats show (None: all).

    Examples:
        >>> Column("fuzzy", digits=3).align
        'right'
    """

    name: str
    align: Literal["right", "left"] = "right"
    digits: int | None = None
    min_width: int = 0


@dataclass(frozen=True)
class Table:
    """Rows of cells under columns; a cell that is None or NaN has no value.

    Examples:
        >>> Table([Column("n")], [[3], [4]]).rows
        ((3,), (4,))
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    title: str | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        # Tuples, so that a generator of rows is not used up by the check below.
        object.__setattr__(self, "columns", tuple(self.columns))
        object.__setattr__(self, "rows", tuple(tuple(row) for row in self.rows))
        if not self.columns:
            raise ValueError("a table needs at least one column")
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.columns):
                raise ValueError(f"row {number} has {len(row)} cells, expected {len(self.columns)}")

    def shown_rows(self) -> list[list[str]]:
        """The cells as people read them, not yet aligned or escaped."""
        digits = [column.digits for column in self.columns]
        return [[shown(cell, d) for cell, d in zip(row, digits, strict=True)] for row in self.rows]


def render(table: Table, style: Style, *, width: int | None = None, color: bool = False) -> str:
    """The table as text in one of the styles rich, plain, tsv, latex and markdown.

    Args:
        table: what to show.
        style: how to show it.
        width: rich and plain tables wider than this are split into groups of columns, one under
            the other, each beginning with the first column; None for no limit.
        color: whether a rich table may contain colour codes.

    Returns:
        The text, with a line end after its last line.

    Examples:
        >>> systems = Table(
        ...     [Column("system", "left"), Column("fuzzy", digits=3)],
        ...     [["baseline", 0.75], ["preordered", None]],
        ... )
        >>> print(render(systems, "plain"), end="")
        system      fuzzy
        baseline    0.750
        preordered      –
    """
    match style:
        case "rich":
            return aligned.rich(table, width, color)
        case "plain":
            return aligned.plain(table, width)
        case "tsv":
            return tsv.tsv(table)
        case "latex":
            return latex.latex(table)
        case "markdown":
            return markdown.markdown(table)
    raise UsageError(f"unknown table style {style!r}, expected one of {', '.join(get_args(Style))}")
