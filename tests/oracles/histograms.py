"""Quantiles of sorted values, and what a bin of a histogram may be off by."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def quantile(values: Sequence[float], share: str) -> float:
    """The smallest value that at least this share of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(1, ceil(Fraction(share) * len(ordered))) - 1]


def width(value: float, scale: str) -> float:
    """The width of the bin of a value: 2⁻¹⁴, or 1/256 of the power of 2 below the value."""
    if scale == "unit":
        return 2.0**-14
    power = 2.0**-20
    while 2 * power <= value:
        power *= 2
    return power / 256 if value >= 2.0**-20 else power
