"""From summed statistics to scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from wordorder.arrays import Floats
from wordorder.errors import UsageError

Score: TypeAlias = Callable[[Floats], Floats]
"""A function from summed statistics (..., k) to scores (...), or (..., m) for m metrics at once.

It is called on many sums at a time. A score that is not finite, such as 0/0, is undefined."""


def ratio(sums: Floats) -> Floats:
    """Divide the first half of the statistics by the second half, element by element.

    score_j = Σ_i x_ij / Σ_i w_ij, from the statistics (x_1 … x_m, w_1 … w_m) of each item i. With
    x = w·value it is the mean weighted by w; with counts, any ratio of totals.

    Examples:
        >>> ratio(np.array([[6.0, 1.0, 3.0, 4.0], [5.0, 1.0, 2.0, 0.0]])).tolist()
        [[2.0, 0.25], [2.5, nan]]
    """
    if sums.shape[-1] % 2:
        raise UsageError(f"ratio needs an even number of statistics, not {sums.shape[-1]}")
    numerators, denominators = np.split(sums, 2, axis=-1)
    quotients = np.full(numerators.shape, np.nan)
    np.divide(numerators, denominators, out=quotients, where=denominators != 0)
    return quotients


def apply_score(score: Score, sums: Floats) -> Floats:
    """Score all sums; make scores that are not finite NaN, and reject a wrong shape."""
    with np.errstate(all="ignore"):
        scores = np.asarray(score(sums), dtype=np.float64)
    places = sums.shape[:-1]
    if scores.shape != places and scores.shape[:-1] != places:
        raise UsageError(
            f"score must turn sums of shape {sums.shape} into {places} or {(*places, 'm')} scores, "
            f"not {scores.shape}"
        )
    return np.where(np.isfinite(scores), scores, np.nan)
