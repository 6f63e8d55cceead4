"""Differences between independent corpora, resample by resample.

The draws of the first corpus are those of a bootstrap with this seed. The second corpus uses those
of the resample before, the third those of the one before that, so that no two corpora share them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oracles.statistics import draws

if TYPE_CHECKING:
    from collections.abc import Sequence


def mean(values: Sequence[float]) -> float:
    defined = [value for value in values if value == value]  # noqa: PLR0124
    return sum(defined) / len(defined) if defined else float("nan")


def resampled_means(values: Sequence[float], resamples: int, seed: int) -> list[float]:
    return [mean([values[i] for i in drawn]) for drawn in draws(len(values), resamples, seed)]


def p_value(
    first: Sequence[float],
    second: Sequence[float],
    resamples: int,
    seed: int,
    places: tuple[int, int] = (0, 1),
) -> float:
    """(extreme + 1)/(resamples + 1), with extreme the resamples with |δ* − mean δ*| ≥ |δ|."""
    one, other = (
        [resampled[(number - place) % resamples] for number in range(resamples)]
        for resampled, place in (
            (resampled_means(first, resamples, seed), places[0]),
            (resampled_means(second, resamples, seed), places[1]),
        )
    )
    difference = abs(mean(second) - mean(first))
    resampled = np.array(other) - np.array(one)
    extreme = (abs(resampled - resampled.mean()) >= difference - 1e-12).sum()
    return (extreme + 1) / (resamples + 1)
