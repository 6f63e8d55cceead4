"""Intervals of proportions that need no resamples."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from wordorder.arrays import Floats


def wilson_interval(shares: Floats, counts: Floats, confidence: float) -> tuple[Floats, Floats]:
    """Return the ends of Wilson's interval of each share of so many observations.

        (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n)

    with z the (1 + confidence)/2 quantile of the normal distribution. Without observations there
    is none.

    Examples:
        >>> low, high = wilson_interval(np.array([0.5, 0.0]), np.array([10.0, 10.0]), 0.95)
        >>> low.round(3).tolist(), high.round(3).tolist()
        ([0.237, 0.0], [0.763, 0.278])

    References:
        Wilson (1927), Probable Inference, the Law of Succession, and Statistical Inference.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    known = np.where(counts > 0, counts, np.nan)
    middle = shares + z**2 / (2 * known)
    half = z * np.sqrt(shares * (1 - shares) / known + z**2 / (4 * known**2))
    whole = 1 + z**2 / known
    # Rounding must not cut the share itself off.
    low = np.minimum(np.maximum((middle - half) / whole, 0), shares)
    high = np.maximum(np.minimum((middle + half) / whole, 1), shares)
    return low, high
