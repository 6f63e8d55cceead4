"""Two-sided tests between every pair of systems: code shared by both tests."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.output.grid import DIFFERENCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers

_TIE = 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class PairedResult:
    """Differences between systems, with p-values.

    The arrays have the shape (pairs, m), without the last axis if the score is a single number.

    Attributes:
        pairs: The two systems of each pair, (0, 1), (0, 2), …, (1, 2), …, of shape (pairs, 2).
        difference: Score of the first minus score of the second.
        p_value: (extreme + 1)/(resamples + 1), so never 0; NaN if the difference is undefined.
        extreme: Number of resamples at least as extreme as the difference, or undefined.
        undefined_items: Number of items left out of the mean, for each system and column.
        undefined_resamples: Number of resamples without a difference.
        resamples: Number of resamples.
        seed: Random seed.
    """

    pairs: Integers
    difference: Floats
    p_value: Floats
    extreme: Integers
    undefined_items: Integers
    undefined_resamples: Integers
    resamples: int
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class PairTests:
    """Comparisons of all pairs of systems, as results keep them.

    The arrays have a row for each pair, and further axes such as (pairs, measures).

    Attributes:
        pairs: Indices of the two systems, of shape (pairs, 2).
        difference: Score of the second minus score of the first.
        low: Lower end of the interval of the difference.
        high: Upper end.
        p_value: Two-sided p-value.
        p_holm: The p-value corrected for the number of pairs.
    """

    pairs: Integers
    difference: Floats
    low: Floats
    high: Floats
    p_value: Floats
    p_holm: Floats

    @property
    def columns(self) -> dict[str, Floats]:
        """The figures as the columns `DIFFERENCE` of a grid."""
        figures = self.difference, self.low, self.high, self.p_value, self.p_holm
        return dict(zip(DIFFERENCE, figures, strict=True))


def all_pairs(systems: int) -> Integers:
    """List every pair of systems, the first one varying slowest.

    Examples:
        >>> all_pairs(3).tolist()
        [[0, 1], [0, 2], [1, 2]]
    """
    return np.array(list(combinations(range(systems), 2)), dtype=np.int64).reshape(-1, 2)


def for_each_first(
    systems: int, test: Callable[[int], tuple[NDArray[Any], ...]]
) -> tuple[NDArray[Any], ...]:
    """Test each system against all later ones and join the results in the order of `all_pairs`.

    The resampled differences of all pairs at once would need far more memory.

    Examples:
        >>> for_each_first(3, lambda first: (np.arange(first + 1, 3),))
        (array([1, 2, 2]),)
    """
    parts = [test(first) for first in range(systems - 1)]
    return tuple(np.concatenate(columns) for columns in zip(*parts, strict=True))


def count_extreme(resampled: Floats, difference: Floats, size: Floats) -> Integers:
    """Count the resamples, along the last axis, with |δ*| ≥ |δ|.

    Rounding must not break ties: a value that falls short of |δ| by less than 10⁻¹⁰ of the scale
    counts as equal. The scale is the larger of the two systems' scores, or the largest |δ*| if
    scores cancel out to nearly 0.

    Examples:
        >>> resampled = np.array([[0.3, -0.1 - 0.2, 0.2, np.nan]])
        >>> count_extreme(resampled, np.array([0.1 + 0.2]), size=np.array([0.5])).tolist()
        [3]

    Args:
        resampled: Differences δ* under the null hypothesis, of shape (..., resamples).
        difference: The observed δ.
        size: The larger of the two systems' observed scores, without sign.
    """
    extent = np.abs(resampled)
    slack = _TIE * np.fmax(size, np.fmax.reduce(extent, axis=-1))
    short_of_it = extent < (np.abs(difference) - slack)[..., np.newaxis]
    return np.asarray((~short_of_it).sum(axis=-1))  # an undefined δ* is not short of anything


def without_dust(differences: Floats, size: Floats) -> Floats:
    """Differences with exact 0 in place of what only rounding has left.

    The limit is that of `count_extreme`: 10⁻¹⁰ of the scores that were compared.

    Examples:
        >>> without_dust(np.array([0.1 + 0.2 - 0.3, 1e-9, np.nan]), np.array([0.5])).tolist()
        [0.0, 1e-09, nan]
    """
    return np.where(np.abs(differences) <= _TIE * size, 0.0, differences)


def p_values(extreme: Integers, resamples: int, difference: Floats) -> Floats:
    """Return (extreme + 1)/(resamples + 1), or NaN if the difference is undefined.

    Examples:
        >>> p_values(np.array([0, 999]), 999, np.array([0.7, 0.0])).tolist()
        [0.001, 1.0]
    """
    return np.where(np.isnan(difference), np.nan, (extreme + 1) / (resamples + 1))
