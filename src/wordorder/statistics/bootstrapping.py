"""The bootstrap over items: how much a score would vary on other items of the same kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from wordorder.arrays import Floats, Integers
from wordorder.statistics.intervals import (
    Score,
    apply_score,
    count_undefined,
    percentile_interval,
    standard_error,
)
from wordorder.statistics.resampling import (
    Sample,
    as_confidence,
    as_resamples,
    as_sample,
    as_seed,
    draw_with_replacement,
    resampled_sums,
)


@dataclass(frozen=True, slots=True, eq=False)
class BootstrapResult:
    """Scores with their uncertainty.

    The arrays have the shape (systems, m), without the first axis if one system was given and
    without the last one if the score is a single number.

    Attributes:
        observed: The scores of all items.
        low: Lower end of the percentile interval.
        high: Upper end.
        standard_error: Standard deviation of the resampled scores.
        resampled: The scores of every resample, along an additional last axis.
        undefined_items: Number of items left out of the mean, for each column of the statistics.
        undefined_resamples: Number of resamples without a score, left out of the interval and the
            standard error.
        resamples: Number of bootstrap resamples.
        confidence: Confidence level of the interval.
        seed: Random seed.
    """

    observed: Floats
    low: Floats
    high: Floats
    standard_error: Floats
    resampled: Floats
    undefined_items: Integers
    undefined_resamples: Integers
    resamples: int
    confidence: float
    seed: int


def bootstrap(
    statistics: ArrayLike,
    score: Score | None = None,
    *,
    resamples: int = 1000,
    seed: int,
    confidence: float = 0.95,
    on_resamples: Callable[[int], None] | None = None,
) -> BootstrapResult:
    """Estimate how much the scores vary over resamples of the items with replacement.

    score* = score(Σ_i c_i·s_i), where c_i is how often item i was drawn in n draws from n items;
    the interval runs from the (1 − confidence)/2 to the (1 + confidence)/2 quantile of score*.
    The draws depend only on the seed and the number of items, and the sums are exact to one
    rounding: other systems, threads and the block size do not affect a single bit.

    Examples:
        >>> import numpy as np
        >>> values = np.array([[0.5], [0.7], [0.6], [np.nan], [0.8], [0.4]])
        >>> result = bootstrap(values, seed=1)
        >>> result.observed, result.undefined_items
        (array([0.6]), array([1]))
        >>> print(f"{result.low[0]:.3f} to {result.high[0]:.3f}")
        0.475 to 0.725

    Args:
        statistics: Sufficient statistics of each item, of shape (items, k) or (systems, items, k).
        score: A function from summed statistics (..., k) to scores (...) or (..., m). By default
            the mean of each column over the items where it is not NaN.
        resamples: Number of bootstrap resamples.
        seed: Random seed.
        confidence: Confidence level of the interval.
        on_resamples: Called with the number of new resamples, for a progress bar.

    Raises:
        InputError: Statistics of the wrong shape, empty, or not finite.
        UsageError: An option out of range, or scores of the wrong shape.

    References:
        Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 13; Koehn (2004),
        Statistical Significance Tests for Machine Translation Evaluation.
    """
    sample = as_sample(statistics, score)
    result = bootstrap_sample(
        sample, as_resamples(resamples), as_seed(seed), as_confidence(confidence), on_resamples
    )
    return _of_the_only_system(result) if sample.single else result


def bootstrap_sample(
    sample: Sample,
    resamples: int,
    seed: int,
    confidence: float,
    on_resamples: Callable[[int], None] | None = None,
) -> BootstrapResult:
    """Bootstrap validated input, with an axis for systems."""
    sums = resampled_sums(sample.statistics, draw_with_replacement, resamples, seed, on_resamples)
    scores = apply_score(sample.score, sums.resampled)
    resampled = np.ascontiguousarray(np.moveaxis(scores, 0, -1))
    low, high = percentile_interval(resampled, confidence)
    return BootstrapResult(
        observed=apply_score(sample.score, sums.observed),
        low=low,
        high=high,
        standard_error=standard_error(resampled),
        resampled=resampled,
        undefined_items=sample.undefined_items,
        undefined_resamples=count_undefined(resampled),
        resamples=resamples,
        confidence=confidence,
        seed=seed,
    )


def _of_the_only_system(result: BootstrapResult) -> BootstrapResult:
    return replace(
        result,
        observed=result.observed[0, ...],
        low=result.low[0, ...],
        high=result.high[0, ...],
        standard_error=result.standard_error[0, ...],
        resampled=result.resampled[0, ...],
        undefined_items=result.undefined_items[0],
        undefined_resamples=result.undefined_resamples[0, ...],
    )
