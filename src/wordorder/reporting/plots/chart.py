"""The parts of all plots: points, series with a legend, and charts of dots and lines.

Points are plain data with fixed field names, so that series may have any name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import isfinite, nan
from textwrap import wrap
from typing import Any, TypeAlias

import altair as alt

from wordorder.drawing.measuring import characters, cut
from wordorder.drawing.palette import Ink
from wordorder.drawing.svg import FORBIDDEN
from wordorder.output.console import cell_width, visible
from wordorder.output.wording import interval_name
from wordorder.reporting.plots.theme import LARGEST, NOTHING, SERIES, SMALLEST, Frame, config
from wordorder.reporting.plotting import svg_text

Point: TypeAlias = "dict[str, str | float | None]"

UNDEFINED = "–"
LONGEST = 44  # maximum width of a name in a legend, in cells
FEWEST = 10  # sentences or judged reorderings; with fewer, an interval is misleading
FEW = 4  # series whose overlapping bands can be told apart
TWO_LINES = "split(datum.label, '\\n')"  # the label of an axis, where it has a line break

_DUST = 1e-9
_PLACE = ("series", "x", "open", "y", "low", "high", "left", "right")  # not in tooltips

# Sizes in pixels.
_CELL, _SYMBOL = 6.2, 38  # widths in the legend
_TITLE_CELL = 6.8  # width in titles of axes
_AXES = 80  # approximate width
_NUMBERS = 40  # width of the labels of an axis
_LOWEST_PANEL = 180
_LOWEST_ROW = 15  # so that names do not overlap
_LINE_HEIGHT = 14  # of names
_NARROWEST = 90  # width of a panel in a grid
_GAP = 18  # between panels of a grid
_TICK = 45  # width of a number with its distance
_AXIS = 50  # height of the title and the axis of a panel in a grid

# When colours run out, shapes and dashes distinguish the series: 8 × 7 combinations.
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-left")
_DASHES = ((1, 0), (6, 3), (2, 2), (8, 3, 2, 3))

# Properties of every JavaScript object.
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


class _Offline:
    """A chart that notebooks show as a picture, without a script from the network."""

    def _repr_mimebundle_(self, *_: object, **__: object) -> dict[str, Any]:
        spec: dict[str, Any] = self.to_dict()  # type: ignore[attr-defined]
        return {"image/svg+xml": svg_text(spec), "text/plain": spec["description"]}


class Plot(_Offline, alt.LayerChart):
    """A layered chart, as returned by `plot`."""


class PanelPlot(_Offline, alt.ConcatChart):
    """Several charts with one legend, as returned by `plot`."""


AnyPlot: TypeAlias = Plot | PanelPlot


# Points.


def point(
    series: str, x: str, y: float, details: Mapping[str, str], low: float = nan, high: float = nan
) -> Point:
    """Return a point: its series, place, interval and tooltip.

    Names given by users are values, never field names. An interval without width is left out. A
    class without an upper end, such as `>20`, is open: no line leads there.

    Examples:
        >>> point("zh-en", ">20", 0.5, {"share": "50.0%"})["open"]
        True
        >>> point("zh-en", "2", 0.5, {"share": "50.0%"}, 0.5, 0.5)["low"] is None
        True
    """
    has_interval = _is_interval(low, high)
    return {
        "series": series,
        "x": x,
        "open": x.startswith((">", "≥")),
        "y": finite(y),
        "low": float(low) if has_interval else None,
        "high": float(high) if has_interval else None,
        **details,
    }


def finite(value: float) -> float | None:
    """Return the value; None, which Vega-Lite leaves out, if undefined or infinite."""
    return float(value) if isfinite(value) else None


def shown(name: object) -> str:
    r"""Replace control characters, and characters that XML forbids, in a name.

    Examples:
        >>> print(shown("a\tb"), shown(20))
        a\tb 20
    """
    return FORBIDDEN.sub("\ufffd", visible(str(name)))


def shortened(name: str, room: int = LONGEST) -> str:
    """Shorten a name for a legend in the middle: names of systems often differ only at the end.

    Not left to Vega, which may cut inside a character.

    Examples:
        >>> shortened("newstest2024.zh-en.a-system-with-a-long-name.01.detok")
        'newstest2024.zh-en.a-…h-a-long-name.01.detok'
    """
    if cell_width(name) <= room:
        return name
    from_the_end = characters(name)[::-1]
    ends = accumulate(map(cell_width, from_the_end))
    tail = [piece for piece, end in zip(from_the_end, ends, strict=True) if end <= room // 2]
    return cut(name, room // 2) + "".join(reversed(tail))


def class_name(name: str) -> str:
    """Shorten the name of an open class, such as `over 40`, for an axis.

    Examples:
        >>> class_name("over 40"), class_name("31–40")
        ('>40', '31–40')
    """
    return f">{name.removeprefix('over ')}" if name.startswith("over ") else name


def different(names: Iterable[str]) -> Iterator[str]:
    """Yield the names, with a number added to repeated ones.

    Examples:
        >>> list(different(["a", "b", "a"]))
        ['a', 'b', 'a (3)']
    """
    taken: set[str] = set()
    for number, name in enumerate(names, start=1):
        free = name
        while free in taken:
            free += f" ({number})"
        taken.add(free)
        yield free


def share(part: int, whole: int) -> float:
    """Return the part divided by the whole; NaN if the whole is 0."""
    return part / whole if whole else nan


def number(value: float, digits: str) -> str:
    """Format a number for display.

    Examples:
        >>> number(0.25, ".1%"), number(float("nan"), ".1%")
        ('25.0%', '–')
    """
    return format(float(value), digits) if isfinite(value) else UNDEFINED


def drawn_interval(estimate: Sequence[float], count: int) -> tuple[float, float]:
    """Return the ends of an interval; NaN if there are too few data to draw it.

    Examples:
        >>> drawn_interval((0.5, 0.4, 0.6), 10), drawn_interval((0.5, 0.4, 0.6), 9)
        ((0.4, 0.6), (nan, nan))
    """
    _, low, high = estimate
    return (low, high) if count >= FEWEST else (nan, nan)


def _is_interval(low: float, high: float) -> bool:
    """Return whether two ends exist and differ by more than rounding."""
    return isfinite(low) and isfinite(high) and high - low > _DUST


def interval(low: float, high: float, digits: str) -> str:
    """Format an interval for display; a dash if it has no width, from too few data.

    Examples:
        >>> interval(0.2, 0.3, ".2f"), interval(0.2, 0.2, ".2f")
        ('0.20 to 0.30', '–')
    """
    if not _is_interval(low, high):
        return UNDEFINED
    return f"{number(low, digits)} to {number(high, digits)}"


def interval_note(points: Sequence[Point], confidence: float, counts: Iterable[int]) -> str:
    """Return the note on intervals for an axis title; empty if there are none.

    Args:
        points: The points.
        confidence: Confidence level of their intervals.
        counts: Sample size of each point.
    """
    if all(point["low"] is None for point in points):
        return ""
    few = f" where n ≥ {FEWEST}" if any(count < FEWEST for count in counts) else ""
    return f", with {interval_name(confidence)}{few}"


# Series, titles and sizes.


class Series:
    """The series of a plot in order, with colours, shapes, dashes and legend.

    Args:
        points: All points of the plot, in all panels.
        title: Title of the legend; None for no legend, where names stand beside the points.
        width: Maximum width of the legend in pixels, outside a web page.
        inks: The colours, used in turn.
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
        # axes. Not `width` itself, which changes while a page lays out the legend; multiplied by 0,
        # it makes Vega re-evaluate when the window changes.
        self._room = f"0 * width + (containerSize()[0] || {width + _AXES}) - {_AXES}"

    def data(self, points: Sequence[Point]) -> alt.InlineData:
        """Return the points as inline data, to which Altair's row limit does not apply."""
        label_of = self._label_of
        values = [point | {"series": label_of[str(point["series"])]} for point in points]
        return alt.InlineData(values=values)

    def color(self) -> alt.Color:
        """Encode the series by colour."""
        inks = self._inks
        colors = [inks[number % len(inks)].light for number in range(len(self.labels))]
        return alt.Color(**self._channel(colors))

    def shape(self) -> alt.Shape:
        """Encode the series by shape of points."""
        shapes = [_SHAPES[number % len(_SHAPES)] for number in range(len(self.labels))]
        return alt.Shape(**self._channel(shapes))

    def dash(self) -> alt.StrokeDash:
        """Encode the series by line style."""
        groups = (number // len(SERIES) for number in range(len(self.labels)))
        dashes = [_DASHES[group % len(_DASHES)] for group in groups]
        return alt.StrokeDash(**self._channel(dashes))

    def _channel(self, values: Sequence[Any]) -> dict[str, Any]:
        """Return the same field, title and legend for every channel, so that all share a legend."""
        entry = max(map(cell_width, self.labels)) * _CELL + _SYMBOL
        columns = alt.ExprRef(f"max(1, floor(({self._room}) / {entry:.0f}))")
        legend = None if self._title is None else alt.Legend(title=self._title, columns=columns)
        return {
            "field": "series",
            "type": "nominal",
            "scale": alt.Scale(domain=self.labels, range=list(values)),
            "legend": legend,
        }


def _safe(label: str) -> str:
    """Add a space to a label that names a property of every JavaScript object.

    Vega looks series up in plain objects, would find the property, and draw nothing.
    """
    return f"{label}\N{NO-BREAK SPACE}" if label in _PROPERTIES else label


def wrapped(text: str, room: int) -> str | list[str]:
    """Break a title into lines that fit, safely for any names in it.

    Vega-Lite turns titles into expressions, for screen readers, but escapes only quotes; so a
    look-alike replaces the backslash.

    Args:
        text: The title.
        room: Length of its axis in pixels.

    Examples:
        >>> wrapped("share retained, with 95% interval", 180)
        ['share retained, with 95%', 'interval']
    """
    text = text.replace("\\", "\N{REVERSE SOLIDUS OPERATOR}")
    lines = wrap(text, max(int(room / _TITLE_CELL), 1), break_long_words=False)
    return text if len(lines) < 2 else lines


def tooltip(points: Sequence[Point]) -> list[alt.Tooltip]:
    """Return the fields of the tooltip."""
    return [alt.Tooltip(field=field, type="nominal") for field in points[0] if field not in _PLACE]


def with_rows(frame: Frame, rows: int) -> Frame:
    """Return the frame, higher if this number of named rows needs it."""
    return replace(frame, height=min(max(frame.height, rows * _LOWEST_ROW), LARGEST))


def fit_labels(names: Iterable[str], frame: Frame) -> Frame:
    """Return the frame, narrower if names on the left need more room than numbers."""
    widest = max((cell_width(line) for name in names for line in name.split("\n")), default=0)
    width = frame.width - max(int(widest * _CELL) - _NUMBERS, 0)
    return replace(frame, width=max(width, frame.width // 2, SMALLEST))


# Whole charts.


def all_points(panels: Mapping[str, Sequence[Point]]) -> list[Point]:
    """Return the points of all panels."""
    return [point for points in panels.values() for point in points]


def names_of(points: Iterable[Point]) -> list[str]:
    """Return the names of rows or classes, in the order of the points."""
    return list(dict.fromkeys(str(point["x"]) for point in points))


def nothing_to_draw(points: Sequence[Point]) -> bool:
    """Return whether no point has a value."""
    return all(point["y"] is None for point in points)


def empty(description: str, frame: Frame) -> AnyPlot:
    """Return a chart that says "nothing to draw": an error would lose the rest of a long run."""
    text = alt.Chart(alt.InlineData(values=[{}])).mark_text(text="nothing to draw")
    whole = finished(text, description, frame)
    whole.name = NOTHING
    return whole


def finished(chart: alt.Chart | alt.LayerChart, description: str, frame: Frame) -> AnyPlot:
    """Return the chart with its size, its theme, and a description for screen readers."""
    whole = Plot(layer=[chart], width=frame.width, height=frame.height, description=description)
    whole.config = alt.Config(**config(frame))
    return whole


def in_panels(
    charts: Mapping[str, alt.LayerChart],
    description: str,
    frame: Frame,
    columns: int | None = None,
) -> AnyPlot:
    """Arrange charts with titles and one legend; a single chart has no title."""
    if len(charts) == 1:
        return finished(next(iter(charts.values())), description, frame)
    if columns is None:
        columns = 1 if len(charts) <= 3 else 2
    rows = -(-len(charts) // columns)
    width = (frame.width - (columns - 1) * _AXES) // columns
    height = max(frame.height // rows, _LOWEST_PANEL)
    panels = [
        alt.LayerChart(layer=[chart], title=shortened(name), width=width, height=height)
        for name, chart in charts.items()
    ]
    whole = PanelPlot(concat=panels, columns=columns, description=description)
    whole.config = alt.Config(**config(frame))
    shared = alt.ScaleResolveMap(color="shared", shape="shared", strokeDash="shared")
    whole.resolve = alt.Resolve(scale=shared)
    return whole


def lines_for(rows: int, dots: int) -> int:
    """Return the height of rows with this number of dots each, in lines of text."""
    return int(rows * max(0.4 * (dots + 1), 1))


def dot_rows(
    points: Sequence[Point],
    series: Series,
    title: str | list[str] | None,
    *,
    x_format: str = ".5~r",
    ticks: int = 5,
    has_names: bool = True,
) -> alt.LayerChart:
    """Draw a row for each name, with a dot and its interval for each series.

    Args:
        points: The points; `x` is the name of the row, `y` the value.
        series: The series.
        title: Title of the axis of values.
        x_format: Format of the labels of this axis.
        ticks: Approximate number of these labels.
        has_names: Whether to write the names of rows; False beside a panel that has them.
    """
    rows = names_of(points)
    lines = max((row.count("\n") for row in rows), default=0)
    axis = alt.Axis(
        grid=True,
        labels=has_names,
        labelOverlap=False,
        labelExpr=TWO_LINES,
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


def in_grid(
    panels: Mapping[str, Sequence[Point]], note: str, description: str, frame: Frame
) -> AnyPlot:
    """Draw panels of dots side by side, a row for each name; the leftmost panels have the names.

    Args:
        panels: The points of each panel, in the same rows.
        note: The meaning of the dots, written below all panels.
        description: The description for screen readers.
        frame: Size and font.
    """
    points = all_points(panels)
    if nothing_to_draw(points):
        return empty(description, frame)
    room = fit_labels((str(point["x"]) for point in points), frame).width
    most = min(max(room // _NARROWEST, 1), 4)
    rows = -(-len(panels) // most)
    columns = -(-len(panels) // rows)
    width = (room - (columns - 1) * _GAP) // columns
    charts = []
    for place, (name, dots) in enumerate(panels.items()):
        series = Series(dots, None, frame.width)
        ticks = max(width // _TICK, 2)
        chart = dot_rows(dots, series, None, ticks=ticks, has_names=place % columns == 0)
        height = max(frame.height // rows - _AXIS, len(dots) * _LOWEST_ROW)
        title = alt.TitleParams(name, frame="group")
        charts.append(alt.LayerChart(layer=[chart], title=title, width=width, height=height))
    whole = PanelPlot(concat=charts, columns=columns, description=description)
    text = wrapped(note, frame.width + _NUMBERS)
    whole.title = alt.TitleParams(text, orient="bottom", fontSize=13, offset=12)
    whole.align, whole.spacing = "each", _GAP
    whole.config = alt.Config(**config(frame))
    return whole


@dataclass(frozen=True, slots=True)
class Axes:
    """The titles of axes and legend, and the classes from left to right."""

    x: str | list[str]
    y: str | list[str]
    legend: str
    classes: Sequence[str] = ()  # by default in the order of the points
    y_format: str = ",~r"  # plain digits, no exponents
    y_end: float | None = None  # shared by panels, to make them comparable
    from_zero: bool = True

    def across(self) -> alt.X:
        """Return the horizontal axis, with classes of equal width."""
        return alt.X("x:O", title=self.x, scale=alt.Scale(domain=list(self.classes)))


def line_panels(
    panels: Mapping[str, Sequence[Point]], axes: Axes, description: str, frame: Frame
) -> AnyPlot:
    """Draw line charts in panels with the same axes and one legend."""
    points = all_points(panels)
    if nothing_to_draw(points):
        return empty(description, frame)
    if not axes.classes:
        axes = replace(axes, classes=names_of(points))
    series = Series(points, axes.legend, frame.width)
    charts = {name: lines(line, axes, series) for name, line in panels.items() if line}
    return in_panels(charts, description, frame)


def lines(points: Sequence[Point], axes: Axes, series: Series) -> alt.LayerChart:
    """Draw lines with points, and bands for intervals behind them."""
    base = alt.Chart(series.data(points)).encode(x=axes.across(), color=series.color())
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
    """Return the highest point or interval end of several panels; None for a single panel."""
    ends = [point[end] for point in all_points(panels) for end in ("y", "high")]
    numbers = [float(end) for end in ends if isinstance(end, float)]
    return max(numbers) if len(panels) > 1 and any(numbers) else None
