"""How sure scores and their differences are: every measure on the same resamples (S4.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from wordorder.errors import UsageError
from wordorder.statistics import approximate_randomization, bootstrap, holm, paired_bootstrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.scoring.evidence import Evidence
    from wordorder.scoring.measures import Measure

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

Test = Literal["bootstrap", "randomization"]
TESTS: tuple[Test, ...] = get_args(Test)


@dataclass(frozen=True, slots=True, eq=False)
class SystemScores:
    """The scores of all systems: arrays of shape (systems, measures).

    Attributes:
        value: The scores.
        low: Lower ends of their intervals.
        high: Upper ends.
    """

    value: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True, eq=False)
class PairTests:
    """Every two systems compared: arrays of shape (pairs, measures).

    Attributes:
        pairs: The numbers of the two systems, of shape (pairs, 2).
        difference: Score of the second minus score of the first.
        low: Lower end of the interval of the difference.
        high: Upper end.
        p_value: Two-sided.
        p_holm: The same, corrected for the number of pairs.
    """

    pairs: Integers
    difference: Floats
    low: Floats
    high: Floats
    p_value: Floats
    p_holm: Floats


class _All:
    """The statistics of several measures side by side."""

    def __init__(self, measures: Sequence[Measure], evidence: Evidence) -> None:
        self._measures = measures
        parts = [measure.statistics(evidence) for measure in measures]
        self._ends = np.cumsum([part.shape[-1] for part in parts])[:-1]
        self.statistics = np.concatenate(parts, axis=-1)

    def score(self, sums: Floats) -> Floats:
        parts = np.split(sums, self._ends, axis=-1)
        scores = [m.score(part) for m, part in zip(self._measures, parts, strict=True)]
        return np.stack(scores, axis=-1)


def assess(
    measures: Sequence[Measure],
    evidence: Evidence,
    *,
    test: str,
    resamples: int,
    seed: int,
    confidence: float,
) -> tuple[SystemScores, PairTests | None]:
    """Score all systems, with intervals, and test every two of them if there are several.

    Raises:
        UsageError: There is no such test, or a number is out of range.
    """
    if test not in TESTS:
        raise UsageError.unknown("test", test, TESTS)
    all_ = _All(measures, evidence)
    options = {"resamples": resamples, "seed": seed}
    alone = bootstrap(all_.statistics, all_.score, confidence=confidence, **options)
    scores = SystemScores(alone.observed, alone.low, alone.high)
    if len(all_.statistics) < 2:
        return scores, None
    paired = paired_bootstrap(all_.statistics, all_.score, confidence=confidence, **options)
    p_value = paired.p_value
    if test == "randomization":
        p_value = approximate_randomization(all_.statistics, all_.score, **options).p_value
    # The second minus the first: "B is better than A" is a positive difference.
    difference, low, high = (0 - a for a in (paired.difference, paired.high, paired.low))
    return scores, PairTests(paired.pairs, difference, low, high, p_value, holm(p_value))
