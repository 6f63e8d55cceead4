"""Correlations of many short rows at once: over systems, in every line or resample.

Each function takes two arrays of which the last axis is correlated. The axes before it are
broadcast. A place where either side is NaN counts on neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.correlation.pair_counts import COUNTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers


def row_pearson(first: Floats, second: Floats) -> Floats:
    """Pearson's correlation of every row; NaN if either side is constant.

    r = Σ(x − x̄)(y − ȳ) / √(Σ(x − x̄)² Σ(y − ȳ)²).

    Examples:
        >>> x, y = np.array([1.0, 2.0, 3.0, np.nan]), np.array([1.0, 3.0, 2.0, 9.0])
        >>> row_pearson(x, np.array([y, y + 1e6])).tolist()
        [0.5, 0.5]
    """
    one, other = (_centred(side) for side in _complete(first, second))
    products = (one * other).sum(axis=-1)
    spread = np.sqrt((one**2).sum(axis=-1) * (other**2).sum(axis=-1))
    found = np.full(products.shape, np.nan)
    np.divide(products, spread, out=found, where=spread > 0)
    return np.clip(found, -1, 1)


def row_spearman(first: Floats, second: Floats) -> Floats:
    """Spearman's ρ of every row: Pearson's correlation of the ranks, ties sharing the mean rank.

    Examples:
        >>> row_spearman(np.array([1.0, 2.0, 3.0]), np.array([0.1, 7.0, 0.2])).tolist()
        0.5
    """
    # How many are below, less how many are above, is twice the centred rank.
    ranks = [
        np.where(np.isnan(side), np.nan, _signs(side).sum(axis=-1, dtype=np.float64))
        for side in _complete(first, second)
    ]
    return row_pearson(*ranks)


def row_tau_c(first: Floats, second: Floats) -> Floats:
    """Kendall's τ_c of every row, for scales of different sizes; NaN if either side is constant.

    τ_c = 2(C − D) / (n²(k − 1)/k), with k the smaller number of distinct values.

    Examples:
        >>> row_tau_c(np.array([1.0, 1.0, 2.0]), np.array([1.0, 2.0, 3.0])).round(4).tolist()
        0.8889

    References:
        Stuart (1953), The Estimation and Comparison of Strengths of Association in Contingency
        Tables.
    """
    one, other = _complete(first, second)
    counts = row_counts(one, other)
    size = (~np.isnan(one)).sum(axis=-1)
    return tau_c_of(counts, size, np.minimum(_distinct(one), _distinct(other)))


def tau_c_of(counts: Floats, size: Integers, distinct: Integers) -> Floats:
    """Kendall's τ_c from counted pairs, the number of values, and k."""
    most = size.astype(np.float64) ** 2 * (distinct - 1)
    found = np.full(most.shape, np.nan)
    np.divide(2 * (counts[..., 0] - counts[..., 1]) * distinct, most, out=found, where=most > 0)
    return found


def row_counts(human: Floats, metric: Floats) -> Floats:
    """Count the pairs of every row by whether the sides agree, in the order of `COUNTS`.

    Examples:
        >>> row_counts(np.array([1.0, 2.0, 2.0]), np.array([1.0, 2.0, 3.0])).tolist()
        [2.0, 0.0, 1.0, 0.0, 0.0]
    """
    first, second = np.triu_indices(np.shape(human)[-1], 1)
    difference = human[..., first] - human[..., second]
    other = metric[..., first] - metric[..., second]
    known = ~np.isnan(difference + other)
    tied, other_tied = difference == 0, other == 0
    same = (difference > 0) == (other > 0)
    ordered = known & ~tied & ~other_tied
    kinds = (
        ordered & same,
        ordered & ~same,
        known & tied & ~other_tied,
        known & ~tied & other_tied,
        known & tied & other_tied,
    )
    found = np.empty((*known.shape[:-1], len(COUNTS)))
    for column, kind in enumerate(kinds):
        found[..., column] = kind.sum(axis=-1)
    return found


def _complete(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Both sides with NaN wherever either has it."""
    missing = np.isnan(first) | np.isnan(second)
    return np.where(missing, np.nan, first), np.where(missing, np.nan, second)


def _centred(values: Floats) -> Floats:
    """Values less their mean, missing ones and constant rows as 0."""
    known = ~np.isnan(values)
    count = np.maximum(known.sum(axis=-1, keepdims=True), 1)
    mean = np.where(known, values, 0).sum(axis=-1, keepdims=True) / count
    least = np.where(known, values, np.inf).min(axis=-1, keepdims=True)
    most = np.where(known, values, -np.inf).max(axis=-1, keepdims=True)
    return np.where(known & (least < most), values - mean, 0.0)


def _signs(values: Floats) -> NDArray[np.int8]:
    """Which of two values is larger, for all pairs; 0 where one is missing."""
    column, row = values[..., np.newaxis], values[..., np.newaxis, :]
    return (column > row).astype(np.int8) - (column < row).astype(np.int8)


def _distinct(values: Floats) -> Integers:
    """How many different values there are in each row."""
    steps = np.diff(np.sort(values, axis=-1), axis=-1) > 0
    return np.asarray((~np.isnan(values)).any(axis=-1) + steps.sum(axis=-1))
