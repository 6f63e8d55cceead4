"""Agreement of raters beyond chance on any scale: Krippendorff's alpha."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Literal, Self, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from wordorder.arrays import Floats, Integers
from wordorder.errors import InputError, UsageError
from wordorder.statistics.accumulators import Accumulator
from wordorder.statistics.kappas import as_table, is_missing

ScaleLevel: TypeAlias = Literal["nominal", "ordinal", "interval"]


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
        ratings: Number of ratings of the items with two or more.
        reason: Why the alpha is undefined, or None.
    """

    value: float
    observed: float
    expected: float
    level: ScaleLevel
    items: int
    left_out: int
    ratings: int
    reason: str | None = None


class AlphaTable(Accumulator):
    """How often items received each combination of ratings.

    Memory grows with the number of different combinations.

    Args:
        level: The scale: nominal, ordinal or interval.

    Raises:
        UsageError: An unknown level.

    Examples:
        >>> table, other = AlphaTable(), AlphaTable()
        >>> table.add([[1, 2, 3], [1, 2, 3], [None, 2, 3]])
        >>> other.add([[3, None], [2, 1], [3, None]])
        >>> table.merge(other)
        >>> alpha = table.result()
        >>> round(alpha.value, 3), alpha.items, alpha.left_out
        (0.805, 4, 1)
    """

    def __init__(self, level: ScaleLevel = "ordinal") -> None:
        if level not in get_args(ScaleLevel):
            raise UsageError(
                f"unknown level {level!r}; choose from {', '.join(get_args(ScaleLevel))}"
            )
        self._level: ScaleLevel = level
        self._items: Counter[tuple[Hashable, ...]] = Counter()
        self._left_out = 0

    @property
    def configuration(self) -> Mapping[str, object]:
        """The scale."""
        return {"level": self._level}

    def add(self, ratings: ArrayLike) -> None:
        """Add the ratings of some items, as in `krippendorff_alpha`.

        Raises:
            InputError: Not a table of raters and items, or not numbers.
        """
        nominal = self._level == "nominal"
        table = as_table(ratings) if nominal else np.sort(as_numbers(ratings), axis=0)
        items = [tuple(x for x in item if not is_missing(x)) for item in table.T.tolist()]
        paired = [item for item in items if len(item) >= 2]
        self._items.update(paired)
        self._left_out += len(items) - len(paired)

    def _merge(self, other: Self) -> None:
        self._items.update(other._items)
        self._left_out += other._left_out

    def result(self) -> Alpha:
        """Return the alpha.

        Raises:
            InputError: Ratings are too large or too close together.
        """
        items = list(self._items.elements())
        ratings = list(chain.from_iterable(items))
        if self._level == "nominal":
            codes = {label: code for code, label in enumerate(dict.fromkeys(ratings))}
            ratings = [codes[label] for label in ratings]
        values = np.array(ratings, np.float64)
        sizes = np.array(list(map(len, items)), np.int64)
        observed, expected, reason = _disagreement(values, sizes, self._level)
        return Alpha(
            value=math.nan if reason else 1 - observed / expected,
            observed=observed,
            expected=expected,
            level=self._level,
            items=len(items),
            left_out=self._left_out,
            ratings=len(ratings),
            reason=reason,
        )


def krippendorff_alpha(ratings: ArrayLike, level: ScaleLevel = "ordinal") -> Alpha:
    """Measure the agreement of raters beyond chance, weighting disagreements by distance.

    alpha = 1 − D_o/D_e. D_o is the mean squared distance between two ratings of one item, where an
    item with m ratings has weight m; D_e is the same for any two ratings. The distance is 0 or 1 on
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
    table = AlphaTable(level)
    table.add(ratings)
    return table.result()


def _disagreement(
    values: Floats, sizes: Integers, level: ScaleLevel
) -> tuple[float, float, str | None]:
    """Return D_o, D_e, and why alpha is undefined, if it is; values are ordered by item.

    The order of the items does not matter: sums over items are exact to one rounding, and sums
    over all ratings run from the lowest to the highest.
    """
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
        among = distances(np.sort(places), np.zeros_like(items), np.array([total])) / (total - 1)
    if not 0 < among[0] < math.inf:
        raise InputError("ratings are too large or too close together to compare")
    return math.fsum(within.tolist()) / total, float(among[0]) / total, None


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


def as_numbers(ratings: ArrayLike) -> Floats:
    """Check a table of numbers; missing ratings, NaN or None, become NaN."""
    table = as_table(ratings)
    try:
        numbers = table.astype(np.float64)
    except (TypeError, ValueError):
        raise InputError("ratings on an ordered scale must be numbers") from None
    if np.isinf(numbers).any():
        raise InputError("ratings must be finite")
    return numbers
