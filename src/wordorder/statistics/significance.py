"""Significant differences: verdicts, Student's and Nemenyi's tests, Holm's method, clusters."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wordorder.arrays import Floats, Integers
from wordorder.errors import InputError, UsageError
from wordorder.statistics.intervals import mean_of_defined, standard_error

FEWEST_ITEMS = 30
"""With fewer items, resamples are too alike for a verdict: with one item, p is always minimal."""

_PRECISION = 1e-15  # of the continued fraction of Student's t
_MOST_STEPS = 100_000

_REACH = 9.0  # standard deviations; the normal distribution has 10⁻¹⁹ beyond
_STEPS = 150  # from the middle to either end
_HALVINGS = 50


def excludes_zero(low: Floats, high: Floats) -> NDArray[np.bool_]:
    """Whether intervals lie on one side of 0."""
    return (low > 0) | (high < 0)


def verdicts(
    difference: Floats, p_value: Floats, outside: NDArray[np.bool_], alpha: float
) -> Integers:
    """Return which of two systems is better: 1 the second, −1 the first, 0 neither.

    Args:
        difference: The second system minus the first.
        p_value: The p-values that decide.
        outside: Whether the interval excludes 0 and there is enough data: skewed differences can
            be significant although their interval, which a verdict would contradict, includes 0.
        alpha: The significance level.

    Examples:
        >>> p, outside = np.array([0.01, 0.01, 0.2]), np.array([True, False, True])
        >>> verdicts(np.array([-0.1, 0.1, 0.1]), p, outside, 0.05).tolist()
        [-1, 0, 0]
    """
    return np.where((p_value < alpha) & outside, np.sign(difference), 0).astype(np.int64)


def student_p(t: float, freedom: float) -> float:
    """Return the two-sided p-value of Student's t, at least the smallest normal number.

    p = I_x(ν/2, ½), the regularised incomplete beta function at x = ν/(ν + t²).

    Examples:
        >>> round(student_p(2.0, 10), 6)
        0.073388

    Args:
        t: The statistic; NaN gives NaN.
        freedom: Degrees of freedom ν.

    References:
        Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.5.8 and 26.7.1.
    """
    if math.isnan(t) or not freedom > 0:
        return math.nan
    square = t * t
    if math.isinf(square):
        return sys.float_info.min
    beside = square / (freedom + square)
    p = _incomplete_beta(freedom / (freedom + square), beside, freedom / 2, 0.5)
    return min(max(p, sys.float_info.min), 1.0)


def t_test(first: Floats, second: Floats, *, paired: bool) -> Floats:
    """Return two-sided p-values of Student's t-test for equal means, along the last axis.

    Paired: t = d̄ / (s_d/√n) of the differences d, ν = n − 1. Unpaired: t of two samples with the
    same variance, ν = n₁ + n₂ − 2. NaN values are left out, with their partners if paired. Where
    nothing varies, p is NaN if the means are equal.

    The values must not be bootstrap resamples: their number is arbitrary, and enough of them make
    any difference significant.

    Examples:
        >>> a, b = np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.5, 2.5, 4.0, 4.5])
        >>> print(f"{t_test(a, b, paired=True):.4f} {t_test(a, b, paired=False):.4f}")
        0.0154 0.5324

    References:
        Student (1908), The Probable Error of a Mean.
    """
    if paired:
        apart = first - second
        count = (~np.isnan(apart)).sum(axis=-1)
        t = _divided(mean_of_defined(apart), standard_error(apart) / np.sqrt(np.maximum(count, 1)))
        freedom = count - 1
    else:
        counts = [(~np.isnan(sample)).sum(axis=-1) for sample in (first, second)]
        freedom = counts[0] + counts[1] - 2
        squares = (
            standard_error(sample) ** 2 * (count - 1)
            for sample, count in zip((first, second), counts, strict=True)
        )
        variance = _divided(sum(squares), freedom)
        inverses = sum(_divided(np.ones(np.shape(count)), count) for count in counts)
        t = _divided(mean_of_defined(first) - mean_of_defined(second), np.sqrt(variance * inverses))
    places = np.broadcast(t, freedom)
    return np.array([student_p(*both) for both in places]).reshape(places.shape)


def _divided(above: Floats, below: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.divide(above, below))


def _incomplete_beta(x: float, beside: float, a: float, b: float) -> float:
    """Return I_x(a, b); `beside` is 1 − x, given because subtraction could lose its digits."""
    if beside == 0:
        return 1.0
    if x > (a + 1) / (a + b + 2):  # where the fraction of the other side converges faster
        return 1 - _incomplete_beta(beside, x, b, a)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    logarithm += a * math.log(x) + b * math.log(beside)
    return math.exp(logarithm) / a * _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    above, below = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or sys.float_info.min)
    value = below
    for m in range(1, _MOST_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            below = 1 / ((1 + term * below) or sys.float_info.min)
            above = (1 + term / above) or sys.float_info.min
            step = above * below
            value *= step
        if abs(step - 1) < _PRECISION:
            break
    return value


def holm(p_values: ArrayLike) -> Floats:
    """Adjust p-values to control the family-wise error rate.

    For the i-th smallest of n p-values: adjusted_(i) = max over j ≤ i of min(1, (n − j + 1)·p_(j)).
    The first axis holds the tests of one family; further axes hold separate families, such as the
    columns of `p_value` with one metric each. NaN stays NaN and does not count.

    Examples:
        >>> holm([0.01, 0.04, float("nan"), 0.03]).tolist()
        [0.03, 0.06, nan, 0.06]

    Raises:
        InputError: A value is not a p-value.

    References:
        Holm (1979), A Simple Sequentially Rejective Multiple Test Procedure.
    """
    values = _as_p_values(p_values)
    order = np.argsort(values, axis=0, kind="stable")  # NaN comes last
    ordered = np.take_along_axis(values, order, axis=0)
    ranks = np.arange(len(values)).reshape(-1, *[1] * (values.ndim - 1))
    steps = ordered * ((~np.isnan(values)).sum(axis=0) - ranks)
    adjusted = np.empty_like(values)
    stepped_down = np.minimum(np.maximum.accumulate(steps, axis=0), 1)
    np.put_along_axis(adjusted, order, stepped_down, axis=0)
    return adjusted


def _as_p_values(p_values: ArrayLike) -> Floats:
    try:
        values = np.asarray(p_values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError("p-values must be an array of numbers") from None
    if values.ndim == 0:
        raise InputError("p-values must be an array, not a single number")
    outside = values[(values < 0) | (values > 1)]
    if outside.size:
        raise InputError(f"a p-value must lie between 0 and 1, not {outside[0]}")
    return values


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Systems from best to worst, in clusters whose systems beat those of all later clusters.

    Attributes:
        order: The systems, best first.
        cluster: The cluster of each system, in the order they were given; the best is 1.
    """

    order: Integers
    cluster: Integers


def find_clusters(beats: ArrayLike, margin: ArrayLike) -> Clusters:
    """Rank systems, and put a boundary wherever all systems above beat all systems below.

    Pairwise verdicts need not be transitive, so systems are ranked by wins minus losses, and ties
    by the mean margin over all others. If every system of a set beats every system outside it, each
    in the set has more wins minus losses than any outside: so this ranking finds all boundaries,
    and the clusters do not depend on the input order of the systems.

    Examples:
        >>> beats = [[False, True, True], [False, False, False], [False, False, False]]
        >>> found = find_clusters(beats, [[0, 0.3, 0.2], [-0.3, 0, 0], [-0.2, 0, 0]])
        >>> found.order.tolist(), found.cluster.tolist()
        ([0, 2, 1], [1, 2, 2])

    Args:
        beats: Whether the system of the row is significantly better than that of the column.
        margin: How much better the row is than the column; NaN if unknown.

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
    """Return each system's mean known margin over the others; 0 if none is known."""
    others = ~np.isnan(margin) & ~np.eye(len(margin), dtype=np.bool_)
    totals = np.where(others, margin, 0.0).sum(axis=1)
    return np.asarray(totals / np.maximum(others.sum(axis=1), 1))


def critical_difference(systems: int, blocks: int, *, alpha: float = 0.05) -> float:
    """Return the smallest significant difference of two average ranks, by Nemenyi's test.

    CD = q·√(k(k + 1)/(6N)) for k systems ranked N times, where √2·q is the (1 − α) quantile
    of the range of k standard normal numbers (the studentised range with infinitely many
    degrees of freedom).

    Examples:
        >>> print(f"{critical_difference(4, 14):.3f}")
        1.254

    Args:
        systems: Number of ranked systems.
        blocks: Number of rankings.
        alpha: Significance level.

    Raises:
        UsageError: Fewer than two systems, no rankings, or alpha out of range.

    References:
        Nemenyi (1963), Distribution-Free Multiple Comparisons; Demšar (2006), Statistical
        Comparisons of Classifiers over Multiple Data Sets.
    """
    if systems < 2 or blocks < 1:
        raise UsageError("a critical difference needs at least two systems and one ranking")
    if not 0 < alpha < 1:
        raise UsageError(f"alpha must lie between 0 and 1, not {alpha!r}")
    spread = math.sqrt(systems * (systems + 1) / (6 * blocks))
    return normal_range_quantile(systems, 1 - alpha) / math.sqrt(2) * spread


def normal_range_quantile(numbers: int, probability: float) -> float:
    """Return a quantile of the range, largest minus smallest, of standard normal numbers.

    Found by bisection of P(range ≤ q) = k·∫ φ(x)·(Φ(x + q) − Φ(x))^(k−1) dx.

    Examples:
        >>> print(f"{normal_range_quantile(3, 0.95):.3f}")
        3.314
    """
    low, high = 0.0, 4 * _REACH
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _range_probability(numbers, middle) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _range_probability(numbers: int, reach: float) -> float:
    """Integrate by the trapezoidal rule, accurate enough as the integrand vanishes at both ends."""
    step = _REACH / _STEPS
    places = [step * place for place in range(-_STEPS, _STEPS + 1)]
    root = math.sqrt(2)
    return step * sum(
        numbers
        * math.exp(-x * x / 2)
        / math.sqrt(2 * math.pi)
        * ((math.erf((x + reach) / root) - math.erf(x / root)) / 2) ** (numbers - 1)
        for x in places
    )
