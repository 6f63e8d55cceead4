"""A text and its translation as word numbers, for the kernels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.alignment.bilingual.sentence_pairs import read_pairs
from wordorder.arrays import frozen
from wordorder.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.alignment.bilingual.sentence_pairs import SentencePairs, SplitSentences
    from wordorder.text import ParallelText

MOST_WORD_PAIRS = 10_000_000
"""In one sentence pair: every word is paired with every word, so long pairs exhaust memory."""


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
    """All sentences of one side.

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
    """Whether some pair has words on both sides; reject pairs that are too long."""
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
