"""One CoNLL-U sentence: words with their heads and relations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.errors import InputError
from wordorder.output import visible
from wordorder.syntax.limits import LIMITS

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Word(NamedTuple):
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


@dataclass(frozen=True, slots=True)
class DependencyTree:
    r"""A CoNLL-U sentence, made by `parse`; `str` returns its lines unchanged.

    Multiword tokens and empty nodes are kept in the text, but are not words.

    Attributes:
        words: The syntactic words.
        comments: The lines that start with `#`, as written.

    Examples:
        >>> tree = DependencyTree.parse(
        ...     "# text = Time flies\n"
        ...     "1\tTime\ttime\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n"
        ...     "2\tflies\tfly\tVERB\tVBZ\t_\t0\troot\t_\t_\n"
        ... )
        >>> tree.forms, tree.deprels, tree.heads.tolist()
        (('Time', 'flies'), ('nsubj', 'root'), [1, -1])
        >>> tree.words[0].upos, tree.comments
        ('NOUN', ('# text = Time flies',))

    References:
        Joakim Nivre, Marie-Catherine de Marneffe, Filip Ginter, Jan Hajič, Christopher D. Manning,
        Sampo Pyysalo, Sebastian Schuster, Francis Tyers and Daniel Zeman. 2020. Universal
        Dependencies v2: An Evergrowing Multilingual Treebank Collection. LREC 2020.
    """

    words: tuple[Word, ...]
    comments: tuple[str, ...]
    _text: str = field(repr=False)

    @classmethod
    def parse(cls, text: str) -> DependencyTree:
        """Read one sentence, ignoring blank lines around it.

        Raises:
            InputError: The text is not one sentence, or its words do not form a tree.
        """
        text = text.replace("\r\n", "\n")
        sentence = text.strip("\n") + "\n\n"
        first_line = 1 + len(text) - len(text.lstrip("\n"))
        data = sentence.encode("utf-8", "backslashreplace")
        *_, lines, problems = _kernels.parse_conllu(_kernels.Interner(), data, first_line, LIMITS)
        if len(lines) != 1:
            raise InputError(f"expected one CoNLL-U sentence, found {len(lines)}")
        for _, line, what in problems:
            raise InputError(f"line {line}: {visible(what)}")
        return cls._trusted(sentence)

    @classmethod
    def _trusted(cls, sentence: str) -> DependencyTree:
        lines = sentence.split("\n")[:-2]
        comments = tuple(line for line in lines if line.startswith("#"))
        cells = (line.split("\t") for line in lines if not line.startswith("#"))
        words = tuple(_word(*columns) for columns in cells if columns[0].isdigit())
        return cls(words, comments, sentence)

    def __str__(self) -> str:
        return self._text

    def __len__(self) -> int:
        return len(self.words)

    @property
    def forms(self) -> tuple[str, ...]:
        """The words as written."""
        return tuple(word.form for word in self.words)

    @property
    def heads(self) -> NDArray[np.int32]:
        """The head of each word, counting from 0; -1 for the root."""
        return np.array([word.head for word in self.words], np.int32)

    @property
    def deprels(self) -> tuple[str, ...]:
        """The relation of each word to its head."""
        return tuple(word.deprel for word in self.words)


def _word(_number: str, *columns: str) -> Word:
    form, lemma, upos, xpos, feats, head, deprel, deps, misc = columns
    return Word(form, lemma, upos, xpos, feats, int(head) - 1, deprel, deps, misc)
