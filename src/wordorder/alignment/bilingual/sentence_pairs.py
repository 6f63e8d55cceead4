"""A text and its translation as words, some lines at a time."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.text import split_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from wordorder.text import ParallelText

MOST_LINES = 1000  # words take a lot of memory as Python strings


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
        kept = np.repeat(lines, self.lengths)
        words = [word for word, keep in zip(self.words, kept, strict=True) if keep]
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
    text: ParallelText, *, fold_case: bool, on_bytes: Callable[[int], None] | None = None
) -> Iterator[SentencePairs]:
    """Stream both texts in bounded memory."""
    with closing(text.read(on_bytes=on_bytes)) as blocks:
        for block in blocks:
            source, target = (side.decode().split("\n") for side in block.texts)
            for start in range(0, block.lines, MOST_LINES):
                lines = slice(start, min(start + MOST_LINES, block.lines))
                yield SentencePairs(
                    _sentences(source[lines], fold_case),
                    _sentences(target[lines], fold_case),
                    block.first_line + start,
                )


def _sentences(lines: list[str], fold_case: bool) -> SplitSentences:
    split = [split_words(line.lower() if fold_case else line) for line in lines]
    offsets = np.cumsum([0, *map(len, split)], dtype=np.int64)
    return SplitSentences([word for words in split for word in words], offsets)
