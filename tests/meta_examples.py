"""Small test sets with metrics that are good, bad, and indifferent."""

from __future__ import annotations

import numpy as np

from wordorder.metaevaluation import Comparisons, Dataset, Judgements, MetricScores, Ratings

SYSTEMS = ("A", "B", "C")
METRICS = ("good", "noisy", "bad", "constant")
LINES = 60


def scores(seed: int) -> MetricScores:
    """Scores by metrics that know the truth, know it dimly, turn it round, or know nothing."""
    rng = np.random.default_rng(seed)
    truth = np.array([[3.0], [2.0], [1.0]]) + np.zeros((3, LINES))
    noisy = truth + rng.normal(0, 2, truth.shape)
    lines = np.array([truth, noisy, -truth, np.zeros_like(truth)])
    words = 5 + 10 * (np.arange(LINES) % 5)
    return MetricScores(METRICS, SYSTEMS, lines, reference_words=words, signature="made:up")


def compared(name: str = "de-en", seed: int = 1) -> Dataset:
    """Systems compared on every line; people are wrong on every eighth."""
    line = np.repeat(np.arange(1, LINES + 1), 3)
    first, second = np.tile([0, 0, 1], LINES), np.tile([1, 2, 2], LINES)
    better = np.where(line % 8, 1, -1)
    judged = Comparisons(line, first, second, better, np.full(len(line), -1))
    labels = {number: "news" if number % 2 else "chat" for number in range(1, LINES + 1)}
    return Dataset(Judgements(name, SYSTEMS, comparisons=judged, labels=labels), scores(seed))


def rated(name: str = "en-ja", seed: int = 2) -> Dataset:
    """The same systems, rated from 0 to 100."""
    rng = np.random.default_rng(seed)
    line, system = np.repeat(np.arange(1, LINES + 1), 3), np.tile([0, 1, 2], LINES)
    score = np.array([80.0, 70.0, 60.0])[system] + rng.integers(-15, 16, len(line))
    judged = Ratings(line, system, score, np.full(len(line), -1))
    return Dataset(Judgements(name, SYSTEMS, ratings=judged), scores(seed))
