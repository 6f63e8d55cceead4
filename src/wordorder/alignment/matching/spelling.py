"""The letters of words, as the kernel takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.alignment.matching.growing import GrowingArray

if TYPE_CHECKING:
    from collections.abc import Sequence

# Shorter words that differ in one letter are mostly other words.
SHORTEST = 5

# Longer ones are no words.
_LONGEST = 100


class Letters:
    """The letters of the words of a vocabulary that are long enough to be compared.

    Two words are spelt alike if one letter is another, one is missing or two neighbours are
    swapped.

    Examples:
        >>> letters = Letters()
        >>> letters.extend(["osama", "bin", "2,600", "usama"])
        >>> "".join(map(chr, letters.rows.values)), letters.rows.offsets
        ('osamausama', array([ 0,  5,  5,  5, 10]))
    """

    def __init__(self) -> None:
        self._values: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._ends: GrowingArray[np.int64] = GrowingArray(np.int64)
        self._ends.extend([0])

    @property
    def rows(self) -> _kernels.Ragged:
        """The letters of each word."""
        return _kernels.Ragged(self._values.values, self._ends.values)

    def extend(self, words: Sequence[str]) -> None:
        """Append words."""
        spelt = [
            word if SHORTEST <= len(word) <= _LONGEST and word.isalpha() else "" for word in words
        ]
        letters = np.frombuffer("".join(spelt).encode("utf-32-le"), "<i4").astype(np.int32)
        self._ends.extend(np.cumsum([len(word) for word in spelt]) + len(self._values.values))
        self._values.extend(letters)
