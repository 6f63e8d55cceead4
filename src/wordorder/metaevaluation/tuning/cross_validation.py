"""Weights tuned on some judged lines, and how they do on the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.metaevaluation.tuning.optimum import find_optimum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.tuning.objectives import Objective
    from wordorder.metaevaluation.tuning.sweep import WeightSweep


class CrossValidated(NamedTuple):
    """What was found without each fold.

    Attributes:
        alphas: The weight tuned on all other folds.
        trained: Its agreement there.
        counts: Counts of each unit's pairs at the weight tuned without it, of shape (units, 5).
    """

    alphas: Floats
    trained: Floats
    counts: Integers


def cross_validate(sweep: WeightSweep, objective: Objective, folds: Integers) -> CrossValidated:
    """Tune without each fold, and count the pairs in it.

    Args:
        sweep: The pairs.
        objective: What to tune for.
        folds: The fold of each unit, counting from 0.
    """
    fold_of_pair = folds[sweep.pairs.unit]
    alphas, trained = [], []
    counts = np.zeros((len(folds), 5), np.int64)
    for fold in range(int(folds.max()) + 1):
        best = find_optimum(sweep.curve(fold_of_pair != fold), objective)
        alphas.append(best.alpha)
        trained.append(best.value)
        held_out = folds == fold
        counts[held_out] = sweep.counts_by_unit(best.alpha, len(folds))[held_out]
    return CrossValidated(np.array(alphas), np.array(trained), counts)


def choose_by_fold(
    points: Sequence[CrossValidated], folds: Integers
) -> tuple[Integers, CrossValidated]:
    """For every fold choose among several tunings that which was best without it.

    Returns:
        The place of the chosen one by fold, the first of equals, and what it found.
    """
    trained = np.stack([point.trained for point in points])
    chosen = np.where(np.isnan(trained), -np.inf, trained).argmax(axis=0)
    fold = np.arange(len(chosen))
    alphas = np.stack([point.alphas for point in points])[chosen, fold]
    counts = np.stack([point.counts for point in points])[chosen[folds], np.arange(len(folds))]
    return chosen, CrossValidated(alphas, trained[chosen, fold], counts)


def random_folds(units: int, folds: int, seed: int) -> Integers:
    """Deal units out to folds of equal size, as far as possible, at random.

    Examples:
        >>> np.bincount(random_folds(11, 4, seed=1)).tolist()
        [3, 3, 3, 2]
    """
    dealt = np.arange(units) % min(folds, units)
    return np.random.Generator(np.random.PCG64(seed)).permutation(dealt)
