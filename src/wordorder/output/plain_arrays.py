"""Arrays and lists of plain values, checked as they are read; and what is said of faults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.output.escaping import visible

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.output.codec_kinds import Bounds

_CELL_TYPES: dict[str, set[type]] = {
    "f": {float, int, type(None)},
    "i": {int},
    "u": {int},
    "b": {bool},
}
_CELLS = {"f": "a number", "i": "a whole number", "u": "a whole number", "b": "true or false"}


class Fault(Exception):  # noqa: N818
    """Something in a document that cannot be read; its place is put together on the way out."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.place: list[str | int] = []

    def __str__(self) -> str:
        named = ""
        for key in reversed(self.place):
            named += f"[{key}]" if isinstance(key, int) else f".{short_key(key)}"
        return f"{named.removeprefix('.')}: {self.args[0]}" if named else str(self.args[0])


def expected(what: str, found: object) -> Fault:
    """Say what was expected, and what was found."""
    kinds = {dict: "an object", list: "a list", type(None): "null"}
    seen = kinds.get(type(found))
    if seen is None:
        huge = type(found) is int and found.bit_length() > 128  # Python may refuse to write it
        seen = "a huge number" if huge else f"{found!r:.40}"
    return Fault(f"expected {what}, found {seen}")


def short_key(key: object) -> str:
    """Return a key as errors show it."""
    text = str(key)
    return visible(text if len(text) <= 40 else f"{text[:40]}…")


def checked_list(found: Any) -> list[Any]:
    """Return what must be a list."""
    if not isinstance(found, list):
        raise expected("a list", found)
    return found


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
    found: Any,
    dtype: np.dtype[Any],
    shape: tuple[int, ...] | None,
    dimensions: int,
    bounds: Bounds | None = None,
) -> NDArray[Any]:
    """Build an array from nested lists of a shape; without one, only the dimensions are given.

    Raises:
        Fault: Something in it has another type, or a list has another length.
    """
    flat: list[Any] = []
    lengths = list(shape) if shape is not None else [-1] * dimensions
    _flatten(found, lengths, 0, flat)
    kinds = set(map(type, flat))
    wanted = _CELL_TYPES[dtype.kind]
    if not kinds <= wanted:
        place = next(n for n, cell in enumerate(flat) if type(cell) not in wanted)
        raise _at_cell(expected(_CELLS[dtype.kind], flat[place]), place, lengths)
    _check_ends(flat, dtype, bounds, lengths)
    return np.array(flat, dtype).reshape([max(length, 0) for length in lengths])


def _at_cell(fault: Fault, place: int, lengths: list[int]) -> Fault:
    fault.place += map(int, reversed(np.unravel_index(place, lengths)))
    return fault


def _check_ends(
    flat: list[Any], dtype: np.dtype[Any], bounds: Bounds | None, lengths: list[int]
) -> None:
    """Refuse numbers that the array cannot hold, or beyond the bounds."""
    numbers = [] if dtype.kind == "b" else [cell for cell in flat if cell is not None]
    if not numbers:
        return
    known: Any = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    least, most = int(known.min), int(known.max)
    for end in (min(numbers), max(numbers)):
        if not least <= end <= most:
            raise _at_cell(Fault("a number is out of range"), flat.index(end), lengths)
        if bounds is not None and not bounds.allow(end):
            fault = expected(f"{_CELLS[dtype.kind]} {bounds}", end)
            raise _at_cell(fault, flat.index(end), lengths)


def _flatten(found: Any, lengths: list[int], depth: int, flat: list[Any]) -> None:
    if depth == len(lengths):
        flat.append(found)
        return
    if lengths[depth] < 0:
        lengths[depth] = len(checked_list(found))
    if len(checked_list(found)) != lengths[depth]:
        raise Fault(f"expected {lengths[depth]} items, found {len(found)}")
    if depth == len(lengths) - 1:
        flat.extend(found)
        return
    for number, item in enumerate(found):
        try:
            _flatten(item, lengths, depth + 1, flat)
        except Fault as fault:
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
