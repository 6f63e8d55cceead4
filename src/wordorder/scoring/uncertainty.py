"""Intervals and tests for scores, with the same resamples for every measure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args

from wordorder.errors import UsageError
from wordorder.output.grid import Grid, pair_labels
from wordorder.scoring.measures import all_scores
from wordorder.statistics import approximate_randomization, bootstrap, compare_pairs, pair_tests

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordorder.arrays import Floats
    from wordorder.scoring.measures import Measure
    from wordorder.statistics import Resampling

Test = Literal["bootstrap", "randomization"]
TESTS: tuple[Test, ...] = get_args(Test)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How to compare pairs of systems.

    Attributes:
        test: bootstrap or randomization.
        holm: Whether findings and marks use p-values corrected for the number of pairs. If the
            correction could never reject with the number of resamples, more are drawn.

    Raises:
        UsageError: There is no such test.

    Examples:
        >>> Comparison(holm=True).signature
        'test:bootstrap+holm'
    """

    test: str = "bootstrap"
    holm: bool = False

    def __post_init__(self) -> None:
        if self.test not in TESTS:
            raise UsageError.unknown("test", self.test, TESTS)

    @property
    def signature(self) -> str:
        """Everything that determines the p-values, except resampling."""
        return f"test:{self.test}{'+holm' * self.holm}"


def assess(
    systems: Sequence[str],
    measures: Sequence[Measure],
    statistics: Floats,
    resampling: Resampling,
    test: str,
    on_resamples: Callable[[int], None] | None = None,
) -> tuple[Grid, Grid | None]:
    """Score all systems, with intervals, and test all pairs.

    Args:
        systems: The names of the systems.
        measures: The measures.
        statistics: Their sufficient statistics side by side, of shape (systems, items, k).
        resampling: How to resample items.
        test: bootstrap or randomization.
        on_resamples: Called with the number of new resamples, for a progress bar.
    """
    score = partial(all_scores, measures)
    drawn = bootstrap(statistics, score, **resampling.keywords, on_resamples=on_resamples)
    names = [measure.name for measure in measures]
    scores = Grid.of(
        {"system": systems, "measure": names},
        value=drawn.observed,
        low=drawn.low,
        high=drawn.high,
    )
    if len(systems) < 2:
        return scores, None
    paired = compare_pairs(drawn)
    if test == "randomization":
        randomized = approximate_randomization(
            statistics,
            score,
            resamples=resampling.resamples,
            seed=resampling.seed,
            on_resamples=on_resamples,
        )
        paired = replace(paired, p_value=randomized.p_value)
    tests = pair_tests(paired)
    return scores, Grid.of({"pair": pair_labels(systems), "measure": names}, **tests.columns)
