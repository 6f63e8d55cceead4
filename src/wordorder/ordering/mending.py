"""Misplaced words, and the moves that correct the order best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import UsageError
from wordorder.ordering.block_gains import best_gains
from wordorder.ordering.counts import longest_increasing_positions
from wordorder.ordering.scores import as_permutation, permutation_scores
from wordorder.permutation import Permutation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from wordorder.arrays import IntArray
    from wordorder.permutation import TreeNode


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
        >>> from wordorder import Permutation, misplaced_words
        >>> misplaced_words(Permutation.parse("⟨2, 4, 5, 6, 1, 3⟩"))
        (4, 5)

    References:
        Birch, Osborne and Blunsom (2010), Metrics for MT Evaluation: Evaluating Reordering.
    """
    permutation = as_permutation(permutation)
    in_place = set(longest_increasing_positions(permutation))
    return tuple(i for i in range(len(permutation)) if i not in in_place)


def mending_moves(permutation: Permutation | ArrayLike, most: int = 3) -> tuple[MendingMove, ...]:
    """Return the block moves that correct the order best, one after the other.

    Each move takes a block (contiguous words with contiguous ranks) of the result so far and puts
    it where `kendall` rises most:

        gain = block length · (smaller − larger words passed) / pairs, if it moves right

    and the reverse if it moves left. There are at most `most` moves, each with a gain. The choice
    is greedy: a later move may gain more than an earlier one, and other moves might reach the same
    order in fewer steps. Ties go to the shorter block, then to the one that starts first, moved to
    the nearest position, left before right.

    A move is found in O(n log² n) time, however many blocks there are.

    Examples:
        >>> from wordorder import Permutation, mending_moves
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
    if most < 0:
        raise UsageError(f"most must be 0 or more moves, not {most}")
    permutation = as_permutation(permutation)
    moves: list[MendingMove] = []
    while len(moves) < most and (move := _best_move(permutation)):
        moves.append(move)
        permutation = move.permutation
    return tuple(moves)


def _best_move(permutation: Permutation) -> MendingMove | None:
    ranks, n = permutation.ranks, len(permutation)
    starts, stops, lows = _promising_blocks(permutation)
    if not len(starts):
        return None
    sizes = stops - starts
    # Moving left mirrors moving right: read from the end, with the ranks reversed.
    rightward = best_gains(ranks, stops, lows)
    leftward = best_gains((n - 1 - ranks)[::-1], n - starts, n - lows - sizes)
    per_word = np.maximum(rightward, leftward)
    best = np.lexsort((starts, sizes, -sizes * per_word))[0]
    start, stop, low, gain = (int(a[best]) for a in (starts, stops, lows, per_word))
    to = _nearest_place(ranks, start, stop, low, gain)
    after = Permutation(_moved(ranks, start, stop, to))
    return MendingMove(
        start,
        stop,
        to,
        gain * (stop - start) / (n * (n - 1) // 2),
        permutation_scores(after, "kendall")["kendall"],
        after,
    )


def _promising_blocks(permutation: Permutation) -> NDArray[np.int64]:
    """List O(n) blocks that include the best one: starts, stops and lowest ranks.

    A block is a node, or a run of children of a monotone or inverted node. Moving part of a
    monotone node first breaks the order inside it; moving the whole node gains more. Part of an
    inverted node that moves right gains more together with everything to its left in the node, so
    it is a prefix; if it moves left, a suffix. Every child of a simple node is tried. So there is
    no block if the order is right, and one with a gain otherwise.
    """
    blocks: list[tuple[int, int, int]] = []
    for node in permutation.tree().nodes() if len(permutation) else ():
        if node.kind == "simple":
            blocks += [_as_block(child) for child in node.children]
        elif node.kind == "inverted":
            start, stop, low = _as_block(node)
            for child in node.children[1:]:
                cut = child.span.start
                blocks += [(start, cut, low + stop - cut), (cut, stop, low)]
    return np.array(blocks, np.int64).reshape(-1, 3).T


def _as_block(node: TreeNode) -> tuple[int, int, int]:
    return node.span.start, node.span.stop, node.value_range.start


def _nearest_place(ranks: IntArray, start: int, stop: int, low: int, gain: int) -> int:
    """Find the nearest position where each word of the block gains this much."""
    rightward = np.cumsum(np.where(ranks[stop:] < low, 1, -1))
    leftward = np.cumsum(np.where(ranks[:start][::-1] > low, 1, -1))
    places = [(k, stop + 1 + k) for k in np.flatnonzero(rightward == gain)[:1]]
    places += [(k, start - 1 - k) for k in np.flatnonzero(leftward == gain)[:1]]
    return int(min(places)[1])


def _moved(ranks: IntArray, start: int, stop: int, to: int) -> IntArray:
    """Swap the block with the words that it passes."""
    first, middle, last = sorted((start, stop, to))
    return np.concatenate([ranks[:first], ranks[middle:last], ranks[first:middle], ranks[last:]])
