"""How much a file of links may make out of how little."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError, argument
from wordorder.text import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wordorder.alignment.batch import AlignmentBatch

WORDS_IN_ANY_CASE = 4_000_000
WORDS_FOR_A_BYTE = 100
"""Where no text tells how long sentences are, one link, or the number of a sentence, does: ten
bytes make a million words, and what is written has a cell for each. So the sentences of a file may
have so many words together for each byte that was read of it, besides those that any file may have.
Files of real links make less than one word of a byte, and about ten where nearly all words are
without links."""

WORDS_OF_A_SENTENCE = 4
"""A sentence counts as so many words at least: one without any takes time, too."""


class Allowance:
    """Counts what is read, and refuses what it makes.

    Args:
        name: What errors call the file.
        by_line: Whether a line is a sentence pair.
        told: Whether a text tells the lengths of source and of target sentences.
        on_bytes: Is told, too, how many bytes were read.
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
        """Take in that so many bytes were read."""
        self._bytes += count
        if self._on_bytes is not None:
            self._on_bytes(count)

    def checked(self, batches: Iterable[AlignmentBatch]) -> Iterator[AlignmentBatch]:
        """Give out the sentence pairs as long as they are not too much.

        Raises:
            InputError: They are.
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
        sides = zip(("source", "target"), self._told, strict=True)
        texts = " and ".join(argument(side) for side, told in sides if not told)
        what = (
            f"the links up to here make far too many words and sentences of {self._bytes} bytes; "
            f"give the text with {texts} if there really are as many"
        )
        if self._by_line:
            return Place(self._name, pair).error(what)
        return InputError(f"{self._name}: sentence pair {pair}: {what}")
