"""Systems in clusters, from the comparisons of all pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from wordorder.arrays import Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Systems from best to worst, cut wherever a cut is beyond doubt.

    Attributes:
        order: The systems, best first.
        cluster: The cluster of each system, in the order they were given; the best is 1.
    """

    order: Integers
    cluster: Integers


def find_clusters(beats: ArrayLike, margin: ArrayLike) -> Clusters:
    """Rank systems, and put a boundary wherever all systems above beat all systems below.

    Pairwise verdicts need not be transitive, so systems are ranked by wins minus losses; equal ones
    by their mean margin over all others. If every system of one set beats every other system, each
    of the set has more wins minus losses than any of the rest: this ranking finds all boundaries,
    and the clusters do not depend on the order in which systems are given.

    Examples:
        >>> beats = [[False, True, True], [False, False, False], [False, False, False]]
        >>> found = find_clusters(beats, [[0, 0.3, 0.2], [-0.3, 0, 0], [-0.2, 0, 0]])
        >>> found.order.tolist(), found.cluster.tolist()
        ([0, 2, 1], [1, 2, 2])

    Args:
        beats: Whether the system of the row is significantly better than that of the column.
        margin: By how much the row is better than the column; NaN if unknown.

    Raises:
        InputError: Not two square matrices of the same size, or two systems beat each other.
    """
    wins, by = np.asarray(beats, dtype=np.bool_), np.asarray(margin, dtype=np.float64)
    if wins.ndim != 2 or wins.shape[0] != wins.shape[1] or wins.shape != by.shape:
        raise InputError("beats and margin must be square matrices of the same size")
    if (wins & wins.T).any():
        raise InputError("two systems cannot beat each other")
    order = np.lexsort((-_mean_margins(by), wins.sum(axis=0) - wins.sum(axis=1)))
    ranked = wins[np.ix_(order, order)]
    sizes = range(1, len(order))
    cuts = [0, *(bool(ranked[:size, size:].all()) for size in sizes)][: len(order)]
    cluster = np.empty(len(order), dtype=np.int64)
    cluster[order] = 1 + np.cumsum(cuts, dtype=np.int64)
    return Clusters(order, cluster)


def _mean_margins(margin: Floats) -> Floats:
    """The mean margin of each system over the others where it is known, else 0."""
    others = ~np.isnan(margin) & ~np.eye(len(margin), dtype=np.bool_)
    totals = np.where(others, margin, 0.0).sum(axis=1)
    return np.asarray(totals / np.maximum(others.sum(axis=1), 1))
