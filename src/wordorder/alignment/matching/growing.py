"""An array that grows block by block without a copy each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

Number = TypeVar("Number", np.int16, np.int32, np.int64)


class GrowingArray(Generic[Number]):
    """An array of numbers with spare capacity.

    Examples:
        >>> array = GrowingArray(np.int32)
        >>> for block in ([3, 1], [], [4]):
        ...     array.extend(block)
        >>> array.values
        array([3, 1, 4], dtype=int32)
    """

    def __init__(self, dtype: type[Number]) -> None:
        self._room: NDArray[Number] = np.empty(0, dtype)
        self._size = 0

    @property
    def values(self) -> NDArray[Number]:
        """All numbers so far; `extend` may move them."""
        return self._room[: self._size]

    def extend(self, numbers: NDArray[Number] | Sequence[int]) -> None:
        """Append numbers."""
        end = self._size + len(numbers)
        if end > len(self._room):
            # Twice what is needed, so that each number is copied about once, not once a block.
            room = np.empty(2 * end, self._room.dtype)
            room[: self._size] = self.values
            self._room = room
        self._room[self._size : end] = numbers
        self._size = end
