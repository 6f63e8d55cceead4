"""Correlations over the systems within each line, averaged over lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.correlation.figures import Figures
from wordorder.metaevaluation.correlation.pair_statistics import PAIR_FORMULAS
from wordorder.metaevaluation.correlation.rows import (
    row_counts,
    row_pearson,
    row_spearman,
    row_tau_c,
)
from wordorder.statistics import bootstrap

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wordorder.arrays import Floats
    from wordorder.statistics import Resampling


def item_figures(
    human: Floats, scores: Floats, names: Sequence[str], resampling: Resampling
) -> Figures:
    """Correlate within each line, and average over the lines where the figure is defined.

    Args:
        human: Ratings of shape (systems, lines).
        scores: Scores of shape (metrics, systems, lines).
        names: Names of statistics.
        resampling: How lines are drawn.
    """
    by_line = np.stack([_by_line(human.T, one.T, names) for one in scores])
    drawn = bootstrap(by_line, **resampling.keywords)
    return Figures(drawn.observed, drawn.resampled)


def _by_line(human: Floats, metric: Floats, names: Sequence[str]) -> Floats:
    return np.stack([ROW_STATISTICS[name](human, metric) for name in names], axis=-1)


def _of_counts(name: str) -> Callable[[Floats, Floats], Floats]:
    return lambda human, metric: PAIR_FORMULAS[name](row_counts(human, metric))


ROW_STATISTICS: Mapping[str, Callable[[Floats, Floats], Floats]] = {
    "tau_b": _of_counts("tau_b"),
    "tau_c": row_tau_c,
    "tau_23": _of_counts("tau_23"),
    "acc_23": _of_counts("acc_23"),
    "pearson_r": row_pearson,
    "spearman_rho": row_spearman,
    "pairwise_accuracy": _of_counts("consistency"),
}
"""Statistics of rows of values, by name."""
