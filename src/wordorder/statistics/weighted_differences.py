"""Tests of weighted mean differences, each known item by item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.intervals import mean_of_defined
from wordorder.statistics.pairs import count_extreme, p_values, without_dust
from wordorder.statistics.resampling import draw_signs, resampled_sums

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from wordorder.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class WeightedDifferences:
    """Weighted mean differences with intervals and p-values, of shape (pairs, k).

    Attributes:
        difference: Σw·δ/Σw; NaN if all weights are 0.
        low: Lower end of its percentile interval.
        high: Upper end.
        p_value: (extreme + 1)/(resamples + 1), two-sided; NaN if the difference is.
    """

    difference: Floats
    low: Floats
    high: Floats
    p_value: Floats


def weighted_differences(
    statistics: ArrayLike,
    size: ArrayLike,
    *,
    test: str = "bootstrap",
    resamples: int = 1000,
    seed: int,
    confidence: float = 0.95,
) -> WeightedDifferences:
    """Test whether weighted mean differences are 0, two-sided.

    The bootstrap draws items with replacement and counts |δ* − mean δ*| ≥ |δ|; randomisation flips
    the sign of each w·δ with probability ½ and counts |δ*| ≥ |δ|. The draws depend only on the seed
    and the number of items, and sums are exact to one rounding: further pairs change nothing, and
    the negated differences have the negated interval and the same p.

    Examples:
        >>> import numpy as np
        >>> differences, weights = [0.2, 0.1, 0.3, -0.1, 0.2, 0.3], [2, 1, 3, 1, 2, 1]
        >>> statistics = np.transpose([np.multiply(differences, weights), weights])[np.newaxis]
        >>> found = weighted_differences(statistics, [[0.5]], seed=1)
        >>> print(f"{found.difference[0, 0]:.3f}, p = {found.p_value[0, 0]:.3f}")
        0.200, p = 0.002

    Args:
        statistics: w·δ of k measures and, last, w, of shape (pairs, items, k + 1).
        size: The size of the scores that were compared, of shape (pairs, k): differences that
            fall short by less than 10⁻¹⁰ of it count as equal, and what is no larger than that
            is 0.
        test: bootstrap or randomization.
        resamples: Number of resamples.
        seed: Random seed.
        confidence: Confidence level of the intervals.

    Raises:
        InputError: Statistics of the wrong shape, empty, or not finite.
        UsageError: An option out of range.
    """
    array = np.asarray(statistics, dtype=np.float64)
    drawn = bootstrap(array, _means, resamples=resamples, seed=seed, confidence=confidence)
    if test == "randomization":
        signed = resampled_sums(array[..., :-1], draw_signs, resamples, seed)
        weights = array[..., -1:].sum(axis=1)
        under_null = np.moveaxis(_divided(signed.resampled, weights), 0, -1)
    else:
        under_null = drawn.resampled - mean_of_defined(drawn.resampled)[..., np.newaxis]
    scale = np.asarray(size, dtype=np.float64)
    p_value = p_values(count_extreme(under_null, drawn.observed, scale), resamples, drawn.observed)
    difference, low, high = (
        without_dust(one, scale) for one in (drawn.observed, drawn.low, drawn.high)
    )
    return WeightedDifferences(difference, low, high, p_value)


def _means(sums: Floats) -> Floats:
    return _divided(sums[..., :-1], sums[..., -1:])


def _divided(sums: Floats, weights: Floats) -> Floats:
    means = np.full(sums.shape, np.nan)
    np.divide(sums, weights, out=means, where=weights > 0)
    return means
