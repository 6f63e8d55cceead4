"""Statistics of whole systems: correlations, and spa (soft pairwise accuracy)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, Integers
from wordorder.metaevaluation.groupwise import along_rows, row_pearson, row_spearman, tau_b
from wordorder.metaevaluation.judgements import HumanPairs
from wordorder.metaevaluation.pairwise import consistency
from wordorder.metaevaluation.statistic import (
    JudgedLines,
    ResampledStatistics,
    Settings,
    Statistic,
    line_weights,
)
from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.intervals import mean_of_defined, ratio
from wordorder.statistics.resampling import Resampling, draw_signs

_FLIPS = 1000
_TAIL = (0.0, 0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429)
_ROUNDING = 1e-10  # sums that differ by less, relative to their terms, are equal


def system_figures(
    judged: JudgedLines, statistics: Sequence[Statistic], settings: Settings
) -> ResampledStatistics:
    """Correlate metrics' scores of whole systems with people's.

    People's score of a system is its mean rating or, with comparisons, wins/(wins + losses), as in
    WMT13. A metric's is its score of the corpus, which is the same in all resamples, or else its
    mean over the judged lines, in resamples over the drawn lines.
    """
    _, unit, resampling = settings
    human = human_system_scores(judged, unit, resampling)
    people = _observed_first(human.value, human.resampled)
    metric = _metric_system_scores(judged, unit, resampling)
    figures = np.empty((len(metric.value), len(statistics), resampling.resamples + 1))
    for rows, *sides in zip(figures, metric.value, metric.resampled, strict=True):
        scores = _observed_first(*sides)
        for row, statistic in zip(rows, statistics, strict=True):
            row[:] = along_rows(statistic, people, scores)
    return ResampledStatistics(figures[..., 0], figures[..., 1:])


def human_system_scores(
    judged: JudgedLines, unit: str, resampling: Resampling
) -> ResampledStatistics:
    """Compute people's scores of systems: value (systems,), resampled (systems, resamples).

    A score is the mean rating over rated lines, or wins/(wins + losses).
    """
    if judged.are_rated:
        return _means(judged.ratings, resampling)
    item, items = judged.items_of_pairs(unit)
    statistics = _wins_and_decisions(judged.pairs, item, items, judged.scores.shape[1])
    drawn = bootstrap(statistics, ratio, **resampling.keywords)
    return ResampledStatistics(drawn.observed, drawn.resampled)


def _metric_system_scores(
    judged: JudgedLines, unit: str, resampling: Resampling
) -> ResampledStatistics:
    """Score systems: value (metrics, systems), resampled (metrics, systems, resamples)."""
    means = _means(judged.scores, resampling)
    known = ~np.isnan(judged.system_scores)
    value = np.where(known, judged.system_scores, means.value)
    fixed = known | (unit == "judgements")
    return ResampledStatistics(value, np.where(fixed[..., None], value[..., None], means.resampled))


def _means(values: Floats, resampling: Resampling) -> ResampledStatistics:
    """Average known values (..., systems, lines) over lines."""
    # Subtract the smallest value, so that the means of a constant are exactly equal.
    least = np.fmin.reduce(values, axis=(-2, -1), keepdims=True)
    by_line = np.swapaxes(values - np.where(np.isnan(least), 0, least), -2, -1)
    drawn = bootstrap(by_line, **resampling.keywords)
    return ResampledStatistics(drawn.observed + least[..., 0], drawn.resampled + least)


def _wins_and_decisions(pairs: HumanPairs, item: Integers, items: int, systems: int) -> Floats:
    """Count how often each system wins, and wins or loses, in each item: (items, 2·systems)."""
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
    """Stack scores in the shape (1 + resamples, systems)."""
    return np.concatenate([value[np.newaxis], resampled.T])


def soft_accuracy(
    judged: JudgedLines, _: Sequence[Statistic], settings: Settings
) -> ResampledStatistics:
    """Compute the soft pairwise accuracy of metrics, a single statistic.

    spa = 1 − mean |p_h − p_m| over pairs of systems, where p is the one-sided p-value of the first
    system being better than the second: the share of 1,000 random sign flips of the differences
    line by line whose sum is at least the observed one. People and metrics see the same flips.
    The first system of a pair is the earlier in the order of systems. A line counts for a pair if
    people and the metric score both systems there.

    In resamples, p comes from the normal distribution with the variance of the flipped sums, Σd²;
    1,000 flips of each resample would only approximate it, at a thousand times the cost.

    References:
        Thompson, Mathur, Deutsch and Khayrallah (2024), Improving Statistical Significance in Human
        Evaluation of Automatic Metrics via Soft Pairwise Accuracy.
    """
    human, scores, resampling = judged.ratings, judged.scores, settings.resampling
    weights = line_weights(human.shape[1], resampling)[1:].astype(np.float64)
    flips = _flips(human.shape[1], resampling.seed)
    value, resampled = np.empty((len(scores), 1)), np.empty((len(scores), 1, len(weights)))
    complete = ~np.isnan(human + scores)
    first, second = np.triu_indices(len(human), 1)
    for known in np.unique(complete, axis=0):
        scored = known[first] & known[second]
        alike = np.flatnonzero((complete == known).all(axis=(1, 2)))
        people = _differences(human, scored)
        sides = (_flipped_p(people, flips), _normal_p(people, weights))
        ever, drawn = scored.any(axis=-1), weights @ scored.T > 0
        for metric in alike.tolist():
            own = _differences(scores[metric], scored)
            value[metric, 0] = _agreement(sides[0], _flipped_p(own, flips), ever)
            resampled[metric, 0] = _agreement(sides[1], _normal_p(own, weights), drawn)
    return ResampledStatistics(value, resampled)


def _flips(lines: int, seed: int) -> Floats:
    """Draw signs of shape (lines, 1 + 1000); the first column flips nothing.

    Their random stream is not that of the resamples.
    """
    generator = np.random.Generator(np.random.PCG64([seed, 1]))
    signs = np.ones((1 + _FLIPS, lines))
    draw_signs(generator, signs[1:])
    return np.ascontiguousarray(signs.T)


def _differences(side: Floats, scored: NDArray[np.bool_]) -> Floats:
    """Return differences (pairs, lines) between systems, 0 where a line does not count."""
    first, second = np.triu_indices(len(side), 1)
    return np.where(scored, side[first] - side[second], 0.0)


def _flipped_p(differences: Floats, flips: Floats) -> Floats:
    """Return for each pair the share of flips whose sum is at least the observed one."""
    sums = differences @ flips
    slack = _ROUNDING * np.abs(differences).sum(axis=-1, keepdims=True)
    return np.asarray((sums[:, 1:] >= sums[:, :1] - slack).mean(axis=-1))


def _normal_p(differences: Floats, weights: Floats) -> Floats:
    """Return p-values of the normal distribution, of shape (resamples, pairs)."""
    sums, squares = weights @ differences.T, weights @ np.square(differences).T
    varies = squares > 0
    z = sums / np.sqrt(np.where(varies, squares, 1.0))
    return np.where(varies, normal_tail(z), 1.0)  # no flip changes a sum of zeros


def _agreement(people: Floats, metric: Floats, counts: NDArray[np.bool_]) -> Floats:
    apart = np.where(counts, np.abs(people - metric), np.nan)
    return np.asarray(1 - mean_of_defined(apart))


def normal_tail(z: Floats) -> Floats:
    """Return the probability that a standard normal variable is at least z, to 10⁻⁷.

    Examples:
        >>> normal_tail(np.array([0.0, 1.959964, -1.959964])).round(5).tolist()
        [0.5, 0.025, 0.975]

    References:
        Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.2.17.
    """
    size = np.abs(z)
    t = 1 / (1 + 0.2316419 * size)
    series = np.polynomial.polynomial.polyval(t, _TAIL)
    tail = np.exp(-np.square(size) / 2) / np.sqrt(2 * np.pi) * series
    return np.asarray(np.where(z < 0, 1 - tail, tail))


_of_systems = partial(Statistic, level="system", needs_ratings=False, method=system_figures)

SYSTEM_STATISTICS = (
    _of_systems(
        "system_pearson_r",
        meaning="linear correlation over systems",
        of_rows=row_pearson,
        column_if_compared=5,
        column_if_rated=6,
    ),
    _of_systems(
        "system_spearman_rho",
        meaning="rank correlation over systems",
        of_rows=row_spearman,
        column_if_compared=4,
        column_if_rated=7,
    ),
    _of_systems(
        "system_tau_b",
        meaning="τ over systems, corrected for ties",
        of_counts=tau_b,
    ),
    _of_systems(
        "pairwise_accuracy",
        meaning="share of system pairs in the order of people",
        of_counts=consistency,
        column_if_compared=6,
        column_if_rated=8,
    ),
    Statistic(
        "spa",
        "system",
        True,
        "soft accuracy: are people and metric equally sure?",
        method=soft_accuracy,
        column_if_rated=5,
    ),
)
