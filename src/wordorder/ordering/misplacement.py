"""Misplaced words of many permutations, and how far they are from their place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder import _kernels

if TYPE_CHECKING:
    from wordorder.arrays import IntArray
    from wordorder.permutation import PermutationBatch


def misplacements(permutations: PermutationBatch) -> IntArray:
    """Tell for every word of every permutation how far it is from its place.

    A word is in place if it is in the longest increasing subsequence; ties go to the one whose
    positions are lexicographically first. The others are misplaced, by

        in-place words before it that belong behind it − in-place words behind it that belong before

    of which one is always 0 and the other is not. So words that are themselves misplaced do not
    count, and the sign tells the way: negative if the word stands too far left.

    Examples:
        >>> from wordorder.permutation import PermutationBatch
        >>> misplacements(PermutationBatch.from_permutations([[1, 3, 4, 5, 0, 2], [0, 1]])).tolist()
        [0, 0, 0, 0, 4, 3, 0, 0]
    """
    return _kernels.misplacements(permutations.ragged)
