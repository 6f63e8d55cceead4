"""The views of tuned and fitted weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isnan

from wordorder.metaevaluation.tuning.results import (
    CURVE,
    UNTUNED,
    FittedWeights,
    Operators,
    TunedWeight,
)
from wordorder.output.records import Records
from wordorder.output.tables import Cell, Column, Estimate, Table
from wordorder.output.views import UNDEFINED, Field, View, fields, records_of, row_view
from wordorder.output.wording import counted, interval_note, listed

_DIGITS = 4
_RANGE_DIGITS = 6  # ranges can be narrow
_BOTH = Operators._fields


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
        for weights in ranges[:top]:
            yield kind, *weights, weights.width


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


WEIGHT_VIEWS = {
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


def _fitted_weight_rows(result: FittedWeights, top: int | None) -> Iterator[tuple[Cell, ...]]:
    for name, standardized in list(result.standardized.items())[:top]:
        yield name, result.preset.weights.get(name, 0.0), standardized


def _agreement_tables(result: FittedWeights, *, top: int | None = None) -> list[Table]:
    columns = [
        *(Column(name, "left") for name in ("pair", "held out", "metric")),
        *(Column(name, digits=_DIGITS) for name in ("tau_wmt14", "fitted is better by", "p")),
    ]
    rows: list[list[Cell]] = [
        [
            *(agreed.pair, agreed.held_out, agreed.metric, agreed.value),
            *((None, None) if isnan(agreed.gain.value) else (agreed.gain, agreed.p_value)),
        ]
        for agreed in result.agreements[:top]
    ]
    table = Table(columns, rows)
    note = interval_note(result.confidence, ends=table.has_lopsided_intervals())
    return [replace(table, note=f"{note}; resampled over lines")]


_AGREEMENT = [
    *fields(str, "pair", "held_out", "metric"),
    *fields(float, "tau_wmt14", "low", "high", "gain", "gain_low", "gain_high", "p_value"),
]


def _agreement_records(result: FittedWeights, *, top: int | None = None) -> Records:
    rows = [
        (*agreed[:3], *agreed.value, *agreed.gain, agreed.p_value)
        for agreed in result.agreements[:top]
    ]
    return records_of(_AGREEMENT, rows)


_FITTED_WEIGHT = [
    *fields(str, "feature"),
    *fields(float, "weight", "standardized", digits=_DIGITS),
]
FIT_VIEWS = {
    "weights": row_view(_FITTED_WEIGHT, _fitted_weight_rows),
    "agreement": View(_agreement_tables, _agreement_records),
}
