"""The parts that all plots share: series and their legend, marks, the finished chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordorder.drawing.cells import cell_len
from wordorder.report.plots.packages import require_plots
from wordorder.report.plots.points import details_of, different, shortened
from wordorder.report.plots.theme import HEIGHT, SERIES, WIDTH, config

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.report.plots.points import Point

CELL, SYMBOL = 6.2, 38  # pixels across, in the legend
AXES = 80  # pixels across, about

# When the colours are used up, shapes and dashes tell the series apart: 8 × 7 different ones.
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-left")
_DASHES = ((1, 0), (6, 3), (2, 2), (8, 3, 2, 3))

# For the legend's columns: the width of the chart, or that of the page around it less some for
# the vertical axes. Not `width` itself, which changes while a page lays out the legend; times 0,
# it makes Vega ask again when the window changes.
_ROOM = f"0 * width + (containerSize()[0] || {WIDTH + AXES}) - {AXES}"


class Series:
    """The series of a plot in their order, with their colours, shapes, dashes and legend."""

    def __init__(self, points: Sequence[Point], title: str) -> None:
        names = dict.fromkeys(str(point["series"]) for point in points)
        self.labels = list(different(shortened(name) for name in names))
        self._label_of = dict(zip(names, self.labels, strict=True))
        self._points = points
        self._title = title

    def data(self) -> alt.InlineData:
        """The points as part of the chart; Altair's limit of rows is for data frames only."""
        import altair as alt

        label_of = self._label_of
        values = [point | {"series": label_of[str(point["series"])]} for point in self._points]
        return alt.InlineData(values=values)

    def color(self) -> alt.Color:
        """The colour of each series."""
        import altair as alt

        colors = [SERIES[number % len(SERIES)].light for number in range(len(self.labels))]
        return alt.Color(**self._channel(colors))

    def shape(self) -> alt.Shape:
        """The shape of the points of each series."""
        import altair as alt

        shapes = [_SHAPES[number % len(_SHAPES)] for number in range(len(self.labels))]
        return alt.Shape(**self._channel(shapes))

    def dash(self) -> alt.StrokeDash:
        """The kind of line of each series."""
        import altair as alt

        groups = (number // len(SERIES) for number in range(len(self.labels)))
        dashes = [_DASHES[group % len(_DASHES)] for group in groups]
        return alt.StrokeDash(**self._channel(dashes))

    def _channel(self, values: Sequence[Any]) -> dict[str, Any]:
        """The same field, title and legend for all channels, so that they share one legend."""
        import altair as alt

        entry = max(map(cell_len, self.labels)) * CELL + SYMBOL
        columns = alt.ExprRef(f"max(1, floor(({_ROOM}) / {entry:.0f}))")
        return {
            "field": "series",
            "type": "nominal",
            "scale": alt.Scale(domain=self.labels, range=list(values)),
            "legend": alt.Legend(title=self._title, columns=columns),
        }


def tooltip(points: Sequence[Point]) -> list[alt.Tooltip]:
    """What a reader sees who points at a point."""
    import altair as alt

    return [alt.Tooltip(field=field, type="nominal") for field in details_of(points[0])]


def finished(chart: alt.Chart | alt.LayerChart, description: str) -> alt.LayerChart:
    """The chart in its size and its theme; the description is for those who cannot see it."""
    import altair as alt

    whole = alt.LayerChart(layer=[chart], width=WIDTH, height=HEIGHT, description=description)
    whole.config = alt.Config(**config())
    return whole


def nothing_to_draw(points: Sequence[Point]) -> bool:
    """Whether no point has a value; called first, it also asks for the packages."""
    require_plots()
    return all(point["y"] is None for point in points)


def empty(description: str) -> alt.LayerChart:
    """A chart that says that there is nothing to draw: the rest of a long run is not lost."""
    import altair as alt

    text = alt.Chart(alt.InlineData(values=[{}])).mark_text(text="nothing to draw")
    return finished(text, description)
