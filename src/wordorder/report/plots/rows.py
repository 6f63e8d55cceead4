"""Rows of dots with intervals: a value for each name on the vertical axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots.chart import tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.report.plots.chart import Series
    from wordorder.report.plots.points import Point


NAMES = "split(datum.label, '\\n')"  # the label of a row
_LINE_HEIGHT = 14  # of names, in pixels
_LINES_PER_DOT = 0.4  # so that the dots of a row do not cover each other


def lines_for(rows: int, dots: int) -> int:
    """The number of lines of text that are as high as so many rows, each with so many dots."""
    return int(rows * max(_LINES_PER_DOT * (dots + 1), 1))


def dot_rows(
    points: Sequence[Point],
    series: Series,
    title: str | list[str] | None,
    *,
    x_format: str = ".5~r",
    ticks: int = 5,
    names: str = NAMES,
) -> alt.LayerChart:
    """A row for each name, and in it a dot with an interval for each series.

    Args:
        points: The points; `x` is the name of the row, `y` the value.
        series: The series.
        title: Title of the axis of values.
        x_format: Format of its labels.
        ticks: Approximate number of its labels.
        names: Vega expression for the name of a row.
    """
    import altair as alt

    rows = list(dict.fromkeys(one["x"] for one in points))
    lines = max((str(row).count("\n") for row in rows), default=0)
    axis = alt.Axis(
        grid=True,
        labelOverlap=False,
        labelExpr=names,
        labelOffset=-lines * _LINE_HEIGHT / 2,
    )
    y = alt.Y("x:O", title=None, scale=alt.Scale(domain=rows), axis=axis)
    base = alt.Chart(series.data(points)).encode(y=y, color=series.color())
    if len(rows) < len(points):
        base = base.encode(yOffset=alt.YOffset("series:N", scale=alt.Scale(domain=series.labels)))
    scale, axis = alt.Scale(zero=False, padding=5), alt.Axis(format=x_format, tickCount=ticks)
    value, low = (alt.X(field, title=title, scale=scale, axis=axis) for field in ("y:Q", "low:Q"))
    layers = [
        base.mark_rule(strokeWidth=2, opacity=0.6, aria=False).encode(x=low, x2="high:Q"),
        base.mark_point(filled=True, opacity=1, size=45).encode(
            x=value, shape=series.shape(), tooltip=tooltip(points)
        ),
    ]
    return alt.LayerChart(layer=layers)
