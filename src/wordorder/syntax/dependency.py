"""Dependency trees in CoNLL-U, one by one or in batches, and the morphology of their words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.arrays import Integers, Offsets, frozen, places_of_rows
from wordorder.errors import InputError, UsageError, expect
from wordorder.output.console import visible
from wordorder.syntax.tree import LIMITS, Tree, TreeBatch, UnitRows, rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.drawing.arcs import ArcLayout

_HEAD = 6  # column of the head


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
        misc: Other annotations.
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
    """A tree without crossing arcs, and the number of words whose head has changed."""

    tree: DependencyTree
    lifted: int


class DependencyTree(Tree):
    r"""A CoNLL-U sentence, made by `parse`; `str` returns its lines unchanged.

    Multiword tokens and empty nodes are kept in the text, but are not words. Every word is a node,
    whose parent is its head.

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
        self._text = _checked_sentence(text)

    @classmethod
    def parse(cls, text: str) -> DependencyTree:
        """Read one sentence, ignoring blank lines around it.

        Raises:
            InputError: The text is not one sentence, or its words do not form a tree.
            UsageError: The argument is not a string.
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
        """The words with all their columns."""
        rows = (line.split("\t") for line in self._text.split("\n"))
        return tuple(_token(*cells) for cells in rows if cells[0].isdigit())

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
        return frozen(np.array([token.head for token in self.tokens], np.int32))

    @property
    def parents(self) -> NDArray[np.int32]:
        """The head of each word, the same as `heads`."""
        return self.heads

    def span(self, node: int) -> range:
        """Return the words from the first to the last that a word dominates."""
        self._refuse_unknown(node)
        return self._spans[node][0]

    def is_contiguous(self, node: int) -> bool:
        """Return whether a word dominates all words in its span."""
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
        for word in order:  # grows meanwhile
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
        from wordorder.drawing.arcs import layout_arcs

        self.refuse_to_draw()
        words, tags, labels = (
            [visible(text) for text in texts] for texts in (self.words, self.tags, self.deprels)
        )
        return layout_arcs(words, tags, self.heads.tolist(), labels)

    def projective(self) -> ProjectiveTree:
        r"""Lift arcs until the tree is projective.

        While there are non-projective arcs, the shortest (of equals, the leftmost) moves to the
        head of its head. All else in the text stays, including enhanced dependencies.

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
        lifted = _kernels.lift_heads(heads, LIMITS.words)
        return ProjectiveTree(self._with_heads(lifted.heads), int(lifted.lifted[0]))

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


def _checked_sentence(text: str) -> str:
    """Return the lines of the sentence, followed by one blank line."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Morphology:
    """The words of a batch in the order of its `heads`, described by indices into `names`.

    Attributes:
        forms: The word itself.
        lemmas: Its lemma; `_` if unknown.
        xpos: Its language-specific part of speech; `_` if unknown.
        features: The features of all words, each a name and a value, such as `Polarity=Neg`.
        feature_offsets: The start and end of each word's features.
        names: All of these as text. Indices differ between batches of a file, so that memory does
            not grow with the number of its lemmas.
    """

    forms: NDArray[np.int32]
    lemmas: NDArray[np.int32]
    xpos: NDArray[np.int32]
    features: NDArray[np.int32]
    feature_offsets: Offsets
    names: Sequence[str]

    def number(self, name: str) -> int:
        """Return the index of a name; -1 if no word has it."""
        try:
            return self.names.index(name)
        except ValueError:
            return -1

    def has_feature(self, feature: str) -> NDArray[np.bool_]:
        """Return for each word whether it has a feature, such as `Polarity=Neg`.

        Raises:
            UsageError: The feature is not a name and a value.
        """
        if feature.count("=") != 1 or "|" in feature:
            raise UsageError(
                f"a feature is a name and a value, such as Polarity=Neg, not {feature!r}"
            )
        places = np.flatnonzero(self.features == self.number(feature))
        has = np.zeros(len(self.forms), np.bool_)
        has[np.searchsorted(self.feature_offsets, places, side="right") - 1] = True
        return has


class ProjectiveTrees(NamedTuple):
    """Trees without crossing arcs.

    Attributes:
        trees: The trees.
        lifted: For each row, the number of words whose head has changed.
    """

    trees: DependencyBatch
    lifted: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DependencyBatch(TreeBatch[DependencyTree]):
    """Consecutive sentences: row i has the words `offsets[i]` to `offsets[i + 1]`.

    Attributes:
        parents: The head of each word in its sentence, counting from 0; -1 for the root.
        deprels: The relation of each word to its head, as an index into `names`.
        upos: The universal part of speech of each word, as an index into `names`.
        offsets: The start and end of each row.
        names: Relations and parts of speech. All batches of a file share the list; later batches
            append to it, so indices keep their meaning.
        first_sentence: The number of the first row in its file, counting from 1.
        lines: The line at which each row starts.
        problems: The errors of rows that could not be read; these have no words.
        text: The text of the rows.
        starts: The start of each row in the text, and the end of the last.
    """

    parents: NDArray[np.int32]
    deprels: NDArray[np.int32]
    upos: NDArray[np.int32]
    offsets: NDArray[np.int64]
    names: Sequence[str]
    first_sentence: int
    lines: NDArray[np.int64]
    problems: Mapping[int, InputError]
    text: bytes
    starts: NDArray[np.int64]

    def _tree(self, row: int) -> DependencyTree:
        sentence = self.text[self.starts[row] : self.starts[row + 1]].decode()
        tree = DependencyTree._trusted(sentence.rstrip("\n") + "\n\n")
        return tree._with_heads(self.heads[self.offsets[row] : self.offsets[row + 1]])

    @property
    def heads(self) -> NDArray[np.int32]:
        """The head of each word, the same as `parents`."""
        return self.parents

    @property
    def head_words(self) -> NDArray[np.int64]:
        """The head of each word, numbered through all rows; -1 for roots."""
        starts = np.repeat(self.offsets[:-1], self.lengths)
        return np.where(self.heads < 0, -1, self.heads + starts)

    @property
    def lengths(self) -> NDArray[np.int32]:
        """The number of words in each row."""
        return np.diff(self.offsets).astype(np.int32)

    @property
    def parent_labels(self) -> NDArray[np.int32]:
        """The part of speech of each word, as an index into `names`."""
        return self.upos

    @property
    def child_labels(self) -> NDArray[np.int32]:
        """The relation of each word to its head, as an index into `names`."""
        return self.deprels

    @property
    def unit_rows(self) -> UnitRows:
        """The heads."""
        return UnitRows(heads=_kernels.Ragged(self.heads, self.offsets))

    def _rows(self, first: int, last: int) -> DependencyBatch:
        begin = self.offsets[first]
        words = slice(begin, self.offsets[last])
        return DependencyBatch(
            self.parents[words],
            self.deprels[words],
            self.upos[words],
            self.offsets[first : last + 1] - begin,
            self.names,
            self.first_sentence + first,
            self.lines[first:last],
            rows_of(self.problems, first, last),
            self.text,
            self.starts[first : last + 1],
        )

    def take(self, rows: Integers) -> DependencyBatch:
        """Return some rows, in any order and with repetitions, numbered from 1."""
        words, offsets = places_of_rows(self.offsets, rows)
        ranges = [(self.starts[row], self.starts[row + 1]) for row in rows.tolist()]
        return DependencyBatch(
            frozen(self.parents[words]),
            frozen(self.deprels[words]),
            frozen(self.upos[words]),
            frozen(offsets),
            self.names,
            1,
            self.lines[rows],
            {n: self.problems[row] for n, row in enumerate(rows.tolist()) if row in self.problems},
            b"".join(self.text[start:end] for start, end in ranges),
            frozen(np.cumsum([0, *(end - start for start, end in ranges)], dtype=np.int64)),
        )

    @classmethod
    def join(cls, batches: Sequence[DependencyBatch]) -> DependencyBatch:
        """Concatenate at least one batch of one file.

        Raises:
            InputError: The batches are from several files, whose names have different indices.
        """
        first = batches[0]
        if any(batch.names is not first.names for batch in batches):
            raise InputError("batches of trees from different files cannot be joined")
        words = np.cumsum([0, *(batch.offsets[-1] for batch in batches)])
        places = np.cumsum([0, *(batch.starts[-1] - batch.starts[0] for batch in batches)])
        rows = np.cumsum([0, *map(len, batches)]).tolist()
        return cls(
            frozen(np.concatenate([batch.parents for batch in batches])),
            frozen(np.concatenate([batch.deprels for batch in batches])),
            frozen(np.concatenate([batch.upos for batch in batches])),
            frozen(_ends([batch.offsets for batch in batches], words)),
            first.names,
            first.first_sentence,
            np.concatenate([batch.lines for batch in batches]),
            {
                start + row: problem
                for start, batch in zip(rows[:-1], batches, strict=True)
                for row, problem in batch.problems.items()
            },
            b"".join(batch.text[batch.starts[0] : batch.starts[-1]] for batch in batches),
            frozen(_ends([batch.starts - batch.starts[0] for batch in batches], places)),
        )

    def sentences(self) -> list[list[str]]:
        """Extract the words of every sentence from the text."""
        morphology = self.morphology()
        forms = [morphology.names[form] for form in morphology.forms.tolist()]
        return [forms[start:end] for start, end in pairwise(self.offsets.tolist())]

    def morphology(self) -> Morphology:
        """Extract forms, lemmas, language-specific tags and features of all words from the text.

        Every call takes about as long as reading the trees, so keep the result.
        """
        cells = _kernels.conllu_cells(self.text, self.starts, self.offsets)
        features = cells.features
        columns = cells.forms, cells.lemmas, cells.xpos, features.values, features.offsets
        return Morphology(*columns, cells.names)

    def projective(self) -> ProjectiveTrees:
        """Lift arcs until every tree is projective; see `DependencyTree.projective`."""
        lifted = _kernels.lift_heads(_kernels.Ragged(self.heads, self.offsets), LIMITS.words)
        return ProjectiveTrees(replace(self, parents=lifted.heads), lifted.lifted)


def _ends(parts: Sequence[NDArray[np.int64]], starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Concatenate offsets that start at 0, each part after the one before."""
    moved = [part[1:] + start for part, start in zip(parts, starts[:-1], strict=True)]
    return np.concatenate([[0], *moved]).astype(np.int64)
