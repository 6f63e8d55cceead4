"""JSON lines as Arrow columns: an object in every line, with a value for each column.

pyarrow's own reader takes several objects in a line for several rows, does not say in which line an
error is, and crashes if the first line is `null`.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from itertools import chain
from typing import Any, NoReturn

import numpy as np

from wordorder.corpus.inputs.formats import InputFormat, sliced
from wordorder.corpus.inputs.storage import text_input
from wordorder.errors import InputError
from wordorder.output.jsontext import refuse_constant
from wordorder.text.arrow import pyarrow
from wordorder.text.reader import read_blocks
from wordorder.text.source import Place, quoted

BLOCK_SIZE = 1 << 21
"""Bytes of text to read at a time; lists of numbers take up to twenty times as much when parsed."""

_PYTHON_TYPES: Mapping[str, set[type]] = {
    "string": {str},
    "bool": {bool},
    "int64": {int},
    "double": {int, float},
}


def _schema(name: str, block_size: int = BLOCK_SIZE) -> Any:
    """Return the columns of the first lines, and their types there.

    Raises:
        InputError: There are no lines, or one of the first holds no JSON object.
    """
    arrow = pyarrow("reading JSON lines as columns")
    seen: dict[str, list[Any]] = {}
    with closing(_records(name, block_size)) as blocks:
        _, records = next(blocks, (1, []))
    if not records:
        raise InputError(f"{name}: empty, so its columns are unknown; leave it out")
    for record in records:
        for column, value in record.items():
            seen.setdefault(column, []).append(value)
    return arrow.schema([(column, column_type(values)) for column, values in seen.items()])


def _batches(
    name: str,
    _: tuple[int, int] | None,
    columns: Sequence[str],
    rows: int,
    *,
    block_size: int = BLOCK_SIZE,
) -> Generator[Any, None, None]:
    """Stream some columns, at most `rows` rows at a time; keys that a line lacks are null.

    Raises:
        InputError: A line holds no JSON object, or a value of another type than the first lines.
    """
    arrow, whole = pyarrow(), _schema(name, block_size)
    with closing(_records(name, block_size)) as blocks:
        for first_line, records in blocks:
            arrays = []
            for column in columns:
                values = [record.get(column) for record in records]
                try:
                    arrays.append(column_of(values, whole.field(column).type))
                except (ValueError, OverflowError, arrow.ArrowException):
                    _refuse_value(values, whole.field(column), Place(name, first_line))
            yield from sliced(arrow.RecordBatch.from_arrays(arrays, list(columns)), rows)


def _records(name: str, block_size: int) -> Generator[tuple[int, list[dict[str, Any]]], None, None]:
    """Yield the number of the first line of every block, and the objects in its lines."""
    decode = json.JSONDecoder(parse_constant=refuse_constant).decode
    with text_input(name) as source, closing(read_blocks(source, block_size=block_size)) as blocks:
        for block in blocks:
            lines = block.data.decode().split("\n")[:-1]
            try:
                records = list(map(decode, lines))
            except (ValueError, RecursionError):
                _refuse_line(lines, Place(name, block.first_line))
            if set(map(type, records)) != {dict}:
                _refuse_line(lines, Place(name, block.first_line))
            yield block.first_line, records


def _refuse_line(lines: Sequence[str], start: Place) -> NoReturn:
    """Raise an error at the first line that holds no object."""
    for number, line in enumerate(lines, start.line):
        place = start._replace(line=number)
        try:
            value = json.loads(line, parse_constant=refuse_constant)
        except (ValueError, RecursionError) as error:
            problem = (
                f"not JSON: {quoted(line)}" if line.strip() else "the line is empty; remove it"
            )
            raise place.error(problem) from error
        if not isinstance(value, dict):
            raise place.error(f"expected a JSON object, found {quoted(line)}")
    raise start.error("some of the lines cannot be read")


def _refuse_value(values: Sequence[Any], field: Any, start: Place) -> NoReturn:
    """Raise an error at the first line with a value of another type."""
    for number, value in enumerate(values, start.line):
        try:
            column_of([value], field.type)
        except (ValueError, OverflowError, pyarrow().ArrowException) as error:
            shown = quoted(json.dumps(value, ensure_ascii=False))
            raise start._replace(line=number).error(
                f"'{quoted(field.name)}' is {shown}, expected {field.type} as in the first lines"
            ) from error
    raise start.error(f"'{quoted(field.name)}' cannot be read from here on")


JSON_LINES = InputFormat(_schema, _batches)


def column_type(values: Sequence[Any]) -> Any:
    """Return the Arrow type of a column, by the first of its values that is not null.

    Numbers are whole if all of them are. Lists of pairs of whole numbers, and of objects with a
    source and a target, are links. Other objects have the type `struct<>`, for errors to show.

    Examples:
        >>> column_type([None, "0-0"]), column_type([[], [1, 0]]), column_type([1, 0.5])
        (DataType(string), ListType(list<item: int64>), DataType(double))
        >>> column_type([[[0, 1]]]) == column_type([[{"source": 0, "target": 1}]])
        True
        >>> column_type([[[0, 1]]])
        ListType(list<item: struct<source: int32, target: int32>>)
    """
    arrow = pyarrow()
    some = [value for value in values if value is not None]
    match some:
        case [bool(), *_]:
            return arrow.bool_()
        case [int() | float(), *_]:
            return arrow.float64() if float in _types(some) else arrow.int64()
        case [list(), *_]:
            return arrow.list_(_type_of_items(some))
        case [dict(), *_]:
            return arrow.struct([])
        case _:
            return arrow.string()


def _type_of_items(lists: Sequence[Any]) -> Any:
    arrow = pyarrow()
    filled = [items for items in lists if isinstance(items, list) and items]
    if not filled:
        return arrow.int64()
    if _are_pairs(_as_pairs(filled[0])):
        return arrow.struct([("source", arrow.int32()), ("target", arrow.int32())])
    return column_type(list(chain.from_iterable(filled)))


def column_of(values: Sequence[Any], kind: Any) -> Any:
    """Return an Arrow array of the values, which must be of exactly this type.

    pyarrow alone would accept 1.5 as 1, and a text as a list of characters.

    Raises:
        ValueError: A value is of another type, or too large; some errors are pyarrow's.
        OverflowError: A whole number is too large.
    """
    arrow = pyarrow()
    if arrow.types.is_list(kind):
        return _lists(values, kind)
    if arrow.types.is_struct(kind):
        return _links(values, kind)
    if not _types(values) <= _PYTHON_TYPES[str(kind)] | {type(None)}:
        raise ValueError(f"not all are {kind}")
    return arrow.array(values, kind)


def _lists(values: Sequence[Any], kind: Any) -> Any:
    arrow = pyarrow()
    if not _types(values) <= {list, type(None)}:
        raise ValueError("not all are lists")
    nulls = [value is None for value in values]
    lists = [value or () for value in values]
    items = column_of(list(chain.from_iterable(lists)), kind.value_type)
    offsets = np.cumsum([0, *map(len, lists)]).astype(np.int32)
    return arrow.ListArray.from_arrays(
        offsets, items, type=kind, mask=arrow.array(nulls) if any(nulls) else None
    )


def _links(values: Sequence[Any], kind: Any) -> Any:
    arrow, pairs = pyarrow(), _as_pairs(values)
    if not len(kind) or not _are_pairs(pairs):
        raise ValueError("not all are pairs of whole numbers")
    numbers = arrow.array(list(chain.from_iterable(pairs)), arrow.int32()).to_numpy()
    return arrow.StructArray.from_arrays([numbers[0::2], numbers[1::2]], fields=list(kind))


def _as_pairs(values: Sequence[Any]) -> Sequence[Any]:
    """Return the values, with pairs in place of objects with a source and a target."""
    if dict not in _types(values):
        return values
    return [
        [value["source"], value["target"]]
        if isinstance(value, dict) and value.keys() == {"source", "target"}
        else value
        for value in values
    ]


def _are_pairs(values: Sequence[Any]) -> bool:
    return (
        _types(values) <= {list}
        and set(map(len, values)) <= {2}
        and _types(chain.from_iterable(values)) <= {int}
    )


def _types(values: Iterable[Any]) -> set[type]:
    return set(map(type, values))
