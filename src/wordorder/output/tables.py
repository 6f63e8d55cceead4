"""Tables: their data, and `render`, which shows them in any style."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from wordorder.errors import UsageError
from wordorder.output import aligned, html, latex, markdown
from wordorder.output.cells import Estimate, has_no_value, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from wordorder.output.cells import Cell

Style = Literal["plain", "latex", "markdown", "html"]


@dataclass(frozen=True)
class Column:
    """One column: heading, alignment, and number of decimals shown (None: all).

    `best` says whether the highest or the lowest figure is best; LaTeX, Markdown and HTML set it
    in bold. A `joined` column stays with the one before it on a narrow screen.

    Examples:
        >>> Column("fuzzy", digits=3).align
        'right'
    """

    name: str
    align: Literal["right", "left"] = "right"
    digits: int | None = None
    min_width: int = 0
    best: Literal["high", "low"] | None = None
    joined: bool = False


@dataclass(frozen=True)
class Table:
    """Rows of cells; None or NaN is a missing value.

    Attributes:
        columns: Headings and formats.
        rows: The cells.
        title: Printed above the table.
        note: Printed below it.
        marks: Marks after figures, such as `+*`, by row and column; shown in LaTeX, Markdown and
            HTML.
        marks_note: What the marks mean; printed where they are shown.
        signature: Everything that determines the figures; a comment in LaTeX, a footnote in
            Markdown and HTML.
        unranked: Rows that are never the best, such as an upper bound.

    Examples:
        >>> Table([Column("n")], [[3], [4]]).rows
        ((3,), (4,))
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    title: str | None = None
    note: str | None = None
    marks: Mapping[tuple[int, int], str] = field(default_factory=dict)
    marks_note: str | None = None
    signature: str | None = None
    unranked: Collection[int] = ()

    def __post_init__(self) -> None:
        # Tuples, so that the check below does not exhaust a generator of rows.
        object.__setattr__(self, "columns", tuple(self.columns))
        object.__setattr__(self, "rows", tuple(tuple(row) for row in self.rows))
        if not self.columns:
            raise ValueError("a table needs at least one column")
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.columns):
                raise ValueError(f"row {number} has {len(row)} cells, expected {len(self.columns)}")

    def shown_rows(self) -> list[list[str]]:
        """The cells formatted for display, not yet aligned or escaped."""
        digits, ends = [column.digits for column in self.columns], self.has_lopsided_intervals()
        return [
            [shown(cell, d, ends=ends) for cell, d in zip(row, digits, strict=True)]
            for row in self.rows
        ]

    def has_lopsided_intervals(self) -> bool:
        """Whether any interval is asymmetric, so that all are shown by their ends.

        Examples:
            >>> Table([Column("f1")], [[Estimate(0.5, 0.4, 0.6)]]).has_lopsided_intervals()
            False
        """
        return any(
            isinstance(cell, Estimate) and cell.is_lopsided() for row in self.rows for cell in row
        )

    def shown_marks_note(self) -> str | None:
        """What the marks mean, if there are any."""
        return self.marks_note if self.marks else None

    def best_cells(self) -> frozenset[tuple[int, int]]:
        """The positions (row, column) of the best figure in each column, ties included.

        Examples:
            >>> column = Column("aer", digits=2, best="low")
            >>> sorted(Table([column], [[0.3], [0.2], [0.2]]).best_cells())
            [(1, 0), (2, 0)]
            >>> sorted(Table([column], [[0.3], [0.2], [0.2]], unranked=[2]).best_cells())
            [(1, 0)]
        """
        ranked = [number for number in range(len(self.rows)) if number not in self.unranked]
        if len(ranked) < 2:
            return frozenset()
        return frozenset(
            (ranked[best], place)
            for place, column in enumerate(self.columns)
            if column.best is not None
            for best in _best_rows([self.rows[number][place] for number in ranked], column)
        )


def _best_rows(cells: Sequence[Cell], column: Column) -> list[int]:
    """The rows with the best figure, as rounded for display."""
    digits = 3 if column.digits is None else column.digits
    figures = {
        row: round(float(cell.value if isinstance(cell, Estimate) else cell), digits)
        for row, cell in enumerate(cells)
        if isinstance(cell, (int, float, Estimate)) and not has_no_value(cell)
    }
    if not figures:
        return []
    best = (max if column.best == "high" else min)(figures.values())
    return [row for row, figure in figures.items() if figure == best]


def render(table: Table, style: Style, *, width: int | None = None) -> str:
    """The table as text in one of the styles plain, latex, markdown and html.

    Args:
        table: The table.
        style: The style.
        width: A plain table wider than this is split into groups of columns, one below the
            other, each starting with the first column; None for no limit.

    Returns:
        The text, ending in a newline.

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
        case "plain":
            return aligned.plain(table, width)
        case "latex":
            return latex.latex(table)
        case "markdown":
            return markdown.markdown(table)
        case "html":
            return html.html_table(table)
    raise UsageError(f"unknown table style {style!r}, expected one of {', '.join(get_args(Style))}")
