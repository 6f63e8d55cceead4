"""JSON lines: an object in every line, with a text, a list or a number for each column.

pyarrow's own reader takes several objects in a line for several rows, does not say in which line
an error is, and crashes if the first line is `null`.
"""

from __future__ import annotations

import json
from contextlib import closing
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NoReturn

from wordorder.corpus.inputs.storage import text_input
from wordorder.text import Place, quoted, read_lines
from wordorder.text.arrow import pyarrow

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

_SAMPLE = 1000
"""The first lines, which tell what columns there are and what they hold."""


def schema(name: str) -> Any:
    """The columns of the first lines, and what they hold there.

    Lists of pairs of whole numbers are links: lists of (source, target).
    """
    arrow = pyarrow("reading JSON lines as columns")
    seen: dict[str, list[Any]] = {}
    with closing(_records(name)) as records:
        for _, record in islice(records, _SAMPLE):
            for column, value in record.items():
                seen.setdefault(column, []).append(value)
    return arrow.schema([(column, _type_of(values)) for column, values in seen.items()])


def batches(
    name: str, _: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Iterator[Any]:
    """Some columns, at most so many rows at a time; what a line does not have is null.

    Raises:
        InputError: A line holds no JSON object, or something else than the lines before.
    """
    arrow, whole = pyarrow(), schema(name)
    types = [whole.field(column).type for column in columns]
    with closing(_records(name)) as records:
        while some := list(islice(records, rows)):
            arrays = []
            for column, kind in zip(columns, types, strict=True):
                values = [record.get(column) for _, record in some]
                try:
                    arrays.append(_array(values, kind))
                except (ValueError, OverflowError, arrow.ArrowException):
                    _refuse_first([place for place, _ in some], values, column, kind)
            yield arrow.RecordBatch.from_arrays(arrays, list(columns))


def _records(name: str) -> Generator[tuple[Place, dict[str, Any]], None, None]:
    decode = json.JSONDecoder(parse_constant=_refuse_constant).decode
    with text_input(name) as source, closing(read_lines(source)) as lines:
        for number, line in lines:
            try:
                record = decode(line)
            except (ValueError, RecursionError) as error:
                raise Place(name, number).error(f"not JSON: {quoted(line)}") from error
            if not isinstance(record, dict):
                raise Place(name, number).error(f"expected a JSON object, found {quoted(line)}")
            yield Place(name, number), record


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _type_of(values: Sequence[Any]) -> Any:
    """The Arrow type for the first value that is not null; of numbers, for all."""
    arrow = pyarrow()
    some = [value for value in values if value is not None]
    match some:
        case [bool(), *_]:
            return arrow.bool_()
        case [int() | float(), *_]:
            return arrow.float64() if any(type(one) is float for one in some) else arrow.int64()
        case [list(), *_]:
            return arrow.list_(_type_of_items(some))
        case [dict(), *_]:
            return arrow.struct([])
        case _:
            return arrow.string()


def _type_of_items(lists: Sequence[Any]) -> Any:
    arrow = pyarrow()
    items = [item for one in lists if isinstance(one, list) for item in one]
    if items and all(_is_pair(item) for item in items):
        return arrow.struct([("source", arrow.int32()), ("target", arrow.int32())])
    return _type_of(items) if items else arrow.int64()


def _is_pair(item: Any) -> bool:
    return isinstance(item, list) and len(item) == 2 and all(type(one) is int for one in item)


def _array(values: Sequence[Any], kind: Any) -> Any:
    """An Arrow array of the values, which must be of this type and no other.

    pyarrow alone would take 1.5 for 1, and a text for a list of characters.

    Raises:
        ValueError: A value is of another type.
    """
    arrow = pyarrow()
    items = [value for value in values if value is not None]
    if arrow.types.is_struct(kind):
        return _pairs(values, kind)
    if not arrow.types.is_list(kind):
        if not set(map(type, items)) <= _PYTHON_TYPES[str(kind)]:
            raise ValueError
        return arrow.array(values, kind)
    if not set(map(type, items)) <= {list}:
        raise ValueError
    flat = _array(list(chain.from_iterable(items)), kind.value_type)
    import numpy as np

    offsets = np.cumsum([0, *(0 if value is None else len(value) for value in values)])
    nulls = arrow.array([value is None for value in values])
    return arrow.ListArray.from_arrays(offsets.astype(np.int32), flat, type=kind, mask=nulls)


_PYTHON_TYPES: Mapping[str, set[type]] = {
    "string": {str},
    "bool": {bool},
    "int64": {int},
    "double": {int, float},
}


def _pairs(values: Sequence[Any], kind: Any) -> Any:
    """Links, which are pairs of whole numbers, none of them null."""
    if not all(map(_is_pair, values)) or not len(kind):
        raise ValueError
    return pyarrow().array(list(map(tuple, values)), kind)


def _refuse_first(
    places: Sequence[Place], values: Sequence[Any], column: str, kind: Any
) -> NoReturn:
    """Say which line holds the first value of another type."""
    for place, value in zip(places, values, strict=True):
        try:
            _array([value], kind)
        except (ValueError, OverflowError, pyarrow().ArrowException) as error:
            shown = quoted(json.dumps(value, ensure_ascii=False))
            what = f"'{quoted(column)}' is {shown}, expected {kind} as in the first lines"
            raise place.error(what) from error
    raise places[0].error(f"'{quoted(column)}' is too large for one batch from here on")
