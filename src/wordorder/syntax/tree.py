"""What both kinds of syntax tree have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError, expect
from wordorder.output import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.drawing import ArcLayout, TreeLayout

MOST_DRAWN = 1000  # nodes; notebooks show larger trees as text


class Tree(ABC):
    """A syntax tree over the words of a sentence.

    Its nodes have numbers from 0 on: in a dependency tree those of the words, in a constituency
    tree those of the brackets in the order in which they open. A tree never changes; what is asked
    of all its nodes takes linear time, once.
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
        """Return the words from the first to the last one at or below a node."""

    @abstractmethod
    def is_contiguous(self, node: int) -> bool:
        """Whether all words in the span of a node are at or below it."""

    @property
    @abstractmethod
    def is_projective(self) -> bool:
        """Whether every node is contiguous."""

    def __len__(self) -> int:
        """The number of words."""
        return len(self.words)

    @property
    def root(self) -> int:
        """The node that has no parent.

        Raises:
            InputError: The tree has no words.
        """
        if not len(self):
            raise InputError("a tree without words has no root")
        return int(self.parents.tolist().index(-1))

    def parent(self, node: int) -> int | None:
        """Return the parent of a node; None for the root."""
        self._refuse_unknown(node)
        found = int(self.parents[node])
        return None if found < 0 else found

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
            UsageError: The width is not a number of at least 1.
        """
        from wordorder.drawing.widths import check_width

        check_width(width)
        return self.layout().to_text(width=width, color=color)

    def _repr_svg_(self) -> str | None:
        return self.to_svg() if 0 < len(self.parents) <= MOST_DRAWN else None

    def refuse_to_draw(self) -> None:
        """Reject a tree that cannot be drawn.

        Raises:
            InputError: It has no words, or too many.
        """
        if not len(self.parents):
            raise InputError("a tree without words cannot be drawn")
        if len(self.parents) > MOST_DRAWN:
            found = counted(len(self.parents), "node")
            raise InputError(f"a tree of {found} is too large to draw (at most {MOST_DRAWN:,})")

    def _refuse_unknown(self, node: int) -> None:
        expect(node, (int, np.integer), "node")
        if not 0 <= node < len(self.parents):
            found = counted(len(self.parents), "node")
            raise IndexError(f"there is no node {node}; the tree has {found}, from 0")
