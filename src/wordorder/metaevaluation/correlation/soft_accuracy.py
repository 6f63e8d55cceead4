"""spa: whether a metric is as sure as people are which of two systems is better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.correlation.draws import line_weights
from wordorder.metaevaluation.correlation.figures import Figures
from wordorder.statistics.intervals import mean_of_defined
from wordorder.statistics.resampling import draw_signs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats, IntArray
    from wordorder.statistics import Resampling

_FLIPS = 1000
_ROUNDING = 1e-10  # sums that differ by less, beside the size of their terms, are equal


def soft_accuracy(human: Floats, scores: Floats, resampling: Resampling) -> Figures:
    """Work out the soft pairwise accuracy of metrics, as a single statistic.

    spa = 1 − mean |p_h − p_m| over pairs of systems, where p is the one-sided p-value of the first
    system being better than the second: the share of 1,000 random sign flips of the differences
    line by line whose sum is at least the observed one. People and metrics see the same flips.
    Which system of a pair is the first is a matter of their order. A line counts for a pair if
    people and metric score both there; a line that is drawn twice is flipped twice.

    Args:
        human: Ratings of shape (systems, lines).
        scores: Scores of shape (metrics, systems, lines).
        resampling: How lines are drawn, and the seed of the flips.

    References:
        Thompson, Mathur, Deutsch and Khayrallah (2024), Improving Statistical Significance in Human
        Evaluation of Automatic Metrics via Soft Pairwise Accuracy.
    """
    drawn = line_weights(human.shape[1], resampling)
    flips = _flips(human.shape[1], resampling.seed)
    figures = np.empty((len(scores), 1, len(drawn)))
    complete = ~np.isnan(human + scores)
    for known in np.unique(complete, axis=0):
        alike = np.flatnonzero((complete == known).all(axis=(1, 2)))
        sides = _Sides.of(np.stack([human, *scores[alike]]), known)
        for place, weights in enumerate(drawn):
            figures[alike, 0, place] = sides.agreement(weights, flips)
    return Figures(figures[..., 0], figures[..., 1:])


def _flips(lines: int, seed: int) -> Floats:
    """Signs of shape (lines, 1 + 1000), first those that flip nothing.

    They come from another stream than the resamples.
    """
    generator = np.random.Generator(np.random.PCG64([seed, 1]))
    signs = np.ones((1 + _FLIPS, lines))
    for row in signs[1:]:
        draw_signs(generator, row)
    return np.ascontiguousarray(signs.T)


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """People, first, and metrics that score the same translations.

    Attributes:
        values: Shape (sides, columns, lines). A column is a system if all translations are scored;
            otherwise it is a pair of systems, and the values are differences, 0 if incomplete.
        of_pairs: Whether columns are pairs.
        scored: Which lines count for each pair of systems, of shape (pairs, lines).
    """

    values: Floats
    of_pairs: bool
    scored: NDArray[np.bool_]

    @classmethod
    def of(cls, sides: Floats, known: NDArray[np.bool_]) -> _Sides:
        """Prepare values (sides, systems, lines), of which these are known on all sides."""
        scored_at_all = known.any(axis=1)  # others are in no pair that counts
        sides, known = sides[:, scored_at_all], known[scored_at_all]
        first, second = np.triu_indices(len(known), 1)
        scored = known[first] & known[second]
        if known.size and known.all():
            # Differences stay what they are, and rounding errors are smaller.
            return cls(sides - sides.mean(axis=(1, 2), keepdims=True), False, scored)
        differences = np.where(scored, sides[:, first] - sides[:, second], 0.0)
        return cls(differences, True, scored)

    def agreement(self, weights: IntArray, flips: Floats) -> Floats:
        """The figure of every metric, when each line is drawn so many times."""
        drawn = np.repeat(np.arange(len(weights)), weights)
        values = self.values[..., drawn]
        slack = _ROUNDING * np.abs(values).sum(axis=-1).max(axis=-1, initial=0.0)
        # One large product: BLAS would start its threads anew for each of many small ones.
        sums = (values.reshape(-1, len(drawn)) @ flips).reshape(*values.shape[:-1], flips.shape[1])
        p = self._p_values(sums, slack[:, np.newaxis, np.newaxis])
        apart = np.where(self.scored[:, drawn].any(axis=-1), np.abs(p[1:] - p[0]), np.nan)
        return 1 - mean_of_defined(apart)

    def _p_values(self, sums: Floats, slack: Floats) -> Floats:
        """One-sided p-values (sides, pairs) from the sums of every flip, the true one first."""
        blocks = [sums]
        if not self.of_pairs:
            systems = sums.shape[1]
            blocks = [sums[:, one : one + 1] - sums[:, one + 1 :] for one in range(systems)]
        found = [(block[..., 1:] >= block[..., :1] - slack).mean(axis=-1) for block in blocks]
        return np.concatenate(found, axis=1)
