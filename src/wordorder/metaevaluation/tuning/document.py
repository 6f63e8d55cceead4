"""A tuned weight as the content of a JSON document, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.metaevaluation.tuning.hill_climbing import Climbed
from wordorder.metaevaluation.tuning.objectives import as_objective
from wordorder.metaevaluation.tuning.optimum import Optimum, WeightRange
from wordorder.metaevaluation.tuning.outcomes import (
    CURVE,
    FoldTuning,
    GridPoint,
    HeldOut,
    Operators,
    PairTuning,
)
from wordorder.output.documents import (
    estimate_content,
    figure_content,
    read_bool,
    read_count,
    read_estimate,
    read_figure,
    read_number,
    read_optional,
    read_text,
)
from wordorder.scoring import Preset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordorder.metaevaluation.tuning.result import TunedWeight


def content(result: TunedWeight) -> dict[str, Any]:
    """The content apart from schema and signature."""
    return {
        "objective": result.objective,
        "parts": list(result.parts),
        "untuned_preset": _preset_content(result.untuned_preset),
        "preset": _preset_content(result.preset),
        "score_command": result.score_command,
        "language_pairs": list(result.language_pairs),
        "lines": result.lines,
        "judged": result.judged,
        "left_out": result.left_out,
        "confidence": result.confidence,
        "alpha": result.alpha,
        **result.operators._asdict(),
        "value": figure_content(result.optimum.value),
        "best": [one._asdict() for one in result.optimum.ranges],
        "standard_error": figure_content(result.standard_error),
        "near": [one._asdict() for one in result.near],
        "hill_climbing": _row(result.climbed),
        "untuned": figure_content(result.untuned),
        "held_out": _held_out_content(result.held_out),
        "curve": [
            {"alpha": alpha, "value": figure_content(value)}
            for alpha, value in zip(CURVE.tolist(), result.curve.tolist(), strict=True)
        ],
        "folds": list(map(_row, result.folds)),
        "grid": list(map(_row, result.grid)),
        "pairs": [
            {**_row(one), "held_out": _held_out_content(one.held_out)} for one in result.pairs
        ],
    }


def fields_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a result from the content of its document."""
    first, second = content["parts"]
    curve = [read_figure(point["value"]) for point in content["curve"]]
    if len(curve) != len(CURVE):
        raise ValueError(f"expected {len(CURVE)} points of the curve, found {len(curve)}")
    return {
        "signature": read_text(content["signature"]),
        "objective": as_objective(read_text(content["objective"])).name,
        "parts": (read_text(first), read_text(second)),
        "untuned_preset": read_optional(_read_preset, content["untuned_preset"]),
        "language_pairs": tuple(map(read_text, content["language_pairs"])),
        **{name: read_count(content[name]) for name in ("lines", "judged", "left_out")},
        "confidence": read_number(content["confidence"]),
        "optimum": Optimum(read_figure(content["value"]), _read_ranges(content["best"])),
        "operators": _read_operators(content),
        "standard_error": read_figure(content["standard_error"]),
        "near": _read_ranges(content["near"]),
        "climbed": Climbed(*_read_figures(content["hill_climbing"], "alpha", "value")),
        "untuned": read_figure(content["untuned"]),
        "held_out": _read_held_out(content["held_out"]),
        "curve": np.array(curve),
        "folds": tuple(map(_read_fold, content["folds"])),
        "grid": tuple(map(_read_point, content["grid"])),
        "pairs": tuple(map(_read_pair, content["pairs"])),
    }


def _row(outcome: Any) -> dict[str, Any]:
    """The figures of an outcome, with β and γ among them."""
    row: dict[str, Any] = {}
    for name, value in outcome._asdict().items():
        if isinstance(value, Operators):
            row |= value._asdict()
        else:
            row[name] = figure_content(value) if isinstance(value, float) else value
    return row


def _held_out_content(held_out: HeldOut) -> dict[str, Any]:
    return {name: estimate_content(one) for name, one in held_out._asdict().items()}


_PARTS_OF_PRESET = ("name", "ordering", "lexical", "alpha", "beta", "gamma", "lowercase")


def _preset_content(preset: Preset | None) -> dict[str, Any] | None:
    if preset is None:
        return None
    return {name: getattr(preset, name) for name in _PARTS_OF_PRESET}


def _read_preset(found: Any) -> Preset:
    return Preset(**{name: found[name] for name in _PARTS_OF_PRESET})


def _read_ranges(found: Sequence[Mapping[str, Any]]) -> tuple[WeightRange, ...]:
    ranges = tuple(
        WeightRange(
            read_number(one["low"]),
            read_number(one["high"]),
            read_bool(one["has_low"]),
            read_bool(one["has_high"]),
        )
        for one in found
    )
    if not ranges or not all(0 <= one.low <= one.high <= 1 for one in ranges):
        raise ValueError("expected ranges of weights between 0 and 1")
    return ranges


def _read_figures(found: Mapping[str, Any], *names: str) -> list[float]:
    return [read_figure(found[name]) for name in names]


def _read_operators(found: Mapping[str, Any]) -> Operators:
    return Operators(*(read_optional(read_number, found[name]) for name in Operators._fields))


def _read_held_out(found: Mapping[str, Any]) -> HeldOut:
    return HeldOut(*(read_estimate(found[name]) for name in HeldOut._fields))


def _read_fold(found: Mapping[str, Any]) -> FoldTuning:
    return FoldTuning(
        read_count(found["judged"]),
        read_number(found["alpha"]),
        _read_operators(found),
        *_read_figures(found, "trained", "held_out", "untuned"),
    )


def _read_point(found: Mapping[str, Any]) -> GridPoint:
    figures = _read_figures(found, "alpha", "value", "held_out")
    return GridPoint(_read_operators(found), *figures)


def _read_pair(found: Mapping[str, Any]) -> PairTuning:
    own_alpha, own_value, alpha = _read_figures(found, "own_alpha", "own_value", "alpha")
    return PairTuning(
        read_text(found["name"]),
        read_count(found["judged"]),
        own_alpha,
        own_value,
        alpha,
        _read_operators(found),
        _read_held_out(found["held_out"]),
    )
