"""Metrics that know nothing, to see what others add to chance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wordorder.errors import expect
from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.statistics import Resampling

CHANCE = ("constant", "random")
"""Names of the metrics that know nothing."""


def with_chance(scores: MetricScores, seed: int = 12345) -> MetricScores:
    """Add a constant metric, which ties all pairs, and a random one.

    acc_eq above all should be read beside them: where people tie most pairs, the constant one is
    hard to beat.

    Examples:
        >>> scores = MetricScores(("length",), ("A", "B"), np.array([[[7.0, 5.0], [6.0, 8.0]]]))
        >>> with_chance(scores).metrics
        ('length', 'constant', 'random')

    Args:
        scores: Scores of metrics.
        seed: Random seed.

    References:
        Deutsch, Foster and Freitag (2023), Ties Matter: Meta-Evaluating Modern Metrics with
        Pairwise Accuracy and Tie Calibration.
    """
    expect(scores, MetricScores, "scores")
    generator = np.random.Generator(np.random.PCG64(Resampling(seed=seed).seed))
    shape = scores.lines.shape[1:]
    lines = np.stack([np.zeros(shape), generator.random(shape)])
    unknown = np.full((len(CHANCE), shape[0]), np.nan)
    return replace(
        scores,
        metrics=(*scores.metrics, *CHANCE),
        lines=np.concatenate([scores.lines, lines]),
        corpus=None if scores.corpus is None else np.concatenate([scores.corpus, unknown]),
    )
