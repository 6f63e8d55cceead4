"""Student's t-test, paired and unpaired."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

import numpy as np

from wordorder.statistics.intervals import mean_of_defined, standard_error

if TYPE_CHECKING:
    from wordorder.arrays import Floats

_PRECISION = 1e-15
_MOST_STEPS = 100_000


def student_p(t: float, freedom: float) -> float:
    """Two-sided p-value of Student's t; the smallest positive number stands for what is smaller.

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
    """Two-sided p-values of Student's t-test that two means are equal, along the last axis.

    Paired: t = d̄ / (s_d/√n) of the differences d, ν = n − 1. Unpaired: t of two samples with the
    same variance, ν = n₁ + n₂ − 2. Values that are NaN are left out, with their partners if
    paired. Where nothing varies, p is NaN if the means are equal.

    The test asks whether means differ. Over bootstrap resamples, whose number is a matter of
    choice, more of them make any difference significant.

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
        counts = [(~np.isnan(one)).sum(axis=-1) for one in (first, second)]
        freedom = counts[0] + counts[1] - 2
        squares = (
            standard_error(one) ** 2 * (count - 1)
            for one, count in zip((first, second), counts, strict=True)
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
    """I_x(a, b), with 1 − x given apart, since the difference may have lost its digits."""
    if beside == 0:
        return 1.0
    if x > (a + 1) / (a + b + 2):  # where the fraction of the other side converges faster
        return 1 - _incomplete_beta(beside, x, b, a)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    logarithm += a * math.log(x) + b * math.log(beside)
    return math.exp(logarithm) / a * _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
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
