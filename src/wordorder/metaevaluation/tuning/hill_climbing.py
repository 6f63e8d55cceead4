"""Random-restart hill climbing, the published way to find a weight."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.metaevaluation.tuning.objectives import Objective
    from wordorder.metaevaluation.tuning.sweep import AgreementCurve

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


def climb_hills(curve: AgreementCurve, objective: Objective, seed: int) -> Climbed:
    """Climb from 20 random weights to where no step up or down helps; halve the step, go on.

    The result depends on where the climbs start; `find_optimum` looks at every weight.

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
    best = max(tops, key=lambda one: one.value)
    return best if np.isfinite(best.value) else Climbed(best.alpha, np.nan)


def _climb(height: Callable[[float], float], top: Climbed) -> Climbed:
    for step in _STEPS:
        while True:
            tried = min(top.alpha + step, 1.0), max(top.alpha - step, 0.0)
            best = max((Climbed(one, height(one)) for one in tried), key=lambda one: one.value)
            if best.value <= top.value:
                break
            top = best
    return top
