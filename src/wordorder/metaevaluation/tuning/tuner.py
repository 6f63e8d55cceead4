"""The weight of two scores that agrees best with people, tested on held-out lines."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from wordorder.arrays import Floats, Integers
from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.judgements import HumanPairs, Judgements
from wordorder.metaevaluation.tuning.results import (
    CURVE,
    UNTUNED,
    Combination,
    FoldTuning,
    GridPoint,
    HeldOut,
    Operators,
    PairTuning,
    TunedWeight,
)
from wordorder.metaevaluation.tuning.sweep import (
    Optimum,
    TuningObjective,
    WeighedPairs,
    WeightSweep,
    as_objective,
    climb_hills,
    find_optimum,
    ranges_of,
)
from wordorder.output.tables import Estimate
from wordorder.output.wording import number_text, signature
from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.resampling import Resampling

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

    Agreement changes only at weights that tie two judged translations. So all weights are compared,
    exactly: these breakpoints, the ranges between them, 0 and 1. The weight to use is the middle of
    the widest range of best weights. Judgements of several language pairs are pooled.

    Args:
        datasets: Judgements and scores of one or more language pairs.
        first: The name of the metric weighed α.
        second: The name of the metric weighed 1 − α.
        objective: The statistic to maximise: tau_wmt14, tau_wmt13, consistency, acc_23 or tau_23.
            With tau_wmt13, which rewards ties, only weights between breakpoints count.
        folds: The number of folds of the cross-validation. Judgements of a line stay together.
        resampling: How to resample judged lines.

    Returns:
        The weights, with their agreement on held-out judgements.

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
    language_pairs = [datasets] if isinstance(datasets, Dataset) else list(datasets)
    for dataset in language_pairs:
        expect(dataset, Dataset, "datasets")
    sides = [[_scores(dataset, name) for dataset in language_pairs] for name in (first, second)]
    settings = f"{scores_signature(language_pairs)}|weighed:{first}+{second}"
    tuner = tuning.tuner(language_pairs, Combination((first, second), None, settings))
    return tuner.tune([Operators()], Operators(), lambda _: tuner.judged.weighed(*sides))


class Tuning(NamedTuple):
    """The options of tuning, checked."""

    objective: TuningObjective
    folds: int
    resampling: Resampling

    @classmethod
    def of(cls, objective: str, folds: int, resampling: Resampling) -> Tuning:
        """Check the options.

        Raises:
            UsageError: An option is invalid.
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
        """Return a tuner of weights for the judgements of these data sets.

        Raises:
            UsageError: There are no data sets.
        """
        if not datasets:
            raise UsageError("there are no judgements to tune on")
        judgements = [dataset.judgements for dataset in datasets]
        judged = PreferencePairs(judgements, human_ties=self.objective.human_ties)
        return WeightTuner.of(judged, self.objective, self.folds, self.resampling, combination)


def scores_signature(datasets: Sequence[Dataset]) -> str:
    """Join the signatures of the scores of all language pairs."""
    known = dict.fromkeys(
        dataset.scores.signature or signature(["scores:unknown"]) for dataset in datasets
    )
    return " + ".join(known)


def _scores(dataset: Dataset, metric: str) -> Floats:
    if metric not in dataset.scores.metrics:
        raise UsageError.unknown("metric", metric, dataset.scores.metrics)
    scores: Floats = dataset.scores.segment_scores[dataset.scores.metrics.index(metric)]
    return scores


# From judged pairs to a tuned weight and its agreement on held-out lines.


class _Point(NamedTuple):
    """The best weights for one choice of β and γ; the last two fields need several pairs."""

    operators: Operators
    optimum: Optimum
    by_line: TunedFolds
    by_pair: TunedFolds | None
    own: tuple[Optimum, ...]


@dataclass(frozen=True, slots=True, eq=False)
class WeightTuner:
    """Tunes α on judged pairs, and β and γ over a grid.

    Attributes:
        judged: The judged pairs.
        objective: The statistic to maximise.
        folds: The fold of each judged line.
        resampling: How to resample judged lines.
        combination: The scores to weigh.
    """

    judged: PreferencePairs
    objective: TuningObjective
    folds: Integers
    resampling: Resampling
    combination: Combination

    @classmethod
    def of(
        cls,
        judged: PreferencePairs,
        objective: TuningObjective,
        folds: int,
        resampling: Resampling,
        combination: Combination,
    ) -> WeightTuner:
        """Deal the judged lines out to folds.

        Raises:
            InputError: There are too few judged lines.
        """
        if judged.units < 2:
            raise InputError(
                "weights are tested on held-out lines, so judgements of 2 or more lines are "
                f"needed; found {judged.units}"
            )
        dealt = random_folds(judged.units, folds, resampling.seed)
        return cls(judged, objective, dealt, resampling, combination)

    def tune(
        self,
        grid: Sequence[Operators],
        untuned: Operators,
        pairs_of: Callable[[Operators], WeighedPairs],
    ) -> TunedWeight:
        """Tune α for every choice of β and γ.

        Args:
            grid: The choices of β and γ.
            untuned: The choice that the tuned one is compared with, at α = 0.5.
            pairs_of: Returns the pairs with scores by a choice of β and γ.
        """
        points: list[_Point] = []
        for operators in dict.fromkeys([*grid, untuned]):
            sweep = WeightSweep(pairs_of(operators))
            if operators == untuned:
                plain = sweep.counts_by_unit(UNTUNED, self.judged.units)
            if operators in grid:
                points.append(self._point(operators, sweep))
                if _best(points) is points[-1]:
                    best = sweep  # keep only one: sweeps are large
        return self._result(points, best, plain)

    def _point(self, operators: Operators, sweep: WeightSweep) -> _Point:
        optimum = find_optimum(sweep.curve(), self.objective)
        by_line = cross_validate(sweep, self.objective, self.folds)
        if len(self.judged.names) == 1:
            return _Point(operators, optimum, by_line, None, ())
        language_pairs = self.judged.language_pair
        of_pair = language_pairs[sweep.pairs.unit]
        own = (
            find_optimum(sweep.curve(of_pair == place), self.objective)
            for place in range(len(self.judged.names))
        )
        by_pair = cross_validate(sweep, self.objective, language_pairs)
        return _Point(operators, optimum, by_line, by_pair, tuple(own))

    def _result(self, points: list[_Point], sweep: WeightSweep, untuned: Integers) -> TunedWeight:
        point = _best(points)
        curve = sweep.curve()
        counts = sweep.counts_by_unit(point.optimum.alpha, self.judged.units)
        drawn = bootstrap(counts, self.objective.value, **self.resampling.keywords)
        error = float(drawn.standard_error)
        near = curve.merit(self.objective) >= point.optimum.value - error
        chosen, by_line = choose_by_fold([other.by_line for other in points], self.folds)
        return TunedWeight(
            signature=self._signature(points),
            parts=self.combination.parts,
            untuned_preset=self.combination.preset,
            objective=self.objective.name,
            language_pairs=self.judged.names,
            lines=self.judged.units,
            judged=len(sweep.pairs.unit),
            left_out=self.judged.count - len(sweep.pairs.unit),
            confidence=self.resampling.confidence,
            optimum=point.optimum,
            operators=point.operators,
            standard_error=error,
            near=tuple(ranges_of(curve.edges, near)) or point.optimum.ranges,
            climbed=climb_hills(curve, self.objective, self.resampling.seed),
            untuned=self._value(untuned),
            held_out=self._held_out(by_line.counts, untuned),
            curve=self.objective.value(curve.counts[curve.places(CURVE)]),
            folds=tuple(self._folds([points[place] for place in chosen], by_line, untuned)),
            grid=tuple(
                GridPoint(
                    *(other.operators, other.optimum.alpha, other.optimum.value),
                    self._value(other.by_line.counts),
                )
                for other in points
            ),
            pairs=tuple(self._pairs(points, untuned)),
        )

    def _signature(self, points: Sequence[_Point]) -> str:
        grid = {
            name: dict.fromkeys(getattr(point.operators, name) for point in points)
            for name in Operators._fields
        }
        return "|".join(
            [
                self.combination.signature,
                *(
                    f"{name}s:{','.join(map(number_text, values))}"
                    for name, values in grid.items()
                    if len(points) > 1
                ),
                f"pairs:{','.join(self.judged.names)}",
                f"objective:{self.objective.name}",
                f"folds:{self.folds.max() + 1}",
                self.resampling.signature,
            ]
        )

    def _folds(
        self, points: Sequence[_Point], by_line: TunedFolds, untuned: Integers
    ) -> Iterator[FoldTuning]:
        for fold, point in enumerate(points):
            inside = self.folds == fold
            yield FoldTuning(
                int(untuned[inside].sum()),
                float(by_line.alphas[fold]),
                point.operators,
                float(by_line.trained[fold]),
                self._value(by_line.counts[inside]),
                self._value(untuned[inside]),
            )

    def _pairs(self, points: Sequence[_Point], untuned: Integers) -> Iterator[PairTuning]:
        validated = [point.by_pair for point in points if point.by_pair is not None]
        if not validated:
            return
        language_pairs = self.judged.language_pair
        chosen, by_pair = choose_by_fold(validated, language_pairs)
        for place, name in enumerate(self.judged.names):
            inside = language_pairs == place
            own = max((point.own[place] for point in points), key=_merit)
            yield PairTuning(
                name,
                int(untuned[inside].sum()),
                own.alpha,
                own.value,
                float(by_pair.alphas[place]),
                points[chosen[place]].operators,
                self._held_out(by_pair.counts[inside], untuned[inside]),
            )

    def _value(self, counts: Integers) -> float:
        return float(self.objective.value(counts.sum(axis=0)))

    def _held_out(self, tuned: Integers, untuned: Integers) -> HeldOut:
        def score(sums: Floats) -> Floats:
            best, plain = (self.objective.value(part) for part in np.split(sums, 2, axis=-1))
            return np.stack([best, plain, best - plain], axis=-1)

        both = np.concatenate([tuned, untuned], axis=-1)
        drawn = bootstrap(both, score, **self.resampling.keywords)
        columns = (column.tolist() for column in (drawn.observed, drawn.low, drawn.high))
        return HeldOut(*(Estimate(*figures) for figures in zip(*columns, strict=True)))


def _merit(optimum: Optimum) -> float:
    return -np.inf if np.isnan(optimum.value) else optimum.value


def _best(points: Sequence[_Point]) -> _Point:
    """Return the first point with the highest agreement."""
    return max(points, key=lambda point: _merit(point.optimum))


# The judged pairs of one or more language pairs, as one list.


class PreferencePairs:
    """Judged pairs, one language pair after the other. A judged line is a unit.

    Args:
        judgements: The judgements of each language pair.
        human_ties: Whether pairs that people tie count.

    Attributes:
        names: The language pairs.
        language_pair: The index of each unit's language pair in `names`.
        count: The number of judged pairs.
    """

    def __init__(self, judgements: Sequence[Judgements], *, human_ties: bool) -> None:
        self.names = tuple(judged.name for judged in judgements)
        self._pairs = []
        for judged in judgements:
            pairs = judged.pairs()
            counts = np.full(len(pairs.line), human_ties) | (pairs.difference != 0)
            self._pairs.append(HumanPairs(*(column[counts] for column in pairs)))
        lines = [np.unique(pairs.line, return_inverse=True) for pairs in self._pairs]
        sizes = [len(judged_lines) for judged_lines, _ in lines]
        self.language_pair: Integers = np.repeat(np.arange(len(sizes)), sizes)
        starts = np.cumsum([0, *sizes[:-1]])
        self._units = [
            start + unit.reshape(-1) for start, (_, unit) in zip(starts, lines, strict=True)
        ]
        self.count = sum(map(len, self._units))

    @property
    def units(self) -> int:
        """The number of judged lines."""
        return len(self.language_pair)

    def weighed(self, first: Sequence[Floats], second: Sequence[Floats]) -> WeighedPairs:
        """Join the scores (systems, lines) of each language pair with its judgements.

        Pairs without a score are left out.

        Raises:
            InputError: A language pair has no pairs left.
        """
        parts = [
            _weighed(pairs, units, *scores)
            for pairs, units, *scores in zip(self._pairs, self._units, first, second, strict=True)
        ]
        for name, part in zip(self.names, parts, strict=True):
            if not len(part.unit):
                raise InputError(
                    f"{name}: no judged pair of translations has both scores and a preference by "
                    "people"
                )
        return WeighedPairs(*map(np.concatenate, zip(*parts, strict=True)))


def _weighed(pairs: HumanPairs, units: Integers, first: Floats, second: Floats) -> WeighedPairs:
    place = pairs.line - 1
    first, second = (
        scores[pairs.first, place] - scores[pairs.second, place] for scores in (first, second)
    )
    human = np.sign(pairs.difference).astype(np.int64)
    known = np.isfinite(first) & np.isfinite(second)
    return WeighedPairs(first[known], second[known], human[known], units[known])


# Weights tuned on some judged lines, and their agreement on the others.


class TunedFolds(NamedTuple):
    """The weights tuned without each fold.

    Attributes:
        alphas: The weight tuned on all other folds.
        trained: Its agreement on these folds.
        counts: Counts of each unit's pairs at the weight tuned without it, of shape (units, 5).
    """

    alphas: Floats
    trained: Floats
    counts: Integers


def cross_validate(sweep: WeightSweep, objective: TuningObjective, folds: Integers) -> TunedFolds:
    """Tune without each fold, and count the pairs in it.

    Args:
        sweep: The pairs.
        objective: The statistic to maximise.
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
    return TunedFolds(np.array(alphas), np.array(trained), counts)


def choose_by_fold(points: Sequence[TunedFolds], folds: Integers) -> tuple[Integers, TunedFolds]:
    """Choose for every fold the tuning that was best on the other folds.

    Returns:
        The index of the chosen tuning by fold, the first of equals, and their combination.
    """
    trained = np.stack([point.trained for point in points])
    chosen = np.where(np.isnan(trained), -np.inf, trained).argmax(axis=0)
    fold = np.arange(len(chosen))
    alphas = np.stack([point.alphas for point in points])[chosen, fold]
    counts = np.stack([point.counts for point in points])[chosen[folds], np.arange(len(folds))]
    return chosen, TunedFolds(alphas, trained[chosen, fold], counts)


def random_folds(units: int, folds: int, seed: int) -> Integers:
    """Deal units at random out to folds of nearly equal size.

    Examples:
        >>> np.bincount(random_folds(11, 4, seed=1)).tolist()
        [3, 3, 3, 2]
    """
    dealt = np.arange(units) % min(folds, units)
    return np.random.Generator(np.random.PCG64(seed)).permutation(dealt)
