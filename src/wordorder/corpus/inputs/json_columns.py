"""Values of JSON as Arrow columns."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from wordorder.text.arrow import pyarrow

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_PYTHON_TYPES: Mapping[str, set[type]] = {
    "string": {str},
    "bool": {bool},
    "int64": {int},
    "double": {int, float},
}


def column_type(values: Sequence[Any]) -> Any:
    """The Arrow type of a column, by the first of its values that is not null.

    Numbers are whole if all of them are. Lists of pairs of whole numbers, and of objects with a
    source and a target, are links. Other objects have a type to show, `struct<>`, but no values.

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
            return arrow.float64() if any(type(one) is float for one in some) else arrow.int64()
        case [list(), *_]:
            return arrow.list_(_type_of_items(some))
        case [dict(), *_]:
            return arrow.struct([])
        case _:
            return arrow.string()


def _type_of_items(lists: Sequence[Any]) -> Any:
    arrow = pyarrow()
    some = [one for one in lists if isinstance(one, list) and one]
    if not some:
        return arrow.int64()
    if _are_pairs(_as_pairs(some[0])):
        return arrow.struct([("source", arrow.int32()), ("target", arrow.int32())])
    return column_type(list(chain.from_iterable(some)))


def column_of(values: Sequence[Any], kind: Any) -> Any:
    """An Arrow array of the values, which must be of this type and no other.

    pyarrow alone would take 1.5 for 1, and a text for a list of characters.

    Raises:
        ValueError: A value is of another type, or too large; some are errors of pyarrow's.
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
    import numpy as np

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
    """The values, with pairs in the place of objects with a source and a target."""
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
