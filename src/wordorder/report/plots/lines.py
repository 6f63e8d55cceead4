"""Line charts: a value by class of length or width, a line for each series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.report.plots.chart import Series, in_panels, tooltip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import altair as alt

    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

FEW = 4  # series whose overlapping bands can be told apart


@dataclass(frozen=True, slots=True)
class Axes:
    """The titles of axes and legend, and the classes from left to right."""

    x: str | list[str]
    y: str | list[str]
    legend: str
    classes: Sequence[str]
    y_format: str = ",~r"  # plain digits, no exponents
    y_end: float | None = None  # shared by panels, to make them comparable
    from_zero: bool = True


def line_panels(
    panels: Mapping[str, Sequence[Point]], axes: Axes, description: str, frame: Frame
) -> AnyPlot:
    """Line charts in several panels with the same axes and one legend."""
    drawn = {name: points for name, points in panels.items() if points}
    series = Series([one for points in drawn.values() for one in points], axes.legend, frame.width)
    charts = {name: lines(points, axes, series) for name, points in drawn.items()}
    return in_panels(charts, description, frame)


def lines(points: Sequence[Point], axes: Axes, series: Series) -> alt.LayerChart:
    """Lines with points, and bands behind them for intervals."""
    import altair as alt

    base = alt.Chart(series.data(points)).encode(x=across(axes), color=series.color())
    scale = (
        alt.Scale(zero=axes.from_zero) if axes.y_end is None else alt.Scale(domain=[0, axes.y_end])
    )
    # Panels are low, so their axis titles take two lines.
    title = axes.y
    if axes.y_end is not None and isinstance(title, str):
        title = title.replace(", ", ",\n").split("\n")
    y = alt.Y("y:Q", title=title, axis=alt.Axis(format=axes.y_format, grid=True), scale=scale)
    low, high = alt.Y("low:Q", title=title, scale=scale), alt.Y2("high:Q")
    band, edge = (0.12, 0.45) if len(series.labels) <= FEW else (0.04, 0.15)
    layers = [
        base.mark_area(opacity=band, aria=False).encode(y=low, y2=high, detail="open:N"),
        # A band has no width where a point has no neighbours.
        base.mark_rule(opacity=edge, aria=False).encode(y=low, y2=high),
        # An open class has no definite place, so no line leads there.
        base.mark_line(aria=False).encode(y=y, strokeDash=series.dash(), detail="open:N"),
        base.mark_point(filled=True, opacity=1, size=45).encode(
            y=y, shape=series.shape(), tooltip=tooltip(points)
        ),
    ]
    return alt.LayerChart(layer=layers)


def end_of(panels: Mapping[str, Sequence[Point]]) -> float | None:
    """The highest point or interval of several panels; None for a single panel."""
    ends = [one[end] for points in panels.values() for one in points for end in ("y", "high")]
    numbers = [float(end) for end in ends if isinstance(end, float)]
    return max(numbers) if len(panels) > 1 and any(numbers) else None


def across(axes: Axes) -> alt.X:
    """The classes, all equally wide."""
    import altair as alt

    return alt.X("x:O", title=axes.x, scale=alt.Scale(domain=list(axes.classes)))
