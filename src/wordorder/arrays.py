"""Integer arguments as arrays for the kernels."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wordorder.errors import InputError

IntArray: TypeAlias = "NDArray[np.int32]"
Offsets: TypeAlias = "NDArray[np.int32] | NDArray[np.int64]"
Integers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Number = TypeVar("Number", bound=np.generic)

# The types that kernels read, by NumPy's type string in native byte order.
_NAMES = {
    np.dtype(name).str: name
    for name in ("int8", "uint8", "int16", "int32", "int64", "float32", "float64")
}


def as_integers(values: ArrayLike, name: str) -> NDArray[np.signedinteger]:
    """Return `values` as a flat array of signed integers, without a copy if it is one already."""
    if isinstance(values, str):
        raise InputError(f"{name} must be integers, not text; Permutation.parse reads text")
    try:
        array = np.asarray(values)
    except ValueError:  # sequences of different lengths
        raise InputError(f"{name} must be a flat sequence of integers, not nested") from None
    if array.ndim != 1:
        raise InputError(
            f"{name} must be a flat sequence of integers, not {array.ndim}-dimensional"
        )
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise InputError(f"{name} must be integers, not {array.dtype}: {array[:1].tolist()[0]!r}")
    if array.dtype == np.uint64:
        _refuse_outside(array, np.int64, name)
    return array.astype(np.int64) if array.dtype.kind == "u" else array


def as_int32(values: ArrayLike, name: str) -> IntArray:
    """Return `values` as contiguous read-only int32; reject values that do not fit."""
    array = as_integers(values, name)
    if array.dtype.itemsize > np.dtype(np.int32).itemsize:
        _refuse_outside(array, np.int32, name)
    return sealed(np.require(array, dtype=np.int32, requirements=["C", "A"]))


def as_int64(values: ArrayLike, name: str) -> NDArray[np.int64]:
    """Return `values` as contiguous read-only int64."""
    return sealed(np.require(as_integers(values, name), dtype=np.int64, requirements=["C", "A"]))


def as_offsets(values: ArrayLike, name: str) -> Offsets:
    """Return `values` as contiguous read-only int64, or as int32 if they already are.

    Arrow has offsets of either width, and the kernels read both.
    """
    array = as_integers(values, name)
    if array.dtype == np.int32:
        return sealed(np.require(array, dtype=np.int32, requirements=["C", "A"]))
    return sealed(np.require(array, dtype=np.int64, requirements=["C", "A"]))


class _FrozenMemory:
    """The memory of an array, exposed read-only: NumPy cannot make a view of it writable."""

    def __init__(self, array: NDArray[Any]) -> None:
        self._array = array
        place, _ = array.__array_interface__["data"]
        self.__array_interface__ = {**array.__array_interface__, "data": (place, True)}


def frozen(array: NDArray[Number]) -> NDArray[Number]:
    """Return a permanently read-only view of an unshared array; `sealed` need not copy it.

    Examples:
        >>> frozen(np.arange(3)).flags.writeable = True
        Traceback (most recent call last):
        ValueError: cannot set WRITEABLE flag to True of this array
    """
    # A view's memory belongs to another object.
    owned = array if array.base is None else array.copy()
    view: NDArray[Number] = np.asarray(_FrozenMemory(owned))
    return view


def sealed(array: NDArray[Number]) -> NDArray[Number]:
    """Return an array that cannot be written to: `array` itself if it is sealed, else a copy.

    The kernels check an array once and then trust it, without Python's lock: after a later write
    they could read out of bounds. An array merely flagged as read-only is copied, too, since its
    owner can clear the flag.

    Examples:
        >>> numbers = np.arange(3)
        >>> kept = sealed(numbers)
        >>> numbers[0] = 7
        >>> kept.tolist(), sealed(kept) is kept, sealed(kept[1:]).base is kept
        ([0, 1, 2], True, True)
    """
    return array if _is_sealed(array) else frozen(array.copy())


def _is_sealed(array: NDArray[Number]) -> bool:
    owner: object = array
    while isinstance(owner, np.ndarray):
        if owner.flags.writeable:
            return False
        owner = owner.base
    if isinstance(owner, memoryview):
        # The kernels' arrays are views of memory owned by nanobind.
        return isinstance(owner.obj, bytes) or (owner.readonly and _is_of_kernels(owner.obj))
    # Any other owner may give write access to its memory, whatever the flags of this view.
    return isinstance(owner, (_FrozenMemory, bytes)) or _is_arrow(owner)


def _is_of_kernels(owner: object) -> bool:
    return (type(owner).__module__, type(owner).__name__) == ("nanobind", "nb_ndarray")


def _is_arrow(owner: object) -> bool:
    """Whether the owner is Arrow, whose memory is immutable by its own rules."""
    arrow: Any = sys.modules.get("pyarrow")
    return arrow is not None and isinstance(owner, (arrow.Array, arrow.ChunkedArray, arrow.Buffer))


def as_readonly_contiguous(
    array: object, name: str, dtypes: tuple[str, ...], dimensions: int = 1
) -> NDArray[Any]:
    """Return an array as the kernels read it; they call this for each array argument.

    Raises:
        InputError: Not a contiguous array of one of these types with this number of dimensions.

    Examples:
        >>> as_readonly_contiguous(np.arange(3.0), "stems", ("int32",))
        Traceback (most recent call last):
        wordorder.errors.InputError: stems must be a contiguous array of int32, not float64
    """
    if not isinstance(array, np.ndarray):
        kind = type(array).__name__
    elif array.ndim != dimensions:
        kind = f"{array.ndim}-dimensional"
    elif _NAMES.get(array.dtype.str) not in dtypes:
        kind = str(array.dtype)
    elif not (array.flags.c_contiguous and array.flags.aligned):
        kind = "one with gaps"
    else:
        return sealed(array)
    raise InputError(f"{name} must be a contiguous array of {' or '.join(dtypes)}, not {kind}")


def _refuse_outside(array: NDArray[np.integer], dtype: type[np.signedinteger], name: str) -> None:
    limits = np.iinfo(dtype)
    outside = np.flatnonzero((array < limits.min) | (array > limits.max))
    if outside.size:
        raise InputError(
            f"{name}[{outside[0]}] = {array[outside[0]]} does not fit in {limits.bits} bits"
        )


def join_rows(parts: Sequence[tuple[IntArray, Offsets]]) -> tuple[IntArray, NDArray[np.int64]]:
    """Concatenate ragged arrays, each given as values and offsets.

    Examples:
        >>> one = np.array([7, 8, 9], np.int32), np.array([1, 1, 3])
        >>> values, offsets = join_rows([one, one])
        >>> values.tolist(), offsets.tolist()
        ([8, 9, 8, 9], [0, 0, 2, 2, 4])
    """
    none = np.zeros(0, np.int32)
    values = np.concatenate([none, *(v[offsets[0] : offsets[-1]] for v, offsets in parts)])
    lengths = np.concatenate([[0], *(np.diff(offsets) for _, offsets in parts)])
    return frozen(values), frozen(np.cumsum(lengths, dtype=np.int64))


def places_of_rows(offsets: Offsets, rows: Integers) -> tuple[Integers, Integers]:
    """Return where the values of some rows of a ragged array are, and offsets for these rows."""
    begins = np.asarray(offsets, np.int64)
    lengths = np.diff(begins)[rows]
    ends = np.concatenate([[0], np.cumsum(lengths)])
    places = np.arange(ends[-1]) + np.repeat(begins[:-1][rows] - ends[:-1], lengths)
    return places, ends
