"""Limits on the number of words that an alignment file may imply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.text import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wordorder.alignment.batch import AlignmentBatch

WORDS_IN_ANY_CASE = 4_000_000
WORDS_FOR_A_BYTE = 100
"""Without a text, a single link or sentence number determines how long sentences are: ten bytes
imply a million words, and the output has a cell for each. So the sentences of a file may have this
many words for each byte read, plus those allowed for any file. Real files have less than one word
per byte, and about ten if nearly all words are unlinked."""

WORDS_OF_A_SENTENCE = 4
"""A sentence counts as at least this many words: an empty one takes time, too."""


class Allowance:
    """Counts the bytes read and the words they imply, and rejects too many words.

    Args:
        name: The name of the file in error messages.
        by_line: Whether a line is a sentence pair.
        told: Whether a text gives the lengths of source and target sentences.
        on_bytes: Also called with the number of bytes read.
    """

    def __init__(
        self,
        name: str,
        *,
        by_line: bool,
        told: tuple[bool, bool],
        on_bytes: Callable[[int], None] | None,
    ) -> None:
        self._name = name
        self._by_line = by_line
        self._told = told
        self._on_bytes = on_bytes
        self._bytes = 0
        self._words = 0

    def count_bytes(self, count: int) -> None:
        """Count bytes read."""
        self._bytes += count
        if self._on_bytes is not None:
            self._on_bytes(count)

    def checked(self, batches: Iterable[AlignmentBatch]) -> Iterator[AlignmentBatch]:
        """Pass on the sentence pairs while they stay within the limit.

        Raises:
            InputError: They exceed the limit.
        """
        for batch in batches:
            words = self._words + np.cumsum(self._untold_words(batch))
            limit = WORDS_IN_ANY_CASE + WORDS_FOR_A_BYTE * self._bytes
            if len(batch) and words[-1] > limit:
                row = int(np.argmax(words > limit))
                if row:
                    yield batch.rows(0, row)
                raise self._refusal(batch.first_line + row)
            self._words = int(words[-1]) if len(batch) else self._words
            yield batch

    def _untold_words(self, batch: AlignmentBatch) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        lengths = (batch.source_lengths, batch.target_lengths)
        untold = [side for side, told in zip(lengths, self._told, strict=True) if not told]
        words = np.zeros(len(batch), np.int64)
        for side in untold:
            words += side
        return words if any(self._told) else np.maximum(words, WORDS_OF_A_SENTENCE)

    def _refusal(self, pair: int) -> InputError:
        what = (
            f"the links up to here imply far too many words and sentences for {self._bytes} bytes; "
            "give the texts as well if there really are that many"
        )
        if self._by_line:
            return Place(self._name, pair).error(what)
        return InputError(f"{self._name}: sentence pair {pair}: {what}")
