"""Statistics of judged pairs, resampled by lines or by single judgements."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.correlation.figures import Figures
from wordorder.metaevaluation.correlation.pair_counts import (
    UNKNOWN,
    count_kinds,
    pair_kinds,
)
from wordorder.metaevaluation.correlation.pair_statistics import PAIR_FORMULAS
from wordorder.statistics import bootstrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.correlation.judged_lines import JudgedLines
    from wordorder.metaevaluation.correlation.pair_counts import Kinds
    from wordorder.metaevaluation.correlation.registry import Statistic
    from wordorder.statistics import Resampling


def pair_figures(
    judged: JudgedLines, statistics: Sequence[Statistic], unit: str, resampling: Resampling
) -> Figures:
    """Work out statistics of judged pairs.

    Counts of pairs are summed over the drawn lines or judgements; every statistic is a formula of
    the five sums of the pairs that it takes.
    """
    pairs = judged.pairs
    kinds = pair_kinds(pairs, judged.scores)
    item, items = judged.items_of_pairs(unit)
    thresholds = list(dict.fromkeys(one.threshold for one in statistics))
    sizes = np.abs(pairs.difference)
    counts = [_counts(kinds, item, items, sizes >= (least or 0)) for least in thresholds]

    def score(sums: Floats) -> Floats:
        taken = dict(zip(thresholds, np.split(sums, len(thresholds), axis=-1), strict=True))
        figures = [PAIR_FORMULAS[_formula(one)](taken[one.threshold]) for one in statistics]
        return np.stack(figures, axis=-1)

    drawn = bootstrap(np.concatenate(counts, axis=-1), score, **resampling.keywords)
    return Figures(drawn.observed, drawn.resampled)


def _counts(kinds: Kinds, item: Integers, items: int, taken: NDArray[np.bool_]) -> Floats:
    return count_kinds(np.where(taken, kinds, np.int8(UNKNOWN)), item, items)


def _formula(statistic: Statistic) -> str:
    return statistic.name.partition("@")[0]
