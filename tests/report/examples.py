"""One chart of each kind, with the rows it was made of, and what a chart holds."""

from __future__ import annotations

from typing import Any

from wordorder.report.plots import (
    LabelRow,
    LengthRow,
    RetainedRow,
    SetRow,
    WidthRow,
    label_share_by_width,
    reorderings_by_width,
    retained_by_width,
    rquantity_by_length,
    scores_by_set,
)

LENGTHS = [
    LengthRow("zh-en", 20, 29, 1500, 0.5, 0.4, 0.6),
    LengthRow("zh-en", 30, None, 20, 0.9, 0.6, 1.2),
    LengthRow("zh-en", 1, 19, 100, 0.25, 0.125, 0.375),
    LengthRow("ar-en", 1, 19, 80, 0.125),
]
WIDTHS = [
    WidthRow("low", 2, 30, 60),
    WidthRow("low", 10, 3, 60),
    WidthRow("low", ">20", 0, 60),
    WidthRow("high", 2, 90, 60),
    WidthRow("high", 3, 6, 60),
]
LABELS = [
    LabelRow("NP", 2, 30, 40),
    LabelRow("PP", 2, 10, 40),
    LabelRow("NP", ">2", 1, 4),
    LabelRow("PP", ">2", 0, 4),
]
RETAINED = [
    RetainedRow("moses", 2, 30, 40, 0.6, 0.85),
    RetainedRow("moses", 3, 2, 8, 0.05, 0.6),
    RetainedRow("hiero", 2, 33, 44, 0.6, 0.85),
    RetainedRow("hiero", 3, 0, 0),
]
SETS = [
    SetRow("moses", "none", "bleu", 200, 0.25, 0.24, 0.26),
    SetRow("moses", "low", "bleu", 90, 0.2, 0.19, 0.21),
    SetRow("hiero", "none", "bleu", 200, 0.3, 0.29, 0.31),
    SetRow("hiero", "low", "bleu", 88, 0.22, 0.2, 0.24),
]
MAKERS: dict[str, tuple[Any, list[Any]]] = {
    "lengths": (rquantity_by_length, LENGTHS),
    "widths": (reorderings_by_width, WIDTHS),
    "labels": (label_share_by_width, LABELS),
    "retained": (retained_by_width, RETAINED),
    "sets": (scores_by_set, SETS),
}


def layer(spec: dict[str, Any], mark: str) -> dict[str, Any]:
    """The part of a chart that draws with this mark."""
    (found,) = (one for one in _layers(spec) if one["mark"]["type"] == mark)
    return found


def _layers(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """The marks of a chart, however deep they lie, each with its data."""
    if "layer" not in spec:
        return [spec]
    inherited = {"data": spec["data"]} if "data" in spec else {}
    return [inherited | inner for part in spec["layer"] for inner in _layers(inherited | part)]


def values(spec: dict[str, Any], mark: str = "point") -> list[dict[str, Any]]:
    """The data of a mark."""
    return spec["datasets"][layer(spec, mark)["data"]["name"]]


def encoding(spec: dict[str, Any], mark: str = "point") -> dict[str, Any]:
    """How a mark shows its data."""
    return layer(spec, mark)["encoding"]


def series(spec: dict[str, Any]) -> list[str]:
    """The names in the legend."""
    return encoding(spec)["color"]["scale"]["domain"]
