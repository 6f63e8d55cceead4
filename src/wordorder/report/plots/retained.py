"""Which reorderings of the reference does a system keep, short and long ones?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import interval_name
from wordorder.reorderings.retention_result import WIDTHS
from wordorder.report.plots.chart import empty, finished, nothing_to_draw
from wordorder.report.plots.lines import Axes, across, lines
from wordorder.report.plots.points import (
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
    from wordorder.report.plots.points import Point

DESCRIPTION = "Retained reorderings by source width"


def retained_by_width(result: RetentionResult) -> alt.LayerChart:
    """Draw the share of the reference's reorderings that systems retain against source width.

    There is a line with its interval for each system. Grey bars behind them show how many
    reorderings were judged: where systems differ in this, the most.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 11.
    """
    points = _points(result)
    if nothing_to_draw(points):
        return empty(DESCRIPTION)
    judged = result.judged_widths[:, :, 1].max(axis=0).tolist()
    counts = {width: count for width, count in zip(WIDTHS, judged, strict=True) if count}
    axes = Axes(
        x="source width in words",
        y=f"share retained{interval_note(points, result.confidence)}",
        legend="system",
        classes=list(counts),
        y_format="%",
    )
    chart = _judged(counts, axes) + lines(points, axes)
    return finished(chart.resolve_scale(y="independent"), DESCRIPTION)


def _points(result: RetentionResult) -> list[Point]:
    points = []
    for system, name in enumerate(result.systems):
        for column, width in enumerate(WIDTHS):
            retained, judged = result.judged_widths[system, column].tolist()
            if not judged:
                continue
            _, low, high = result.widths[:, system, column].tolist()
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


def _judged(counts: Mapping[str, int], axes: Axes) -> alt.Chart:
    """Bars in the background, with their own axis on the right."""
    import altair as alt

    values = [{"x": width, "judged": count} for width, count in counts.items()]
    axis = alt.Axis(orient="right", grid=False, format=",~r", tickMinStep=1)
    y = alt.Y("judged:Q", title="reorderings judged (bars)", axis=axis)
    bars = alt.MarkDef("bar", color=BACKDROP.light, aria=False)
    return alt.Chart(alt.InlineData(values=values), mark=bars).encode(x=across(axes), y=y)
