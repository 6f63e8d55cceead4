"""The common base of both kinds of syntax trees: trees, batches, limits and problems."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Generic, NamedTuple, Self, TypeVar

import numpy as np

from wordorder.errors import InputError, Part, expect
from wordorder.output.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder import _kernels
    from wordorder.drawing.arcs import ArcLayout
    from wordorder.drawing.tree import TreeLayout


MOST_DRAWN = 1000  # nodes; notebooks show larger trees as text


class Limits(NamedTuple):
    """Limits on the memory that a file may take; later steps may be quadratic in a sentence.

    Attributes:
        words: Words in a sentence.
        bytes: Bytes in the text of a sentence.
        names: Distinct relations and tags, or categories, in a file.
        name_bytes: Bytes in each of these names.
    """

    words: int
    bytes: int
    names: int
    name_bytes: int


LIMITS = Limits(words=4000, bytes=1 << 20, names=100_000, name_bytes=255)


def tree_error(name: str, line: int, sentence: int, *problem: Part) -> InputError:
    """Return the error for a problem with a tree, given as parts of a message.

    Examples:
        >>> print(tree_error("parse.conllu", 70, 5, "there is no root"))
        parse.conllu:70: sentence 5: there is no root
    """
    return InputError(f"{name}:{line}: sentence {sentence}: ", *problem)


def rows_of(problems: Mapping[int, InputError], start: int, stop: int) -> dict[int, InputError]:
    """Return the problems of some rows, renumbered from 0.

    Examples:
        >>> rows_of({1: InputError("a"), 4: InputError("b"), 6: InputError("c")}, 3, 6)
        {1: InputError('b')}
    """
    return {row - start: problems[row] for row in range(start, stop) if row in problems}


class Tree(ABC):
    """A syntax tree over the words of a sentence.

    Its nodes are numbered from 0: in a dependency tree like the words, in a constituency tree in
    the order in which brackets open. Trees are immutable; properties of all nodes are computed
    once, in linear time.
    """

    @property
    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """The words as written."""

    @property
    @abstractmethod
    def tags(self) -> tuple[str, ...]:
        """The part of speech of each word."""

    @property
    @abstractmethod
    def parents(self) -> NDArray[np.int32]:
        """The parent of each node; -1 for the root."""

    @abstractmethod
    def span(self, node: int) -> range:
        """Return the words from the first to the last at or below a node."""

    @abstractmethod
    def is_contiguous(self, node: int) -> bool:
        """Return whether all words in the span of a node are at or below it."""

    @property
    @abstractmethod
    def is_projective(self) -> bool:
        """Whether every node is contiguous."""

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.words)

    @property
    def root(self) -> int:
        """The node without a parent.

        Raises:
            InputError: The tree has no words.
        """
        if not len(self):
            raise InputError("a tree without words has no root")
        return int(self.parents.tolist().index(-1))

    def parent(self, node: int) -> int | None:
        """Return the parent of a node; None for the root."""
        self._refuse_unknown(node)
        above = int(self.parents[node])
        return None if above < 0 else above

    def children(self, node: int) -> tuple[int, ...]:
        """Return the children of a node, from left to right."""
        self._refuse_unknown(node)
        return tuple(self._children[node])

    @cached_property
    def _children(self) -> list[list[int]]:
        children: list[list[int]] = [[] for _ in self.parents]
        for node, parent in enumerate(self.parents.tolist()):
            if parent >= 0:
                children[parent].append(node)
        return children

    @abstractmethod
    def layout(self) -> TreeLayout | ArcLayout:
        """Lay out the tree for drawing.

        Raises:
            InputError: The tree is empty or too large.
        """

    def to_svg(self) -> str:
        """Draw the tree as an SVG picture."""
        return self.layout().to_svg()

    def to_text(self, *, width: int = 80, color: bool = False) -> str:
        """Draw the tree with box-drawing characters, as an outline if it is too wide.

        Raises:
            UsageError: The width is not a whole number of at least 1.
        """
        from wordorder.drawing.measuring import check_width

        check_width(width)
        return self.layout().to_text(width=width, color=color)

    def _repr_svg_(self) -> str | None:
        return self.to_svg() if 0 < len(self.parents) <= MOST_DRAWN else None

    def refuse_to_draw(self) -> None:
        """Reject a tree that cannot be drawn.

        Raises:
            InputError: The tree has no words, or too many.
        """
        if not len(self.parents):
            raise InputError("a tree without words cannot be drawn")
        if len(self.parents) > MOST_DRAWN:
            size = counted(len(self.parents), "node")
            raise InputError(f"a tree of {size} is too large to draw (at most {MOST_DRAWN:,})")

    def _refuse_unknown(self, node: int) -> None:
        expect(node, (int, np.integer), "node")
        if not 0 <= node < len(self.parents):
            size = counted(len(self.parents), "node")
            raise IndexError(f"there is no node {node}; the tree has {size}, from 0")


class UnitRows(NamedTuple):
    """Trees as the kernels read them, either heads or nodes.

    Attributes:
        heads: The head of each word.
        nodes: The parent, first and last word of each node.
    """

    heads: _kernels.Ragged | None = None
    nodes: _kernels.NodeRows | None = None


AnyTree_co = TypeVar("AnyTree_co", bound=Tree, covariant=True)


class TreeBatch(ABC, Generic[AnyTree_co]):
    """Consecutive trees of a file as ragged arrays; single trees are made on demand.

    Row i has the nodes `offsets[i]` to `offsets[i + 1]`.

    Attributes:
        parents: The parent of each node in its tree, counting from 0; -1 for the root.
        offsets: The start and end of each row.
        names: The names of the labels. All batches of a file share the list; later batches append
            to it, so indices keep their meaning.
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
        """The label of each node as a parent, as an index into `names`."""

    @property
    @abstractmethod
    def child_labels(self) -> NDArray[np.int32]:
        """The label of each node as a child, as an index into `names`."""

    @property
    @abstractmethod
    def unit_rows(self) -> UnitRows:
        """The trees as the kernels read them."""

    @abstractmethod
    def _rows(self, first: int, last: int) -> Self:
        """Return the existing rows from `first` up to before `last`."""

    @abstractmethod
    def _tree(self, row: int) -> AnyTree_co:
        """Return the tree of a row without problems."""

    def rows(self, start: int, stop: int) -> Self:
        """Return consecutive rows, with the ends of a slice, without copying their nodes."""
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
