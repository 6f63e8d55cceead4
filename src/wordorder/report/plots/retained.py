"""Which reorderings of the reference does a system keep, short and long ones?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots.chart import empty, finished, nothing_to_draw
from wordorder.report.plots.lines import Axes, across, lines
from wordorder.report.plots.points import (
    Point,
    in_order,
    interval,
    interval_note,
    number,
    share,
    shown,
)
from wordorder.report.plots.theme import BACKDROP

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.report.plots.rows import RetainedRow

DESCRIPTION = "Retained reorderings by source width"


def retained_by_width(rows: Sequence[RetainedRow]) -> alt.LayerChart:
    """Draw the share of the reference's reorderings that systems retain against source width.

    There is a line with its interval for each system. Grey bars behind them show how many
    reorderings were judged: where systems differ in this, the most.

    Examples:
        >>> from wordorder.report.plots import RetainedRow
        >>> chart = retained_by_width([
        ...     RetainedRow("moses", 2, 410, 1000, 0.38, 0.44),
        ...     RetainedRow("hiero", 2, 520, 1000, 0.49, 0.55),
        ... ])
        >>> chart.to_dict()["description"]
        'Retained reorderings by source width'

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 11.
    """
    points = [_point(row) for row in rows]
    if nothing_to_draw(points):
        return empty(DESCRIPTION)
    axes = Axes(
        x="source width in words",
        y=f"share retained{interval_note(points)}",
        legend="system",
        classes=in_order(row.width for row in rows),
        y_format="%",
    )
    chart = _judged(rows, axes) + lines(points, axes)
    return finished(chart.resolve_scale(y="independent"), DESCRIPTION)


def _point(row: RetainedRow) -> Point:
    retained = share(row.retained, row.judged)
    details = {
        "system": shown(row.system),
        "source width": shown(row.width),
        "retained": f"{row.retained:,}",
        "judged": f"{row.judged:,}",
        "share": number(retained, ".1%"),
        "95 % interval": interval(row.low, row.high, ".1%"),
    }
    return Point(shown(row.system), shown(row.width), retained, details, row.low, row.high)


def _judged(rows: Sequence[RetainedRow], axes: Axes) -> alt.Chart:
    """Bars in the background, with their own axis on the right."""
    import altair as alt

    judged: dict[str, int] = {}
    for row in rows:
        judged[shown(row.width)] = max(judged.get(shown(row.width), 0), int(row.judged))
    values = [{"x": width, "judged": count} for width, count in judged.items()]
    axis = alt.Axis(orient="right", grid=False, format=",~r", tickMinStep=1)
    y = alt.Y("judged:Q", title="reorderings judged (bars)", axis=axis)
    bars = alt.MarkDef("bar", color=BACKDROP.light, aria=False)
    return alt.Chart(alt.InlineData(values=values), mark=bars).encode(x=across(axes), y=y)
