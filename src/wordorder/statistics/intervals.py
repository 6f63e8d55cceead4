"""Scores of summed statistics, and the mean, standard error and interval of resampled scores.

Resamples are along the last axis. Undefined scores (NaN) are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from wordorder.arrays import Floats, Integers
from wordorder.errors import UsageError

Score: TypeAlias = Callable[[Floats], Floats]
"""A function from summed statistics (..., k) to scores (...), or (..., m) for m metrics at once.

It is called on many sums at a time. A score that is not finite, such as 0/0, is undefined."""


def ratio(sums: Floats) -> Floats:
    """Divide the first half of the statistics by the second half, element by element.

    score_j = Σ_i x_ij / Σ_i w_ij, from the statistics (x_1 … x_m, w_1 … w_m) of each item i. With
    x = w·value it is the mean weighted by w; with counts, any ratio of totals.

    Examples:
        >>> ratio(np.array([[6.0, 1.0, 3.0, 4.0], [5.0, 1.0, 2.0, 0.0]])).tolist()
        [[2.0, 0.25], [2.5, nan]]
    """
    if sums.shape[-1] % 2:
        raise UsageError(f"ratio needs an even number of statistics, not {sums.shape[-1]}")
    numerators, denominators = np.split(sums, 2, axis=-1)
    scores = np.full(numerators.shape, np.nan)
    np.divide(numerators, denominators, out=scores, where=denominators != 0)
    return scores


def apply_score(score: Score, sums: Floats) -> Floats:
    """Score all sums, with NaN for scores that are not finite; reject a wrong shape."""
    with np.errstate(all="ignore"):
        scores = np.asarray(score(sums), dtype=np.float64)
    places = sums.shape[:-1]
    if scores.shape != places and scores.shape[:-1] != places:
        raise UsageError(
            f"score must turn sums of shape {sums.shape} into {places} or {(*places, 'm')} scores, "
            f"not {scores.shape}"
        )
    return np.where(np.isfinite(scores), scores, np.nan)


def count_undefined(samples: Floats) -> Integers:
    """Count the undefined resamples."""
    return np.asarray(np.isnan(samples).sum(axis=-1))


def mean_of_defined(samples: Floats) -> Floats:
    """Average the defined resamples; NaN if there are none."""
    defined = ~np.isnan(samples)
    return quotients(np.where(defined, samples, 0).sum(axis=-1), defined.sum(axis=-1))


def standard_error(samples: Floats) -> Floats:
    """Return the sample standard deviation (n − 1) of the defined resamples.

    Examples:
        >>> standard_error(np.array([1.0, 2.0, np.nan, 3.0])).tolist()
        1.0
    """
    defined = ~np.isnan(samples)
    centred = samples - mean_of_defined(samples)[..., np.newaxis]
    squares = np.where(defined, centred, 0) ** 2
    return np.sqrt(quotients(squares.sum(axis=-1), defined.sum(axis=-1) - 1))


def percentile_interval(samples: Floats, confidence: float) -> tuple[Floats, Floats]:
    """Return the quantiles (1 − c)/2 and (1 + c)/2, interpolated as NumPy does by default.

    Each is counted from its own end, so that the interval of the negated samples is the negated
    interval to the last bit.

    Examples:
        >>> low, high = percentile_interval(np.arange(101.0), confidence=0.5)
        >>> low.tolist(), high.tolist()
        (25.0, 75.0)
    """
    ordered = np.sort(samples, axis=-1)  # NaN comes last
    last = np.maximum(samples.shape[-1] - count_undefined(samples) - 1, 0)
    place = np.minimum(last * ((1 - confidence) / 2), last)
    outer = np.floor(place).astype(np.int64)
    inner = np.minimum(outer + 1, last)
    share = place - outer
    return (
        _between(ordered, outer, inner, share),
        _between(ordered, last - outer, last - inner, share),
    )


def _between(ordered: Floats, outer: Integers, inner: Integers, share: Floats) -> Floats:
    first, second = (
        np.take_along_axis(ordered, places[..., np.newaxis], axis=-1)[..., 0]
        for places in (outer, inner)
    )
    return np.asarray(first + share * (second - first))


def quotients(total: Floats, count: Floats | Integers) -> Floats:
    """Divide; NaN where the divisor is not positive."""
    result = np.full(np.shape(total), np.nan)
    np.divide(total, count, out=result, where=count > 0)
    return result


def wilson_interval(shares: Floats, counts: Floats, confidence: float) -> tuple[Floats, Floats]:
    """Return the ends of Wilson's interval for each share, given its number of observations.

        (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n)

    with z the (1 + confidence)/2 quantile of the normal distribution; NaN without observations.

    Examples:
        >>> low, high = wilson_interval(np.array([0.5, 0.0]), np.array([10.0, 10.0]), 0.95)
        >>> low.round(3).tolist(), high.round(3).tolist()
        ([0.237, 0.0], [0.763, 0.278])

    References:
        Wilson (1927), Probable Inference, the Law of Succession, and Statistical Inference.
    """
    from statistics import NormalDist

    z = NormalDist().inv_cdf((1 + confidence) / 2)
    known = np.where(counts > 0, counts, np.nan)
    middle = shares + z**2 / (2 * known)
    half = z * np.sqrt(shares * (1 - shares) / known + z**2 / (4 * known**2))
    whole = 1 + z**2 / known
    # Rounding must not exclude the share itself.
    low = np.minimum(np.maximum((middle - half) / whole, 0), shares)
    high = np.maximum(np.minimum((middle + half) / whole, 1), shares)
    return low, high
