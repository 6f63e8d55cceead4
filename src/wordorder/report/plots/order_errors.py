"""Errors of order against coverage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordorder.output import interval_name
from wordorder.report.plots.chart import (
    Series,
    empty,
    in_panels,
    nothing_to_draw,
    tooltip,
    wrapped,
)
from wordorder.report.plots.points import (
    drawn_interval,
    finite,
    interval,
    interval_note,
    number,
    point,
)
from wordorder.report.plots.systems import drawn_systems
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.wording import heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.systems import DrawnSystem
    from wordorder.report.plots.theme import Frame
    from wordorder.scoring import ScoreResult

DESCRIPTION = "Order errors per 100 words and coverage"

_SIDE_BY_SIDE = 480  # least width of two panels in pixels


def errors_and_coverage(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw order errors per 100 words against coverage, a point with intervals for each system.

    Where fewer words match, fewer can be out of order: so only systems with about the same
    coverage can be compared by their errors.
    """
    systems = drawn_systems(result, frame)
    measures = [name for name in ORDER_ERRORS if name in result.measures]
    panels = {heading(measure): _points(result, measure, systems) for measure in measures}
    points = [one for those in panels.values() for one in those]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    series = Series(points, "system", frame.width)
    note = interval_note(points, result.confidence, [result.sentence_count])
    columns = 2 if frame.width >= _SIDE_BY_SIDE else 1
    charts = {
        name: _crosses(those, series, f"coverage{note}", frame.width // columns)
        for name, those in panels.items()
    }
    return in_panels(charts, DESCRIPTION, frame, columns)


def _points(result: ScoreResult, measure: str, systems: Sequence[DrawnSystem]) -> list[Point]:
    kind, ends = heading(measure), interval_name(result.confidence)
    points = []
    for place, label, name in systems:
        system = result.systems[place]
        errors, coverage = (result.estimate(system, one) for one in (measure, "coverage"))
        few, many = drawn_interval(errors, result.sentence_count)
        left, right = drawn_interval(coverage, result.sentence_count)
        details = {
            "system": name,
            f"{kind} per 100 words": number(errors[0], ".2f"),
            f"{ends} of {kind}": interval(few, many, ".2f"),
            "coverage": number(coverage[0], ".1%"),
            f"{ends} of coverage": interval(left, right, ".1%"),
        }
        one = point(label, "", errors[0], details, few, many)
        one.update(x=finite(coverage[0]), left=finite(left), right=finite(right))
        points.append(one)
    return points


def _crosses(points: Sequence[Point], series: Series, title: str, width: int) -> alt.LayerChart:
    """A point for each system, with an interval in both directions."""
    import altair as alt

    base = alt.Chart(series.data(points)).encode(color=series.color())
    scale, grid = alt.Scale(zero=False, padding=8), alt.Axis(grid=True, format=".5~r")
    shares = alt.Axis(format="~%", tickCount=max(width // 60, 2))
    across: dict[str, Any] = {"title": wrapped(title, width), "scale": scale, "axis": shares}
    up: dict[str, Any] = {"title": "per 100 words", "scale": scale, "axis": grid}
    x, y = alt.X("x:Q", **across), alt.Y("y:Q", **up)
    rule = base.mark_rule(strokeWidth=2, opacity=0.6, aria=False)
    layers = [
        rule.encode(x=x, y=alt.Y("low:Q", **up), y2="high:Q"),
        rule.encode(y=y, x=alt.X("left:Q", **across), x2="right:Q"),
        base.mark_point(filled=True, opacity=1, size=55).encode(
            x=x, y=y, shape=series.shape(), tooltip=tooltip(points)
        ),
    ]
    return alt.LayerChart(layer=layers)
