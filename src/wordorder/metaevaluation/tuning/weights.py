"""The weight of two metrics' scores that agrees best with people."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import Argument, UsageError, WordorderWarning, expect
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.tuning.judged_pairs import JudgedPairs
from wordorder.metaevaluation.tuning.objectives import as_objective
from wordorder.metaevaluation.tuning.outcomes import Combination, Operators
from wordorder.metaevaluation.tuning.tuner import WeightTuner
from wordorder.output import signature
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats
    from wordorder.metaevaluation.tuning.objectives import Objective
    from wordorder.metaevaluation.tuning.result import TunedWeight

USUAL_RESAMPLING = Resampling()


def tune_weight(
    datasets: Dataset | Sequence[Dataset],
    first: str,
    second: str,
    *,
    objective: str = "tau_wmt14",
    folds: int = 10,
    resampling: Resampling = USUAL_RESAMPLING,
) -> TunedWeight:
    """Find the weight α of α·first + (1 − α)·second that agrees best with people.

    Agreement changes only where two judged translations are tied, so all weights are compared,
    exactly: those between two such breakpoints, the breakpoints themselves, 0 and 1. Of the best
    ones the middle of their widest range is returned. Judgements of several language pairs are
    pooled.

    Args:
        datasets: Judgements and scores of one or more language pairs.
        first: The name of the metric weighed α.
        second: The name of the metric weighed 1 − α.
        objective: The measure of agreement: tau_wmt14, tau_wmt13, consistency, acc_23 or tau_23.
            By tau_wmt13 only weights between breakpoints count, as it rewards ties.
        folds: The number of folds of the cross-validation. All judgements of a line are in one.
        resampling: How to resample judged lines.

    Returns:
        The weights, with their agreement on judgements that they were not tuned on.

    Raises:
        InputError: A language pair has no judged pair with scores, or there is only one line.
        UsageError: There is no such metric or objective, or an option is out of range.

    Warns:
        WordorderWarning: The objective is tau_wmt13.

    Examples:
        >>> import numpy as np
        >>> from wordorder.metaevaluation import Comparisons, Judgements, MetricScores
        >>> line = np.arange(1, 5)
        >>> better = Comparisons(line, 0 * line, 0 * line + 1, 0 * line + 1, 0 * line - 1)
        >>> scores = np.array([[[3.0, 3, 3, 1], [1, 1, 1, 2]], [[1.0, 1, 1, 3], [2, 2, 2, 1]]])
        >>> systems = ("A", "B")
        >>> judged = Judgements("de-en", systems, better)
        >>> dataset = Dataset(judged, MetricScores(("x", "y"), systems, scores))
        >>> tuned = tune_weight(dataset, "x", "y", folds=2)
        >>> print(tuned.alpha, *tuned.optimum.ranges)
        0.5 (0.333333, 0.666667)

    References:
        Birch and Osborne (2010), LRscore for Evaluating Lexical and Reordering Quality in MT, who
        tuned by hill climbing.
    """
    tuning = Tuning.of(objective, folds, resampling)
    given = [datasets] if isinstance(datasets, Dataset) else list(datasets)
    for one in given:
        expect(one, Dataset, "datasets")
    sides = [[_scores(one, name) for one in given] for name in (first, second)]
    settings = f"{scores_signature(given)}|weighed:{first}+{second}"
    tuner = tuning.tuner(given, Combination((first, second), None, settings))
    return tuner.tune([Operators()], Operators(), lambda _: tuner.judged.weighed(*sides))


class Tuning(NamedTuple):
    """The options of tuning, checked."""

    objective: Objective
    folds: int
    resampling: Resampling

    @classmethod
    def of(cls, objective: str, folds: int, resampling: Resampling) -> Tuning:
        """Check the options.

        Raises:
            UsageError: One is wrong.
        """
        expect(resampling, Resampling, "resampling")
        expect(folds, int, "folds")
        if folds < 2:
            raise UsageError(Argument("folds"), f" must be 2 or more, not {folds}")
        chosen = as_objective(objective)
        if chosen.rewards_ties:
            warnings.warn(
                WordorderWarning(
                    f"{chosen.name} rewards ties, so only weights that tie no judged pair of "
                    "different scores count; ",
                    Argument("objective", "tau_wmt14"),
                    " needs no such exception",
                ),
                stacklevel=3,
            )
        return cls(chosen, folds, resampling)

    def tuner(self, datasets: Sequence[Dataset], combination: Combination) -> WeightTuner:
        """A tuner of weights for the judgements of these data sets.

        Raises:
            UsageError: There are none.
        """
        if not datasets:
            raise UsageError("there are no judgements to tune on")
        judgements = [one.judgements for one in datasets]
        judged = JudgedPairs(judgements, human_ties=self.objective.human_ties)
        return WeightTuner.of(judged, self.objective, self.folds, self.resampling, combination)


def scores_signature(datasets: Sequence[Dataset]) -> str:
    """Everything that determines the scores of all language pairs."""
    known = dict.fromkeys(one.scores.signature or signature(["scores:unknown"]) for one in datasets)
    return " + ".join(known)


def _scores(dataset: Dataset, metric: str) -> Floats:
    if metric not in dataset.scores.metrics:
        raise UsageError.unknown("metric", metric, dataset.scores.metrics)
    scores: Floats = dataset.scores.lines[dataset.scores.metrics.index(metric)]
    return scores
