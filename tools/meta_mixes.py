"""Two scores mixed with the weight that is best on other lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation import tune_weight
from wordorder.metaevaluation.tuning.tuner import random_folds
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from wordorder.arrays import Floats
    from wordorder.metaevaluation import Dataset, TunedWeight

FOLDS = 10


def held_out_mix(
    dataset: Dataset, first: str, second: str, objective: str
) -> tuple[TunedWeight, Floats]:
    """The tuned weight, and scores (systems, lines) with the weight tuned without a line's fold.

    Lines without a judged pair have no score.
    """
    tuned = tune_weight(dataset, first, second, objective=objective, folds=FOLDS)
    pairs, scores = dataset.judgements.pairs(), dataset.scores
    judged = np.unique(pairs.line[pairs.difference != 0])
    alpha = np.array([fold.alpha for fold in tuned.folds])
    alpha = alpha[random_folds(len(judged), FOLDS, Resampling().seed)]
    one, other = (
        scores.segment_scores[scores.metrics.index(name)][:, judged - 1] for name in (first, second)
    )
    mix = np.full(scores.segment_scores.shape[1:], np.nan)
    mix[:, judged - 1] = alpha * one + (1 - alpha) * other
    return tuned, mix
