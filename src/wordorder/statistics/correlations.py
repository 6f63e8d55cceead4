"""Correlations of paired numbers."""

from __future__ import annotations

import numpy as np

from wordorder.arrays import Floats


def average_ranks(values: Floats) -> Floats:
    """Rank numbers from 1, the smallest; ties share the mean of their ranks.

    Examples:
        >>> average_ranks(np.array([0.5, 0.1, 0.5, 0.9])).tolist()
        [2.5, 1.0, 2.5, 4.0]
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[place.reshape(-1)], np.float64)


def tau_b(first: Floats, second: Floats) -> float:
    """Return Kendall's rank correlation, corrected for ties; NaN if either side is all ties.

    τ_b = (C − D) / √((C + D + T₁)(C + D + T₂)), with C concordant and D discordant pairs, and
    T₁, T₂ pairs tied only on the first or only on the second side.

    Examples:
        >>> tau_b(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0]))
        0.3333333333333333
    """
    signs, others = (np.sign(side[:, np.newaxis] - side) for side in (first, second))
    product = np.sqrt(np.abs(signs).sum() * np.abs(others).sum())
    return float((signs * others).sum() / product) if product else np.nan


def spearman_rho(first: Floats, second: Floats) -> float:
    """Return Pearson's correlation of the ranks; NaN if either side is all ties.

    Examples:
        >>> spearman_rho(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0]))
        0.5
    """
    return float(pearson_of(moments(average_ranks(first), average_ranks(second)).sum(axis=0)))


def moments(first: Floats, second: Floats) -> Floats:
    """Return each pair's terms of n, Σx, Σy, Σx², Σy² and Σxy, along a new last axis.

    Examples:
        >>> moments(np.array([2.0]), np.array([3.0])).tolist()
        [[1.0, 2.0, 3.0, 4.0, 9.0, 6.0]]
    """
    parts = [np.ones_like(first), first, second, first**2, second**2, first * second]
    return np.stack(parts, axis=-1)


def pearson_of(sums: Floats) -> Floats:
    """Return Pearson's correlation from summed moments; NaN if either side is constant.

    Examples:
        >>> x, y = np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0])
        >>> pearson_of(moments(x, y).sum(axis=0)).tolist()
        0.5
    """
    n, x, y, xx, yy, xy = np.moveaxis(np.asarray(sums, np.float64), -1, 0)
    spreads = [n * xx - x**2, n * yy - y**2]
    # Below this limit, the spread is rounding error of a constant.
    varies = (spreads[0] > 1e-12 * n * xx) & (spreads[1] > 1e-12 * n * yy)
    root = np.sqrt(np.where(varies, spreads[0] * spreads[1], 1.0))
    return np.where(varies, np.clip((n * xy - x * y) / root, -1, 1), np.nan)
