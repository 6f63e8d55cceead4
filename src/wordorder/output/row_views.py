"""Views whose tables and records have the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from wordorder.output.records import Records
from wordorder.output.results import View
from wordorder.output.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from wordorder.output.cells import Cell

    Rows = Callable[[Any, int | None], Iterable[Sequence[Cell]]]


class Field(NamedTuple):
    """A column of a view: name, type, decimals shown, and alignment."""

    name: str
    type: type[str | int | float]
    digits: int | None = None
    align: Literal["right", "left"] = "right"


def fields(kind: type[str | int | float], *names: str, digits: int | None = None) -> list[Field]:
    """Several columns of one type; text is left-aligned."""
    return [Field(name, kind, digits, "left" if kind is str else "right") for name in names]


def records_of(columns: Sequence[Field], rows: Iterable[Sequence[Cell]]) -> Records:
    """Rows as records.

    Examples:
        >>> records_of(fields(int, "line", "words"), [(1, 7), (2, 5)]).columns
        {'line': [1, 2], 'words': [7, 5]}
    """
    listed = list(rows)
    return Records(
        {column.name: column.type for column in columns},
        {column.name: [row[place] for row in listed] for place, column in enumerate(columns)},
    )


def table_of(records: Records) -> Table:
    """Records as a table for display: text left-aligned, figures with three decimals.

    Examples:
        >>> table_of(Records({"line": int, "pef": float}, {"line": [1], "pef": [2 / 3]})).rows
        ((1, 0.6666666666666666),)
    """
    columns = [
        Column(name, "left") if kind is str else Column(name, digits=3)
        for name, kind in records.types.items()
    ]
    cells = [
        values if isinstance(values, Sequence) else values.tolist()
        for values in records.columns.values()
    ]
    return Table(columns, list(zip(*cells, strict=True)))


def row_view(
    columns: Sequence[Field],
    rows: Rows,
    unneeded: Callable[[Any, bool], Collection[str]] | None = None,
) -> View:
    """A view whose tables and records have the same rows.

    Args:
        columns: The columns of both.
        rows: Returns the rows of a result, at most `top` of each kind.
        unneeded: Returns the columns to leave out, in tables or, if the second argument is False,
            in records; by default none.
    """

    def chosen(
        result: Any, top: int | None, for_people: bool
    ) -> tuple[list[Field], list[list[Cell]]]:
        without = () if unneeded is None else unneeded(result, for_people)
        places = [place for place, one in enumerate(columns) if one.name not in without]
        cells = [[row[place] for place in places] for row in rows(result, top)]
        return [columns[place] for place in places], cells

    def tables(result: Any, *, top: int | None = None) -> list[Table]:
        needed, cells = chosen(result, top, True)
        return [Table([Column(one.name, one.align, one.digits) for one in needed], cells)]

    def records(result: Any, *, top: int | None = None) -> Records:
        return records_of(*chosen(result, top, False))

    return View(tables, records)
