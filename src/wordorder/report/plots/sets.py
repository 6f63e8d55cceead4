"""Scores by amount of reordering."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError
from wordorder.output import interval_name
from wordorder.report.plots.chart import (
    Series,
    empty,
    finished,
    nothing_to_draw,
    tooltip,
    wrapped,
)
from wordorder.report.plots.points import (
    drawn_interval,
    interval,
    interval_note,
    number,
    point,
    shortened,
    shown,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.reorderings import ReorderingTestSets
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

DESCRIPTION = "Scores by reordering test set"


def scores_by_set(result: ReorderingTestSets, frame: Frame) -> AnyPlot:
    """Draw a score with its interval on each reordering test set, a dot for each system.

    Dots, not bars: their axis need not start at 0, so that small differences are visible.

    Raises:
        UsageError: There are no scores.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figures 7 and 8.
    """
    if not result.systems:
        raise UsageError("no scores to draw: give them with ", Argument("scores"))
    points = _points(result)
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    counts = result.scores["sentences"].reshape(-1).tolist()
    note = interval_note(points, result.confidence, counts)
    title = f"{shortened(shown(result.measure))}{note}"
    return finished(_dots(points, wrapped(title, frame.height), frame), DESCRIPTION, frame)


def _points(result: ReorderingTestSets) -> list[Point]:
    places = {name: f"{shown(name)}\n{_size(result, name)}" for name in result.scores.names("set")}
    points = []
    for system, name, sentences, *estimate in result.scores.records().rows():
        low, high = drawn_interval(estimate, sentences)
        details = {
            "system": shown(system),
            "test set": shown(name),
            "sentences": f"{sentences:,}",
            "measure": shown(result.measure),
            "score": number(estimate[0], ".4f"),
            interval_name(result.confidence): interval(low, high, ".4f"),
        }
        points.append(point(shown(system), places[name], estimate[0], details, low, high))
    return points


def _size(result: ReorderingTestSets, name: str) -> str:
    """The number of sentences in a set; it may differ between systems."""
    sizes = result.scores.at("sentences", set=name)
    least, most = sizes.min(), sizes.max()
    return f"n = {least:,}" + (f"–{most:,}" if least < most else "")


def _dots(points: Sequence[Point], title: str | list[str], frame: Frame) -> alt.LayerChart:
    import altair as alt

    series = Series(points, "system", frame.width)
    sets = list(dict.fromkeys(point["x"] for point in points))
    two_lines = alt.Axis(labelExpr="split(datum.label, '\\n')", labelOverlap=False)
    x = alt.X("x:O", title="reordering test set", axis=two_lines, scale=alt.Scale(domain=sets))
    scale = alt.Scale(zero=False)
    base = alt.Chart(series.data(points)).encode(
        x=x,
        xOffset=alt.XOffset("series:N", scale=alt.Scale(domain=series.labels)),
        color=series.color(),
    )
    value, low = (alt.Y(field, title=title, scale=scale) for field in ("y:Q", "low:Q"))
    layers = [
        base.mark_rule(strokeWidth=2, opacity=0.6, aria=False).encode(y=low, y2="high:Q"),
        base.mark_point(filled=True, opacity=1, size=55).encode(
            y=value, shape=series.shape(), tooltip=tooltip(points)
        ),
    ]
    return alt.LayerChart(layer=layers)
