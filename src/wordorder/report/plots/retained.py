"""Share of retained reorderings by source width."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.output import interval_name
from wordorder.reorderings.retention_result import WIDTHS
from wordorder.report.plots.chart import Series, empty, in_panels, nothing_to_draw
from wordorder.report.plots.lines import Axes, across, end_of, lines
from wordorder.report.plots.points import (
    drawn_interval,
    interval,
    interval_note,
    number,
    point,
    share,
    shown,
)
from wordorder.report.plots.theme import BACKDROP

if TYPE_CHECKING:
    from collections.abc import Mapping

    import altair as alt

    from wordorder.reorderings import RetentionResult
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

DESCRIPTION = "Retained reorderings by source width"


def retained_by_width(result: RetentionResult, frame: Frame) -> AnyPlot:
    """Draw the share of the reference's reorderings that systems retain against source width.

    There is a line with intervals for each system. Grey bars show how many reorderings were
    judged, the maximum if systems differ. If there are sets, each has a panel.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 11.
    """
    parts = {shown(name): one for name, one in result.sets.items()} or {"": result}
    panels = {name: those for name, part in parts.items() if (those := _points(part))}
    points = [one for those in panels.values() for one in those]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    judged = [one.widths["judged"] for one in parts.values()]
    counts = [count for count in np.unique(judged).tolist() if count]
    note = interval_note(points, result.confidence, counts)
    axes = Axes(
        x="source width in words",
        y=f"share retained{note}",
        legend="system",
        classes=[width for width in WIDTHS if any(one["x"] == width for one in points)],
        y_format="%",
        y_end=end_of(panels),
    )
    series, most = Series(points, axes.legend, frame.width), int(np.max(judged))
    charts = {
        name: (_judged(_most_judged(parts[name]), axes, most) + lines(those, axes, series))
        for name, those in panels.items()
    }
    apart = {name: one.resolve_scale(y="independent") for name, one in charts.items()}
    return in_panels(apart, DESCRIPTION, frame)


def _most_judged(result: RetentionResult) -> dict[str, int]:
    judged = result.widths["judged"].max(axis=0).tolist()
    return {width: count for width, count in zip(WIDTHS, judged, strict=True) if count}


def _points(result: RetentionResult) -> list[Point]:
    points = []
    for name, width, retained, judged, *estimate in result.widths.records().rows():
        if not judged:
            continue
        low, high = drawn_interval(estimate, judged)
        kept = share(retained, judged)
        details = {
            "system": shown(name),
            "source width": width,
            "retained": f"{retained:,}",
            "judged": f"{judged:,}",
            "share": number(kept, ".1%"),
            interval_name(result.confidence): interval(low, high, ".1%"),
        }
        points.append(point(shown(name), width, kept, details, low, high))
    return points


def _judged(counts: Mapping[str, int], axes: Axes, most: int) -> alt.Chart:
    """Bars in the background, with their own axis on the right."""
    import altair as alt

    values = [{"x": width, "judged": count} for width, count in counts.items()]
    axis = alt.Axis(orient="right", grid=False, format=",~r", tickMinStep=1)
    scale = alt.Scale(domain=[0, most], nice=True)
    y = alt.Y("judged:Q", title="reorderings judged (bars)", axis=axis, scale=scale)
    bars = alt.MarkDef("bar", color=BACKDROP.light, aria=False)
    return alt.Chart(alt.InlineData(values=values), mark=bars).encode(x=across(axes), y=y)
