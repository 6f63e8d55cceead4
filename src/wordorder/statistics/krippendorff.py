"""Krippendorff's alpha: agreement of any number of raters, on any scale, with missing ratings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np

from wordorder.errors import InputError, UsageError
from wordorder.statistics.ratings import MISSING, as_codes, as_numbers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from wordorder.arrays import Floats, Integers

Level: TypeAlias = Literal["nominal", "ordinal", "interval"]


@dataclass(frozen=True, slots=True)
class Alpha:
    """Agreement beyond chance: 1 − observed/expected disagreement.

    Attributes:
        value: The alpha, or NaN if it is undefined.
        observed: Mean squared distance between ratings of the same item.
        expected: Mean squared distance between any two ratings.
        level: The scale of the distances.
        items: Number of items with two or more ratings.
        left_out: Number of items with fewer ratings, which are left out.
        ratings: Number of ratings of the items that count.
        reason: Why the alpha is undefined, or None.
    """

    value: float
    observed: float
    expected: float
    level: Level
    items: int
    left_out: int
    ratings: int
    reason: str | None = None


def krippendorff_alpha(ratings: ArrayLike, level: Level = "ordinal") -> Alpha:
    """Measure the agreement of raters beyond chance, weighting disagreements by distance.

    alpha = 1 − D_o/D_e. D_o is the mean squared distance between two ratings of one item, where an
    item with m ratings has weight m; D_e is that between any two ratings. The distance is 0 or 1 on
    a nominal scale, the difference on an interval scale, and on an ordinal scale the number of
    ratings between the two categories, plus half of those in the two categories.

    Examples:
        >>> ratings = [[1, 2, 3, 3, None], [1, 2, 3, 2, 1], [None, 2, 3, 3, None]]
        >>> alpha = krippendorff_alpha(ratings)
        >>> round(alpha.value, 3), alpha.items, alpha.left_out
        (0.805, 4, 1)

    Args:
        ratings: Ratings of shape (raters, items), NaN or None if missing: numbers, or labels of any
            type on a nominal scale.
        level: The scale: nominal, ordinal or interval.

    Raises:
        InputError: Not a table of raters and items, or not numbers.
        UsageError: An unknown level.

    References:
        Krippendorff (2011), Computing Krippendorff's Alpha-Reliability.
    """
    if level not in get_args(Level):
        raise UsageError(f"unknown level {level!r}; choose from {', '.join(get_args(Level))}")
    table = _as_nominal(ratings) if level == "nominal" else as_numbers(ratings)
    given = ~np.isnan(table.T)
    paired = given.sum(axis=1) >= 2
    values, sizes = table.T[paired][given[paired]], given[paired].sum(axis=1)
    observed, expected, reason = _disagreement(values, sizes, level)
    return Alpha(
        value=math.nan if reason else 1 - observed / expected,
        observed=observed,
        expected=expected,
        level=level,
        items=len(sizes),
        left_out=len(paired) - len(sizes),
        ratings=len(values),
        reason=reason,
    )


def _as_nominal(ratings: ArrayLike) -> Floats:
    codes = as_codes(ratings)
    return np.where(codes == MISSING, np.nan, codes)


def _disagreement(values: Floats, sizes: Integers, level: Level) -> tuple[float, float, str | None]:
    """Return D_o, D_e, and why alpha is undefined, if it is; values are ordered by item."""
    if not len(values):
        return math.nan, math.nan, "no item has two ratings"
    if (values == values[0]).all():
        return 0.0, 0.0, "all ratings are the same"
    total = len(values)
    distances = _mismatches if level == "nominal" else _squared_differences
    places = _middle_ranks(values) if level == "ordinal" else values
    items = np.repeat(np.arange(len(sizes)), sizes)
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        within = distances(places, items, sizes) / (sizes - 1)
        among = distances(places, np.zeros_like(items), np.array([total])) / (total - 1)
    if not 0 < among[0] < math.inf:
        raise InputError("ratings are too large or too close together to compare")
    return float(within.sum()) / total, float(among[0]) / total, None


def _mismatches(codes: Floats, items: Integers, sizes: Integers) -> Floats:
    """Count the ordered pairs of different ratings within each item: m² − Σ_c n_c²."""
    categories = int(codes.max()) + 1
    cells, counts = np.unique(items * categories + codes.astype(np.int64), return_counts=True)
    return np.asarray(sizes**2 - np.bincount(cells // categories, weights=counts**2))


def _squared_differences(places: Floats, items: Integers, sizes: Integers) -> Floats:
    """Sum (x_i − x_j)² over the ordered pairs within each item: 2m·Σ(x − mean)²."""
    means = np.bincount(items, weights=places) / sizes
    squares = np.bincount(items, weights=(places - means[items]) ** 2)
    return np.asarray(2 * sizes * squares)


def _middle_ranks(values: Floats) -> Floats:
    """Place each category at the middle of its ratings in the sorted list of all ratings.

    The ordinal distance Σ_{g=c..k} n_g − (n_c + n_k)/2 is the difference of two such positions.
    """
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - counts / 2)[codes])
