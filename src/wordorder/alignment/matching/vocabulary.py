"""The words of a text as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.arrays import frozen
from wordorder.errors import InputError, UsageError

MOST_WORDS = 1 << 19
MOST_CHARACTERS = 1 << 25  # in all words together: without spaces, a whole line is a word

# Limits of a vocabulary kept between calls of `Matcher.match`: calls with single sentences need no
# more, and the kernel looks at all of its words in every call.
MOST_KEPT_WORDS = 1 << 12
MOST_KEPT_CHARACTERS = 1 << 16

_PIECE = 1 << 12

Number = TypeVar("Number", np.uint8, np.int16, np.int32, np.int64)


class Vocabulary:
    r"""Numbers for words, in the order of their first occurrence.

    A text has far fewer distinct words than words, so case is folded in the vocabulary, not in
    the text. The result is the same: if a letter's lower case depends on its neighbours (the sigma
    at the end of a Greek word), it never depends on any beyond a space.

    Args:
        fold_case: Whether to ignore case.

    Attributes:
        interner: The words, in lower case if case is folded.

    Examples:
        >>> vocabulary = Vocabulary(fold_case=True)
        >>> numbers = vocabulary.number(b"The house\nthe HOUSES\n")
        >>> numbers.values, numbers.offsets
        (array([0, 1, 0, 2], dtype=int32), array([0, 2, 4], dtype=int64))
        >>> vocabulary.words(1)
        ['house', 'houses']
    """

    def __init__(self, *, fold_case: bool) -> None:
        self._as_written = _kernels.Interner()
        self._fold_case = fold_case
        self.interner = _kernels.Interner() if fold_case else self._as_written
        self._folded_of: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._characters = 0
        self._seen = 0

    def __len__(self) -> int:
        return len(self.interner)

    def is_full(
        self, *, most_words: int = MOST_WORDS, most_characters: int = MOST_CHARACTERS
    ) -> bool:
        """Whether the next block should start a new vocabulary, so that memory stays bounded."""
        return self._seen > most_words or self._characters > most_characters

    @property
    def is_small(self) -> bool:
        """Whether the vocabulary, with all words as written, is small enough to keep."""
        return self._seen <= MOST_KEPT_WORDS and self._characters <= MOST_KEPT_CHARACTERS

    def number(self, text: bytes) -> _kernels.Ragged:
        """Return the word numbers of each line."""
        numbers = self._as_written.intern(text)
        if new_words := self._as_written.words(self._seen):
            joined = "\n".join(new_words)
            self._seen += len(new_words)
            self._characters += len(joined)
            if self._fold_case:
                self._folded_of.extend(self.interner.intern(joined.lower().encode()).values)
        if not self._fold_case:
            return numbers
        folded_numbers = self._folded_of.values.take(numbers.values)
        return _kernels.Ragged(frozen(folded_numbers), numbers.offsets)

    def words(self, first: int) -> list[str]:
        """Return the words numbered `first` and up."""
        return self.interner.words(first)


def as_block(sentences: Iterable[str]) -> bytes:
    r"""Join sentences, one per line.

    A lone surrogate has no UTF-8 form and is escaped.

    Raises:
        InputError: A sentence contains a line end.
        UsageError: A single sentence instead of a list, or a sentence that is not text.

    Examples:
        >>> as_block(["the house", "", "\udcff"])
        b'the house\n\n\\udcff\n'
    """
    if isinstance(sentences, str):
        raise UsageError("expected a list of sentences, found a single sentence; put it in a list")
    sentences = tuple(sentences)  # an iterator gives them only once
    try:
        text = "\n".join([*sentences, ""])
    except TypeError:
        number = next(n for n, line in enumerate(sentences) if not isinstance(line, str))
        kind = type(sentences[number]).__name__
        raise UsageError(
            f"sentence {number} is of type {kind}; give text with words separated by spaces"
        ) from None
    if text.count("\n") != len(sentences):
        number = next(n for n, line in enumerate(sentences) if "\n" in line)
        raise InputError(f"sentence {number} contains a line end")
    return text.encode("utf-8", "backslashreplace")


def folded(text: bytes, *, piece: int = _PIECE) -> bytes:
    """Lowercase whole lines.

    Python is many times faster on pure ASCII, so the text is processed in pieces: a single accent
    then does not slow down a whole mebibyte.
    """
    pieces = []
    start = 0
    while start < len(text):
        end = text.find(b"\n", start + piece) + 1 or len(text)
        pieces.append(text[start:end].decode().lower().encode())
        start = end
    return b"".join(pieces)


class GrowingArray(Generic[Number]):
    """An array of numbers with spare capacity.

    Examples:
        >>> array = GrowingArray(np.int32)
        >>> for block in ([3, 1], [], [4]):
        ...     array.extend(block)
        >>> array.values
        array([3, 1, 4], dtype=int32)
    """

    def __init__(self, dtype: type[Number]) -> None:
        self._room: NDArray[Number] = np.empty(0, dtype)
        self._size = 0

    @property
    def values(self) -> NDArray[Number]:
        """All numbers so far; `extend` may move them."""
        return self._room[: self._size]

    def extend(self, numbers: NDArray[Number] | Sequence[int]) -> None:
        """Append numbers."""
        end = self._size + len(numbers)
        if end > len(self._room):
            # Twice what is needed, so that each number is copied about once, not once a block.
            room = np.empty(2 * end, self._room.dtype)
            room[: self._size] = self.values
            self._room = room
        self._room[self._size : end] = numbers
        self._size = end


class GrowingRows:
    """Rows of numbers that grow block by block.

    Examples:
        >>> rows = GrowingRows()
        >>> rows.extend(np.array([3, 1, 4], np.int32), [2, 0, 1])
        >>> rows.ragged.values, rows.ragged.offsets
        (array([3, 1, 4], dtype=int32), array([0, 2, 2, 3]))
    """

    def __init__(self) -> None:
        self._values: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._offsets: GrowingArray[np.int64] = GrowingArray(np.int64)
        self._offsets.extend([0])

    @property
    def ragged(self) -> _kernels.Ragged:
        """All rows so far."""
        return _kernels.Ragged(self._values.values, self._offsets.values)

    def extend(self, values: NDArray[np.int32], lengths: NDArray[np.int64] | Sequence[int]) -> None:
        """Append rows: their numbers, and how many each has."""
        self._offsets.extend(np.cumsum(lengths, dtype=np.int64) + len(self._values.values))
        self._values.extend(values)
