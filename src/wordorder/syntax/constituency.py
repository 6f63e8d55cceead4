"""Constituency trees in Penn brackets: parsed without recursion, one by one or in batches."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import numpy as np

from wordorder import _kernels
from wordorder.arrays import frozen
from wordorder.errors import InputError, expect
from wordorder.output.console import visible
from wordorder.output.wording import counted
from wordorder.syntax.tree import LIMITS, Tree, TreeBatch, UnitRows, rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.drawing.tree import TreeLayout

NO_LABEL = "_"
_TRACE = "-NONE-"
_LONGEST_SHOWN = 40

_TOKEN = re.compile(
    r"\([ \t\n]*(?P<tag>[^ \t\n()]+)[ \t\n]+(?P<tagged>[^ \t\n()]+)[ \t\n]*\)"
    r"|\([ \t\n]*(?P<label>[^ \t\n()]*)|(?P<end>\))|(?P<untagged>[^ \t\n()]+)"
)
_CATEGORY = re.compile(r"-[^-=]*-|[^-=]+")


class BracketError(Exception):
    """An error for a text that is not a tree; its arguments are the position and the problem."""


class _Bracket(NamedTuple):
    """An open bracket."""

    node: int
    place: int


@dataclass(slots=True)
class Brackets:
    """The words of a tree and its nodes in pre-order, with a node for every word.

    Traces, and nodes that dominate only traces, are left out.
    """

    words: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    _open: list[_Bracket] = field(default_factory=list)
    _begun: bool = False
    _wrapped: bool = False  # in an outer bracket without label

    @classmethod
    def parse(cls, text: str) -> Brackets:
        """Read one tree; blank text is a tree without nodes.

        Raises:
            BracketError: The text is not a tree.
        """
        made = cls()
        if len(text) > LIMITS.bytes:
            _refuse_size(f"more than {LIMITS.bytes:,} bytes")
        is_empty = False  # whether a bracket closed now is empty
        for token in _TOKEN.finditer(text):
            kind, place = token.lastgroup, token.start()
            if kind == "tagged":
                made._add_word(token["tagged"], token["tag"], place)
            elif kind == "label":
                made._wrapped |= not made._begun and not token["label"]
                made._append(token["label"] or NO_LABEL, place)
                made._open.append(_Bracket(len(made.labels) - 1, place))
            elif kind == "end":
                made._end_node(place, is_empty=is_empty)
            elif made._open:
                made._add_word(token["untagged"], NO_LABEL, place)
            else:
                expected = "expected a tree such as (S (NP (PRP I)) (VP (VBP am)))"
                problem = f"'{_shown(token['untagged'])}' is outside the brackets"
                raise BracketError(place, f"{problem}; {expected}")
            is_empty = kind == "label"
        made._finish()
        return made

    def _add_word(self, word: str, tag: str, place: int) -> None:
        self._append(tag, place)
        if tag == _TRACE:
            self._drop_last()
        else:
            self.words.append(word)

    def _append(self, label: str, place: int) -> None:
        if self._begun and not self._open:
            raise BracketError(place, "a second tree begins here; expected one tree per line")
        if len(label) > LIMITS.name_bytes:
            limit = f"a label may have at most {LIMITS.name_bytes} bytes"
            raise BracketError(place, f"'{_shown(label)}' is too long; {limit}")
        self._begun = True
        self.labels.append(label)
        self.parents.append(self._open[-1].node if self._open else -1)
        self.first.append(len(self.words))
        self.last.append(len(self.words))

    def _end_node(self, place: int, *, is_empty: bool) -> None:
        if not self._open:
            raise BracketError(place, "unmatched closing bracket; expected one for each opened")
        node, start = self._open.pop()
        if is_empty:
            problem = f"the brackets of '{_shown(self.labels[node])}' are empty"
            raise BracketError(start, f"{problem}; expected words or nodes")
        self.last[node] = len(self.words) - 1
        if self.last[node] < self.first[node]:  # it dominates only traces
            self._drop_last()

    def _drop_last(self) -> None:
        for column in (self.labels, self.parents, self.first, self.last):
            column.pop()

    def _finish(self) -> None:
        if self._open:
            verb = "is" if len(self._open) == 1 else "are"
            problem = f"{counted(len(self._open), 'bracket')} {verb} not closed"
            hint = "lines that continue a tree must start with a space"
            raise BracketError(self._open[-1].place, f"{problem}; {hint}")
        if self._begun and not self.words:
            raise BracketError(0, "only traces, no words; expected at least one word")
        if len(self.words) > LIMITS.words:
            _refuse_size(f"{len(self.words):,}")
        if self._wrapped and self.parents.count(0) == 1:
            for column in (self.labels, self.parents, self.first, self.last):
                del column[0]
            self.parents = [parent - 1 for parent in self.parents]


@lru_cache(maxsize=10_000)  # treebanks have a few hundred labels
def category(label: str) -> str:
    """Strip function tags and indices from a label.

    Examples:
        >>> [category(label) for label in ("NP-SBJ-1", "NP=2", "-LRB-", "PRP$", "ADVP|PRT", "-")]
        ['NP', 'NP', '-LRB-', 'PRP$', 'ADVP|PRT', '-']
    """
    match = _CATEGORY.match(label)
    return match[0] if match else label


def _refuse_size(size: str) -> NoReturn:
    limit = f"a parsed sentence may have at most {LIMITS.words:,} words"
    raise BracketError(0, f"{limit}; this one has {size}")


def _shown(text: str) -> str:
    return visible(text[:_LONGEST_SHOWN]) + "…" * (len(text) > _LONGEST_SHOWN)


class ConstituencyTree(Tree):
    """A constituency tree, made by `parse`; `str` writes it on one line.

    Every word has its own node, with its tag as label. `parse` drops traces, nodes that dominate
    only traces, and an unlabelled outer bracket around a single tree; `str` does not restore them.
    Nodes are numbered in pre-order.

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
            place, problem = error.args
            raise InputError(f"character {place + 1}: {problem}") from None

    @classmethod
    def parse(cls, text: str) -> ConstituencyTree:
        """Read one tree; blank text is a tree without words.

        Raises:
            InputError: The text is not one tree.
            UsageError: The argument is not a string.
        """
        return cls(text)

    @classmethod
    def _trusted(cls, brackets: Brackets) -> ConstituencyTree:
        tree = cls.__new__(cls)
        tree._set(brackets)
        return tree

    def _set(self, brackets: Brackets) -> None:
        self._words, self._labels = tuple(brackets.words), tuple(brackets.labels)
        self._parents, self._first, self._last = (
            frozen(np.array(column, np.int32))
            for column in (brackets.parents, brackets.first, brackets.last)
        )

    @property
    def words(self) -> tuple[str, ...]:
        """The words as written."""
        return self._words

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the nodes, as written; `_` for nodes without one."""
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
        """Return true: the words of a bracket are always neighbours."""
        self._refuse_unknown(node)
        return True

    @property
    def is_projective(self) -> bool:
        """Always true, since every node is contiguous."""
        return True

    def layout(self) -> TreeLayout:
        """Lay out the nodes and words for drawing.

        Raises:
            InputError: The tree is empty or too large.
        """
        from wordorder.drawing.measuring import runs_right_to_left
        from wordorder.drawing.tree import layout_tree

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
        parents, words = self.parents.tolist(), iter(self.words)
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ConstituencyBatch(TreeBatch[ConstituencyTree]):
    """Consecutive sentences: row i has the nodes `offsets[i]` to `offsets[i + 1]`, in pre-order.

    Attributes:
        parents: The parent of each node in its tree, counting from 0; -1 for the root.
        first: The first word of each node.
        last: The last word of each node.
        labels: The category of each node, as an index into `names`.
        offsets: The start and end of each row.
        names: Categories. All batches of a file share the list; later batches append to it, so
            indices keep their meaning.
        first_sentence: The number of the first row in its file, counting from 1.
        lines: The line at which each row starts.
        problems: The errors of rows that could not be read; these have no words.
        trees: The tree of each row; empty for rows with problems.
    """

    parents: NDArray[np.int32]
    first: NDArray[np.int32]
    last: NDArray[np.int32]
    labels: NDArray[np.int32]
    offsets: NDArray[np.int64]
    names: Sequence[str]
    first_sentence: int
    lines: NDArray[np.int64]
    problems: Mapping[int, InputError]
    trees: Sequence[ConstituencyTree]

    def _tree(self, row: int) -> ConstituencyTree:
        return self.trees[row]

    @property
    def lengths(self) -> NDArray[np.int32]:
        """The number of words in each row."""
        lengths = np.zeros(len(self), np.int32)
        filled = np.diff(self.offsets) > 0
        lengths[filled] = self.last[self.offsets[:-1][filled]] + 1  # the root comes first
        return lengths

    @property
    def parent_labels(self) -> NDArray[np.int32]:
        """The category of each node, as an index into `names`."""
        return self.labels

    @property
    def child_labels(self) -> NDArray[np.int32]:
        """The category of each node, as an index into `names`."""
        return self.labels

    @property
    def unit_rows(self) -> UnitRows:
        """The parents, the first and last words, and the offsets."""
        return UnitRows(nodes=_kernels.NodeRows(self.parents, self.first, self.last, self.offsets))

    def _rows(self, first: int, last: int) -> ConstituencyBatch:
        begin = self.offsets[first]
        nodes = slice(begin, self.offsets[last])
        return ConstituencyBatch(
            self.parents[nodes],
            self.first[nodes],
            self.last[nodes],
            self.labels[nodes],
            self.offsets[first : last + 1] - begin,
            self.names,
            self.first_sentence + first,
            self.lines[first:last],
            rows_of(self.problems, first, last),
            self.trees[first:last],
        )
