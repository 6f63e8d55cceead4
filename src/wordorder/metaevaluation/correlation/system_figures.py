"""Correlations over whole systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.correlation.figures import Figures
from wordorder.metaevaluation.correlation.item_figures import ROW_STATISTICS
from wordorder.statistics import bootstrap, ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.correlation.judged_lines import JudgedLines
    from wordorder.metaevaluation.judgements.table import HumanPairs
    from wordorder.statistics import Resampling


def system_figures(
    judged: JudgedLines, names: Sequence[str], unit: str, resampling: Resampling
) -> Figures:
    """Correlate scores of whole systems with what people think of them.

    People's score of a system is its mean rating, or in comparisons the share of wins in wins and
    losses, as in WMT13. A metric's is that of the corpus, which stays the same in all resamples,
    or else its mean over the judged lines, which is that of the drawn lines.
    """
    human = human_system_scores(judged, unit, resampling)
    metric = _metric_system_scores(judged, unit, resampling)
    figures = np.empty((len(metric.value), len(names), resampling.resamples + 1))
    for found, *sides in zip(figures, metric.value, metric.resampled, strict=True):
        scores = _observed_first(*sides)
        for row, name in zip(found, names, strict=True):
            statistic = ROW_STATISTICS[name.removeprefix("system_")]
            row[:] = statistic(_observed_first(*human), scores)
    return Figures(figures[..., 0], figures[..., 1:])


def human_system_scores(judged: JudgedLines, unit: str, resampling: Resampling) -> Figures:
    """What people think of whole systems: a value (systems,), and resampled (systems, resamples).

    The mean rating over the lines where there is one, or wins/(wins + losses).
    """
    if judged.are_rated:
        return _means(judged.ratings, resampling)
    item, items = judged.items_of_pairs(unit)
    statistics = _wins_and_decisions(judged.pairs, item, items, judged.scores.shape[1])
    drawn = bootstrap(statistics, ratio, **resampling.keywords)
    return Figures(drawn.observed, drawn.resampled)


def _metric_system_scores(judged: JudgedLines, unit: str, resampling: Resampling) -> Figures:
    """Scores of systems: value (metrics, systems), resampled (metrics, systems, resamples)."""
    means = _means(judged.scores, resampling)
    given, corpus = ~np.isnan(judged.corpus), judged.corpus
    value = np.where(given, corpus, means.value)
    fixed = given | (unit == "judgements")
    return Figures(value, np.where(fixed[..., None], value[..., None], means.resampled))


def _means(values: Floats, resampling: Resampling) -> Figures:
    """Means over lines of values (..., systems, lines), where they are known."""
    # Less the smallest one, so that the means of a constant are exactly alike.
    least = np.fmin.reduce(values, axis=(-2, -1), keepdims=True)
    by_line = np.swapaxes(values - np.where(np.isnan(least), 0, least), -2, -1)
    drawn = bootstrap(by_line, **resampling.keywords)
    return Figures(drawn.observed + least[..., 0], drawn.resampled + least)


def _wins_and_decisions(pairs: HumanPairs, item: Integers, items: int, systems: int) -> Floats:
    """How often each system wins, and wins or loses, in each item: (items, 2·systems)."""
    first_wins = pairs.difference > 0
    decided = np.flatnonzero(pairs.difference != 0)
    winner = np.where(first_wins, pairs.first, pairs.second)[decided]
    loser = np.where(first_wins, pairs.second, pairs.first)[decided]
    wins, losses = (
        np.bincount(item[decided] * systems + side, minlength=items * systems).reshape(items, -1)
        for side in (winner, loser)
    )
    return np.concatenate([wins, wins + losses], axis=1).astype(np.float64)


def _observed_first(value: Floats, resampled: Floats) -> Floats:
    """Shape (1 + resamples, systems)."""
    return np.concatenate([value[np.newaxis], resampled.T])
