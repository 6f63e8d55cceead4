"""spa: whether a metric is as sure as people are which of two systems is better."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.correlation.draws import line_weights
from wordorder.metaevaluation.correlation.figures import Figures
from wordorder.statistics.intervals import mean_of_defined
from wordorder.statistics.resampling import draw_signs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats
    from wordorder.statistics import Resampling

_FLIPS = 1000
_TAIL = (0.0, 0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429)
_ROUNDING = 1e-10  # sums that differ by less, beside the size of their terms, are equal


def soft_accuracy(human: Floats, scores: Floats, resampling: Resampling) -> Figures:
    """Work out the soft pairwise accuracy of metrics, as a single statistic.

    spa = 1 − mean |p_h − p_m| over pairs of systems, where p is the one-sided p-value of the first
    system being better than the second: the share of 1,000 random sign flips of the differences
    line by line whose sum is at least the observed one. People and metrics see the same flips.
    Which system of a pair is the first is a matter of their order. A line counts for a pair if
    people and metric score both there.

    In resamples p is that of the normal distribution with the variance of the flipped sums, Σd²,
    which 1,000 flips of 1,000 resamples would only come near to at a thousand times the cost.

    Args:
        human: Ratings of shape (systems, lines).
        scores: Scores of shape (metrics, systems, lines).
        resampling: How lines are drawn, and the seed of the flips.

    References:
        Thompson, Mathur, Deutsch and Khayrallah (2024), Improving Statistical Significance in Human
        Evaluation of Automatic Metrics via Soft Pairwise Accuracy.
    """
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
    return Figures(value, resampled)


def _flips(lines: int, seed: int) -> Floats:
    """Signs of shape (lines, 1 + 1000), first those that flip nothing.

    They come from another stream than the resamples.
    """
    generator = np.random.Generator(np.random.PCG64([seed, 1]))
    signs = np.ones((1 + _FLIPS, lines))
    draw_signs(generator, signs[1:])
    return np.ascontiguousarray(signs.T)


def _differences(side: Floats, scored: NDArray[np.bool_]) -> Floats:
    """Differences (pairs, lines) between systems, 0 where they do not count."""
    first, second = np.triu_indices(len(side), 1)
    return np.where(scored, side[first] - side[second], 0.0)


def _flipped_p(differences: Floats, flips: Floats) -> Floats:
    """The share of flips whose sum is at least the observed one, for each pair."""
    sums = differences @ flips
    slack = _ROUNDING * np.abs(differences).sum(axis=-1, keepdims=True)
    return np.asarray((sums[:, 1:] >= sums[:, :1] - slack).mean(axis=-1))


def _normal_p(differences: Floats, weights: Floats) -> Floats:
    """The same by the normal distribution, of shape (resamples, pairs)."""
    sums, squares = weights @ differences.T, weights @ np.square(differences).T
    varies = squares > 0
    z = sums / np.sqrt(np.where(varies, squares, 1.0))
    return np.where(varies, normal_tail(z), 1.0)  # no flip changes a sum of zeros


def _agreement(people: Floats, metric: Floats, counts: NDArray[np.bool_]) -> Floats:
    apart = np.where(counts, np.abs(people - metric), np.nan)
    return np.asarray(1 - mean_of_defined(apart))


def normal_tail(z: Floats) -> Floats:
    """The probability that a standard normal variable is at least z, to 10⁻⁷.

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
