"""Statistics that can be worked out again for every permutation of two metrics' scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from wordorder import _kernels
from wordorder.arrays import Floats
from wordorder.errors import Argument, InputError, UsageError, joined
from wordorder.metaevaluation.judgements.table import HumanPairs
from wordorder.metaevaluation.significance.judged_cells import (
    cells_by_group,
    cells_of_pairs,
    cells_of_ratings,
)
from wordorder.metaevaluation.significance.pair_rules import PAIR_RULES

if TYPE_CHECKING:
    from wordorder.metaevaluation.judgements.table import Judgements
    from wordorder.metaevaluation.significance.judged_cells import JudgedCells

Difference: TypeAlias = Callable[[_kernels.MetricSwaps], Floats]
"""From swaps to differences of a statistic, of shape (pairs of metrics, permutations)."""

_PEARSON = "pearson_r"
_DARR = "tau_darr"
_NEED_RATINGS = (_PEARSON, _DARR, "acc_eq")
_MEANS_OVER_LINES = ("tau_b", "acc_23", "tau_23")


def swapped_statistic(
    judgements: Judgements, statistic: str, grouping: str
) -> tuple[JudgedCells, Difference]:
    """The cells that a statistic needs, and what gives its differences for swaps of them.

    Raises:
        InputError: There are no such judgements.
        UsageError: The statistic is unknown, or cannot be had of these judgements.
    """
    name, threshold = _parsed(statistic)
    rated = judgements.ratings is not None
    if name in _NEED_RATINGS and not rated:
        raise UsageError(
            f"{statistic} needs ratings, but in {judgements.name} systems were compared"
        )
    groupings = ("item", "system", "none") if name == _PEARSON else ("item",)
    if grouping not in groupings:
        allowed = joined((Argument("grouping", one) for one in groupings), " or ", " or ")
        raise UsageError(f"the permutation test of {statistic} needs ", *allowed)
    if name == _PEARSON:
        cells, difference = _correlation(judgements, grouping)
    else:
        cells, difference = _counts(judgements, name, threshold, rated)
    if not len(cells):
        raise InputError(f"{judgements.name}: no judgements that {statistic} can use")
    return cells, difference


def _parsed(statistic: str) -> tuple[str, float]:
    """The name of a statistic, and the smallest difference of ratings that counts."""
    name, _, threshold = statistic.partition("@")
    try:
        least = float(threshold or 0)
    except ValueError:
        least = np.nan
    known = name == _PEARSON or name in PAIR_RULES
    if known and 0 <= least < np.inf and (name == _DARR) == bool(threshold):
        return name, least
    names = [f"{_DARR}@25" if one == _DARR else one for one in (*PAIR_RULES, _PEARSON)]
    raise UsageError.unknown("statistic", statistic, names)


def _correlation(judgements: Judgements, grouping: str) -> tuple[JudgedCells, Difference]:
    ratings = judgements.mean_ratings(judgements.last_line)
    cells = cells_of_ratings(ratings)
    people, groups = ratings[cells.system, cells.line], cells_by_group(cells, grouping)
    return cells, lambda swaps: _kernels.swapped_correlation_differences(swaps, people, groups)


def _counts(
    judgements: Judgements, name: str, threshold: float, rated: bool
) -> tuple[JudgedCells, Difference]:
    line, first, second, difference = judgements.pairs()
    far = np.abs(difference) >= threshold
    pairs = HumanPairs(line[far], first[far], second[far], difference[far])
    cells, judged = cells_of_pairs(pairs, len(judgements.systems))
    rule, test = PAIR_RULES[name], _kernels.PairTest.POOLED
    if rated and name in _MEANS_OVER_LINES:
        test = _kernels.PairTest.GROUPED
    elif name == "acc_eq":
        test = _kernels.PairTest.BEST_THRESHOLD
    parts = rule.numerator, rule.denominator, rule.root
    return cells, lambda swaps: _kernels.swapped_pair_differences(swaps, judged, *parts, test)
