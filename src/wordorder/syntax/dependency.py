"""One CoNLL-U sentence: words with their heads and relations."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.errors import InputError, expect
from wordorder.output import visible
from wordorder.syntax.limits import LIMITS
from wordorder.syntax.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wordorder.drawing import ArcLayout


class Token(NamedTuple):
    """A syntactic word: the CoNLL-U columns as written, except for the head.

    Attributes:
        form: The word form; may contain spaces.
        lemma: The lemma; here and below, `_` if unknown.
        upos: The universal part of speech.
        xpos: The language-specific part of speech.
        feats: Morphological features.
        head: The head, counting from 0; -1 for the root.
        deprel: The relation to the head.
        deps: Enhanced dependencies.
        misc: Anything else.
    """

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    deps: str
    misc: str


class ProjectiveTree(NamedTuple):
    """A tree without crossing arcs, and how many words of the original have another head in it."""

    tree: DependencyTree
    lifted: int


class DependencyTree(Tree):
    r"""A CoNLL-U sentence, made by `parse`; `str` returns its lines unchanged.

    Multiword tokens and empty nodes are kept in the text, but are not words. Every word is a node;
    its parent is its head.

    Examples:
        >>> tree = DependencyTree.parse(
        ...     "# text = Time flies\n"
        ...     "1\tTime\ttime\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n"
        ...     "2\tflies\tfly\tVERB\tVBZ\t_\t0\troot\t_\t_\n"
        ... )
        >>> tree.words, tree.tags, tree.deprels, tree.heads.tolist()
        (('Time', 'flies'), ('NOUN', 'VERB'), ('nsubj', 'root'), [1, -1])
        >>> tree.root, tree.children(1), tree.span(1), tree.is_projective
        (1, (0,), range(0, 2), True)
        >>> tree.tokens[0].lemma, tree.comments
        ('time', ('# text = Time flies',))

    References:
        Joakim Nivre, Marie-Catherine de Marneffe, Filip Ginter, Jan Hajič, Christopher D. Manning,
        Sampo Pyysalo, Sebastian Schuster, Francis Tyers and Daniel Zeman. 2020. Universal
        Dependencies v2: An Evergrowing Multilingual Treebank Collection. LREC 2020.
    """

    def __init__(self, text: str) -> None:
        expect(text, str, "text")
        self._text = _checked(text)

    @classmethod
    def parse(cls, text: str) -> DependencyTree:
        """Read one sentence, ignoring blank lines around it.

        Raises:
            InputError: The text is not one sentence, or its words do not form a tree.
            UsageError: It is not a text.
        """
        return cls(text)

    @classmethod
    def _trusted(cls, sentence: str) -> DependencyTree:
        tree = cls.__new__(cls)
        tree._text = sentence
        return tree

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<DependencyTree {' '.join(self.words)!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DependencyTree):
            return NotImplemented
        return self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    @property
    def comments(self) -> tuple[str, ...]:
        """The lines that start with `#`, as written."""
        return tuple(line for line in self._text.split("\n") if line.startswith("#"))

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The words with all that the file says about them."""
        return tuple(_token(*cells) for cells in self._cells() if cells[0].isdigit())

    def _cells(self) -> Iterator[list[str]]:
        lines = self._text.split("\n")
        return (line.split("\t") for line in lines if line and not line.startswith("#"))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words as written."""
        return tuple(token.form for token in self.tokens)

    @property
    def tags(self) -> tuple[str, ...]:
        """The universal part of speech of each word."""
        return tuple(token.upos for token in self.tokens)

    @property
    def deprels(self) -> tuple[str, ...]:
        """The relation of each word to its head."""
        return tuple(token.deprel for token in self.tokens)

    @cached_property
    def heads(self) -> NDArray[np.int32]:
        """The head of each word, counting from 0; -1 for the root."""
        heads = np.array([token.head for token in self.tokens], np.int32)
        heads.flags.writeable = False
        return heads

    @property
    def parents(self) -> NDArray[np.int32]:
        """The head of each word, as `heads`."""
        return self.heads

    def span(self, node: int) -> range:
        """Return the words from the first to the last one that a word dominates."""
        self._refuse_unknown(node)
        return self._spans[node][0]

    def is_contiguous(self, node: int) -> bool:
        """Whether a word dominates all words in its span."""
        self._refuse_unknown(node)
        span, size = self._spans[node]
        return len(span) == size

    @property
    def is_projective(self) -> bool:
        """Whether no arc, drawn above the words, crosses another or covers the root."""
        return all(len(span) == size for span, size in self._spans)

    @cached_property
    def _spans(self) -> list[tuple[range, int]]:
        """The span of each word, and the number of words that it dominates."""
        first, last = list(range(len(self))), list(range(len(self)))
        sizes = [1] * len(self)
        order, heads = [self.root], self.heads.tolist()
        for word in order:  # which grows meanwhile
            order += self._children[word]
        for word in reversed(order[1:]):
            head = heads[word]
            first[head] = min(first[head], first[word])
            last[head] = max(last[head], last[word])
            sizes[head] += sizes[word]
        spans = (range(begin, end + 1) for begin, end in zip(first, last, strict=True))
        return list(zip(spans, sizes, strict=True))

    def layout(self) -> ArcLayout:
        """Lay out the words and arcs for drawing.

        Raises:
            InputError: The tree is too large.
        """
        from wordorder.drawing import layout_arcs

        self.refuse_to_draw()
        words, tags, labels = (
            [visible(text) for text in texts] for texts in (self.words, self.tags, self.deprels)
        )
        return layout_arcs(words, tags, self.heads.tolist(), labels)

    def projective(self) -> ProjectiveTree:
        r"""Lift arcs until the tree is projective.

        While there are non-projective arcs, the shortest, and among equals the leftmost, moves to
        the head of its head. All else in the text stays, enhanced dependencies included.

        Examples:
            >>> tree = DependencyTree.parse(
            ...     "1\tWhat\t_\tPRON\t_\t_\t4\tobj\t_\t_\n"
            ...     "2\tdid\t_\tAUX\t_\t_\t0\troot\t_\t_\n"
            ...     "3\tyou\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
            ...     "4\tsee\t_\tVERB\t_\t_\t2\txcomp\t_\t_\n"
            ... )
            >>> tree.is_projective, tree.is_contiguous(3), tree.span(3)
            (False, False, range(0, 4))
            >>> lifted = tree.projective()
            >>> lifted.tree.heads.tolist(), lifted.lifted
            ([1, -1, 1, 1], 1)

        References:
            Joakim Nivre and Jens Nilsson. 2005. Pseudo-Projective Dependency Parsing. ACL 2005.
        """
        heads = _kernels.Ragged(self.heads, np.array([0, len(self)]))
        found = _kernels.lift_heads(heads, LIMITS.words)
        return ProjectiveTree(self._with_heads(found.heads), int(found.lifted[0]))

    def _with_heads(self, heads: NDArray[np.int32]) -> DependencyTree:
        """Return the sentence with these heads, which must form a tree."""
        if np.array_equal(heads, self.heads):
            return self
        written = map(str, (heads + 1).tolist())
        lines = self._text.split("\n")
        for number, line in enumerate(lines):
            cells = line.split("\t")
            if cells[0].isdigit():
                cells[_HEAD] = next(written)
                lines[number] = "\t".join(cells)
        return DependencyTree._trusted("\n".join(lines))


_HEAD = 6  # column of the head


def _checked(text: str) -> str:
    """Return the lines of the sentence, with one blank line behind them."""
    text = text.replace("\r\n", "\n")
    sentence = text.strip("\n") + "\n\n"
    first_line = 1 + len(text) - len(text.lstrip("\n"))
    data = sentence.encode("utf-8", "backslashreplace")
    parsed = _kernels.parse_conllu(_kernels.Interner(), data, first_line, LIMITS)
    if len(parsed.lines) != 1:
        raise InputError(f"expected one CoNLL-U sentence, found {len(parsed.lines)}")
    for problem in parsed.problems:
        raise InputError(f"line {problem.line}: {visible(problem.what)}")
    return sentence


def _token(_number: str, *columns: str) -> Token:
    form, lemma, upos, xpos, feats, head, deprel, deps, misc = columns
    return Token(form, lemma, upos, xpos, feats, int(head) - 1, deprel, deps, misc)
