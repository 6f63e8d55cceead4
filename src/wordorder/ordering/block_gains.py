"""The gain of moving blocks past the words after them, for many blocks at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import IntArray

    Ints = NDArray[np.int64]


class _Halves(NamedTuple):
    """Stretches of the sentence, cut in half: a row per stretch, a column per number of words.

    Attributes:
        width: Words in half a stretch.
        in_left: At column c, how many of the stretch's c smallest words are in its left half.
        best: At column c, for each half, the best gain from passing it if its c smallest words
            are smaller than the block.
    """

    width: int
    in_left: IntArray
    best: IntArray


def best_gains(ranks: IntArray, stops: Ints, lows: Ints) -> Ints:
    """Return the most that each word of each block can gain by moving right.

    Passing a smaller word corrects a pair; passing a larger one breaks a pair. This is the same for
    all words of a block, so its end and its lowest rank are enough:

        best(stop, low) = max over t ≥ stop of Σ_{stop ≤ i < t} (+1 if ranks[i] < low, else −1)

    Scanning for each block would be quadratic. Instead, each stretch of 1, 2, 4, … words has a
    table of the best gain for every number of smaller words in it, and a block meets at most one
    stretch of each length: O(n log² n) in all, whatever the permutation.

    Examples:
        >>> ranks = np.array([1, 3, 4, 5, 0, 2], np.int32)  # [1, 4) has the ranks 3 to 5
        >>> best_gains(ranks, np.array([1, 4]), np.array([1, 3]))
        array([0, 2])
    """
    stretch = np.zeros_like(stops)
    smaller = lows  # words in the stretch that are smaller than the block
    behind = np.zeros_like(stops)  # best gain from passing what comes after the stretch
    for width, in_left, best in reversed(_cut(_padded(ranks))):
        left = in_left[stretch, smaller]
        right = smaller - left
        starts_right = stops & width != 0
        passing_right = np.maximum(best[2 * stretch + 1, right], 2 * right - width + behind)
        behind = np.where(starts_right, behind, passing_right)
        smaller = np.where(starts_right, right, left)
        stretch = 2 * stretch + starts_right
    gains: Ints = np.maximum(0, 2 * smaller - 1 + behind)
    return gains


def _padded(ranks: IntArray) -> IntArray:
    """Pad to a power of two above n with words that no block gains by passing."""
    return np.append(ranks, np.arange(len(ranks), 1 << len(ranks).bit_length(), dtype=np.int32))


def _cut(ranks: IntArray) -> list[_Halves]:
    """Build the tables, from the shortest stretches to the whole."""
    levels = []
    width = 1
    best = np.tile(np.array([0, 1], np.int32), (len(ranks), 1))
    while width < len(ranks):
        smallest_first = ranks.reshape(-1, 2 * width).argsort(axis=1)
        in_left = np.zeros((len(smallest_first), 2 * width + 1), np.int32)
        np.cumsum(smallest_first < width, axis=1, out=in_left[:, 1:])
        levels.append(_Halves(width, in_left, best))
        in_right = np.arange(2 * width + 1, dtype=np.int32) - in_left
        left_half = np.arange(0, len(best), 2)[:, np.newaxis]
        best = np.maximum(  # the block stops in the left half, or in the right one
            best[left_half, in_left], 2 * in_left - width + best[left_half + 1, in_right]
        )
        width *= 2
    return levels
