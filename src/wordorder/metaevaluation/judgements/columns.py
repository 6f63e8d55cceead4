"""Columns that several formats of judgements have: lines, judges and names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.output import listed
from wordorder.text import whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Integers
    from wordorder.text import TextTable

JUDGE_COLUMNS = ("judge", "annotator", "judgeid")
LINE_COLUMNS = ("segment", "line", "line0", "srcindex")
"""Names of the column with the line; all count from 1, except `line0`."""


def only_column(table: TextTable, names: Sequence[str]) -> str | None:
    """The one column of a table with one of these names; None if there is none.

    Raises:
        InputError: There are several.
    """
    found = [name for name in names if name in table.columns]
    if len(found) > 1:
        raise InputError(f"{table.name}: columns {listed(found)} mean the same; keep one of them")
    return found[0] if found else None


def has_line_column(table: TextTable) -> bool:
    """Whether a column says the line."""
    return not set(LINE_COLUMNS).isdisjoint(table.heads)


def read_line_column(table: TextTable) -> Integers:
    """The line of each row, counting from 1.

    Raises:
        InputError: There is no such column, or a cell is no number of a line.
    """
    head = only_column(table, LINE_COLUMNS)
    if head is None:
        raise InputError(f"{table.name}: no column says the line: {', '.join(LINE_COLUMNS)}")
    lowest = 0 if head == "line0" else 1

    def parse(cell: str) -> int | None:
        number = whole_number(cell.strip())
        return None if number is None or number < lowest else number

    numbers = np.array(table.values(head, parse, f"the number of a line from {lowest}"), np.int64)
    return numbers + 1 - lowest


def read_judge_column(table: TextTable) -> tuple[Integers, tuple[str, ...]]:
    """The judge of each row, −1 if there is no such column or the cell is empty, and all names."""
    head = only_column(table, JUDGE_COLUMNS)
    if head is None:
        return np.full(len(table), -1, np.int64), ()
    cells = [cell.strip() for cell in table.columns[head]]
    names = tuple(filter(None, dict.fromkeys(cells)))
    return numbered(cells, names, absent=-1), names


def read_name_column(table: TextTable, head: str) -> list[str]:
    """The names of systems in a column.

    Raises:
        InputError: One is empty.
    """
    return table.values(head, lambda cell: cell.strip() or None, "the name of a system")


def numbered(names: Sequence[str], order: Sequence[str], absent: int | None = None) -> Integers:
    """The number of each name in an order, from 0; an empty name has the number `absent`.

    Examples:
        >>> numbered(["B", "A", ""], ["A", "B"], absent=-1).tolist()
        [1, 0, -1]
    """
    number_of = {name: number for number, name in enumerate(order)}
    if absent is not None:
        number_of[""] = absent
    return np.fromiter((number_of[name] for name in names), np.int64, len(names))
