"""Where a weighted sum of two scores changes its mind about a pair of translations."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers


class Breakpoints(NamedTuple):
    """The different weights at which pairs are tied.

    Attributes:
        alphas: The weights in ascending order. Different ones may be the same as doubles.
        place: The place of each pair's weight among them.
    """

    alphas: Floats
    place: Integers


def find_breakpoints(first: Floats, second: Floats) -> Breakpoints:
    """Find the weights α at which α·first + (1 − α)·second = 0, where the two differ in sign.

    α = |second|/(|first| + |second|). The weights are compared exactly: equal ratios are one
    breakpoint, and different ones are two, however close they are.

    Examples:
        >>> find_breakpoints(np.array([3.0, -1.0, 0.3, 6.0]), np.array([-1.0, 1.0, -0.1, -2.0]))
        Breakpoints(alphas=array([0.25, 0.25, 0.5 ]), place=array([0, 2, 1, 0]))

    Here 0.1/0.3, as doubles, is a little more than 1/3.
    """
    above, below = np.abs(second), np.abs(first)
    digits = _digits(above, below)
    order = np.lexsort(digits[::-1])
    with np.errstate(over="ignore"):
        alphas = (1 / (1 + below / above))[order]
    starts = np.ones(len(order), np.bool_)
    starts[1:] = np.any([np.diff(digit[order]) != 0 for digit in digits], axis=0)
    place = np.empty(len(order), np.int64)
    place[order] = np.cumsum(starts) - 1
    # Rounding may put neighbours in the wrong order.
    return Breakpoints(np.maximum.accumulate(alphas[starts]), place)


def _digits(above: Floats, below: Floats) -> tuple[Floats, Floats, Floats]:
    """The exponent of each quotient, and its first and second 53 bits.

    Their lexicographic order is that of the quotients: correctly rounded division is monotone.
    Quotients of numbers below 2⁵³ with the same exponent differ by more than 2⁻¹⁰⁶, or not at all;
    those with the same digits by no more than that.
    """
    dividend, exponent = np.frexp(above)
    divisor, exponent_below = np.frexp(below)
    small = dividend < divisor
    dividend = np.where(small, 2 * dividend, dividend)
    power = exponent.astype(np.float64) - exponent_below - small
    leading = dividend / divisor
    return power, leading, _remainder(dividend, leading, divisor) / divisor


def _remainder(dividend: Floats, quotient: Floats, divisor: Floats) -> Floats:
    """The remainder dividend − quotient·divisor, which a double holds exactly (Dekker 1971)."""
    product = quotient * divisor
    (high, low), (other_high, other_low) = _halves(quotient), _halves(divisor)
    error = low * other_low - (
        ((product - high * other_high) - low * other_high) - high * other_low
    )
    return np.asarray((dividend - product) - error)


def _halves(values: Floats) -> tuple[Floats, Floats]:
    """Each value as a sum of two whose products are exact (Veltkamp's splitting)."""
    scaled = values * (2.0**27 + 1)
    high = scaled - (scaled - values)
    return high, values - high
