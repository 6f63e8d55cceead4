"""Errors of order, counted in many permutations."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordorder import _kernels
from wordorder.threads import thread_count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wordorder.permutation import PermutationBatch


class OrderErrors(NamedTuple):
    """Errors of order, a number for each permutation.

    Attributes:
        breaks: Maximal runs of words with consecutive ranks, less one.
        misplaced: Words outside the longest increasing subsequence.
    """

    breaks: NDArray[np.int64]
    misplaced: NDArray[np.int64]


def order_errors(permutations: PermutationBatch, *, threads: int | None = None) -> OrderErrors:
    """Count errors of order; a permutation without words has none.

    Taking a word out of a permutation never raises either number.

    Examples:
        >>> from wordorder.permutation import PermutationBatch
        >>> batch = PermutationBatch.from_permutations([[0, 1, 2], [2, 3, 0, 1], []])
        >>> errors = order_errors(batch)
        >>> errors.breaks.tolist(), errors.misplaced.tolist()
        ([0, 1, 0], [0, 2, 0])
    """
    found = _kernels.order_errors(permutations.ragged, thread_count(threads))
    return OrderErrors(found.breaks, found.misplaced)
