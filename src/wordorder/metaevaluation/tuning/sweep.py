"""Agreement with people at every weight at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.metaevaluation.correlation.pair_counts import COUNTS, KIND
from wordorder.metaevaluation.tuning.breakpoints import find_breakpoints

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.tuning.objectives import Objective


class WeighedPairs(NamedTuple):
    """Judged pairs of translations, with the differences between their two partial scores.

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
            the next, at that, and so on.
    """

    edges: Floats
    counts: Integers

    def places(self, alphas: Floats) -> Integers:
        """The rows of `counts` for some α."""
        after = np.searchsorted(self.edges, alphas)
        at_edge = self.edges[after] == alphas
        return np.where(at_edge, 2 * after, 2 * after - 1)

    def merit(self, objective: Objective) -> Floats:
        """The objective in each row; −∞ where it is undefined or does not count."""
        values = objective.value(self.counts)
        if objective.rewards_ties:
            values[::2] = np.nan
        return np.where(np.isnan(values), -np.inf, values)


class WeightSweep:
    """Counts judged pairs by whether α·first + (1 − α)·second agrees with people, for every α.

    The sign of a pair is that of `second` at α = 0 and in between, up to its breakpoint, where it
    is tied; then that of `first`. A pair that is tied at one end has the sign of the other end
    everywhere else.

    Args:
        pairs: The pairs.
    """

    def __init__(self, pairs: WeighedPairs) -> None:
        self.pairs = pairs
        first, second = (np.sign(side).astype(np.int64) for side in (pairs.first, pairs.second))
        self._at_zero, self._at_one = second, first
        self._inside = np.where(second == 0, first, second)
        self._crossing = np.flatnonzero(first * second < 0)
        found = find_breakpoints(pairs.first[self._crossing], pairs.second[self._crossing])
        self._alphas, self._place = found
        # 1 for pairs that are put right at their breakpoint, −1 for those put wrong, 0 for those
        # that people find equally good.
        self._change = (first * pairs.human)[self._crossing]

    def curve(self, kept: NDArray[np.bool_] | None = None) -> AgreementCurve:
        """Count all pairs, or those that are kept, at every α."""
        chosen = slice(None) if kept is None else kept
        crossing = slice(None) if kept is None else kept[self._crossing]
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
