"""A kappa, the counts behind it, and its verbal interpretation."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.output.codec import Count, derived

if TYPE_CHECKING:
    from fractions import Fraction

_LANDIS_KOCH = (
    (0.20, "slight"),
    (0.40, "fair"),
    (0.60, "moderate"),
    (0.80, "substantial"),
    (1.00, "almost perfect"),
)


@dataclass(frozen=True, slots=True)
class Kappa:
    """Agreement beyond chance: (observed − expected)/(1 − expected).

    Attributes:
        value: The kappa, or NaN if it is undefined.
        observed: Share of agreeing pairs of ratings of the same item.
        expected: The share expected by chance.
        items: Number of items rated.
        left_out: Number of items left out for lack of a rating.
        raters: Number of ratings of each item.
        reason: Why the kappa is undefined, or None.
    """

    value: float
    observed: float
    expected: float
    items: Count
    left_out: Count
    raters: Count
    reason: str | None = None

    @derived
    def verbal(self) -> str | None:
        """The value in words (`landis_koch`)."""
        return landis_koch(self.value)


def kappa_of(
    observed: Fraction, expected: Fraction, *, items: int, left_out: int, raters: int
) -> Kappa:
    """Correct the observed agreement for chance; undefined if chance agrees on everything."""
    degenerate = expected == 1
    return Kappa(
        value=math.nan if degenerate else float((observed - expected) / (1 - expected)),
        observed=float(observed),
        expected=float(expected),
        items=items,
        left_out=left_out,
        raters=raters,
        reason="all ratings fall into one category" if degenerate else None,
    )


def undefined_kappa(reason: str, *, items: int, left_out: int, raters: int) -> Kappa:
    """Return an undefined kappa, with the reason."""
    return Kappa(math.nan, math.nan, math.nan, items, left_out, raters, reason)


def landis_koch(kappa: float) -> str | None:
    """Name the strength of agreement; None for NaN.

    Below 0 poor, up to 0.20 slight, 0.40 fair, 0.60 moderate, 0.80 substantial, 1 almost perfect.

    Examples:
        >>> landis_koch(0.43), landis_koch(-0.1), landis_koch(float("nan"))
        ('moderate', 'poor', None)

    References:
        Landis and Koch (1977), The Measurement of Observer Agreement for Categorical Data.
    """
    if kappa < 0:
        return "poor"
    return next((name for limit, name in _LANDIS_KOCH if kappa <= limit), None)
