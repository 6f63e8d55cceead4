"""A text and its translation, as words and as word numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.arrays import frozen
from wordorder.errors import InputError
from wordorder.text.reader import ParallelText
from wordorder.text.tokenizers import split_words

MOST_LINES = 1000  # words take a lot of memory as Python strings

MOST_WORD_PAIRS = 10_000_000
"""The limit for one sentence pair: training pairs every word with every word."""


@dataclass(frozen=True, slots=True)
class SplitSentences:
    """Some consecutive lines of one text.

    Attributes:
        words: The words of all lines, line by line.
        offsets: The start and end of each line.
    """

    words: list[str]
    offsets: NDArray[np.int64]

    @property
    def lengths(self) -> NDArray[np.int32]:
        """The number of words in each line."""
        return np.diff(self.offsets).astype(np.int32)

    def only(self, lines: NDArray[np.bool_]) -> SplitSentences:
        """Keep only the given lines."""
        chosen = np.repeat(lines, self.lengths)
        words = [word for word, is_chosen in zip(self.words, chosen, strict=True) if is_chosen]
        return SplitSentences(words, np.cumsum([0, *self.lengths[lines]], dtype=np.int64))


@dataclass(frozen=True, slots=True)
class SentencePairs:
    """The same consecutive lines of both texts, and the number of the first."""

    source: SplitSentences
    target: SplitSentences
    first_line: int

    def with_words(self) -> tuple[SplitSentences, SplitSentences]:
        """Return both sides without the pairs that have an empty side."""
        lines = (self.source.lengths > 0) & (self.target.lengths > 0)
        if lines.all():
            return self.source, self.target
        return self.source.only(lines), self.target.only(lines)


def read_pairs(
    text: ParallelText,
    *,
    fold_case: bool,
    on_bytes: Callable[[int], None] | None = None,
    most_lines: int = MOST_LINES,
) -> Iterator[SentencePairs]:
    """Stream both texts in bounded memory."""
    with closing(text.read(on_bytes=on_bytes)) as blocks:
        for block in blocks:
            source, target = (side.decode().split("\n") for side in block.texts)
            for start in range(0, block.lines, most_lines):
                lines = slice(start, min(start + most_lines, block.lines))
                yield SentencePairs(
                    _sentences(source[lines], fold_case),
                    _sentences(target[lines], fold_case),
                    block.first_line + start,
                )


def _sentences(lines: list[str], fold_case: bool) -> SplitSentences:
    split = [split_words(line.lower() if fold_case else line) for line in lines]
    offsets = np.cumsum([0, *map(len, split)], dtype=np.int64)
    return SplitSentences([word for words in split for word in words], offsets)


class WordNumbers(dict[str, int]):
    """Numbers words from 0, in the order of first lookup.

    Examples:
        >>> numbers = WordNumbers()
        >>> [numbers[word] for word in ("to", "be", "or", "not", "to", "be")]
        [0, 1, 2, 3, 0, 1]
    """

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


@dataclass(slots=True)
class NumberedSide:
    """All sentences of one side, as word numbers.

    Attributes:
        numbers: The number of each word.
    """

    numbers: WordNumbers = field(default_factory=WordNumbers)
    _numbered: list[NDArray[np.int32]] = field(default_factory=list)
    _lengths: list[NDArray[np.int32]] = field(default_factory=list)

    def append(self, sentences: SplitSentences) -> None:
        """Add more sentences."""
        words = sentences.words
        self._numbered.append(
            np.fromiter(map(self.numbers.__getitem__, words), np.int32, len(words))
        )
        self._lengths.append(sentences.lengths)

    def rows(self) -> _kernels.Ragged:
        """Return the numbers of the words of each sentence."""
        nothing = np.empty(0, np.int32)
        lengths = np.concatenate([nothing, *self._lengths], dtype=np.int64)
        return _kernels.Ragged(
            frozen(np.concatenate([nothing, *self._numbered])),
            frozen(np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])),
        )


def numbered(text: ParallelText, *, fold_case: bool) -> tuple[NumberedSide, NumberedSide]:
    """Read both texts into memory, without pairs that have an empty side.

    Raises:
        InputError: A sentence pair has too many word pairs, or no pair has any.
    """
    source, target = NumberedSide(), NumberedSide()
    any_words = False
    for pairs in read_pairs(text, fold_case=fold_case):
        any_words |= _has_words(pairs, text)
        for side, sentences in zip((source, target), pairs.with_words(), strict=True):
            side.append(sentences)
    if not any_words:
        raise InputError(
            f"{text.names[0]}, {text.names[1]}: no line has words in both, "
            "so there is nothing to train on"
        )
    return source, target


def _has_words(pairs: SentencePairs, text: ParallelText) -> bool:
    """Return whether any pair has words on both sides; reject pairs that are too long."""
    products = pairs.source.lengths.astype(np.int64) * pairs.target.lengths
    longest = int(products.argmax())
    if products[longest] > MOST_WORD_PAIRS:
        line = pairs.first_line + longest
        raise InputError(
            f"{text.names[0]}:{line}: {pairs.source.lengths[longest]:,} words, with "
            f"{pairs.target.lengths[longest]:,} in {text.names[1]}, are too many to train on; "
            "split or remove the line in both"
        )
    return bool(products[longest])
