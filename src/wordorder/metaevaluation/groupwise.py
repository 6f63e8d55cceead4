"""Correlations of ratings and scores: within lines, within systems, or over everything.

The functions of rows correlate two arrays along their last axis and broadcast over the others.
Positions where either side is NaN are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial

import numpy as np

from wordorder import _kernels
from wordorder.arrays import Floats, IntArray, Integers
from wordorder.metaevaluation.pairwise import COUNTS, divided
from wordorder.metaevaluation.statistic import (
    METRIC,
    PEOPLE,
    JudgedLines,
    PairRule,
    ResampledStatistics,
    Settings,
    Statistic,
    line_weights,
)
from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.correlations import moments, pearson_of
from wordorder.statistics.intervals import mean_of_defined
from wordorder.threads import thread_count


def row_pearson(first: Floats, second: Floats) -> Floats:
    """Compute Pearson's correlation of every row; NaN if either side is constant.

    r = Σ(x − x̄)(y − ȳ) / √(Σ(x − x̄)² Σ(y − ȳ)²).

    Examples:
        >>> x, y = np.array([1.0, 2.0, 3.0, np.nan]), np.array([1.0, 3.0, 2.0, 9.0])
        >>> row_pearson(x, np.array([y, y + 1e6])).tolist()
        [0.5, 0.5]
    """
    x, y = (_centred(side) for side in _complete(first, second))
    products = (x * y).sum(axis=-1)
    spread = np.sqrt((x**2).sum(axis=-1) * (y**2).sum(axis=-1))
    return np.clip(divided(products, spread), -1, 1)


def row_spearman(first: Floats, second: Floats) -> Floats:
    """Compute Spearman's ρ of every row: Pearson's r of the ranks, with mean ranks for ties.

    Examples:
        >>> row_spearman(np.array([1.0, 2.0, 3.0]), np.array([0.1, 7.0, 0.2])).tolist()
        0.5
    """
    # The number of lower values minus that of higher ones is twice the centred rank.
    ranks = []
    for side in _complete(first, second):
        column, row = side[..., np.newaxis], side[..., np.newaxis, :]
        signs = (column > row).astype(np.int8) - (column < row).astype(np.int8)
        ranks.append(np.where(np.isnan(side), np.nan, signs.sum(axis=-1, dtype=np.float64)))
    return row_pearson(*ranks)


def tau_b(counts: Floats) -> Floats:
    """Compute Kendall's τ corrected for ties; NaN if either side ties all pairs.

    τ_b = (C − D) / √((C + D + T_h)(C + D + T_m)).

    Examples:
        >>> tau_b(np.array([6.0, 2.0, 1.0, 8.0, 0.0])).round(4).tolist()
        0.3333

    References:
        Kendall (1945), The Treatment of Ties in Ranking Problems.
    """
    concordant, discordant, tied_human, tied_metric, _ = np.moveaxis(counts, -1, 0)
    ordered = concordant + discordant
    product = (ordered + tied_human) * (ordered + tied_metric)
    return divided(concordant - discordant, np.sqrt(product))


def row_tau_c(first: Floats, second: Floats) -> Floats:
    """Compute τ_c of every row, for scales of different sizes; NaN if either side is constant.

    τ_c = 2(C − D) / (n²(k − 1)/k), with k the smaller number of distinct values.

    Examples:
        >>> row_tau_c(np.array([1.0, 1.0, 2.0]), np.array([1.0, 2.0, 3.0])).round(4).tolist()
        0.8889

    References:
        Stuart (1953), The Estimation and Comparison of Strengths of Association in Contingency
        Tables.
    """
    x, y = _complete(first, second)
    counts = row_counts(x, y)
    size = (~np.isnan(x)).sum(axis=-1)
    return _tau_c(counts, size, np.minimum(_distinct(x), _distinct(y)))


def _tau_c(counts: Floats, size: Integers, distinct: Integers) -> Floats:
    """Compute Kendall's τ_c from counted pairs, the number of values, and k."""
    most = size.astype(np.float64) ** 2 * (distinct - 1)
    return divided(2 * (counts[..., 0] - counts[..., 1]) * distinct, most)


def row_counts(human: Floats, metric: Floats) -> Floats:
    """Count the pairs of every row by whether the sides agree, in the order of `COUNTS`.

    Examples:
        >>> row_counts(np.array([1.0, 2.0, 2.0]), np.array([1.0, 2.0, 3.0])).tolist()
        [2.0, 0.0, 1.0, 0.0, 0.0]
    """
    first, second = np.triu_indices(np.shape(human)[-1], 1)
    difference = human[..., first] - human[..., second]
    other = metric[..., first] - metric[..., second]
    known = ~np.isnan(difference + other)
    tied, other_tied = difference == 0, other == 0
    same = (difference > 0) == (other > 0)
    ordered = known & ~tied & ~other_tied
    kinds = (
        ordered & same,
        ordered & ~same,
        known & tied & ~other_tied,
        known & ~tied & other_tied,
        known & tied & other_tied,
    )
    counts = np.empty((*known.shape[:-1], len(COUNTS)))
    for column, kind in enumerate(kinds):
        counts[..., column] = kind.sum(axis=-1)
    return counts


def _complete(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Put NaN on both sides wherever either has it."""
    missing = np.isnan(first) | np.isnan(second)
    return np.where(missing, np.nan, first), np.where(missing, np.nan, second)


def _centred(values: Floats) -> Floats:
    """Subtract the mean of each row; missing values and constant rows become 0."""
    known = ~np.isnan(values)
    count = np.maximum(known.sum(axis=-1, keepdims=True), 1)
    mean = np.where(known, values, 0).sum(axis=-1, keepdims=True) / count
    least = np.where(known, values, np.inf).min(axis=-1, keepdims=True)
    most = np.where(known, values, -np.inf).max(axis=-1, keepdims=True)
    return np.where(known & (least < most), values - mean, 0.0)


def _distinct(values: Floats) -> Integers:
    """Count the distinct values in each row."""
    steps = np.diff(np.sort(values, axis=-1), axis=-1) > 0
    return np.asarray((~np.isnan(values)).any(axis=-1) + steps.sum(axis=-1))


class WeightedPoints:
    """Ratings and scores of the translations of one group, with weights of their lines.

    Args:
        human: The rating of each translation.
        metric: The score of each translation.
        line: The line of each translation, from 0.
        weights: Weights of lines, of shape (weightings, lines).
    """

    def __init__(self, human: Floats, metric: Floats, line: IntArray, weights: IntArray) -> None:
        self._arguments = human, metric, line, weights, thread_count(None)

    def spearman(self) -> Floats:
        """Return Spearman's ρ in every weighting."""
        return _kernels.weighted_spearman(*self._arguments)

    @cached_property
    def pairs(self) -> _kernels.WeightedPairCounts:
        """The counted pairs, the number of values, and k of τ_c, in every weighting."""
        return _kernels.weighted_pairs(*self._arguments)

    @property
    def counts(self) -> Floats:
        """Counts of pairs in the order of `COUNTS`, of shape (weightings, 5)."""
        return self.pairs.counts.astype(np.float64)

    def tau_c(self) -> Floats:
        """Return Kendall's τ_c in every weighting."""
        return _tau_c(self.counts, self.pairs.size, self.pairs.distinct)


def along_rows(statistic: Statistic, human: Floats, metric: Floats) -> Floats:
    """Compute a statistic along the last axis of two arrays."""
    if statistic.of_rows is not None:
        return statistic.of_rows(human, metric)
    assert statistic.of_counts is not None
    return statistic.of_counts(row_counts(human, metric))


def group_figures(
    judged: JudgedLines, statistics: Sequence[Statistic], settings: Settings
) -> ResampledStatistics:
    """Correlate within each group, and average over the groups where the result is defined.

    A line drawn twice counts as two lines.
    """
    human, scores, resampling = judged.ratings, judged.scores, settings.resampling
    if settings.grouping == "item":
        by_line = [
            np.stack(
                [along_rows(statistic, human.T, metric.T) for statistic in statistics], axis=-1
            )
            for metric in scores
        ]
        drawn = bootstrap(np.stack(by_line), **resampling.keywords)
        return ResampledStatistics(drawn.observed, drawn.resampled)
    weights = line_weights(human.shape[1], resampling)
    figures = np.empty((len(scores), len(statistics), len(weights)))
    for own, metric in zip(figures, scores, strict=True):
        groups = [
            np.stack([_of_points(statistic, points, weights) for statistic in statistics])
            for points in _groups(human, metric, settings.grouping, weights)
        ]
        own[:] = mean_of_defined(np.stack(groups, axis=-1))
    for column, statistic in enumerate(statistics):
        if statistic.of_rows is row_pearson:
            value, resampled = _pooled_pearson(human, scores, settings)
            figures[:, column, 0], figures[:, column, 1:] = value, resampled
    return ResampledStatistics(figures[..., 0], figures[..., 1:])


def _groups(
    human: Floats, metric: Floats, grouping: str, weights: IntArray
) -> Iterator[WeightedPoints]:
    rows = len(human) if grouping == "system" else 1
    for ratings, scores in zip(np.split(human, rows), np.split(metric, rows), strict=True):
        known = ~np.isnan(ratings + scores)
        line = np.nonzero(known)[1].astype(np.int32)
        yield WeightedPoints(ratings[known], scores[known], line, weights)


def _of_points(statistic: Statistic, points: WeightedPoints, weights: IntArray) -> Floats:
    if statistic.of_points is not None:
        return statistic.of_points(points)
    if statistic.of_counts is not None:
        return statistic.of_counts(points.counts)
    return np.full(len(weights), np.nan)  # Pearson's r follows from sums over lines


def _pooled_pearson(human: Floats, scores: Floats, settings: Settings) -> tuple[Floats, Floats]:
    """Compute Pearson's correlation from its moments, summed over lines."""
    axis = -1 if settings.grouping == "system" else (-2, -1)
    missing = np.isnan(human + scores)
    x, y = (_standardised(np.where(missing, np.nan, side), axis) for side in (human, scores))
    parts = np.where(missing[..., np.newaxis], 0.0, moments(x, y))
    if settings.grouping == "none":
        parts = parts.sum(axis=1, keepdims=True)
    metrics, groups, lines, width = parts.shape
    statistics = parts.transpose(0, 2, 1, 3).reshape(metrics, lines, groups * width)

    def score(sums: Floats) -> Floats:
        by_group = sums.reshape(*sums.shape[:-1], groups, width)
        return mean_of_defined(np.asarray(pearson_of(by_group)))

    drawn = bootstrap(statistics, score, **settings.resampling.keywords)
    return drawn.observed, drawn.resampled


def _standardised(values: Floats, axis: int | tuple[int, int]) -> Floats:
    """Centre values and scale them to at most 1, so that squares sum safely; 0 if missing."""
    known = ~np.isnan(values)
    count = np.maximum(known.sum(axis=axis, keepdims=True), 1)
    centred = values - np.where(known, values, 0).sum(axis=axis, keepdims=True) / count
    centred[~known] = 0
    size = np.abs(centred).max(axis=axis, keepdims=True)
    return np.asarray(centred / np.where(size > 0, size, 1))


_of_ratings = partial(Statistic, level="segment", needs_ratings=True, method=group_figures)

GROUP_STATISTICS = (
    _of_ratings(
        "tau_b",
        meaning="τ corrected for ties",
        grouped=True,
        of_counts=tau_b,
        pair_rule=PairRule(PEOPLE * METRIC, np.abs(METRIC), 7, root=True),
        column_if_rated=2,
    ),
    _of_ratings(
        "tau_c",
        meaning="τ for scales of different sizes",
        of_rows=row_tau_c,
        of_points=WeightedPoints.tau_c,
    ),
    _of_ratings(
        "pearson_r",
        meaning="linear correlation with ratings",
        of_rows=row_pearson,
        column_if_rated=3,
    ),
    _of_ratings(
        "spearman_rho",
        meaning="linear correlation of ranks",
        of_rows=row_spearman,
        of_points=WeightedPoints.spearman,
        column_if_rated=4,
    ),
)
