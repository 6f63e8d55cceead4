"""Shared parts of plots: series and their legend, marks, the finished chart."""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from wordorder.drawing.cells import cell_len
from wordorder.report.plots.packages import require_plots
from wordorder.report.plots.points import details_of, different, shortened
from wordorder.report.plots.theme import LARGEST, SERIES, SMALLEST, config

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import altair as alt

    from wordorder.drawing.palette import Ink
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

CELL, SYMBOL = 6.2, 38  # widths in the legend, in pixels
TITLE_CELL = 6.8  # width in titles of axes
AXES = 80  # approximate width in pixels
NUMBERS = 40  # width of the labels of an axis
MOST_IN_A_COLUMN = 3  # panels
LOWEST_PANEL = 180  # height in pixels
NOTHING = "nothing"  # name of an empty chart
LOWEST_ROW = 15  # height in pixels, so that names do not overlap

# When colours run out, shapes and dashes distinguish the series: 8 × 7 combinations.
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-left")
_DASHES = ((1, 0), (6, 3), (2, 2), (8, 3, 2, 3))

_PROPERTIES = {
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
    "__proto__",
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
}


class Series:
    """The series of a plot in order, with colours, shapes, dashes and legend.

    Args:
        points: All points of the plot, in all panels.
        title: Title of the legend; None for no legend, where names stand beside the points.
        width: Maximum width of the legend in pixels, outside a web page.
        inks: The colours, one after the other.
    """

    def __init__(
        self,
        points: Sequence[Point],
        title: str | None,
        width: int,
        inks: Sequence[Ink] = SERIES,
    ) -> None:
        names = dict.fromkeys(str(point["series"]) for point in points)
        self.labels = list(different(_safe(shortened(name)) for name in names))
        self._label_of = dict(zip(names, self.labels, strict=True))
        self._title, self._inks = title, inks
        # For the legend's columns: the width of the chart, or that of the page minus the vertical
        # axes. Not `width` itself, which changes while a page lays out the legend; times 0, it
        # makes Vega re-evaluate when the window changes.
        self._room = f"0 * width + (containerSize()[0] || {width + AXES}) - {AXES}"

    def data(self, points: Sequence[Point]) -> alt.InlineData:
        """The points as inline data; Altair's row limit applies only to data frames."""
        import altair as alt

        label_of = self._label_of
        values = [point | {"series": label_of[str(point["series"])]} for point in points]
        return alt.InlineData(values=values)

    def color(self) -> alt.Color:
        """The colour of each series."""
        import altair as alt

        inks = self._inks
        colors = [inks[number % len(inks)].light for number in range(len(self.labels))]
        return alt.Color(**self._channel(colors))

    def shape(self) -> alt.Shape:
        """The shape of the points of each series."""
        import altair as alt

        shapes = [_SHAPES[number % len(_SHAPES)] for number in range(len(self.labels))]
        return alt.Shape(**self._channel(shapes))

    def dash(self) -> alt.StrokeDash:
        """The line style of each series."""
        import altair as alt

        groups = (number // len(SERIES) for number in range(len(self.labels)))
        dashes = [_DASHES[group % len(_DASHES)] for group in groups]
        return alt.StrokeDash(**self._channel(dashes))

    def _channel(self, values: Sequence[Any]) -> dict[str, Any]:
        """The same field, title and legend for all channels, so that they share one legend."""
        import altair as alt

        entry = max(map(cell_len, self.labels)) * CELL + SYMBOL
        columns = alt.ExprRef(f"max(1, floor(({self._room}) / {entry:.0f}))")
        legend = None if self._title is None else alt.Legend(title=self._title, columns=columns)
        return {
            "field": "series",
            "type": "nominal",
            "scale": alt.Scale(domain=self.labels, range=list(values)),
            "legend": legend,
        }


def _safe(label: str) -> str:
    """The label; if it is the name of a property that all objects of JavaScript have, with a space.

    Vega looks series up in plain objects and would find the property: there would be no plot.
    """
    return f"{label}\N{NO-BREAK SPACE}" if label in _PROPERTIES else label


def wrapped(text: str, room: int) -> str | list[str]:
    """A title in as many lines as it needs, safe for any names in it.

    Vega-Lite makes expressions of titles, for screen readers, but escapes only their quotes: so a
    look-alike replaces the backslash.

    Args:
        text: The title.
        room: Length of its axis in pixels.

    Examples:
        >>> wrapped("share retained, with 95% interval", 180)
        ['share retained, with 95%', 'interval']
    """
    text = text.replace("\\", "\N{REVERSE SOLIDUS OPERATOR}")
    lines = wrap(text, max(int(room / TITLE_CELL), 1), break_long_words=False)
    return text if len(lines) < 2 else lines


def tooltip(points: Sequence[Point]) -> list[alt.Tooltip]:
    """The tooltip of a point."""
    import altair as alt

    return [alt.Tooltip(field=field, type="nominal") for field in details_of(points[0])]


def finished(chart: alt.Chart | alt.LayerChart, description: str, frame: Frame) -> AnyPlot:
    """The chart with its size and theme; the description is for screen readers."""
    import altair as alt

    from wordorder.report.plots.notebook import Plot

    whole = Plot(layer=[chart], width=frame.width, height=frame.height, description=description)
    whole.config = alt.Config(**config(frame))
    return whole


def with_rows(frame: Frame, rows: int) -> Frame:
    """The frame, higher if so many rows with names need it."""
    return replace(frame, height=min(max(frame.height, rows * LOWEST_ROW), LARGEST))


def beside(names: Iterable[str], frame: Frame) -> Frame:
    """The frame, narrower if names at the left need more room than numbers do."""
    widest = max((cell_len(line) for name in names for line in name.split("\n")), default=0)
    width = frame.width - max(int(widest * CELL) - NUMBERS, 0)
    return replace(frame, width=max(width, frame.width // 2, SMALLEST))


def in_panels(
    charts: Mapping[str, alt.LayerChart],
    description: str,
    frame: Frame,
    columns: int | None = None,
) -> AnyPlot:
    """Charts with titles and one legend; a single chart has no title."""
    import altair as alt

    from wordorder.report.plots.notebook import PanelPlot

    if len(charts) == 1:
        return finished(next(iter(charts.values())), description, frame)
    if columns is None:
        columns = 1 if len(charts) <= MOST_IN_A_COLUMN else 2
    rows = -(-len(charts) // columns)
    width = (frame.width - (columns - 1) * AXES) // columns
    height = max(frame.height // rows, LOWEST_PANEL)
    panels = [
        alt.LayerChart(layer=[chart], title=shortened(name), width=width, height=height)
        for name, chart in charts.items()
    ]
    whole = PanelPlot(concat=panels, columns=columns, description=description)
    whole.config = alt.Config(**config(frame))
    shared = alt.ScaleResolveMap(color="shared", shape="shared", strokeDash="shared")
    whole.resolve = alt.Resolve(scale=shared)
    return whole


def nothing_to_draw(points: Sequence[Point]) -> bool:
    """Whether no point has a value; called first, it also checks for the packages."""
    require_plots()
    return all(point["y"] is None for point in points)


def empty(description: str, frame: Frame) -> AnyPlot:
    """A chart that says there is nothing to draw, so that the rest of a long run is not lost."""
    import altair as alt

    text = alt.Chart(alt.InlineData(values=[{}])).mark_text(text="nothing to draw")
    whole = finished(text, description, frame)
    whole.name = NOTHING
    return whole
