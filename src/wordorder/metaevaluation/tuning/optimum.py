"""The best weights: all of them, and the one to use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.output.codec import Share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats
    from wordorder.metaevaluation.tuning.objectives import Objective
    from wordorder.metaevaluation.tuning.sweep import AgreementCurve


class WeightRange(NamedTuple):
    """Weights between two ends, which belong to it or do not.

    Attributes:
        low: The lowest weight.
        high: The highest weight.
        has_low: Whether the lowest weight belongs to it.
        has_high: Whether the highest weight belongs to it.

    Examples:
        >>> print(WeightRange(0.25, 0.5, True, False), WeightRange(1.0, 1.0, True, True))
        [0.25, 0.5) {1}
    """

    low: Share
    high: Share
    has_low: bool
    has_high: bool

    @property
    def width(self) -> float:
        """The distance between the ends."""
        return self.high - self.low

    @property
    def middle(self) -> float:
        """The weight halfway between the ends."""
        return self.low + self.width / 2

    def __contains__(self, alpha: object) -> bool:
        """Whether a weight lies in the range."""
        if not isinstance(alpha, (int, float)):
            return False
        at_end = (alpha == self.low and self.has_low) or (alpha == self.high and self.has_high)
        return at_end or self.low < alpha < self.high

    def __str__(self) -> str:
        if self.low == self.high and self.has_low:
            return f"{{{self.low:.6g}}}"
        return f"{'(['[self.has_low]}{self.low:.6g}, {self.high:.6g}{')]'[self.has_high]}"


@dataclass(frozen=True, slots=True)
class Optimum:
    """The highest agreement, and where it is reached.

    Attributes:
        value: The agreement; NaN if it is undefined everywhere.
        ranges: All weights that reach it.
    """

    value: float
    ranges: tuple[WeightRange, ...]

    def __post_init__(self) -> None:
        check_ranges(self.ranges)

    @property
    def widest(self) -> WeightRange:
        """The widest range, the first of equally wide ones."""
        return max(self.ranges, key=lambda one: one.width)

    @property
    def alpha(self) -> float:
        """The weight to use, in the middle of the widest range."""
        return self.widest.middle

    @property
    def written(self) -> float:
        """The same with as few decimals as leave it well within the widest range.

        Examples:
            >>> Optimum(1.0, (WeightRange(0.41236, 0.41239, False, False),)).written
            0.412375
        """
        near = self.widest.width / 10
        rounded = (round(self.alpha, digits) for digits in range(1, 17))
        return next((one for one in rounded if abs(one - self.alpha) <= near), self.alpha)


def check_ranges(ranges: Sequence[WeightRange]) -> None:
    """Refuse no ranges, and ranges that end before they begin.

    Raises:
        ValueError: There is such a range, or none at all.
    """
    if not ranges or any(one.low > one.high for one in ranges):
        raise ValueError("expected ranges of weights, the lower end first")


def find_optimum(curve: AgreementCurve, objective: Objective) -> Optimum:
    """Find all weights with the highest agreement."""
    merit = curve.merit(objective)
    best = merit.max()
    ranges = ranges_of(curve.edges, merit == best)
    return Optimum(float(best) if np.isfinite(best) else np.nan, tuple(ranges))


def ranges_of(edges: Floats, chosen: NDArray[np.bool_]) -> list[WeightRange]:
    """The weights of the chosen rows of a curve, as few ranges as possible."""
    changes = np.diff(chosen.astype(np.int8), prepend=0, append=0)
    starts, ends = np.flatnonzero(changes == 1), np.flatnonzero(changes == -1) - 1
    columns = edges[starts // 2], edges[(ends + 1) // 2], starts % 2 == 0, ends % 2 == 0
    return [WeightRange(*row) for row in zip(*(one.tolist() for one in columns), strict=True)]
