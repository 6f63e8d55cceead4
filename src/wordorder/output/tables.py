"""Tables: their cells, and `render`, which shows them in any style.

Plain tables have aligned columns, split into groups if the screen is narrow; the other styles are
in `markup`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from wordorder.errors import UsageError
from wordorder.output.console import cell_width, visible, wrapped

# Spreadsheets take a cell that begins with one of these for a formula, which may run programs and
# leak data. Leading apostrophes are matched too, so that escaping can be undone.
_FORMULA = re.compile(r"'*(\s*[=+\-@＝＋－＠]|[\t\r\n])")
_APOSTROPHE = "'"

Style = Literal["plain", "latex", "markdown", "html"]

_UNDEFINED = "–"
_DIGITS = 3
_VISIBLE = 0.05  # an interval is still shown as ± if its sides differ by less than this share of it
_GAP = "  "
_LEAST_ROOM = 8  # minimum width of the labels


class Estimate(NamedTuple):
    """A figure and the ends of its interval; NaN if undefined.

    Examples:
        >>> Estimate(0.25, 0.2, 0.3).interval
        '0.200–0.300'
    """

    value: float
    low: float
    high: float

    @property
    def interval(self) -> str:
        """The interval, formatted for display."""
        if math.isnan(self.low):
            return _UNDEFINED
        return f"{self.low:.{_DIGITS}f}–{self.high:.{_DIGITS}f}"

    def is_lopsided(self, digits: int = _DIGITS) -> bool:
        """Return whether one side of the interval is visibly wider, so that ± misleads.

        Examples:
            >>> Estimate(0.25, 0.2, 0.3).is_lopsided(), Estimate(0.98, 0.9, 1.0).is_lopsided()
            (False, True)
        """
        difference = abs((self.high - self.value) - (self.value - self.low))
        return difference > max(_VISIBLE * (self.high - self.low), 1.5 * 10.0**-digits)


Cell = str | int | float | Estimate | None


def shown(cell: Cell, digits: int | None, *, ends: bool = False) -> str:
    """Format a cell for display: rounded to `digits`, a dash if it has no value.

    An interval is shown as half its width, or by its ends.

    Examples:
        >>> [shown(cell, digits=3) for cell in (2 / 3, -1e-9, None, 7)]
        ['0.667', '0.000', '–', '7']
        >>> shown(Estimate(0.25, 0.2, 0.3), digits=3)
        '0.250 ±0.050'
        >>> shown(Estimate(0.98, 0.9, 1.0), digits=3, ends=True)
        '0.980 [0.900, 1.000]'
    """
    if has_no_value(cell):
        return _UNDEFINED
    if isinstance(cell, Estimate):
        places = _DIGITS if digits is None else digits
        half = (cell.high - cell.low) / 2
        if math.isnan(half):
            return f"{cell.value:.{places}f}"
        if ends:
            return f"{cell.value:.{places}f} [{cell.low:.{places}f}, {cell.high:.{places}f}]"
        return f"{cell.value:.{places}f} ±{half:.{places}f}"
    if isinstance(cell, float) and digits is not None:
        return f"{cell:z.{digits}f}"  # z: no sign on a rounded zero
    return visible(exact_text(cell))


def exact_text(cell: Cell) -> str:
    """Return the cell in full precision."""
    # NumPy's float64 is a float whose repr() reads "np.float64(0.5)".
    return repr(float(cell)) if isinstance(cell, float) else str(cell)


def has_no_value(cell: Cell) -> bool:
    """Return whether the cell is None or NaN."""
    value = cell.value if isinstance(cell, Estimate) else cell
    return value is None or (isinstance(value, float) and math.isnan(value))


def escape_formula(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would take for a formula.

    Examples:
        >>> escape_formula("=1+1"), escape_formula("a=b"), unescape_formula(escape_formula("=1+1"))
        ("'=1+1", 'a=b', '=1+1')
    """
    return f"{_APOSTROPHE}{text}" if _FORMULA.match(text) else text


def unescape_formula(text: str) -> str:
    """Undo `escape_formula`."""
    rest = text.removeprefix(_APOSTROPHE)
    return rest if rest != text and _FORMULA.match(rest) else text


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
        marks_note: The meaning of the marks; printed where they are shown.
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
        """Return the cells formatted for display, not yet aligned or escaped."""
        digits, ends = [column.digits for column in self.columns], self.has_lopsided_intervals()
        return [
            [shown(cell, d, ends=ends) for cell, d in zip(row, digits, strict=True)]
            for row in self.rows
        ]

    def has_lopsided_intervals(self) -> bool:
        """Return whether any interval is asymmetric, so that all are shown by their ends.

        Examples:
            >>> Table([Column("f1")], [[Estimate(0.5, 0.4, 0.6)]]).has_lopsided_intervals()
            False
        """
        return any(
            isinstance(cell, Estimate) and cell.is_lopsided() for row in self.rows for cell in row
        )

    def shown_marks_note(self) -> str | None:
        """Return the meaning of the marks, if there are any."""
        return self.marks_note if self.marks else None

    def best_cells(self) -> frozenset[tuple[int, int]]:
        """Return the positions (row, column) of the best figure in each column, ties included.

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
    """Return the rows with the best figure, as rounded for display."""
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
    """Return the table as text in one of the styles plain, latex, markdown and html.

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
    if style == "plain":
        return _plain(table, width)
    from wordorder.output import markup

    match style:
        case "latex":
            return markup.latex(table)
        case "markdown":
            return markup.markdown(table)
        case "html":
            return markup.html_table(table)
    raise UsageError(f"unknown table style {style!r}, expected one of {', '.join(get_args(Style))}")


def _plain(table: Table, width: int | None) -> str:
    """Return the table as plain text, with two spaces between columns."""
    (labels,), *parts = _parts(table, _aligned_columns(table))
    groups = [
        "\n".join(_GAP.join(line).rstrip() for line in zip(*group, strict=True))
        for group in _column_groups([[_narrowed(labels, parts, width)], *parts], width)
    ]
    above, below = _paragraph(table.title, width), _paragraph(table.note, width)
    return "\n\n".join([*above, *groups, *below]) + "\n"


def _paragraph(text: str | None, width: int | None) -> list[str]:
    lines = text.split("\n") if text else []
    return ["\n".join(wrapped(visible(line).rstrip(), width) for line in lines)] if text else []


def _aligned_columns(table: Table) -> list[list[str]]:
    """Return each column, heading first, padded to equal width."""
    headings = [visible(column.name) for column in table.columns]
    by_column = zip(headings, *table.shown_rows(), strict=True)
    return [_aligned(column, texts) for column, texts in zip(table.columns, by_column, strict=True)]


def _aligned(column: Column, texts: Sequence[str]) -> list[str]:
    lengths = [cell_width(text) for text in texts]
    width = max(column.min_width, *lengths)
    blanks = [" " * (width - length) for length in lengths]
    if column.align == "left":
        return [text + blank for text, blank in zip(texts, blanks, strict=True)]
    return [blank + text for text, blank in zip(texts, blanks, strict=True)]


def _line_width(columns: Sequence[Sequence[str]]) -> int:
    # All cells of a column are equally wide, except labels on lines of their own.
    widths = (cell_width(column[0].rpartition("\n")[2]) for column in columns)
    return sum(widths) + len(_GAP) * (len(columns) - 1)


def _parts(table: Table, columns: Sequence[list[str]]) -> list[list[list[str]]]:
    """Group columns that stay together, such as a score and its interval."""
    parts: list[list[list[str]]] = []
    for column, texts in zip(table.columns, columns, strict=True):
        if column.joined and len(parts) > 1:
            parts[-1].append(texts)
        else:
            parts.append([texts])
    return parts


def _narrowed(
    labels: Sequence[str], parts: Sequence[Sequence[Sequence[str]]], width: int | None
) -> Sequence[str]:
    """Put labels that leave no room for figures on a line of their own, above their row."""
    widths = [_line_width(part) + len(_GAP) for part in parts]
    fitting = [room for room in widths if width is not None and room + _LEAST_ROOM <= width]
    if width is None or not fitting or cell_width(labels[0]) <= width - max(fitting):
        return labels
    # Labels on lines of their own no longer widen the column.
    room = max(_LEAST_ROOM, min(width // 4, width - max(fitting)))
    bare = [label.rstrip() for label in labels]
    return [
        f"{label}\n{' ' * room}" if (rest := room - cell_width(label)) < 0 else label + " " * rest
        for label in bare
    ]


def _column_groups(
    parts: Sequence[Sequence[Sequence[str]]], width: int | None
) -> list[list[Sequence[str]]]:
    """Divide the columns into groups that fit the width, each starting with the first column.

    Examples:
        >>> _column_groups([[["system"]], [["fuzzy"]], [["ulam"]], [["peer"]]], width=19)
        [[['system'], ['fuzzy']], [['system'], ['ulam'], ['peer']]]
    """
    columns = [column for part in parts for column in part]
    if width is None:
        return [columns]
    width = min(width, _line_width(columns))
    groups = _greedy_groups(parts, width)
    # Even out the widths without adding groups, so that no column is left by itself.
    while width > 1 and len(narrower := _greedy_groups(parts, width - 1)) == len(groups):
        groups, width = narrower, width - 1
    return groups


def _greedy_groups(
    parts: Sequence[Sequence[Sequence[str]]], width: int
) -> list[list[Sequence[str]]]:
    (first,), *others = parts
    groups: list[list[Sequence[str]]] = [[first]]
    for part in others:
        too_wide = _line_width([*groups[-1], *part]) > width
        # A group needs at least one column besides the first, even if it is too wide.
        if too_wide and len(groups[-1]) > 1:
            groups.append([first])
        groups[-1] += part
    return groups
