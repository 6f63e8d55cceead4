"""PERM-BOTH spelled out: swap cell by cell, and count pair by pair.

Scores and ratings are tables of (systems, lines), NaN where there is nothing. Judged pairs are
tuples of line, two systems, and how much better people find the first.
"""

from __future__ import annotations

import math
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Table = NDArray[Any]
    Pairs = list[tuple[int, int, int, float]]
    Statistic = Callable[[Table], float]

ROUNDING = 1e-11  # of standardised scores


def sign(value: float) -> int:
    return int(value > 0) - int(value < 0)


def kinds(pairs: Pairs, scores: Table, epsilon: float = ROUNDING) -> dict[str, int]:
    """How many pairs are concordant (C), discordant (D), or tied by people, metric or both."""
    counts = dict.fromkeys(("C", "D", "h", "m", "hm"), 0)
    for line, first, second, human in pairs:
        gap = scores[first, line] - scores[second, line]
        if math.isnan(gap):
            continue
        metric = 0 if abs(gap) <= epsilon else sign(gap)
        if not sign(human) or not metric:
            counts["h" * (not sign(human)) + "m" * (not metric)] += 1
        else:
            counts["C" if sign(human) == metric else "D"] += 1
    return counts


def ratio(above: float, below: float) -> float:
    return above / below if below else math.nan


def count_statistic(name: str, k: dict[str, int]) -> float:
    ordered, every = k["C"] - k["D"], sum(k.values())
    untied = k["C"] + k["D"]
    root = math.sqrt((untied + k["h"]) * (untied + k["m"]))
    values = {
        "tau_wmt13": ratio(ordered, untied),
        "tau_wmt14": ratio(ordered, untied + k["m"]),
        "consistency": ratio(k["C"], untied + k["m"]),
        "acc_23": ratio(k["C"] + k["hm"], every),
        "tau_23": ratio(k["C"] + k["hm"] - k["D"] - k["h"] - k["m"], every),
        "tau_darr": ratio(2 * k["C"] - every, every),
        "tau_b": ratio(ordered, root),
    }
    return values[name]


def mean_of_defined(values: list[float]) -> float:
    defined = [value for value in values if not math.isnan(value)]
    return sum(defined) / len(defined) if defined else math.nan


def by_line(pairs: Pairs) -> list[Pairs]:
    return [[pair for pair in pairs if pair[0] == line] for line in sorted({p[0] for p in pairs})]


def pooled(name: str, pairs: Pairs) -> Statistic:
    return lambda scores: count_statistic(name, kinds(pairs, scores))


def mean_over_lines(name: str, pairs: Pairs) -> Statistic:
    return lambda scores: mean_of_defined(
        [count_statistic(name, kinds(group, scores)) for group in by_line(pairs)]
    )


def acc_eq(pairs: Pairs) -> Statistic:
    """The best mean over lines of acc_23, over one threshold for all lines."""

    def value(scores: Table) -> float:
        gaps = [abs(scores[first, line] - scores[second, line]) for line, first, second, _ in pairs]
        thresholds = [ROUNDING, *(gap + ROUNDING for gap in gaps if not math.isnan(gap))]
        return max(
            mean_of_defined(
                [count_statistic("acc_23", kinds(group, scores, e)) for group in by_line(pairs)]
            )
            for e in thresholds
        )

    return value


def pearson_r(ratings: Table, grouping: str) -> Statistic:
    systems, lines = ratings.shape
    groups = {
        "item": [[(s, line) for s in range(systems)] for line in range(lines)],
        "system": [[(s, line) for line in range(lines)] for s in range(systems)],
        "none": [list(product(range(systems), range(lines)))],
    }[grouping]

    def correlation(cells: list[tuple[int, int]], scores: Table) -> float:
        known = [c for c in cells if not math.isnan(scores[c]) and not math.isnan(ratings[c])]
        x, y = np.array([scores[c] for c in known]), np.array([ratings[c] for c in known])
        if len(known) < 2 or np.ptp(x) < 1e-9 or np.ptp(y) < 1e-9:
            return math.nan
        return float(np.corrcoef(x, y)[0, 1])

    return lambda scores: mean_of_defined([correlation(cells, scores) for cells in groups])


def standardised(first: Table, second: Table, judged: Table) -> tuple[Table, Table]:
    """Both metrics' scores on the judged cells that both have, with mean 0 and deviation 1."""
    counts = judged & ~np.isnan(first) & ~np.isnan(second)
    found = []
    for scores in (first, second):
        spread = scores[counts].std() if counts.any() else 0.0
        centred = scores - (scores[counts].mean() if counts.any() else 0.0)
        found.append(np.where(counts, centred / spread if spread else 0.0, np.nan))
    return found[0], found[1]


def swapped_difference(first: Table, second: Table, swaps: Table, statistic: Statistic) -> float:
    return statistic(np.where(swaps, second, first)) - statistic(np.where(swaps, first, second))


def all_swaps(judged: Table) -> Iterator[Table]:
    """Every way to swap the judged cells."""
    places = np.argwhere(judged)
    for bits in product([False, True], repeat=len(places)):
        swaps = np.zeros(judged.shape, np.bool_)
        swaps[tuple(places.T)] = bits
        yield swaps


def exact_p(first: Table, second: Table, judged: Table, statistic: Statistic) -> float:
    """The share of all swaps with a difference at least as large, or none."""
    one, other = standardised(first, second, judged)
    observed = statistic(one) - statistic(other)
    found = [swapped_difference(one, other, swaps, statistic) for swaps in all_swaps(judged)]
    return float(np.mean([not abs(d) < abs(observed) - 1e-10 for d in found]))


def rated_pairs(ratings: Table) -> Pairs:
    systems, lines = ratings.shape
    return [
        (line, a, b, float(ratings[a, line] - ratings[b, line]))
        for line in range(lines)
        for a, b in combinations(range(systems), 2)
        if not math.isnan(ratings[a, line] - ratings[b, line])
    ]
