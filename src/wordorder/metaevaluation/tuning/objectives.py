"""What a weight is tuned for: agreement with people, as a function of counts of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from wordorder.errors import UsageError
from wordorder.metaevaluation.correlation.pair_statistics import PAIR_FORMULAS

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers


ObjectiveName = Literal["tau_wmt14", "tau_wmt13", "consistency", "acc_23", "tau_23"]


class Objective(NamedTuple):
    """A measure of agreement.

    Attributes:
        name: Its name among the statistics.
        human_ties: Whether pairs that people find equally good count.
        rewards_ties: Whether it rises if a metric ties the pairs that it would get wrong, so that
            weights at which pairs are tied must not count.
    """

    name: ObjectiveName
    human_ties: bool = False
    rewards_ties: bool = False

    def value(self, counts: Integers | Floats) -> Floats:
        """Agreement from counts of shape (..., 5); NaN where there is nothing to agree on.

        Examples:
            >>> OBJECTIVES["tau_wmt14"].value(np.array([6, 2, 9, 2, 9])).tolist()
            0.4
        """
        return PAIR_FORMULAS[self.name](np.asarray(counts, np.float64))


OBJECTIVES: dict[str, Objective] = {
    one.name: one
    for one in (
        Objective("tau_wmt14"),
        Objective("tau_wmt13", rewards_ties=True),
        Objective("consistency"),
        Objective("acc_23", human_ties=True),
        Objective("tau_23", human_ties=True),
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
