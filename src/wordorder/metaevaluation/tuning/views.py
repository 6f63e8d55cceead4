"""The views of a tuned weight."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from wordorder.metaevaluation.tuning.outcomes import CURVE, UNTUNED, Operators
from wordorder.output import Column, Estimate, Table, View, counted, interval_note, listed
from wordorder.output.row_views import Field, fields, records_of, row_view

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.metaevaluation.tuning.result import TunedWeight
    from wordorder.output import Cell, Records

_DIGITS = 4
_RANGE_DIGITS = 6  # ranges can be narrow
_UNKNOWN = Estimate(nan, nan, nan)
_BOTH = Operators._fields


def _weight_rows(result: TunedWeight) -> Iterator[tuple[str, float, Operators, float, Any, Any]]:
    tuned, untuned, gain = result.held_out
    best, climbed = result.optimum, result.climbed
    yield "exact", best.alpha, result.operators, best.value, tuned, gain
    yield "hill climbing", climbed.alpha, result.operators, climbed.value, _UNKNOWN, _UNKNOWN
    yield "untuned", UNTUNED, result.untuned_operators, result.untuned, untuned, _UNKNOWN


def _weight_tables(result: TunedWeight, *, top: int | None = None) -> list[Table]:  # noqa: ARG001
    operators = [] if result.operators == Operators() else list(_BOTH)
    figures = result.objective, "held out", "gain"
    columns = [
        Column("method", "left"),
        Column("alpha", digits=6),
        *map(Column, operators),
        *(Column(name, digits=_DIGITS) for name in figures),
    ]
    rows: list[list[Cell]] = [
        [method, alpha, *chosen[: len(operators)], *rest]
        for method, alpha, chosen, *rest in _weight_rows(result)
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


def _weight_records(result: TunedWeight, *, top: int | None = None) -> Records:  # noqa: ARG001
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


VIEWS = {
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
"""All views by name; the first is the default."""
