"""Views of results in a few generic forms: rows, grids, pairs, matrices, and side by side.

A room declares its views with these forms, and adds only headings and notes.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from math import isnan, nan
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

from wordorder.output.records import Records
from wordorder.output.tables import Cell, Column, Estimate, Table
from wordorder.output.wording import interval_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wordorder.output.grid import Grid, Label

Rows: TypeAlias = Callable[..., Iterable[Sequence[Cell]]]

STARS_NOTE = "* p < 0.10, ** p < 0.05"
"""The meaning of the stars after a difference."""

UNKNOWN = "?"
"""The mark of a pair that cannot be compared."""

UNDEFINED = Estimate(nan, nan, nan)

_LEVELS = {0.05: "**", 0.10: "*"}
_TURNED = str.maketrans("+-", "-+")


class Card(Protocol):
    """A display other than a table, such as a sentence with a drawing of its order."""

    def to_text(self, *, width: int | None, color: bool) -> str:
        """Return the text for a screen of this width, ending in a newline."""


@dataclass(frozen=True, slots=True)
class View:
    """One view of a result.

    All functions take the result and the arguments of the view. A view that ranks its content
    has functions with a keyword `top`, the number of rows, labels or sentences (None: all).

    Attributes:
        tables: Returns the tables to display.
        records: Returns the records in full precision.
        cards: Returns the cards that a screen shows in place of the tables, if any.
        lines: Returns the lines of the sentences in the view, if it shows single sentences.
        nothing: Shown on a screen if there are no cards.
        is_ranked: Whether the view ranks; by default, whether a function takes `top`.
    """

    tables: Callable[..., Sequence[Table]]
    records: Callable[..., Records]
    cards: Callable[..., Sequence[Card]] | None = None
    lines: Callable[..., Collection[int]] | None = None
    nothing: str = "nothing to show"
    is_ranked: bool | None = None

    @property
    def ranks(self) -> bool:
        """Whether the view takes `top`."""
        if self.is_ranked is not None:
            return self.is_ranked
        return any(map(_takes_top, (self.tables, self.records, self.cards, self.lines)))

    def call(
        self, part: Literal["tables", "records", "cards", "lines"], *arguments: Any, top: int | None
    ) -> Any:
        """Call one of the functions, with `top` if it is a parameter."""
        function = getattr(self, part)
        return function(*arguments, top=top) if _takes_top(function) else function(*arguments)

    def fits(self, result: object, arguments: Sequence[str]) -> bool:
        """Return whether the view takes these arguments."""
        try:
            for function in (self.tables, self.records):
                inspect.signature(function).bind(result, *arguments)
        except TypeError:
            return False
        return True


class LazyViews(Mapping[str, View]):
    """Views by name, from the `VIEWS` of modules that are imported on demand.

    Args:
        modules: The module of each view.
    """

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules

    def __getitem__(self, name: str) -> View:
        view: View = import_module(self._modules[name]).VIEWS[name]
        return view

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


def _takes_top(function: Callable[..., Any] | None) -> bool:
    return function is not None and "top" in inspect.signature(function).parameters


class Field(NamedTuple):
    """A column of a view: name, type, decimals shown, and alignment."""

    name: str
    type: type[str | int | float]
    digits: int | None = None
    align: Literal["right", "left"] = "right"


def fields(kind: type[str | int | float], *names: str, digits: int | None = None) -> list[Field]:
    """Return several columns of one type; text is left-aligned."""
    return [Field(name, kind, digits, "left" if kind is str else "right") for name in names]


def records_of(columns: Sequence[Field], rows: Iterable[Sequence[Cell]]) -> Records:
    """Return rows as records.

    Examples:
        >>> records_of(fields(int, "line", "words"), [(1, 7), (2, 5)]).columns
        {'line': [1, 2], 'words': [7, 5]}
    """
    listed = list(rows)
    return Records(
        {column.name: column.type for column in columns},
        {column.name: [row[place] for row in listed] for place, column in enumerate(columns)},
    )


def first_records(records: Records, top: int | None) -> Records:
    """Return the first rows of records; all if `top` is None."""
    return Records(records.types, {name: values[:top] for name, values in records.columns.items()})


def joined_records(first: Records, *others: Records) -> Records:
    """Join records of the same rows side by side.

    Examples:
        >>> names = Records({"system": str}, {"system": ["A"]})
        >>> joined_records(names, Records({"f1": float}, {"f1": [0.5]})).columns
        {'system': ['A'], 'f1': [0.5]}
    """
    types, columns = dict(first.types), dict(first.columns)
    for records in others:
        types |= records.types
        columns |= records.columns
    return Records(types, columns)


def table_of(records: Records) -> Table:
    """Return records as a table for display: text left-aligned, figures with three decimals.

    Examples:
        >>> table_of(Records({"line": int, "pef": float}, {"line": [1], "pef": [2 / 3]})).rows
        ((1, 0.6666666666666666),)
    """
    columns = [
        Column(name, "left") if kind is str else Column(name, digits=3)
        for name, kind in records.types.items()
    ]
    return Table(columns, list(records.rows()))


def record_view(
    records: Callable[..., Records], lines: Callable[..., Collection[int]] | None = None
) -> View:
    """Return a view whose table shows all its records; see `table_of`."""
    ranks = _takes_top(records)

    def tables(result: Any, *arguments: str, top: int | None = None) -> list[Table]:
        return [table_of(records(result, *arguments, **({"top": top} if ranks else {})))]

    return View(tables, records, lines=lines, is_ranked=ranks or _takes_top(lines))


def row_view(
    columns: Sequence[Field],
    rows: Rows,
    unneeded: Callable[[Any, bool], Collection[str]] | None = None,
    *,
    title: str | None = None,
    note: Callable[[Any], str] | None = None,
) -> View:
    """Return a view whose tables and records have the same rows.

    Args:
        columns: The columns of both.
        rows: Returns the rows of a result; with a parameter `top`, at most `top` of each kind.
        unneeded: Returns the columns to leave out, in tables or, if the second argument is False,
            in records; by default none.
        title: The title of the table.
        note: Returns the note of the table of a result.

    Examples:
        >>> view = row_view(fields(int, "words"), lambda text: [[len(text.split())]], title="size")
        >>> view.records("a b").columns, view.tables("a b")[0].title
        ({'words': [2]}, 'size')
    """
    ranks = _takes_top(rows)

    def chosen(
        result: Any, top: int | None, for_people: bool
    ) -> tuple[list[Field], list[list[Cell]]]:
        without = () if unneeded is None else unneeded(result, for_people)
        places = [place for place, field in enumerate(columns) if field.name not in without]
        all_cells = rows(result, top=top) if ranks else rows(result)
        return [columns[n] for n in places], [[cells[n] for n in places] for cells in all_cells]

    def tables(result: Any, *, top: int | None = None) -> list[Table]:
        needed, cells = chosen(result, top, True)
        shown = [Column(field.name, field.align, field.digits) for field in needed]
        return [Table(shown, cells, title=title, note=None if note is None else note(result))]

    def records(result: Any, *, top: int | None = None) -> Records:
        return records_of(*chosen(result, top, False))

    return View(tables, records, is_ranked=ranks)


def grid_table(
    grid: Grid,
    columns: Iterable[Column | tuple[Label, Column]],
    *,
    rows: Iterable[Label] | None = None,
    head: Column | None = None,
    title: str | None = None,
    note: str | None = None,
) -> Table:
    """Return a grid of two axes as a table: the first axis in rows, the second in columns.

    Args:
        grid: The figures; with columns `low` and `high`, cells are shown with their intervals.
        columns: The columns to show: each a label with its format, or a format with the name of
            the label.
        rows: The rows to show, in this order; by default all.
        head: The format of the first column; by default the name of the axis.
        title: The title of the table.
        note: Its note.

    Examples:
        >>> from wordorder.output.grid import Grid
        >>> grid = Grid.of({"system": ["A"], "measure": ["f1", "wer"]}, value=[[0.5, 0.25]])
        >>> grid_table(grid, [Column("wer", digits=3)]).rows
        (('A', 0.25),)
    """
    first, second = grid.axes
    shown = [column if isinstance(column, tuple) else (column.name, column) for column in columns]
    read = grid.estimate if "low" in grid.columns else grid.figure
    cells: list[list[Cell]] = [
        [str(row), *(read(**{first: row, second: label}) for label, _ in shown)]
        for row in (grid.axes[first] if rows is None else rows)
    ]
    heading = head or Column(first, "left")
    return Table([heading, *(column for _, column in shown)], cells, title=title, note=note)


def side_by_side(
    measures: Mapping[str, Mapping[str, Estimate]],
    confidence: float | Mapping[str, float],
    *,
    head: str = "measure",
    best: Mapping[str, Literal["high", "low"]] | None = None,
    title: str | None = None,
    note: str | None = None,
) -> Table:
    """Return a table with measures in rows, and for each name columns of figures and intervals.

    Args:
        measures: Figures by name (such as a corpus) and measure.
        confidence: The confidence level of the intervals; by name, if the levels differ.
        head: The heading of the first column.
        best: The names whose best figure is marked, each with the best end, high or low.
        title: The title of the table.
        note: Its note.

    Examples:
        >>> side_by_side({"de": {"fuzzy": Estimate(0.5, 0.4, 0.6)}}, 0.95).rows
        (('fuzzy', 0.5, '0.400–0.600'),)
    """
    columns = [Column(head, "left")]
    for name in measures:
        level = confidence if isinstance(confidence, float) else confidence[name]
        marked = None if best is None else best.get(name)
        columns.append(Column(name, digits=3, best=marked))
        columns.append(Column(interval_name(level), "left", joined=True))
    rows: list[list[Cell]] = []
    for measure in dict.fromkeys(chain.from_iterable(measures.values())):
        row: list[Cell] = [measure]
        for estimates in measures.values():
            estimate = estimates.get(measure, UNDEFINED)
            row += [estimate.value, estimate.interval]
        rows.append(row)
    return Table(columns, rows, title=title, note=note)


def difference_table(
    differences: Mapping[str, Mapping[str, tuple[float, float]]],
    *,
    head: Column,
    headings: Iterable[str] = (),
    digits: int = 3,
    joined: bool = False,
    title: str | None = None,
    note: str | None = None,
) -> Table:
    """Return a table of differences with p-values, and stars at significant differences.

    Args:
        differences: For each row and heading, a difference and its p-value.
        head: The first column.
        headings: The headings, needed if there may be no rows; by default those of the rows.
        digits: Decimals of the differences.
        joined: Whether p stays with its difference on a narrow screen.
        title: The title of the table.
        note: Its note.

    Examples:
        >>> table = difference_table({"A → B": {"f1": (0.25, 0.01)}}, head=Column("pair", "left"))
        >>> table.rows, table.marks
        ((('A → B', 0.25, 0.01),), {(0, 1): '**'})
    """
    names = dict.fromkeys(chain(headings, *differences.values()))
    columns = [head]
    for name in names:
        columns += [Column(name, digits=digits), Column("p", digits=3, joined=joined)]
    rows: list[list[Cell]] = []
    marks: dict[tuple[int, int], str] = {}
    for label, by_name in differences.items():
        row: list[Cell] = [label]
        for name in names:
            difference, p = by_name.get(name, (nan, nan))
            if stars(p):
                marks[len(rows), len(row)] = stars(p)
            row += [difference, p]
        rows.append(row)
    legend = STARS_NOTE if marks else None
    return Table(columns, rows, title=title, note=note, marks=marks, marks_note=legend)


def mark_matrix(
    heading: str,
    names: Sequence[str],
    marks: Mapping[tuple[str, str], str],
    *,
    whole: bool = False,
    note: str | None = None,
) -> Table:
    """Return a table of marks between all pairs of names, such as `+*`: column against row.

    Args:
        heading: The heading of the first column.
        names: The names, in the order of rows and columns.
        marks: The marks of pairs; the mark of a pair in the other order has the other sign.
        whole: Whether to show both orders of each pair: row against column, with numbers as
            headings. By default, only marks above the diagonal are shown.
        note: The note of the table.

    Examples:
        >>> mark_matrix("fuzzy", ["A", "B", "C"], {("B", "A"): "+*"}).rows
        (('A', '-*', ''), ('B', '', ''))
    """

    def mark(first: str, second: str) -> str:
        if (first, second) in marks:
            return marks[first, second]
        return turned(marks.get((second, first), ""))

    if whole:
        columns = [Column(f"{number}", "left") for number in range(1, len(names) + 1)]
        rows = [
            [f"{number} {name}", *("" if other == name else mark(name, other) for other in names)]
            for number, name in enumerate(names, start=1)
        ]
    else:
        columns = [Column(name, "left") for name in names[1:]]
        rows = [
            [name, *[""] * number, *(mark(name, other) for other in names[number + 1 :])]
            for number, name in enumerate(names[:-1])
        ]
    return Table([Column(heading, "left"), *columns], rows, note=note)


def stars(p: float) -> str:
    """Return the papers' stars for a p-value: ** below 0.05, * below 0.10, else nothing.

    Examples:
        >>> stars(0.01), stars(0.07), stars(0.3), stars(nan)
        ('**', '*', '', '')
    """
    return next((mark for level, mark in _LEVELS.items() if p < level), "")


def significance_mark(difference: float, p: float, *, alpha: float, excludes_zero: bool) -> str:
    """Return the papers' mark for a difference: its sign and stars, or 0.

    So that no mark contradicts a verdict, the interval must exclude 0, too, at levels up to alpha.

    Examples:
        >>> [significance_mark(0.1, p, alpha=0.05, excludes_zero=True) for p in (0.2, 0.07, 0.01)]
        ['0', '+*', '+**']
        >>> significance_mark(-0.1, 0.01, alpha=0.05, excludes_zero=False)
        '-*'
    """
    reached = [
        mark for level, mark in _LEVELS.items() if p < level and (level > alpha or excludes_zero)
    ]
    if not reached or difference == 0 or isnan(difference):
        return "0"
    return ("+" if difference > 0 else "-") + reached[0]


def significance_marks(
    differences: NDArray[Any],
    p_values: NDArray[Any],
    outside: NDArray[np.bool_],
    *,
    alpha: float,
    known: NDArray[np.bool_] | bool = True,
) -> list[str]:
    """Return the mark of each pair; see `significance_mark`.

    Args:
        differences: The difference of each pair.
        p_values: Their p-values.
        outside: Whether the interval excludes 0.
        alpha: The level of significance.
        known: Whether a pair can be compared at all; other pairs are marked `UNKNOWN`.

    Examples:
        >>> import numpy as np
        >>> p, outside = np.array([0.01, 0.07]), np.array([True, True])
        >>> significance_marks(np.array([0.1, -0.1]), p, outside, alpha=0.05)
        ['+**', '-*']
    """
    every = [known] * len(differences) if isinstance(known, bool) else known.tolist()
    figures = (figure.tolist() for figure in (differences, p_values, outside))
    return [
        significance_mark(d, p, alpha=alpha, excludes_zero=without) if is_known else UNKNOWN
        for d, p, without, is_known in zip(*figures, every, strict=True)
    ]


def turned(mark: str) -> str:
    """Return the mark of a pair in the other order.

    Examples:
        >>> turned("+**"), turned("0")
        ('-**', '0')
    """
    return mark.translate(_TURNED)


def levels_note(alpha: float) -> str:
    """Return the meaning of the stars of `significance_mark`.

    Examples:
        >>> levels_note(0.05)
        '** p < 0.05 and an interval without 0, * p < 0.10'
    """
    return ", ".join(
        f"{mark} p < {level:.2f}{' and an interval without 0' * (level <= alpha)}"
        for level, mark in _LEVELS.items()
    )
