"""Which words stand at the wrong place, and which moves mend most."""

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
    """One block of words, put at another place.

    Attributes:
        start: First position of the block, before the move and counting from 0.
        stop: One past its last position.
        to: The position of the word before which the block is put, before the move as well; the
            number of words, if it is put at the end.
        gain: How much `kendall` rises.
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

    They are the fewest that must be moved if words are moved one by one:

        number of misplaced words = (n − 1) · (1 − ulam)

    Of several equally long subsequences, the one whose positions come first in lexicographic order
    stays, as in `PermutationCounts.increasing`; so of two swapped words the second is misplaced.

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
    """Return the moves of blocks that mend the order best, one after the other.

    Each move takes a block, that is neighbouring words whose ranks are neighbours too, of what the
    moves before it have made, and puts it where `kendall` rises most:

        gain = block's length · (smaller − larger words passed) / pairs, if it goes right

    and the other way round if it goes left. No move is made without a gain, and not
    more than `most`. The choice is greedy: a later move may gain more than an earlier one, and
    other moves might need fewer steps to the same order. Of equal gains, the shorter block is
    moved, then the one that starts first, to the nearest place, rather left than right.

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
        greedy shifts, there of any phrase and for the edit distance.
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
    # Going left is going right in the mirror: read from the end, with the ranks from above.
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
    """List the blocks among which the best one is: starts, stops and lowest ranks, O(n) of them.

    A block is a node, or a run of children of a monotone or inverted node. A part of a monotone
    node first breaks the order inside it; the whole node gains more. A part of an inverted node
    that goes right gains more with everything to the left of it in the node, so it is a first
    part; a last part if it goes left. Of simple nodes each child is tried. So there is no block
    here if the order is right, and one that gains if not.
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
    """Find the nearest place at which each word of the block gains so much."""
    rightward = np.cumsum(np.where(ranks[stop:] < low, 1, -1))
    leftward = np.cumsum(np.where(ranks[:start][::-1] > low, 1, -1))
    places = [(k, stop + 1 + k) for k in np.flatnonzero(rightward == gain)[:1]]
    places += [(k, start - 1 - k) for k in np.flatnonzero(leftward == gain)[:1]]
    return int(min(places)[1])


def _moved(ranks: IntArray, start: int, stop: int, to: int) -> IntArray:
    """Swap the block with the words that it passes."""
    first, middle, last = sorted((start, stop, to))
    return np.concatenate([ranks[:first], ranks[middle:last], ranks[first:middle], ranks[last:]])
