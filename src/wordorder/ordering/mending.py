"""Misplaced words of permutations, and the moves that correct their order best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.errors import UsageError, expect
from wordorder.ordering.scores import as_permutation, permutation_scores
from wordorder.permutation.batch import PermutationBatch
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from wordorder.arrays import Floats, IntArray
    from wordorder.permutation.permutation import Permutation


@dataclass(frozen=True, slots=True)
class MendingMove:
    """One block of words, moved to another position.

    Attributes:
        start: First position of the block before the move, counting from 0.
        stop: One past its last position.
        to: The position, before the move, of the word that the block is put in front of; the
            number of words if it is put at the end.
        gain: The increase in `kendall`.
        kendall: `kendall` after the move.
        permutation: The ranks after the move; groups are not kept.
    """

    start: int
    stop: int
    to: int
    gain: float
    kendall: float
    permutation: Permutation


def misplaced_words(permutation: Permutation | ArrayLike) -> tuple[int, ...]:
    """Return the positions of the words outside the longest increasing subsequence.

    They are the fewest words to move, one by one, to restore the order:

        number of misplaced words = (n − 1) · (1 − ulam)

    Ties go to the subsequence whose positions are lexicographically first, as in
    `PermutationCounts.increasing`; so of two swapped words the second is misplaced.

    Examples:
        >>> from wordorder import Permutation
        >>> misplaced_words(Permutation.parse("⟨2, 4, 5, 6, 1, 3⟩"))
        (4, 5)

    References:
        Birch, Osborne and Blunsom (2010), Metrics for MT Evaluation: Evaluating Reordering.
    """
    permutation = as_permutation(permutation)
    in_place = set(longest_increasing_positions(permutation))
    return tuple(i for i in range(len(permutation)) if i not in in_place)


def longest_increasing_positions(permutation: Permutation) -> tuple[int, ...]:
    """Return the positions of the longest increasing subsequence.

    Ties go to the one whose positions are lexicographically first.

    Examples:
        >>> from wordorder import Permutation
        >>> longest_increasing_positions(Permutation.parse("⟨2, 1, 4, 3⟩"))
        (0, 2)
    """
    row = _kernels.Ragged(permutation.ranks, np.array([0, len(permutation)]))
    return tuple(np.flatnonzero(_kernels.misplacements(row) == 0).tolist())


def misplacements(permutations: PermutationBatch) -> IntArray:
    """Return how far each word of each permutation is from its place.

    A word is in place if it is in the longest increasing subsequence; ties go to the one whose
    positions are lexicographically first. The others are misplaced, by

        in-place words before it that belong behind it − in-place words behind it that belong before

    of which exactly one is 0. So words that are themselves misplaced do not count, and the sign
    gives the direction: negative if the word stands too far left.

    Examples:
        >>> from wordorder.permutation import PermutationBatch
        >>> misplacements(PermutationBatch.from_permutations([[1, 3, 4, 5, 0, 2], [0, 1]])).tolist()
        [0, 0, 0, 0, 4, 3, 0, 0]
    """
    return _kernels.misplacements(permutations.ragged)


def mending_moves(permutation: Permutation | ArrayLike, most: int = 3) -> tuple[MendingMove, ...]:
    """Return the block moves that correct the order best, one after the other.

    Each move takes a block (contiguous words with contiguous ranks) of the result so far and puts
    it where `kendall` rises most:

        gain = block length · (smaller − larger words passed) / pairs, if it moves right

    and the reverse if it moves left. There are at most `most` moves, each with a gain. The choice
    is greedy: a later move may gain more than an earlier one, and other moves might reach the same
    order in fewer steps. Ties go to the shorter block, then to the one that starts first, moved to
    the nearest position, left before right.

    A move is found in O(n log n) time, however many blocks there are.

    Examples:
        >>> from wordorder import Permutation
        >>> for move in mending_moves(Permutation.parse("⟨2, 4, 5, 6, 1, 3⟩")):
        ...     print(move.start, move.stop, move.to, round(move.gain, 4), move.permutation)
        1 4 6 0.4 ⟨2, 1, 3, 4, 5, 6⟩
        0 1 2 0.0667 ⟨1, 2, 3, 4, 5, 6⟩

    Raises:
        UsageError: `most` is negative.

    References:
        Snover et al. (2006), A Study of Translation Edit Rate with Targeted Human Annotation:
        greedy shifts, but of any phrase and for the edit distance.
    """
    permutation = as_permutation(permutation)
    batch = mending_moves_batch(PermutationBatch.from_permutations([permutation.ranks]), most)
    columns = (batch.start, batch.stop, batch.to, batch.gain)
    moves: list[MendingMove] = []
    for start, stop, to, gain in zip(*(column.tolist() for column in columns), strict=True):
        permutation = as_permutation(_moved(permutation.ranks, start, stop, to))
        kendall = permutation_scores(permutation, "kendall")["kendall"]
        moves.append(MendingMove(start, stop, to, gain, kendall, permutation))
    return tuple(moves)


class MendingMoves(NamedTuple):
    """Moves of many permutations: row i has the moves `offsets[i]` to `offsets[i + 1]`, in order.

    Attributes:
        offsets: The start and end of the moves of each row.
        start: First position of each block before the move, counting from 0.
        stop: One past its last position.
        to: The position, before the move, of the word that the block is put in front of; the
            number of words if it is put at the end.
        gain: The increase in `kendall`.
    """

    offsets: NDArray[np.int64]
    start: IntArray
    stop: IntArray
    to: IntArray
    gain: Floats


def mending_moves_batch(
    permutations: PermutationBatch, most: int = 3, *, threads: int | None = None
) -> MendingMoves:
    """Return the moves that correct the order of many permutations; see `mending_moves`.

    Examples:
        >>> from wordorder.permutation import PermutationBatch
        >>> batch = PermutationBatch.from_permutations([[1, 3, 4, 5, 0, 2], [0, 1], [1, 0]])
        >>> moves = mending_moves_batch(batch)
        >>> moves.offsets.tolist(), moves.start.tolist(), moves.to.tolist()
        ([0, 2, 2, 3], [1, 0, 0], [6, 2, 2])

    Raises:
        UsageError: `most` is negative.
    """
    expect(permutations, PermutationBatch, "permutations")
    if most < 0:
        raise UsageError(f"most must be 0 or more moves, not {most}")
    moves = _kernels.mending_moves(permutations.ragged, most, thread_count(threads))
    words = np.repeat(permutations.lengths, np.diff(moves.offsets))
    gain = moves.pairs / (words * (words - 1) // 2)
    return MendingMoves(moves.offsets, moves.start, moves.stop, moves.to, gain)


def _moved(ranks: IntArray, start: int, stop: int, to: int) -> IntArray:
    """Swap the block with the words that it passes."""
    first, middle, last = sorted((start, stop, to))
    return np.concatenate([ranks[:first], ranks[middle:last], ranks[first:middle], ranks[last:]])
