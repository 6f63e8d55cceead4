"""From judged pairs to a tuned weight, with what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import InputError
from wordorder.metaevaluation.tuning.cross_validation import (
    choose_by_fold,
    cross_validate,
    random_folds,
)
from wordorder.metaevaluation.tuning.hill_climbing import climb_hills
from wordorder.metaevaluation.tuning.optimum import find_optimum, ranges_of
from wordorder.metaevaluation.tuning.outcomes import (
    CURVE,
    UNTUNED,
    FoldTuning,
    GridPoint,
    HeldOut,
    Operators,
    PairTuning,
)
from wordorder.metaevaluation.tuning.result import TunedWeight
from wordorder.metaevaluation.tuning.sweep import WeightSweep
from wordorder.output import Estimate, number_text
from wordorder.statistics import bootstrap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.tuning.cross_validation import CrossValidated
    from wordorder.metaevaluation.tuning.judged_pairs import JudgedPairs
    from wordorder.metaevaluation.tuning.objectives import Objective
    from wordorder.metaevaluation.tuning.optimum import Optimum
    from wordorder.metaevaluation.tuning.outcomes import Combination
    from wordorder.metaevaluation.tuning.sweep import WeighedPairs
    from wordorder.statistics import Resampling


class _Point(NamedTuple):
    """What was found with one choice of β and γ; the last two with several language pairs."""

    operators: Operators
    optimum: Optimum
    by_line: CrossValidated
    by_pair: CrossValidated | None
    own: tuple[Optimum, ...]


@dataclass(frozen=True, slots=True, eq=False)
class WeightTuner:
    """Tunes α on judged pairs, and β and γ over a grid.

    Attributes:
        judged: The judged pairs.
        objective: What to tune for.
        folds: The fold of each judged line.
        resampling: How to resample judged lines.
        combination: What is weighed.
    """

    judged: JudgedPairs
    objective: Objective
    folds: Integers
    resampling: Resampling
    combination: Combination

    @classmethod
    def of(
        cls,
        judged: JudgedPairs,
        objective: Objective,
        folds: int,
        resampling: Resampling,
        combination: Combination,
    ) -> WeightTuner:
        """Deal the judged lines out to folds.

        Raises:
            InputError: There are too few of them.
        """
        if judged.units < 2:
            raise InputError(
                "weights are tested on other lines than they are tuned on, so judgements of 2 or "
                f"more lines are needed; found {judged.units}"
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
            pairs_of: Returns the pairs with the scores of a choice.
        """
        points: list[_Point] = []
        for operators in dict.fromkeys([*grid, untuned]):
            sweep = WeightSweep(pairs_of(operators))
            if operators == untuned:
                plain = sweep.counts_by_unit(UNTUNED, self.judged.units)
            if operators in grid:
                points.append(self._point(operators, sweep))
                if _best(points) is points[-1]:
                    best = sweep  # only one is kept, as they are large
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
        error = self._standard_error(sweep.counts_by_unit(point.optimum.alpha, self.judged.units))
        near = curve.merit(self.objective) >= point.optimum.value - error
        chosen, by_line = choose_by_fold([one.by_line for one in points], self.folds)
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
            folds=tuple(self._folds([points[one] for one in chosen], by_line, untuned)),
            grid=tuple(map(self._grid_point, points)),
            pairs=tuple(self._pairs(points, untuned)),
        )

    def _signature(self, points: Sequence[_Point]) -> str:
        grid = {
            name: dict.fromkeys(getattr(one.operators, name) for one in points)
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
        self, points: Sequence[_Point], found: CrossValidated, untuned: Integers
    ) -> Iterator[FoldTuning]:
        for fold, point in enumerate(points):
            inside = self.folds == fold
            yield FoldTuning(
                int(untuned[inside].sum()),
                float(found.alphas[fold]),
                point.operators,
                float(found.trained[fold]),
                self._value(found.counts[inside]),
                self._value(untuned[inside]),
            )

    def _grid_point(self, point: _Point) -> GridPoint:
        alpha, value = point.optimum.alpha, point.optimum.value
        return GridPoint(point.operators, alpha, value, self._value(point.by_line.counts))

    def _pairs(self, points: Sequence[_Point], untuned: Integers) -> Iterator[PairTuning]:
        found = [one.by_pair for one in points if one.by_pair is not None]
        if not found:
            return
        language_pairs = self.judged.language_pair
        chosen, by_pair = choose_by_fold(found, language_pairs)
        for place, name in enumerate(self.judged.names):
            inside = language_pairs == place
            own = max((one.own[place] for one in points), key=_merit)
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

    def _standard_error(self, counts: Integers) -> float:
        found = bootstrap(counts, self.objective.value, **self.resampling.keywords)
        return float(found.standard_error)

    def _held_out(self, tuned: Integers, untuned: Integers) -> HeldOut:
        def score(sums: Floats) -> Floats:
            one, other = (self.objective.value(part) for part in np.split(sums, 2, axis=-1))
            return np.stack([one, other, one - other], axis=-1)

        both = np.concatenate([tuned, untuned], axis=-1)
        found = bootstrap(both, score, **self.resampling.keywords)
        columns = (one.tolist() for one in (found.observed, found.low, found.high))
        return HeldOut(*(Estimate(*figures) for figures in zip(*columns, strict=True)))


def _merit(optimum: Optimum) -> float:
    return -np.inf if np.isnan(optimum.value) else optimum.value


def _best(points: Sequence[_Point]) -> _Point:
    """The first with the highest agreement."""
    return max(points, key=lambda one: _merit(one.optimum))
