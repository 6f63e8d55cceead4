"""What an accumulator has counted, as arrays and plain values that can be written to a file.

A state is a dict. Its values are arrays, what JSON can hold, or states of parts. Equal counts give
equal states, so that files can be compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

_LARGEST_COUNT = 1 << 48  # so that sums of many stay below 2⁶³

State: TypeAlias = "dict[str, Any]"


def state_array(
    state: Mapping[str, Any], name: str, dtype: type[np.generic], shape: tuple[int | None, ...]
) -> NDArray[Any]:
    """Return a copy of an array of a state.

    Args:
        state: The state.
        name: The name of the array.
        dtype: Its type.
        shape: Its shape; None where any length will do.

    Raises:
        InputError: There is no such array.

    Examples:
        >>> state_array({"counts": np.arange(3)}, "counts", np.int64, (None,)).tolist()
        [0, 1, 2]
    """
    found = state.get(name)
    if not isinstance(found, np.ndarray) or found.dtype != dtype:
        raise InputError(f"{name!r} is not an array of {np.dtype(dtype)}")
    fits = len(found.shape) == len(shape) and all(
        wanted in (None, length) for wanted, length in zip(shape, found.shape, strict=True)
    )
    if not fits:
        raise InputError(f"{name!r} has the shape {found.shape}")
    return found.copy()


def state_counts(
    state: Mapping[str, Any], name: str, shape: tuple[int | None, ...]
) -> NDArray[np.int64]:
    """Return a copy of an array of counts.

    Raises:
        InputError: There is no such array, or a number is too small or too large for a count.
    """
    counts = state_array(state, name, np.int64, shape)
    if counts.min(initial=0) < 0 or counts.max(initial=0) > _LARGEST_COUNT:
        raise InputError(f"{name!r} has a number that is no count")
    return counts


def is_count(value: object) -> bool:
    """Whether a plain value can be a count."""
    return type(value) is int and 0 <= value <= _LARGEST_COUNT


def state_part(state: Mapping[str, Any], name: str) -> State:
    """Return the state of a part.

    Raises:
        InputError: There is none.
    """
    found = state.get(name)
    if not isinstance(found, dict):
        raise InputError(f"{name!r} is missing")
    return found
