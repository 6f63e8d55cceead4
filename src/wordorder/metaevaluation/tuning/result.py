"""A tuned weight, and how well it does on judgements that it was not tuned on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, ClassVar

from wordorder.arrays import Floats
from wordorder.metaevaluation.tuning.hill_climbing import Climbed
from wordorder.metaevaluation.tuning.objectives import ObjectiveName
from wordorder.metaevaluation.tuning.optimum import Optimum, WeightRange, check_ranges
from wordorder.metaevaluation.tuning.outcomes import (
    CURVE,
    UNTUNED,
    FoldTuning,
    GridPoint,
    HeldOut,
    Operators,
    PairTuning,
)
from wordorder.output import (
    Column,
    Result,
    Table,
    View,
    counted,
    interval_note,
    listed,
    number_text,
)
from wordorder.output.codec import Count, Level, derived
from wordorder.output.views import UNDEFINED, Field, fields, records_of, row_view
from wordorder.scoring import Preset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.output import Cell, Estimate, Records

_DIGITS = 4
_RANGE_DIGITS = 6  # ranges can be narrow
_BOTH = Operators._fields


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TunedWeight(Result):
    """The weights of two scores that agree best with people.

    Attributes:
        signature: The settings, for a paper or a log.
        objective: The measure of agreement.
        language_pairs: The language pairs tuned on.
        lines: The number of judged lines.
        judged: The number of judged pairs of translations that count.
        left_out: The number of judged pairs left out because a score is missing.
        confidence: The confidence level of the intervals.
        optimum: The best weights, and their agreement.
        operators: β and γ.
        standard_error: The bootstrap standard error of that agreement.
        near: All weights whose agreement is within one standard error of the best.
        climbed: What hill climbing found, the published method.
        untuned: The agreement with α = 0.5.
        held_out: Agreement on lines that were not tuned on, by cross-validation.
        curve: The agreement at α = 0, 0.01, …, 1.
        folds: The folds of the cross-validation.
        grid: The best weight for each choice of β and γ.
        pairs: For each of several language pairs, what was tuned on the others.
        parts: The names of the two scores; α weighs the first, 1 − α the second.
        untuned_preset: The preset before tuning; None if other scores were combined.
    """

    SCHEMA: ClassVar[str] = "tuned-weight/2"

    signature: str
    objective: ObjectiveName
    language_pairs: tuple[str, ...]
    lines: Count
    judged: Count
    left_out: Count
    confidence: Level
    optimum: Optimum
    operators: Operators
    standard_error: float
    near: tuple[WeightRange, ...]
    climbed: Climbed
    untuned: float
    held_out: HeldOut
    curve: Floats
    folds: tuple[FoldTuning, ...]
    grid: tuple[GridPoint, ...]
    pairs: tuple[PairTuning, ...]
    parts: tuple[str, str]
    untuned_preset: Preset | None

    def __post_init__(self) -> None:
        check_ranges(self.near)
        if len(self.curve) != len(CURVE):
            raise ValueError(f"expected {len(CURVE)} points of the curve, found {len(self.curve)}")

    @derived
    def alpha(self) -> float:
        """The weight to use: the middle of the widest range of best ones."""
        return self.optimum.alpha

    @derived
    def preset(self) -> Preset | None:
        """The tuned preset, for `score`; None if other scores were combined."""
        if self.untuned_preset is None:
            return None
        tuned = replace(self.untuned_preset, alpha=self.optimum.written)
        beta, gamma = self.operators
        return tuned if beta is None or gamma is None else replace(tuned, beta=beta, gamma=gamma)

    @property
    def untuned_operators(self) -> Operators:
        """β and γ before tuning."""
        if self.untuned_preset is None or self.operators == Operators():
            return Operators()
        return Operators(self.untuned_preset.beta, self.untuned_preset.gamma)

    @derived
    def score_command(self) -> str | None:
        """The command that scores with the tuned preset; None if there is no preset."""
        if self.preset is None:
            return None
        usual = Preset(self.preset.name)
        given = [f" --alpha {number_text(self.optimum.written)}"]
        for name in ("ordering", "lexical", "beta", "gamma"):
            value = getattr(self.preset, name)
            if value != getattr(usual, name):
                text = value if isinstance(value, str) else number_text(value)
                given.append(f" --{name} {text}")
        given += [" --lowercase"] * self.preset.lowercase
        return f"wordorder score REF HYP... --preset {self.preset.name}{''.join(given)}"

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer the weight, its ranges, the curve, folds, the grid and language pairs."""
        return _VIEWS

    def summary(self) -> str:
        """Return one line with the weight and what it gains."""
        tuned, _, gain = self.held_out
        first, second = self.parts
        return (
            f"α = {number_text(self.optimum.written)} for {first}, 1 − α for {second}; "
            f"{self.objective} on held-out lines {tuned.value:.4f}, {gain.value:+.4f} "
            f"[{gain.low:+.4f}, {gain.high:+.4f}] against α = 0.5; {listed(self.language_pairs)}, "
            f"{counted(self.judged, 'judged pair')}"
        )


def _weight_rows(
    result: TunedWeight,
) -> Iterator[tuple[str, float, Operators, float, Estimate, Estimate]]:
    tuned, untuned, gain = result.held_out
    best, climbed = result.optimum, result.climbed
    yield "exact", best.alpha, result.operators, best.value, tuned, gain
    yield "hill climbing", climbed.alpha, result.operators, climbed.value, UNDEFINED, UNDEFINED
    yield "untuned", UNTUNED, result.untuned_operators, result.untuned, untuned, UNDEFINED


def _weight_tables(result: TunedWeight) -> list[Table]:
    operators = [] if result.operators == Operators() else list(_BOTH)
    figures = result.objective, "held out", "gain"
    columns = [
        Column("method", "left"),
        Column("alpha", digits=6),
        *map(Column, operators),
        *(Column(name, digits=_DIGITS) for name in figures),
    ]
    rows: list[list[Cell]] = [
        [method, alpha, *chosen[: len(operators)], value, held_out, gain]
        for method, alpha, chosen, value, held_out, gain in _weight_rows(result)
    ]
    table = Table(columns, rows)
    note = interval_note(result.confidence, ends=table.has_lopsided_intervals())
    return [
        replace(table, note=f"{_note(result)}\n{note}; held out: by cross-validation over lines")
    ]


def _note(result: TunedWeight) -> str:
    first, second = result.parts
    best = listed([*map(str, result.optimum.ranges)])
    lines = [f"alpha weighs {first}, 1 − alpha {second}", f"best for alpha in {best}"]
    if not isnan(result.standard_error):
        many = f", {counted(len(result.near), 'range')}" if len(result.near) > 1 else ""
        ends = f"{result.near[0].low:.{_DIGITS}f} and {result.near[-1].high:.{_DIGITS}f}"
        error = f"{result.standard_error:.{_DIGITS}f}"
        lines.append(f"within one standard error ({error}) between {ends}{many}")
    if result.left_out:
        lines.append(f"{counted(result.left_out, 'judged pair')} left out, as a score is missing")
    if result.score_command is not None:
        lines.append(f"to use it: {result.score_command}")
    return "\n".join(lines)


_ESTIMATES = ("held_out", "held_out_low", "held_out_high", "gain", "gain_low", "gain_high")
_WEIGHT = [
    *fields(str, "method"),
    *fields(float, "alpha", *_BOTH, "agreement", *_ESTIMATES, digits=_DIGITS),
]


def _weight_records(result: TunedWeight) -> Records:
    return records_of(
        _WEIGHT,
        [
            (method, alpha, *operators, value, *held_out, *gain)
            for method, alpha, operators, value, held_out, gain in _weight_rows(result)
        ],
    )


def _range_rows(result: TunedWeight, top: int | None) -> Iterator[tuple[Cell, ...]]:
    for kind, ranges in (("best", result.optimum.ranges), ("near", result.near)):
        for one in ranges[:top]:
            yield kind, *one, one.width


def _curve_rows(result: TunedWeight, top: int | None) -> Iterator[tuple[Cell, ...]]:
    yield from list(zip(CURVE.tolist(), result.curve.tolist(), strict=True))[:top]


def _fold_rows(result: TunedWeight, top: int | None) -> Iterator[tuple[Cell, ...]]:
    for number, fold in enumerate(result.folds[:top], start=1):
        figures = fold.trained, fold.held_out, fold.untuned
        yield number, fold.judged, fold.alpha, *fold.operators, *figures


def _grid_rows(result: TunedWeight, top: int | None) -> Iterator[tuple[Cell, ...]]:
    for point in result.grid[:top]:
        chosen = "*" if point.operators == result.operators else ""
        yield *point.operators, point.alpha, point.value, point.held_out, chosen


def _pair_rows(result: TunedWeight, top: int | None) -> Iterator[tuple[Cell, ...]]:
    for pair in result.pairs[:top]:
        own = pair.own_alpha, pair.own_value
        tuned, untuned, gain = pair.held_out
        figures = tuned.value, untuned.value, *gain
        yield pair.name, pair.judged, *own, pair.alpha, *pair.operators, *figures


def _no_operators(result: TunedWeight, _for_people: bool) -> Sequence[str]:
    return _BOTH if result.operators == Operators() else ()


_VIEWS = {
    "weight": View(_weight_tables, _weight_records),
    "ranges": row_view(
        [
            *fields(str, "kind"),
            *fields(float, "low", "high", digits=_RANGE_DIGITS),
            *fields(bool, "has_low", "has_high"),
            *fields(float, "width", digits=_RANGE_DIGITS),
        ],
        _range_rows,
    ),
    "curve": row_view(
        [Field("alpha", float, 2), *fields(float, "agreement", digits=_DIGITS)], _curve_rows
    ),
    "folds": row_view(
        [
            *fields(int, "fold", "judged"),
            *fields(float, "alpha", digits=_DIGITS),
            *fields(float, *_BOTH),
            *fields(float, "trained", "held_out", "untuned", digits=_DIGITS),
        ],
        _fold_rows,
        _no_operators,
    ),
    "grid": row_view(
        [
            *fields(float, *_BOTH),
            *fields(float, "alpha", "agreement", "held_out", digits=_DIGITS),
            *fields(str, "chosen"),
        ],
        _grid_rows,
        _no_operators,
    ),
    "pairs": row_view(
        [
            *fields(str, "pair"),
            *fields(int, "judged"),
            *fields(float, "own_alpha", "own_agreement", "alpha", digits=_DIGITS),
            *fields(float, *_BOTH),
            *fields(float, "held_out", "untuned", "gain", digits=_DIGITS),
            *fields(float, "gain_low", "gain_high", digits=_DIGITS),
        ],
        _pair_rows,
        _no_operators,
    ),
}
