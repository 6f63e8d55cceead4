"""Whole tables of text: TSV and CSV, told apart by their first line, Parquet or Arrow."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypeVar

from wordorder.errors import InputError
from wordorder.output.console import visible
from wordorder.output.wording import counted
from wordorder.text.reader import read_lines, rereadable
from wordorder.text.records import (
    Separation,
    parquet_table,
    read_cells,
    records_format,
    unreadable_table,
)
from wordorder.text.source import Input, Place, is_arrow, quoted, settled, shown_name

Value = TypeVar("Value")

LARGEST_NUMBER = 10**9
"""The exclusive upper bound of whole numbers in tables."""

_WHOLE = re.compile(r"\d{1,9}", re.ASCII)
_DECIMAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TextTable:
    """Columns of text with their names.

    Attributes:
        name: The name of the file in errors.
        heads: Names of the columns, in lower case.
        columns: The cells of each column, from the first row to the last.
        lines: The line of each row in the file; for Arrow, its number, counted from 1.
    """

    name: str
    heads: tuple[str, ...]
    columns: Mapping[str, Sequence[str]]
    lines: Sequence[int]

    def __len__(self) -> int:
        return len(self.lines)

    def place(self, row: int) -> Place:
        """Return the place of a row, for errors."""
        return Place(self.name, self.lines[row])

    def values(self, head: str, parse: Callable[[str], Value | None], expected: str) -> list[Value]:
        """Parse the cells of a column, equal cells only once.

        Args:
            head: Name of the column.
            parse: Returns None for a cell that it cannot read.
            expected: The values that it can read, for errors.

        Raises:
            InputError: A cell cannot be read.
        """
        column = self.columns[head]
        values: dict[str, Value] = {}
        for cell in dict.fromkeys(column):
            value = parse(cell)
            if value is None:
                problem = f"{quoted(head)} is '{quoted(cell)}', expected {expected}"
                raise self.place(column.index(cell)).error(problem)
            values[cell] = value
        return [values[cell] for cell in column]


def read_table(source: Input) -> TextTable:
    r"""Read all columns of a table, named in its first line, as text.

    Cells are separated by tabs, or by commas if the first line has no tab. In TSV, backslashes are
    literal, and quotes are part of the text unless the first name is quoted.

    Args:
        source: A text file, plain or compressed, `-`, an open stream, or an Arrow column of lines;
            or a Parquet file, by its extension, or an Arrow table, without their nested columns.

    Raises:
        InputError: The table cannot be read or is empty, two columns have the same name, or a row
            has the wrong number of cells.
        MissingExtraError: Parquet and Arrow need pyarrow.

    Examples:
        >>> import io
        >>> table = read_table(io.StringIO("system\tLine\nA\t1\nB\t2\n"))
        >>> table.columns, list(table.lines)
        ({'system': ('A', 'B'), 'line': ('1', '2')}, [2, 3])
        >>> table.values("line", whole_number, "a number from 0")
        [1, 2]
    """
    table = settled(source)
    if is_arrow(table):
        from wordorder.text.arrow import as_column, as_table

        column = as_column(table, "")
        if hasattr(column.data, "schema") and not column.name:
            return _table_of_arrow(as_table(column), column)
    elif records_format(table) == "parquet":
        return _table_of_arrow(parquet_table(table), table)
    with rereadable(table) as again, closing(read_cells(again, _separation(again))) as rows:
        place, heads = next(rows, (Place(visible(shown_name(table)), 1), []))
        names = _column_names(heads, place)
        lines, cells = [], []
        for place, row in rows:
            if len(row) != len(names):
                raise place.error(
                    f"{counted(len(row), 'cell')}, but line 1 names {counted(len(names), 'column')}"
                )
            lines.append(place.line)
            cells.append(row)
    columns = zip(*cells, strict=True) if cells else [()] * len(names)
    return TextTable(place.name, names, dict(zip(names, columns, strict=True)), lines)


def whole_number(cell: str) -> int | None:
    """Parse a whole number from 0 to below `LARGEST_NUMBER`; return None for anything else.

    Examples:
        >>> whole_number("12"), whole_number("-1"), whole_number("1" * 10)
        (12, None, None)
    """
    return int(cell) if _WHOLE.fullmatch(cell) else None


def finite_number(cell: str) -> float | None:
    """Parse a finite number; return None for anything else.

    Examples:
        >>> finite_number("-1.5e2"), finite_number("nan"), finite_number("1e999")
        (-150.0, None, None)
    """
    value = float(cell) if _DECIMAL.fullmatch(cell) else math.nan
    return value if math.isfinite(value) else None


def _separation(source: Input) -> Separation:
    with closing(read_lines(source)) as lines:
        _, first = next(lines, (1, ""))
    if "\t" not in first:
        return "csv"
    return "quoted" if first.startswith('"') else "bare"


def _column_names(heads: Sequence[str], place: Place) -> tuple[str, ...]:
    names = tuple(head.strip().lower() for head in heads)
    if not any(names):
        raise InputError(f"{place.name}: line 1 is empty; it must name the columns")
    for name, count in Counter(names).items():
        if count > 1:
            raise place.error(f"{count} columns are named '{quoted(name)}'")
    return names


def _table_of_arrow(table: Any, source: Input) -> TextTable:
    from wordorder.text.arrow import pyarrow

    arrow, columns = pyarrow(), {}
    names = _column_names(table.column_names, Place(visible(shown_name(source)), 1))
    try:
        table.validate(full=True)
        for number, name in enumerate(names):
            if not arrow.types.is_nested(table.schema.field(number).type):
                cells = table.column(number).cast(arrow.string()).to_pylist()
                columns[name] = ["" if cell is None else cell for cell in cells]
    except (OSError, UnicodeError, arrow.ArrowException) as error:
        raise unreadable_table(source, error) from error
    rows = range(1, table.num_rows + 1)
    return TextTable(visible(shown_name(source)), tuple(columns), columns, rows)
