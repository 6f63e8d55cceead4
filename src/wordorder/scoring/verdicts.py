"""Intervals, tests and verdicts on the differences between systems."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from wordorder.ordering.metrics import METRICS
from wordorder.output.grid import Grid, pair_labels
from wordorder.scoring.measures import ORDER_ERRORS, Measure, all_scores
from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.paired_tests import approximate_randomization, compare_pairs, pair_tests
from wordorder.statistics.significance import FEWEST_ITEMS, excludes_zero, find_clusters, verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.scoring.result import ScoreResult
    from wordorder.statistics.resampling import Resampling


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


def is_order(measure: str) -> bool:
    """Whether systems are compared by this measure on the words both have."""
    return measure in METRICS or measure in ORDER_ERRORS


def tells_better(measure: str) -> bool:
    """Whether a measure allows a verdict on which system is better.

    `frs` does not: it scores order alone, but on each system's own words.
    """
    return measure != "frs"


def deciding_tests(result: ScoreResult) -> Grid:
    """Return the comparisons behind the verdicts; see `ScoreResult.deciding`."""
    own, shared = result.known_tests(), result.known_shared()
    known = [metric for metric in shared.metrics if metric in result.measures]
    places, on_shared = list(map(result.column, known)), shared.differences.only("metric", known)
    columns = {name: column.copy() for name, column in own.columns.items()}
    for name, column in columns.items():
        column[:, places] = on_shared[name]
    return Grid(own.axes, columns)


def allows_verdict(result: ScoreResult, measure: str) -> NDArray[np.bool_]:
    """Return, for each pair, whether there is enough text for a verdict by this measure."""
    shared, pairs = result.known_shared(), len(result.known_tests().axes["pair"])
    if not is_order(measure):
        enough = result.sentence_count >= FEWEST_ITEMS
        return np.full(pairs, enough and tells_better(measure))
    return np.array([shared.withheld(pair) is None for pair in range(pairs)])


def better(result: ScoreResult) -> Integers:
    """Return which system of a pair is better by a measure, of shape (pairs, measures).

    1 for the second, −1 for the first, 0 for neither. A verdict needs p < alpha and an interval
    without 0; see `verdicts`.
    """
    tests = result.deciding
    outside = excludes_zero(tests["low"], tests["high"])
    signs = verdicts(tests["difference"], result.deciding_p, outside, result.alpha)
    for place, measure in enumerate(result.measures):
        signs[:, place] *= allows_verdict(result, measure)
        if measure in ORDER_ERRORS:
            signs[:, place] *= -1
    return signs


@dataclass(frozen=True, slots=True)
class Ranking:
    """Systems from best to worst by the leading metric.

    Attributes:
        systems: The indices of all systems, best first; systems that cannot be compared come last.
        clusters: The names of the systems in each cluster, best first.
        numbers: The cluster of each of `systems`, counting from 1; None if it has none.
    """

    systems: tuple[int, ...]
    clusters: list[list[str]]
    numbers: tuple[int | None, ...]


def rank(result: ScoreResult) -> Ranking:
    """Rank the systems by the leading metric.

    A system that cannot be compared with at least half of the other ranked systems is left out: it
    would hide the boundaries between the others.
    """
    count, column = len(result.systems), result.column(result.leading)
    if result.tests is None:
        return Ranking((0,), [[result.systems[0]]], (1,))
    first, second = np.triu_indices(count, 1)  # in the order of all pairs
    signs, decided = better(result)[:, column], allows_verdict(result, result.leading)
    beats, known = np.zeros((2, count, count), dtype=np.bool_)
    beats[first, second], beats[second, first] = signs < 0, signs > 0
    known[first, second] = known[second, first] = decided
    margin = np.full((count, count), np.nan)
    margin[second, first] = np.where(decided, result.deciding["difference"][:, column], np.nan)
    margin[first, second] = -margin[second, first]
    ranked = _comparable(known)
    clusters = find_clusters(beats[np.ix_(ranked, ranked)], margin[np.ix_(ranked, ranked)])
    order = [int(ranked[place]) for place in clusters.order]
    numbers = clusters.cluster[clusters.order].tolist()
    names = [
        [result.systems[best] for best, number in zip(order, numbers, strict=True) if number == n]
        for n in range(1, max(numbers, default=0) + 1)
    ]
    others = [system for system in range(count) if system not in order]
    return Ranking((*order, *others), names, (*numbers, *[None] * len(others)))


def _comparable(known: NDArray[np.bool_]) -> Integers:
    """Drop the systems with the fewest comparisons until each remaining one has half of all."""
    left = np.arange(len(known))
    while True:
        counts = known[np.ix_(left, left)].sum(axis=1)
        if (2 * counts >= len(left) - 1).all():
            return left
        left = left[counts > counts.min()]
