"""Correlations over the lines of each system, or over all systems and lines together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.metaevaluation.correlation.draws import line_weights
from wordorder.metaevaluation.correlation.figures import Figures
from wordorder.metaevaluation.correlation.pair_statistics import PAIR_FORMULAS
from wordorder.metaevaluation.correlation.rows import tau_c_of
from wordorder.statistics import bootstrap, moments, pearson_of
from wordorder.statistics.intervals import mean_of_defined
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.arrays import Floats, IntArray
    from wordorder.statistics import Resampling


class _Points(NamedTuple):
    """What people and a metric say of some translations, and their lines from 0."""

    human: Floats
    metric: Floats
    line: IntArray


def pooled_figures(
    human: Floats, scores: Floats, names: Sequence[str], grouping: str, resampling: Resampling
) -> Figures:
    """Correlate over lines; a line that is drawn twice counts as two lines.

    Args:
        human: Ratings of shape (systems, lines).
        scores: Scores of shape (metrics, systems, lines).
        names: Names of statistics.
        grouping: Within each system, averaged over those where the figure is defined (system), or
            over all systems together (none).
        resampling: How lines are drawn.
    """
    weights = line_weights(human.shape[1], resampling)
    figures = np.empty((len(scores), len(names), len(weights)))
    for found, metric in zip(figures, scores, strict=True):
        groups = [_of_group(points, names, weights) for points in _groups(human, metric, grouping)]
        found[:] = mean_of_defined(np.stack(groups, axis=-1))
    if "pearson_r" in names:
        column, pearson = names.index("pearson_r"), _pearson(human, scores, grouping, resampling)
        figures[:, column, 0], figures[:, column, 1:] = pearson
    return Figures(figures[..., 0], figures[..., 1:])


def _groups(human: Floats, metric: Floats, grouping: str) -> Iterator[_Points]:
    rows = len(human) if grouping == "system" else 1
    for one, other in zip(np.split(human, rows), np.split(metric, rows), strict=True):
        known = ~np.isnan(one + other)
        yield _Points(one[known], other[known], np.nonzero(known)[1].astype(np.int32))


def _of_group(points: _Points, names: Sequence[str], weights: IntArray) -> Floats:
    """Figures of one group but Pearson's, of shape (statistics, weightings)."""
    threads = thread_count(None)
    found = np.full((len(names), len(weights)), np.nan)
    if "spearman_rho" in names:
        ranked = _kernels.weighted_spearman(*points, weights, threads)
        found[names.index("spearman_rho")] = ranked
    if {"tau_c", *PAIR_FORMULAS} & set(names):
        pairs = _kernels.weighted_pairs(*points, weights, threads)
        counts = pairs.counts.astype(np.float64)
        for row, name in zip(found, names, strict=True):
            if name in PAIR_FORMULAS:
                row[:] = PAIR_FORMULAS[name](counts)
            elif name == "tau_c":
                row[:] = tau_c_of(counts, pairs.size, pairs.distinct)
    return found


def _pearson(human: Floats, scores: Floats, grouping: str, resampling: Resampling) -> Figures:
    """Pearson's correlation, from the sums over lines of what it is made of."""
    axis = -1 if grouping == "system" else (-2, -1)
    missing = np.isnan(human + scores)
    one, other = (_standardised(np.where(missing, np.nan, side), axis) for side in (human, scores))
    parts = np.where(missing[..., np.newaxis], 0.0, moments(one, other))
    if grouping == "none":
        parts = parts.sum(axis=1, keepdims=True)
    metrics, groups, lines, width = parts.shape
    statistics = parts.transpose(0, 2, 1, 3).reshape(metrics, lines, groups * width)

    def score(sums: Floats) -> Floats:
        by_group = sums.reshape(*sums.shape[:-1], groups, width)
        return mean_of_defined(np.asarray(pearson_of(by_group)))

    drawn = bootstrap(statistics, score, **resampling.keywords)
    return Figures(drawn.observed, drawn.resampled)


def _standardised(values: Floats, axis: int | tuple[int, int]) -> Floats:
    """Centred values of size 1 or less, whose squares can be summed safely; 0 if missing."""
    known = ~np.isnan(values)
    count = np.maximum(known.sum(axis=axis, keepdims=True), 1)
    centred = values - np.where(known, values, 0).sum(axis=axis, keepdims=True) / count
    centred[~known] = 0
    size = np.abs(centred).max(axis=axis, keepdims=True)
    return np.asarray(centred / np.where(size > 0, size, 1))
