"""Agreement of a weighted sum of two scores with people, at every weight at once."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, Integers
from wordorder.errors import UsageError
from wordorder.metaevaluation.pairwise import COUNTS, KIND, PAIR_STATISTICS
from wordorder.output.codec import Share


class Breakpoints(NamedTuple):
    """The distinct weights at which pairs are tied.

    Attributes:
        alphas: The weights in ascending order. Distinct weights may be equal as doubles.
        place: The place of each pair's weight among them.
    """

    alphas: Floats
    place: Integers


def find_breakpoints(first: Floats, second: Floats) -> Breakpoints:
    """Find the weights α at which α·first + (1 − α)·second = 0, where the two differ in sign.

    α = |second|/(|first| + |second|). Weights are compared exactly: equal ratios share a
    breakpoint, and unequal ones do not, however close they are.

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
    """Return the exponent of each quotient, and its first and second 53 bits.

    Their lexicographic order is that of the quotients: correctly rounded division is monotone.
    Quotients of numbers below 2⁵³ with the same exponent differ by more than 2⁻¹⁰⁶, or not at all;
    quotients with the same digits differ by no more than that.
    """
    dividend, exponent = np.frexp(above)
    divisor, exponent_below = np.frexp(below)
    small = dividend < divisor
    dividend = np.where(small, 2 * dividend, dividend)
    power = exponent.astype(np.float64) - exponent_below - small
    leading = dividend / divisor
    return power, leading, _remainder(dividend, leading, divisor) / divisor


def _remainder(dividend: Floats, quotient: Floats, divisor: Floats) -> Floats:
    """Return dividend − quotient·divisor, which a double holds exactly (Dekker 1971)."""
    product = quotient * divisor
    (high, low), (other_high, other_low) = _halves(quotient), _halves(divisor)
    error = low * other_low - (
        ((product - high * other_high) - low * other_high) - high * other_low
    )
    return np.asarray((dividend - product) - error)


def _halves(values: Floats) -> tuple[Floats, Floats]:
    """Split each value into two halves whose products are exact (Veltkamp's splitting)."""
    scaled = values * (2.0**27 + 1)
    high = scaled - (scaled - values)
    return high, values - high


# Agreement with people at every weight at once.


class WeighedPairs(NamedTuple):
    """Judged pairs of translations, with their differences in two scores.

    Attributes:
        first: The difference in the score weighed α.
        second: The difference in the score weighed 1 − α.
        human: 1 if people prefer the first translation, −1 the second, 0 neither.
        unit: The judged line, counting from 0 over all language pairs.
    """

    first: Floats
    second: Floats
    human: Integers
    unit: Integers


@dataclass(frozen=True, slots=True, eq=False)
class AgreementCurve:
    """Counts of pairs as a function of α, which changes only at breakpoints.

    Attributes:
        edges: 0, the breakpoints, and 1.
        counts: Counts (2·edges − 1, 5), in the order of `COUNTS`: at the first edge, between it and
            the second, at the second, and so on.
    """

    edges: Floats
    counts: Integers

    def places(self, alphas: Floats) -> Integers:
        """Return the rows of `counts` for some α."""
        after = np.searchsorted(self.edges, alphas)
        at_edge = self.edges[after] == alphas
        return np.where(at_edge, 2 * after, 2 * after - 1)

    def merit(self, objective: TuningObjective) -> Floats:
        """Compute the objective in each row; −∞ where it is undefined or does not count."""
        values = objective.value(self.counts)
        if objective.rewards_ties:
            values[::2] = np.nan
        return np.where(np.isnan(values), -np.inf, values)


class WeightSweep:
    """Counts judged pairs by whether α·first + (1 − α)·second agrees with people, for every α.

    From α = 0 up to its breakpoint, a pair has the sign of `second`; there it is tied, and beyond
    it has the sign of `first`. A pair tied at one end has the sign of the other end everywhere
    else.

    Args:
        pairs: The pairs.
    """

    def __init__(self, pairs: WeighedPairs) -> None:
        self.pairs = pairs
        first, second = (np.sign(side).astype(np.int64) for side in (pairs.first, pairs.second))
        self._at_zero, self._at_one = second, first
        self._inside = np.where(second == 0, first, second)
        self._crossing = np.flatnonzero(first * second < 0)
        self._alphas, self._place = find_breakpoints(
            pairs.first[self._crossing], pairs.second[self._crossing]
        )
        # 1 for pairs that turn right at their breakpoint, −1 for pairs that turn wrong, 0 for pairs
        # that people tie.
        self._change = (first * pairs.human)[self._crossing]

    def curve(self, mask: NDArray[np.bool_] | None = None) -> AgreementCurve:
        """Count all pairs, or those of a mask, at every α."""
        chosen = slice(None) if mask is None else mask
        crossing = slice(None) if mask is None else mask[self._crossing]
        place, change = self._place[crossing], self._change[crossing]
        wrong, equal, right = (
            np.bincount(place[change == kind], minlength=len(self._alphas)) for kind in (-1, 0, 1)
        )
        real = wrong + equal + right > 0
        wrong, equal, right = wrong[real], equal[real], right[real]
        none = np.zeros_like(right)
        counts = np.empty((2 * len(right) + 3, len(COUNTS)), np.int64)
        counts[0] = self._count(self._at_zero, chosen)
        counts[-1] = self._count(self._at_one, chosen)
        counts[1] = self._count(self._inside, chosen)
        gains = np.stack([right - wrong, wrong - right, none, none, none], axis=-1)
        counts[3::2] = counts[1] + np.cumsum(gains, axis=0)
        ties = np.stack([-wrong, -right, -equal, wrong + right, equal], axis=-1)
        counts[2:-1:2] = counts[1:-2:2] + ties
        return AgreementCurve(np.concatenate([[0.0], self._alphas[real], [1.0]]), counts)

    def counts_by_unit(self, alpha: float, units: int) -> Integers:
        """Count the pairs of every unit at one α, of shape (units, 5)."""
        kinds = KIND[self.pairs.human + 1, self._signs(alpha) + 1]
        cells = np.bincount(self.pairs.unit * len(COUNTS) + kinds, minlength=units * len(COUNTS))
        return cells.reshape(units, len(COUNTS))

    def _signs(self, alpha: float) -> Integers:
        if alpha in (0, 1):
            return self._at_one if alpha else self._at_zero
        signs = self._inside.copy()
        passed = np.sign(alpha - self._alphas)[self._place].astype(np.int64)
        signs[self._crossing] *= -passed
        return signs

    def _count(self, signs: Integers, chosen: NDArray[np.bool_] | slice) -> Integers:
        kinds = KIND[self.pairs.human[chosen] + 1, signs[chosen] + 1]
        return np.bincount(kinds, minlength=len(COUNTS))


# Objectives of tuning: agreement with people, as a function of counts of pairs.


_FORMULAS = {
    statistic.name: statistic.of_counts for statistic in PAIR_STATISTICS if statistic.of_counts
}

ObjectiveName = Literal["tau_wmt14", "tau_wmt13", "consistency", "acc_23", "tau_23"]


class TuningObjective(NamedTuple):
    """A statistic of agreement to maximise.

    Attributes:
        name: Its name among the statistics.
        human_ties: Whether pairs that people tie count.
        rewards_ties: Whether it rises if a metric ties the pairs that it would get wrong, so that
            weights that tie pairs must not count.
    """

    name: ObjectiveName
    human_ties: bool = False
    rewards_ties: bool = False

    def value(self, counts: Integers | Floats) -> Floats:
        """Compute agreement from counts of shape (..., 5); NaN where no pair counts.

        Examples:
            >>> OBJECTIVES["tau_wmt14"].value(np.array([6, 2, 9, 2, 9])).tolist()
            0.4
        """
        return _FORMULAS[self.name](np.asarray(counts, np.float64))


OBJECTIVES: dict[str, TuningObjective] = {
    objective.name: objective
    for objective in (
        TuningObjective("tau_wmt14"),
        TuningObjective("tau_wmt13", rewards_ties=True),
        TuningObjective("consistency"),
        TuningObjective("acc_23", human_ties=True),
        TuningObjective("tau_23", human_ties=True),
    )
}
"""All objectives by name; the first is the default."""


def as_objective(name: str) -> TuningObjective:
    """Look up an objective.

    Raises:
        UsageError: There is no such objective.
    """
    if name not in OBJECTIVES:
        raise UsageError.unknown("objective", name, OBJECTIVES)
    return OBJECTIVES[name]


# The best weights: all of them, and the one to use.


class WeightRange(NamedTuple):
    """An interval of weights, each end open or closed.

    Attributes:
        low: The lower end.
        high: The upper end.
        has_low: Whether the lower end belongs to the interval.
        has_high: Whether the upper end belongs to the interval.

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
        """Return whether a weight lies in the range."""
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
    """The highest agreement, and the weights that reach it.

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
        return max(self.ranges, key=lambda weights: weights.width)

    @property
    def alpha(self) -> float:
        """The weight to use, in the middle of the widest range."""
        return self.widest.middle

    @property
    def written(self) -> float:
        """The weight to use, with the fewest decimals that keep it well within its range.

        Examples:
            >>> Optimum(1.0, (WeightRange(0.41236, 0.41239, False, False),)).written
            0.412375
        """
        near = self.widest.width / 10
        rounded = (round(self.alpha, digits) for digits in range(1, 17))
        return next((alpha for alpha in rounded if abs(alpha - self.alpha) <= near), self.alpha)


def check_ranges(ranges: Sequence[WeightRange]) -> None:
    """Reject an empty sequence of ranges, and ranges that end before they begin.

    Raises:
        ValueError: There is such a range, or none at all.
    """
    if not ranges or any(weights.low > weights.high for weights in ranges):
        raise ValueError("expected ranges of weights, the lower end first")


def find_optimum(curve: AgreementCurve, objective: TuningObjective) -> Optimum:
    """Find all weights with the highest agreement."""
    merit = curve.merit(objective)
    best = merit.max()
    ranges = ranges_of(curve.edges, merit == best)
    return Optimum(float(best) if np.isfinite(best) else np.nan, tuple(ranges))


def ranges_of(edges: Floats, chosen: NDArray[np.bool_]) -> list[WeightRange]:
    """Return the weights of the chosen rows of a curve, in as few ranges as possible."""
    changes = np.diff(chosen.astype(np.int8), prepend=0, append=0)
    starts, ends = np.flatnonzero(changes == 1), np.flatnonzero(changes == -1) - 1
    columns = edges[starts // 2], edges[(ends + 1) // 2], starts % 2 == 0, ends % 2 == 0
    return [WeightRange(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]


# Random-restart hill climbing, the published way to find a weight.


RESTARTS = 20
_STEPS = tuple(0.1 / 2**halving for halving in range(10))  # down to 0.0002


class Climbed(NamedTuple):
    """The best weight that hill climbing found.

    Attributes:
        alpha: The weight.
        value: Its agreement.
    """

    alpha: float
    value: float


def climb_hills(curve: AgreementCurve, objective: TuningObjective, seed: int) -> Climbed:
    """Climb from 20 random weights, halving the step when neither direction helps.

    The result depends on where the climbs start; `find_optimum` considers every weight.

    References:
        Birch and Osborne (2010), LRscore for Evaluating Lexical and Reordering Quality in MT.
    """
    # Lists, since single elements of arrays are slow.
    edges, merit = curve.edges.tolist(), curve.merit(objective).tolist()

    def height(alpha: float) -> float:
        after = bisect_left(edges, alpha)
        return float(merit[2 * after - (edges[after] != alpha)])

    starts = np.random.Generator(np.random.PCG64(seed)).random(RESTARTS).tolist()
    tops = [_climb(height, Climbed(alpha, height(alpha))) for alpha in starts]
    best = max(tops, key=lambda top: top.value)
    return best if np.isfinite(best.value) else Climbed(best.alpha, np.nan)


def _climb(height: Callable[[float], float], top: Climbed) -> Climbed:
    for step in _STEPS:
        while True:
            tried = min(top.alpha + step, 1.0), max(top.alpha - step, 0.0)
            steps = [Climbed(alpha, height(alpha)) for alpha in tried]
            best = max(steps, key=lambda climbed: climbed.value)
            if best.value <= top.value:
                break
            top = best
    return top
