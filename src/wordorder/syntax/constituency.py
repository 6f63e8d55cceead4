"""One Penn tree: words, and the nodes above them in pre-order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError, expect
from wordorder.output import visible
from wordorder.syntax.brackets import BracketError, Brackets, category
from wordorder.syntax.tree import Tree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.drawing import TreeLayout


class ConstituencyTree(Tree):
    """A constituency tree, made by `parse`; `str` writes it on one line.

    Every word has its own node, with its tag as label. `parse` drops traces and nodes that dominate
    only traces, so `str` does not write them either. It also drops an unlabelled outer bracket
    around a single tree. Nodes are numbered in pre-order.

    Examples:
        >>> tree = ConstituencyTree.parse("( (S (NP-SBJ-1 (PRP We)) (VP (VBP eat) (NP rice))))")
        >>> tree.words, tree.tags
        (('We', 'eat', 'rice'), ('PRP', 'VBP', 'NP'))
        >>> tree.categories
        ('S', 'NP', 'PRP', 'VP', 'VBP', 'NP')
        >>> tree.parents.tolist(), tree.first.tolist(), tree.last.tolist()
        ([-1, 0, 1, 0, 3, 3], [0, 0, 0, 1, 1, 2], [2, 0, 0, 2, 1, 2])
        >>> tree.children(3), tree.parent(3), tree.span(3)
        ((4, 5), 0, range(1, 3))
        >>> print(tree)
        (S (NP-SBJ-1 (PRP We)) (VP (VBP eat) (NP rice)))
        >>> print(ConstituencyTree.parse("(S (NP the dog) (VP (-NONE- *T*-1)))"))
        (S (NP (_ the) (_ dog)))

    References:
        Mitchell P. Marcus, Beatrice Santorini and Mary Ann Marcinkiewicz. 1993. Building a Large
        Annotated Corpus of English: The Penn Treebank. Computational Linguistics, 19(2):313–330.
    """

    def __init__(self, text: str) -> None:
        expect(text, str, "text")
        try:
            self._set(Brackets.parse(text))
        except BracketError as error:
            place, what = error.args
            raise InputError(f"character {place + 1}: {what}") from None

    @classmethod
    def parse(cls, text: str) -> ConstituencyTree:
        """Read one tree; blank text is a tree without words.

        Raises:
            InputError: The text is not one tree.
            UsageError: It is not a text.
        """
        return cls(text)

    @classmethod
    def _trusted(cls, brackets: Brackets) -> ConstituencyTree:
        tree = cls.__new__(cls)
        tree._set(brackets)
        return tree

    def _set(self, brackets: Brackets) -> None:
        self._words, self._labels = tuple(brackets.words), tuple(brackets.labels)
        columns = (brackets.parents, brackets.first, brackets.last)
        self._parents, self._first, self._last = (_sealed(column) for column in columns)

    @property
    def words(self) -> tuple[str, ...]:
        """The words as written."""
        return self._words

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the nodes, as written; `_` if there is none."""
        return self._labels

    @property
    def categories(self) -> tuple[str, ...]:
        """The labels of the nodes without function tags and indices."""
        return tuple(map(category, self._labels))

    @property
    def parents(self) -> NDArray[np.int32]:
        """The parent of each node; -1 for the root."""
        return self._parents

    @property
    def first(self) -> NDArray[np.int32]:
        """The first word of each node."""
        return self._first

    @property
    def last(self) -> NDArray[np.int32]:
        """The last word of each node."""
        return self._last

    @property
    def tags(self) -> tuple[str, ...]:
        """The part-of-speech tags of the words."""
        inner = set(self._parents.tolist())
        return tuple(label for node, label in enumerate(self._labels) if node not in inner)

    def span(self, node: int) -> range:
        """Return the words of a node."""
        self._refuse_unknown(node)
        return range(int(self._first[node]), int(self._last[node]) + 1)

    def is_contiguous(self, node: int) -> bool:
        """Always true: the words of a bracket stand side by side."""
        self._refuse_unknown(node)
        return True

    @property
    def is_projective(self) -> bool:
        """Always true, as every node is contiguous."""
        return True

    def layout(self) -> TreeLayout:
        """Lay out the nodes and words for drawing.

        Raises:
            InputError: The tree is empty or too large.
        """
        from wordorder.drawing import layout_tree
        from wordorder.drawing.direction import runs_right_to_left

        self.refuse_to_draw()
        nodes_below = [1] * len(self._labels)
        for node in range(len(self._labels) - 1, 0, -1):
            nodes_below[self._parents[node]] += nodes_below[node]
        drawn: list[tuple[str, str, int]] = []  # label, colour, nodes and words from it down
        for node, label in enumerate(self._labels):
            span = self.span(node)
            drawn.append((label, "monotone", nodes_below[node] + len(span)))
            if nodes_below[node] == 1:
                drawn.append((self._words[span.start], "leaf", 1))
        return layout_tree(
            [visible(label) for label, _, _ in drawn],
            [kind for _, kind, _ in drawn],
            [number + size for number, (_, _, size) in enumerate(drawn)],
            from_right=runs_right_to_left(self._words),
        )

    def __repr__(self) -> str:
        return f"<ConstituencyTree {self}>"

    def __str__(self) -> str:
        pieces: list[str] = []
        open_nodes: list[int] = []
        parents = self.parents.tolist()
        words = iter(self.words)
        for node, (parent, label) in enumerate(zip(parents, self.labels, strict=True)):
            while open_nodes and open_nodes[-1] != parent:
                open_nodes.pop()
                pieces.append(")")
            pieces.append(f" ({label}")
            open_nodes.append(node)
            if node not in parents[node + 1 : node + 2]:  # it has no children
                pieces.append(f" {next(words)}")
        return "".join(pieces)[1:] + ")" * len(open_nodes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConstituencyTree):
            return NotImplemented
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def _sealed(column: list[int]) -> NDArray[np.int32]:
    array = np.array(column, np.int32)
    array.flags.writeable = False
    return array
