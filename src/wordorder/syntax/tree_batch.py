"""What batches of both kinds of syntax tree have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from wordorder.errors import InputError
from wordorder.output import counted
from wordorder.syntax.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

    from wordorder import _kernels

AnyTree_co = TypeVar("AnyTree_co", bound=Tree, covariant=True)


class UnitRows(NamedTuple):
    """Trees as the kernels read them, either heads or nodes.

    Attributes:
        heads: The head of each word.
        nodes: The parent, first and last word of each node.
    """

    heads: _kernels.Ragged | None = None
    nodes: _kernels.NodeRows | None = None


class TreeBatch(ABC, Generic[AnyTree_co]):
    """Consecutive trees of a file as ragged arrays; single trees are made on demand.

    Row i has the nodes `offsets[i]` to `offsets[i + 1]`.

    Attributes:
        parents: The parent of each node in its tree, counting from 0; -1 for the root.
        offsets: The start and end of each row.
        names: What the labels are called. All batches of a file share the list; later batches
            append to it, so indices keep their meaning.
        first_sentence: The number of the first row in its file, counting from 1.
        lines: The line at which each row starts.
        problems: The errors of rows that could not be read; these have no words.
    """

    __slots__ = ()

    parents: NDArray[np.int32]
    offsets: NDArray[np.int64]
    names: Sequence[str]
    first_sentence: int
    lines: NDArray[np.int64]
    problems: Mapping[int, InputError]

    @property
    @abstractmethod
    def lengths(self) -> NDArray[np.int32]:
        """The number of words in each row."""

    @property
    @abstractmethod
    def parent_labels(self) -> NDArray[np.int32]:
        """What each node is called as a parent, as an index into `names`."""

    @property
    @abstractmethod
    def child_labels(self) -> NDArray[np.int32]:
        """What each node is called as a child, as an index into `names`."""

    @property
    @abstractmethod
    def unit_rows(self) -> UnitRows:
        """The trees as the kernels read them."""

    @abstractmethod
    def _rows(self, first: int, last: int) -> Self:
        """Return the rows from the first to before the last, which exist."""

    @abstractmethod
    def _tree(self, row: int) -> AnyTree_co:
        """Make the tree of a row without problems."""

    def rows(self, start: int, stop: int) -> Self:
        """Return consecutive rows without copying their nodes; ends are those of a slice."""
        first, last, _ = slice(start, stop).indices(len(self))
        return self._rows(first, max(first, last))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {counted(len(self), 'tree')}>"

    def __getitem__(self, row: int) -> AnyTree_co:
        """Return one tree.

        Raises:
            InputError: The row is in `problems`.
        """
        if not 0 <= row < len(self):
            raise IndexError(row)
        if row in self.problems:
            raise InputError(*self.problems[row].args)
        return self._tree(row)

    def __iter__(self) -> Iterator[AnyTree_co]:
        return (self[row] for row in range(len(self)))
