"""Which differences between systems count: one rule for sentences, marks and clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.ordering import METRICS
from wordorder.output.grid import Grid
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.statistics import excludes_zero, find_clusters
from wordorder.statistics.significance import FEWEST_ITEMS, verdicts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Integers
    from wordorder.scoring.result import ScoreResult


def is_order(measure: str) -> bool:
    """Whether systems are compared by this measure on the words both have."""
    return measure in METRICS or measure in ORDER_ERRORS


def is_judged(measure: str) -> bool:
    """Whether a measure tells which system is better.

    `frs` judges nothing but order, but on each system's own words.
    """
    return measure != "frs"


def deciding_tests(result: ScoreResult) -> Grid:
    """The comparisons that decide; see `ScoreResult.deciding`."""
    own, shared = result.known_tests(), result.known_shared()
    known = [metric for metric in shared.metrics if metric in result.measures]
    places, on_shared = list(map(result.column, known)), shared.differences.only("metric", known)
    columns = {name: column.copy() for name, column in own.columns.items()}
    for name, column in columns.items():
        column[:, places] = on_shared[name]
    return Grid(own.axes, columns)


def can_be_judged(result: ScoreResult, measure: str) -> NDArray[np.bool_]:
    """For each pair, whether there is enough text for a verdict by this measure."""
    shared, pairs = result.known_shared(), len(result.known_tests().axes["pair"])
    if not is_order(measure):
        enough = result.sentence_count >= FEWEST_ITEMS
        return np.full(pairs, enough and is_judged(measure))
    return np.array([shared.withheld(pair) is None for pair in range(pairs)])


def better(result: ScoreResult) -> Integers:
    """Which system of a pair is better by a measure, of shape (pairs, measures).

    1 for the second, −1 for the first, 0 for neither. A verdict needs p < alpha and an interval
    without 0; see `verdicts`.
    """
    tests = result.deciding
    outside = excludes_zero(tests["low"], tests["high"])
    signs = verdicts(tests["difference"], result.deciding_p, outside, result.alpha)
    for place, measure in enumerate(result.measures):
        signs[:, place] *= can_be_judged(result, measure)
        if measure in ORDER_ERRORS:
            signs[:, place] *= -1
    return signs


@dataclass(frozen=True, slots=True)
class Ranking:
    """Systems from best to worst by the leading metric.

    Attributes:
        systems: All systems, best first; those that cannot be compared come last.
        clusters: Their names, cluster by cluster; without those that cannot be compared.
        numbers: The cluster of each of `systems`, counting from 1; None if it has none.
    """

    systems: tuple[int, ...]
    clusters: list[list[str]]
    numbers: tuple[int | None, ...]


def rank(result: ScoreResult) -> Ranking:
    """Rank the systems by the leading metric.

    A system that cannot be compared with at least half of the other ranked ones has no place in a
    ranking, and would hide the boundaries between those that can.
    """
    count, column = len(result.systems), result.column(result.leading)
    if result.tests is None:
        return Ranking((0,), [[result.systems[0]]], (1,))
    first, second = np.triu_indices(count, 1)  # in the order of all pairs
    signs, judged = better(result)[:, column], can_be_judged(result, result.leading)
    beats, known = np.zeros((2, count, count), dtype=np.bool_)
    beats[first, second], beats[second, first] = signs < 0, signs > 0
    known[first, second] = known[second, first] = judged
    margin = np.full((count, count), np.nan)
    margin[second, first] = np.where(judged, result.deciding["difference"][:, column], np.nan)
    margin[first, second] = -margin[second, first]
    ranked = _comparable(known)
    found = find_clusters(beats[np.ix_(ranked, ranked)], margin[np.ix_(ranked, ranked)])
    order = [int(ranked[place]) for place in found.order]
    numbers = found.cluster[found.order].tolist()
    names = [
        [result.systems[one] for one, number in zip(order, numbers, strict=True) if number == n]
        for n in range(1, max(numbers, default=0) + 1)
    ]
    others = [one for one in range(count) if one not in order]
    return Ranking((*order, *others), names, (*numbers, *[None] * len(others)))


def _comparable(known: NDArray[np.bool_]) -> Integers:
    """The systems left when those with the fewest comparisons go, until each has half of all."""
    left = np.arange(len(known))
    while True:
        counts = known[np.ix_(left, left)].sum(axis=1)
        if (2 * counts >= len(left) - 1).all():
            return left
        left = left[counts > counts.min()]
