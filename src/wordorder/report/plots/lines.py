"""Lines: a value against classes of length or width, a line for each series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.report.plots.chart import Series, tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.report.plots.points import Point

FEW = 4  # series whose bands can be told apart where they overlap


@dataclass(frozen=True, slots=True)
class Axes:
    """What the axes and the legend say, and the classes from left to right."""

    x: str
    y: str
    legend: str
    classes: Sequence[str]
    y_format: str = ",~r"  # plain digits, no exponents


def lines(points: Sequence[Point], axes: Axes) -> alt.LayerChart:
    """Lines with points on them; where there are intervals, bands behind them."""
    import altair as alt

    series = Series(points, axes.legend)
    base = alt.Chart(series.data()).encode(x=across(axes), color=series.color())
    y = alt.Y("y:Q", title=axes.y, axis=alt.Axis(format=axes.y_format, grid=True))
    low, high = alt.Y("low:Q", title=axes.y), alt.Y2("high:Q")
    band, edge = (0.12, 0.45) if len(series.labels) <= FEW else (0.04, 0.15)
    layers = [
        base.mark_area(opacity=band, aria=False).encode(y=low, y2=high),
        # A band has no width where a point has no neighbours.
        base.mark_rule(opacity=edge, aria=False).encode(y=low, y2=high),
        base.mark_line(aria=False).encode(y=y, strokeDash=series.dash()),
        base.mark_point(filled=True, opacity=1, size=45).encode(
            y=y, shape=series.shape(), tooltip=tooltip(points)
        ),
    ]
    return alt.LayerChart(layer=layers)


def across(axes: Axes) -> alt.X:
    """The classes, each as wide as the others."""
    import altair as alt

    return alt.X("x:O", title=axes.x, scale=alt.Scale(domain=list(axes.classes)))
