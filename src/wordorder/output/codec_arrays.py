"""Arrays and grids for the codec: nested lists, checked as they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from wordorder.output.codec import Bounds, Plain
from wordorder.output.codec_kinds import (
    Codec,
    DocumentFault,
    FixedList,
    ListOf,
    Text,
    Whole,
    at,
    built,
    checked_list,
    closed_object,
    exact_object,
    expected,
)
from wordorder.output.grid import Grid, Layout

_CELL_TYPES: dict[str, set[type]] = {
    "f": {float, int, type(None)},
    "i": {int},
    "u": {int},
    "b": {bool},
}
_CELLS = {"f": "a number", "i": "a whole number", "u": "a whole number", "b": "true or false"}

_NUMBERED = {"line": Bounds(least=1), "percent": Bounds(least=0, most=100)}
"""The axes whose labels are numbers."""

_SHARES = ("p", "p_holm")  # columns with values from 0 to 1


class Array(Codec):
    """A NumPy array; in JSON a list, or nested lists if its hint has `Dimensions`."""

    def __init__(self, dtype: np.dtype[Any], dimensions: int) -> None:
        self._dtype, self._dimensions = dtype, dimensions

    def write(self, value: Any, arrays: list[NDArray[Any]] | None) -> Plain:
        array = np.asarray(value, self._dtype)
        if arrays is not None:
            arrays.append(array)
            return len(arrays) - 1
        return plain_list(array)

    def read(self, plain: Plain, arrays: Sequence[NDArray[Any]] | None) -> NDArray[Any]:
        if arrays is None:
            return read_list(plain, self._dtype, [-1] * self._dimensions)
        if type(plain) is not int or not 0 <= plain < len(arrays):
            raise expected("the number of an array", plain)
        array = arrays[plain]
        if array.dtype != self._dtype or array.ndim != self._dimensions:
            raise DocumentFault(
                f"expected a {self._dimensions}-dimensional array of {self._dtype}, "
                f"found a {array.ndim}-dimensional one of {array.dtype}"
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
            raise TypeError(f"{value!r} does not have the layout {layout}")
        return {
            "axes": {
                axis: _labels(axis).write(labels, None) for axis, labels in value.axes.items()
            },
            "columns": {
                name: plain_list(np.asarray(column, layout.dtype(name)))
                for name, column in value.columns.items()
            },
        }

    def read(self, plain: Plain, arrays: Any) -> Grid:
        layout, parts = self._layout, exact_object(plain, ("axes", "columns"))
        axes = at("axes", self._read_axes, parts["axes"])
        shape = [len(labels) for labels in axes.values()]

        def read_columns(plain: Plain) -> dict[str, NDArray[Any]]:
            return {
                name: at(name, read_list, column, layout.dtype(name), shape, _bounds(layout, name))
                for name, column in exact_object(plain, layout.columns).items()
            }

        return cast("Grid", built(Grid, axes, at("columns", read_columns, parts["columns"])))

    def _read_axes(self, plain: Plain) -> dict[str, tuple[Any, ...]]:
        return {
            axis: at(axis, _labels(axis).read, labels, None)
            for axis, labels in exact_object(plain, self._layout.axes).items()
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
    """Return the codec of labels: pairs of names on `pair`, numbers on some axes, else names."""
    if axis == "pair":
        return ListOf(FixedList([Text(), Text()]))
    return ListOf(Whole(_NUMBERED[axis]) if axis in _NUMBERED else Text())


def _bounds(layout: Layout, column: str) -> Bounds | None:
    """Return the bounds of a column: whole numbers are counts, and p-values are shares."""
    if layout.dtype(column).kind == "i":
        return Bounds(least=0)
    return Bounds(least=0, most=1) if column in _SHARES else None


def plain_list(array: NDArray[Any]) -> Any:
    """Return an array as nested lists, with None for NaN.

    Examples:
        >>> plain_list(np.array([[0.5, np.nan]]))
        [[0.5, None]]
    """
    if array.dtype.kind != "f" or np.isfinite(array).all():
        return array.tolist()
    cells = array.astype(object)
    cells[~np.isfinite(array)] = None
    return cells.tolist()


def read_list(
    plain: Any,
    dtype: np.dtype[Any],
    shape: Sequence[int],
    bounds: Bounds | None = None,
) -> NDArray[Any]:
    """Build an array from nested lists of a shape, in which -1 stands for any length.

    Raises:
        DocumentFault: A cell has another type or is out of range, or a list has another length.
    """
    flat: list[Any] = []
    lengths = list(shape)
    _flatten(plain, lengths, 0, flat)
    wanted = _CELL_TYPES[dtype.kind]
    if not set(map(type, flat)) <= wanted:
        place = next(n for n, cell in enumerate(flat) if type(cell) not in wanted)
        raise _at_cell(expected(_CELLS[dtype.kind], flat[place]), place, lengths)
    _check_ends(flat, dtype, bounds, lengths)
    return np.array(flat, dtype).reshape([max(length, 0) for length in lengths])


def _at_cell(fault: DocumentFault, place: int, lengths: list[int]) -> DocumentFault:
    fault.place += map(int, reversed(np.unravel_index(place, lengths)))
    return fault


def _check_ends(
    flat: list[Any], dtype: np.dtype[Any], bounds: Bounds | None, lengths: list[int]
) -> None:
    """Refuse numbers that the array cannot hold, or that are out of bounds."""
    numbers = [] if dtype.kind == "b" else [cell for cell in flat if cell is not None]
    if not numbers:
        return
    known: Any = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    least, most = int(known.min), int(known.max)
    for end in (min(numbers), max(numbers)):
        if not least <= end <= most:
            raise _at_cell(DocumentFault("a number is out of range"), flat.index(end), lengths)
        if bounds is not None and not bounds.allow(end):
            fault = expected(f"{_CELLS[dtype.kind]} {bounds}", end)
            raise _at_cell(fault, flat.index(end), lengths)


def _flatten(plain: Any, lengths: list[int], depth: int, flat: list[Any]) -> None:
    if depth == len(lengths):
        flat.append(plain)
        return
    if lengths[depth] < 0:
        lengths[depth] = len(checked_list(plain))
    if len(checked_list(plain)) != lengths[depth]:
        raise DocumentFault(f"expected {lengths[depth]} items, found {len(plain)}")
    if depth == len(lengths) - 1:
        flat.extend(plain)
        return
    for number, item in enumerate(plain):
        try:
            _flatten(item, lengths, depth + 1, flat)
        except DocumentFault as fault:
            fault.place.append(number)
            raise


def list_schema(
    dtype: np.dtype[Any], dimensions: int, bounds: Bounds | None = None
) -> dict[str, Any]:
    """Return the JSON Schema of nested lists of numbers."""
    kinds = {"f": ["number", "null"], "b": "boolean"}
    made: dict[str, Any] = {"type": kinds.get(dtype.kind, "integer")}
    made |= bounds.schema if bounds else {}
    for _ in range(dimensions):
        made = {"type": "array", "items": made}
    return made
