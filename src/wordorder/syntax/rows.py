"""The common base of tree batches."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

Tree = TypeVar("Tree")


class TreeRows(Generic[Tree]):
    """Rows that are trees, made on demand."""

    __slots__ = ()

    offsets: NDArray[np.int64]
    problems: Mapping[int, str]

    @abstractmethod
    def _tree(self, row: int) -> Tree:
        """Make the tree of a row without problems."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> Tree:
        """Return one tree.

        Raises:
            InputError: The row is in `problems`.
        """
        if not 0 <= row < len(self):
            raise IndexError(row)
        if row in self.problems:
            raise InputError(self.problems[row])
        return self._tree(row)

    def __iter__(self) -> Iterator[Tree]:
        return (self[row] for row in range(len(self)))
