"""Panels of dots with intervals, a panel for each measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots.chart import LOWEST_ROW, NUMBERS, Series, beside, wrapped
from wordorder.report.plots.rows import dot_rows
from wordorder.report.plots.theme import config

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

_NARROWEST = 90  # width of a panel in pixels
_MOST_COLUMNS = 4
_GAP = 18  # between panels, in pixels
_TICK = 45  # width of a number with its distance, in pixels
_AXIS = 50  # height of the title and the axis of a panel, in pixels


def in_grid(
    panels: Mapping[str, Sequence[Point]], note: str, description: str, frame: Frame
) -> AnyPlot:
    """Panels of dots side by side, a row of dots for each name; only those at the left have names.

    Args:
        panels: The points of each panel, in the same rows.
        note: What the dots are, below all panels.
        description: What the chart shows, for screen readers.
        frame: Size and font.
    """
    import altair as alt

    from wordorder.report.plots.notebook import PanelPlot

    names = [str(one["x"]) for points in panels.values() for one in points]
    room = beside(names, frame).width
    most = min(max(room // _NARROWEST, 1), _MOST_COLUMNS)
    rows = -(-len(panels) // most)
    columns = -(-len(panels) // rows)
    width = (room - (columns - 1) * _GAP) // columns
    charts = []
    for place, (name, points) in enumerate(panels.items()):
        series = Series(points, None, frame.width)
        ticks = max(width // _TICK, 2)
        chart = dot_rows(points, series, None, ticks=ticks, has_names=place % columns == 0)
        height = max(frame.height // rows - _AXIS, len(points) * LOWEST_ROW)
        title = alt.TitleParams(name, frame="group")
        charts.append(alt.LayerChart(layer=[chart], title=title, width=width, height=height))
    whole = PanelPlot(concat=charts, columns=columns, description=description)
    text = wrapped(note, frame.width + NUMBERS)
    whole.title = alt.TitleParams(text, orient="bottom", fontSize=13, offset=12)
    whole.align, whole.spacing = "each", _GAP
    whole.config = alt.Config(**config(frame))
    return whole
