"""How the scores of sentences are distributed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.report.plots.chart import (
    Series,
    beside,
    empty,
    finished,
    nothing_to_draw,
    tooltip,
    with_rows,
)
from wordorder.report.plots.points import number, point
from wordorder.report.plots.systems import drawn_systems, measure_name
from wordorder.report.plots.theme import BACKDROP, GRADES

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.arrays import Floats
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.systems import DrawnSystem
    from wordorder.report.plots.theme import Frame
    from wordorder.scoring import ScoreResult

DESCRIPTION = "Distribution of sentence scores"

_BORDERS = (0.25, 0.5, 0.75, 1)
_CLASSES = ("below 0.25", "0.25–0.5", "0.5–0.75", "0.75–1", "exactly 1")
_UNDEFINED = "undefined"
_SHARES = (0, 0.25, 0.5, 0.75, 1)
_TALLEST_BAR = 30  # pixels


def distribution_of_scores(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the share of sentences in five classes of scores by the leading metric.

    Each system has a bar. Perfect sentences have a class of their own, at the right: there are too
    many of them for any smooth picture of a distribution. Sentences in which no word can be judged
    are at the left.

    Raises:
        UsageError: The result lacks the scores of sentences.
    """
    scores = result.segment(result.leading)
    systems = drawn_systems(result, frame)
    counts = [_counts(scores[one.place]) for one in systems]
    points = [
        one
        for system, row in zip(systems, counts, strict=True)
        for one in _points(system, row, any(those[0] for those in counts))
    ]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    inks = GRADES if points[0]["series"] != _UNDEFINED else (BACKDROP, *GRADES)
    whole = with_rows(beside([one.label for one in systems], frame), len(systems))
    series = Series(points, f"{measure_name(result.leading)} of a sentence", whole.width, inks)
    bar = min(0.8 * whole.height / len(systems), _TALLEST_BAR)
    return finished(_bars(points, series, bar), DESCRIPTION, whole)


def _counts(scores: Floats) -> list[int]:
    """The number of undefined sentences, then of those in each class."""
    places = np.searchsorted(_BORDERS, scores[~np.isnan(scores)], side="right")
    in_classes = np.bincount(places, minlength=len(_CLASSES)).tolist()
    return [int(np.isnan(scores).sum()), *in_classes]


def _points(system: DrawnSystem, counts: Sequence[int], has_undefined: bool) -> list[Point]:
    ends = np.cumsum([0, *counts]) / max(sum(counts), 1)
    points = []
    for place, name in enumerate((_UNDEFINED, *_CLASSES)):
        low, high = ends[place : place + 2].tolist()
        details = {
            "system": system.name,
            "score": name,
            "sentences": f"{counts[place]:,}",
            "share": number(high - low, ".1%"),
        }
        points.append(point(name, system.label, high - low, details, low, high))
    return points if has_undefined else points[1:]


def _bars(points: Sequence[Point], series: Series, bar: float) -> alt.LayerChart:
    import altair as alt

    systems = list(dict.fromkeys(one["x"] for one in points))
    scale, axis = alt.Scale(domain=[0, 1]), alt.Axis(format="%", values=_SHARES)
    bars = (
        alt.Chart(series.data(points))
        .mark_bar(height=bar)
        .encode(
            y=alt.Y("x:O", title=None, scale=alt.Scale(domain=systems)),
            x=alt.X("low:Q", title="share of sentences", scale=scale, axis=axis),
            x2="high:Q",
            color=series.color(),
            tooltip=tooltip(points),
        )
    )
    return alt.LayerChart(layer=[bars])
