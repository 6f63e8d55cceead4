"""One Penn tree: words, and the nodes above them in pre-order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.syntax.brackets import BracketError, Brackets, category

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class ConstituencyTree:
    """A constituency tree, made by `parse`; `str` writes it on one line.

    Every word has its own node, with its tag as label. `parse` drops traces and nodes that dominate
    only traces, so `str` does not write them either. It also drops an unlabelled outer bracket
    around a single tree.

    Attributes:
        words: The words.
        labels: The labels of the nodes, as written; `_` if there is none.
        categories: The labels without function tags and indices.
        parents: The parent of each node; -1 for the root.
        first: The first word of each node.
        last: The last word of each node.

    Examples:
        >>> tree = ConstituencyTree.parse("( (S (NP-SBJ-1 (PRP We)) (VP (VBP eat) (NP rice))))")
        >>> tree.words, tree.tags
        (('We', 'eat', 'rice'), ('PRP', 'VBP', 'NP'))
        >>> tree.categories
        ('S', 'NP', 'PRP', 'VP', 'VBP', 'NP')
        >>> tree.parents.tolist(), tree.first.tolist(), tree.last.tolist()
        ([-1, 0, 1, 0, 3, 3], [0, 0, 0, 1, 1, 2], [2, 0, 0, 2, 1, 2])
        >>> print(tree)
        (S (NP-SBJ-1 (PRP We)) (VP (VBP eat) (NP rice)))
        >>> print(ConstituencyTree.parse("(S (NP the dog) (VP (-NONE- *T*-1)))"))
        (S (NP (_ the) (_ dog)))

    References:
        Mitchell P. Marcus, Beatrice Santorini and Mary Ann Marcinkiewicz. 1993. Building a Large
        Annotated Corpus of English: The Penn Treebank. Computational Linguistics, 19(2):313–330.
    """

    words: tuple[str, ...]
    labels: tuple[str, ...]
    categories: tuple[str, ...]
    parents: NDArray[np.int32]
    first: NDArray[np.int32]
    last: NDArray[np.int32]

    @classmethod
    def parse(cls, text: str) -> ConstituencyTree:
        """Read one tree; blank text is a tree without words.

        Raises:
            InputError: The text is not one tree.
        """
        try:
            return cls._trusted(Brackets.parse(text))
        except BracketError as error:
            place, what = error.args
            raise InputError(f"character {place + 1}: {what}") from None

    @classmethod
    def _trusted(cls, brackets: Brackets) -> ConstituencyTree:
        labels = tuple(brackets.labels)
        columns = (brackets.parents, brackets.first, brackets.last)
        arrays = (np.array(column, np.int32) for column in columns)
        return cls(tuple(brackets.words), labels, tuple(map(category, labels)), *arrays)

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

    def __len__(self) -> int:
        return len(self.words)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConstituencyTree):
            return NotImplemented
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def tags(self) -> tuple[str, ...]:
        """The part-of-speech tags of the words."""
        inner = set(self.parents.tolist())
        return tuple(label for node, label in enumerate(self.labels) if node not in inner)
