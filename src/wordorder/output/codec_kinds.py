"""The kinds of values that the codec knows: how each is written, read and described."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, nan
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from wordorder.errors import WordorderError
from wordorder.output.escaping import visible
from wordorder.output.grid import Grid, Layout
from wordorder.output.plain_arrays import (
    Fault,
    checked_list,
    expected,
    list_schema,
    plain_list,
    read_list,
    short_key,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

Plain = Any
"""Values that JSON can hold; with `arrays`, the numbers of arrays in place of arrays."""


@dataclass(frozen=True)
class Bounds:
    """The range of a number, as an annotation; a number with bounds cannot be undefined.

    Examples:
        >>> print(Bounds(above=0, below=1))
        above 0 and below 1
    """

    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None

    def allow(self, number: float) -> bool:
        """Whether a number is within the range."""
        return (
            (self.least is None or number >= self.least)
            and (self.most is None or number <= self.most)
            and (self.above is None or number > self.above)
            and (self.below is None or number < self.below)
        )

    def __str__(self) -> str:
        words = {"of at least": self.least, "of at most": self.most}
        words |= {"above": self.above, "below": self.below}
        return " and ".join(f"{word} {end}" for word, end in words.items() if end is not None)

    @property
    def schema(self) -> dict[str, float]:
        """The keywords of JSON Schema."""
        names = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
        ends = (self.least, self.most, self.above, self.below)
        return {name: end for name, end in zip(names, ends, strict=True) if end is not None}


_NUMBERED = {"line": Bounds(least=1), "percent": Bounds(least=0, most=100)}
"""The axes whose labels are numbers."""

_SHARES = ("p", "p_holm")  # columns from 0 to 1


class Codec:
    """How values of one type hint are written, read and described."""

    def write(self, value: Any, arrays: list[NDArray[Any]] | None) -> Plain:
        """Return plain values."""
        del arrays
        return value

    def read(self, found: Plain, arrays: Sequence[NDArray[Any]] | None) -> Any:
        """Build the value, or raise a `Fault`."""
        raise NotImplementedError

    def write_all(self, values: Iterable[Any], arrays: list[NDArray[Any]] | None) -> list[Plain]:
        """Return plain values of many values, as fast as that goes."""
        write = self.write
        return [write(value, arrays) for value in values]

    def read_all(self, found: list[Plain], arrays: Any) -> tuple[Any, ...]:
        """Build many values, as fast as that goes, or raise a `Fault`."""
        return tuple(_read_items(found, (self,) * len(found), arrays))

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """Return the JSON Schema."""
        raise NotImplementedError


class Text(Codec):
    """A text."""

    def read(self, found: Plain, arrays: Any) -> str:
        if not isinstance(found, str):
            raise expected("a text", found)
        return found

    def write_all(self, values: Iterable[Any], arrays: Any) -> list[Plain]:
        return list(values)

    def read_all(self, found: list[Plain], arrays: Any) -> tuple[Any, ...]:
        return tuple(found) if set(map(type, found)) == {str} else super().read_all(found, arrays)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "string"}


class Truth(Codec):
    """True or false."""

    def write(self, value: Any, arrays: Any) -> Plain:
        return bool(value)

    def read(self, found: Plain, arrays: Any) -> bool:
        if not isinstance(found, bool):
            raise expected("true or false", found)
        return found

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "boolean"}


class Whole(Codec):
    """A whole number."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self._bounds = bounds or Bounds()

    def write(self, value: Any, arrays: Any) -> Plain:
        return int(value)

    def read(self, found: Plain, arrays: Any) -> int:
        if isinstance(found, bool) or not isinstance(found, int) or not self._bounds.allow(found):
            raise expected(f"a whole number {self._bounds}".rstrip(), found)
        return found

    def write_all(self, values: Iterable[Any], arrays: Any) -> list[Plain]:
        return list(map(int, values))

    def read_all(self, found: list[Plain], arrays: Any) -> tuple[Any, ...]:
        if set(map(type, found)) == {int} and all(
            map(self._bounds.allow, (min(found), max(found)))
        ):
            return tuple(found)
        return super().read_all(found, arrays)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "integer", **self._bounds.schema}


class Number(Codec):
    """A number; with bounds it must be defined, without them NaN is null."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self._bounds = bounds

    def write(self, value: Any, arrays: Any) -> Plain:
        number = float(value)
        return number if isfinite(number) else None

    def read(self, found: Plain, arrays: Any) -> float:
        if found is None and self._bounds is None:
            return nan
        bounds = self._bounds or Bounds()
        if isinstance(found, float) and isfinite(found) and bounds.allow(found):
            return found
        if type(found) is int and abs(found) < 1 << 1023 and bounds.allow(found):
            return float(found)
        raise expected(f"a number {bounds}".rstrip(), found)

    def write_all(self, values: Iterable[Any], arrays: Any) -> list[Plain]:
        return [number if isfinite(number) else None for number in map(float, values)]

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        if self._bounds is None:
            return {"type": ["number", "null"]}
        return {"type": "number", **self._bounds.schema}


class Choice(Codec):
    """One of a few values."""

    def __init__(self, values: tuple[Any, ...]) -> None:
        self._values = values

    def read(self, found: Plain, arrays: Any) -> Any:
        for value in self._values:
            if found == value and type(found) is type(value):
                return value
        raise expected(f"one of {', '.join(map(str, self._values))}", found)

    def write_all(self, values: Iterable[Any], arrays: Any) -> list[Plain]:
        return list(values)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"enum": list(self._values)}


class Optional(Codec):
    """A value or null."""

    def __init__(self, inner: Codec) -> None:
        self._inner = inner

    def write(self, value: Any, arrays: Any) -> Plain:
        return None if value is None else self._inner.write(value, arrays)

    def read(self, found: Plain, arrays: Any) -> Any:
        return None if found is None else self._inner.read(found, arrays)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [self._inner.schema(definitions), {"type": "null"}]}


class Scalars(Codec):
    """One of several plain types, such as `str | int`."""

    def __init__(self, kinds: Mapping[type, Codec]) -> None:
        self._kinds = kinds

    def _of(self, value: Any) -> Codec | None:
        plain = value.item() if isinstance(value, np.generic) else value
        kind = type(plain)
        if kind not in self._kinds and kind in (int, type(None)):
            kind = float  # a whole number, or NaN
        return self._kinds.get(kind)

    def write(self, value: Any, arrays: Any) -> Plain:
        return cast("Codec", self._of(value)).write(value, arrays)

    def read(self, found: Plain, arrays: Any) -> Any:
        kind = self._of(found)
        if kind is None:
            raise expected(f"one of {', '.join(one.__name__ for one in self._kinds)}", found)
        return kind.read(found, arrays)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [kind.schema(definitions) for kind in self._kinds.values()]}


class ListOf(Codec):
    """Any number of items of one kind."""

    def __init__(self, item: Codec) -> None:
        self._item = item

    def write(self, value: Any, arrays: Any) -> Plain:
        return self._item.write_all(value, arrays)

    def read(self, found: Plain, arrays: Any) -> tuple[Any, ...]:
        return self._item.read_all(checked_list(found), arrays)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "array", "items": self._item.schema(definitions)}


class FixedList(Codec):
    """A fixed number of items, each of its own kind."""

    def __init__(self, items: Sequence[Codec]) -> None:
        self._items = tuple(items)

    def write(self, value: Any, arrays: Any) -> Plain:
        return [one.write(item, arrays) for one, item in zip(self._items, value, strict=True)]

    def read(self, found: Plain, arrays: Any) -> tuple[Any, ...]:
        if len(checked_list(found)) != len(self._items):
            raise Fault(f"expected {len(self._items)} items, found {len(found)}")
        return tuple(_read_items(found, self._items, arrays))

    def write_all(self, values: Iterable[Any], arrays: Any) -> list[Plain]:
        columns = list(zip(*values, strict=True))
        if not columns:
            return []
        written = [
            one.write_all(each, arrays) for one, each in zip(self._items, columns, strict=True)
        ]
        return list(map(list, zip(*written, strict=True)))

    def read_all(self, found: list[Plain], arrays: Any) -> tuple[Any, ...]:
        fits = set(map(type, found)) == {list} and set(map(len, found)) == {len(self._items)}
        if not fits:
            return super().read_all(found, arrays)
        read = zip(self._items, map(list, zip(*found, strict=True)), strict=True)
        try:
            return tuple(zip(*(one.read_all(each, arrays) for one, each in read), strict=True))
        except Fault:
            return super().read_all(found, arrays)  # which names the place

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        items = [item.schema(definitions) for item in self._items]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}


_WHOLE = re.compile("0|-?[1-9][0-9]{0,99}")  # far longer ones would not be read quickly


class ObjectOf(Codec):
    """Items of one kind by key: a name, or a whole number."""

    def __init__(self, key: type, item: Codec) -> None:
        self._key, self._item = key, item

    def write(self, value: Any, arrays: Any) -> Plain:
        written = self._item.write_all(value.values(), arrays)
        return dict(zip(map(str, value), written, strict=True))

    def read(self, found: Plain, arrays: Any) -> dict[Any, Any]:
        return {
            self._read_key(key): at(key, self._item.read, item, arrays)
            for key, item in checked_object(found).items()
        }

    def _read_key(self, key: str) -> str | int:
        if self._key is str:
            return key
        if not _WHOLE.fullmatch(key):
            raise expected("a whole number as key", key)
        return int(key)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        names = {} if self._key is str else {"propertyNames": {"pattern": f"^({_WHOLE.pattern})$"}}
        return {
            "type": "object",
            **names,
            "additionalProperties": self._item.schema(definitions),
        }


class Array(Codec):
    """An array of NumPy; in JSON a list, or nested lists if its hint has `Dimensions`."""

    def __init__(self, dtype: np.dtype[Any], dimensions: int) -> None:
        self._dtype, self._dimensions = dtype, dimensions

    def write(self, value: Any, arrays: list[NDArray[Any]] | None) -> Plain:
        array = np.asarray(value, self._dtype)
        if arrays is not None:
            arrays.append(array)
            return len(arrays) - 1
        return plain_list(array)

    def read(self, found: Plain, arrays: Sequence[NDArray[Any]] | None) -> NDArray[Any]:
        if arrays is None:
            return read_list(found, self._dtype, None, self._dimensions)
        if type(found) is not int or not 0 <= found < len(arrays):
            raise expected("the number of an array", found)
        array = arrays[found]
        if array.dtype != self._dtype or array.ndim != self._dimensions:
            raise Fault(
                f"expected {self._dimensions} dimensions of {self._dtype}, "
                f"found {array.ndim} of {array.dtype}"
            )
        return array

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return list_schema(self._dtype, self._dimensions)


class GridCodec(Codec):
    """A grid: the labels of its axes, and nested lists of figures."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def write(self, value: Any, arrays: Any) -> Plain:
        layout = self._layout
        if tuple(value.axes) != layout.axes or list(value.columns) != list(layout.columns):
            raise TypeError(f"{value!r} has not the layout {layout}")
        return {
            "axes": {axis: _plain_labels(labels) for axis, labels in value.axes.items()},
            "columns": {
                name: plain_list(np.asarray(column, layout.dtype(name)))
                for name, column in value.columns.items()
            },
        }

    def read(self, found: Plain, arrays: Any) -> Grid:
        layout, parts = self._layout, exact_object(found, ("axes", "columns"))
        axes = at("axes", self._read_axes, parts["axes"])
        shape = tuple(map(len, axes.values()))

        def read_columns(found: Plain) -> dict[str, NDArray[Any]]:
            return {
                name: at(
                    name,
                    read_list,
                    column,
                    layout.dtype(name),
                    shape,
                    len(shape),
                    _bounds(layout, name),
                )
                for name, column in exact_object(found, layout.columns).items()
            }

        return cast("Grid", built(Grid, axes, at("columns", read_columns, parts["columns"])))

    def _read_axes(self, found: Plain) -> dict[str, tuple[Any, ...]]:
        return {
            axis: at(axis, _labels(axis).read, labels, None)
            for axis, labels in exact_object(found, self._layout.axes).items()
        }

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        layout = self._layout
        axes = {axis: _labels(axis).schema(definitions) for axis in layout.axes}
        columns = {
            name: list_schema(layout.dtype(name), len(layout.axes), _bounds(layout, name))
            for name in layout.columns
        }
        return closed_object({"axes": closed_object(axes), "columns": closed_object(columns)})


def _labels(axis: str) -> ListOf:
    """Labels are pairs of names on the axis `pair`, numbers on some axes, otherwise names."""
    if axis == "pair":
        return ListOf(FixedList([Text(), Text()]))
    return ListOf(Whole(_NUMBERED[axis]) if axis in _NUMBERED else Text())


def _bounds(layout: Layout, column: str) -> Bounds | None:
    """Whole numbers of grids are counts, and p-values are shares."""
    if layout.dtype(column).kind == "i":
        return Bounds(least=0)
    return Bounds(least=0, most=1) if column in _SHARES else None


def _plain_labels(labels: Sequence[Any]) -> list[Any]:
    return [list(label) if isinstance(label, tuple) else label for label in labels]


def closed_object(
    properties: Mapping[str, Any], required: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return the JSON Schema of an object without other keys."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }


def checked_object(found: Plain) -> dict[str, Any]:
    """Return what must be an object."""
    if not isinstance(found, dict):
        raise expected("an object", found)
    return found


def exact_object(found: Plain, names: Sequence[str] | Mapping[str, Any]) -> dict[str, Any]:
    """Return what must be an object with exactly these keys, in their order."""
    for name in names:
        if name not in checked_object(found):
            raise Fault(f"{name!r} is missing")
    for key in found:
        if key not in names:
            raise Fault(f"unknown key {short_key(key)!r}")
    return {name: found[name] for name in names}


def at(key: str | int, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function whose faults are at this key."""
    try:
        return function(*arguments)
    except Fault as fault:
        fault.place.append(key)
        raise


def _read_items(found: list[Any], inner: Sequence[Codec], arrays: Any) -> list[Any]:
    items: list[Any] = []
    try:
        for one, item in zip(inner, found, strict=True):
            items.append(one.read(item, arrays))
    except Fault as fault:
        fault.place.append(len(items))
        raise
    return items


def built(build: Callable[..., Any], *positional: Any, **named: Any) -> Any:
    """Build a value; what its class refuses is a fault of the document."""
    try:
        return build(*positional, **named)
    except (WordorderError, ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
        raise Fault(visible(str(error))[:200]) from error
