"""What a weight is tuned for: agreement with people, as a function of counts of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.arrays import Floats, Integers


class Objective(NamedTuple):
    """A measure of agreement.

    Attributes:
        name: Its name.
        terms: Returns numerator and denominator from counts (..., 5), in the order of
            `wordorder.metaevaluation.correlation.pair_counts.COUNTS`.
        human_ties: Whether pairs that people find equally good count.
        rewards_ties: Whether it rises if a metric ties the pairs that it would get wrong, so that
            weights at which many pairs are tied must not count.
    """

    name: str
    terms: Callable[..., tuple[Floats, Floats]]
    human_ties: bool = False
    rewards_ties: bool = False

    def value(self, counts: Integers | Floats) -> Floats:
        """Agreement from counts of shape (..., 5); NaN where there is nothing to agree on.

        Examples:
            >>> OBJECTIVES["tau_wmt14"].value(np.array([6, 2, 9, 2, 9])).tolist()
            0.4
        """
        numerator, denominator = self.terms(*np.moveaxis(np.asarray(counts, np.float64), -1, 0))
        values = np.full(np.shape(denominator), np.nan)
        np.divide(numerator, denominator, out=values, where=denominator > 0)
        return values


def _tau_wmt14(c: Floats, d: Floats, _th: Floats, tm: Floats, _: Floats) -> tuple[Floats, Floats]:
    return c - d, c + d + tm


def _tau_wmt13(c: Floats, d: Floats, _th: Floats, _tm: Floats, _: Floats) -> tuple[Floats, Floats]:
    return c - d, c + d


def _consistency(c: Floats, d: Floats, _th: Floats, tm: Floats, _: Floats) -> tuple[Floats, Floats]:
    return c, c + d + tm


def _acc_23(c: Floats, d: Floats, th: Floats, tm: Floats, both: Floats) -> tuple[Floats, Floats]:
    return c + both, c + d + th + tm + both


def _tau_23(c: Floats, d: Floats, th: Floats, tm: Floats, both: Floats) -> tuple[Floats, Floats]:
    return c + both - d - th - tm, c + d + th + tm + both


OBJECTIVES = {
    one.name: one
    for one in (
        Objective("tau_wmt14", _tau_wmt14),
        Objective("tau_wmt13", _tau_wmt13, rewards_ties=True),
        Objective("consistency", _consistency),
        Objective("acc_23", _acc_23, human_ties=True),
        Objective("tau_23", _tau_23, human_ties=True),
    )
}
"""All objectives by name; the first is the default."""


def as_objective(name: str) -> Objective:
    """Look up an objective.

    Raises:
        UsageError: There is no such objective.
    """
    if name not in OBJECTIVES:
        raise UsageError.unknown("objective", name, OBJECTIVES)
    return OBJECTIVES[name]
