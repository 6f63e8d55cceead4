"""Scores of systems by every measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import interval_name
from wordorder.report.plots.chart import (
    LOWEST_ROW,
    NUMBERS,
    Series,
    beside,
    empty,
    nothing_to_draw,
    wrapped,
)
from wordorder.report.plots.points import drawn_interval, interval, interval_note, number, point
from wordorder.report.plots.rows import NAMES, dot_rows
from wordorder.report.plots.systems import drawn_systems, estimate
from wordorder.report.plots.theme import config
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.wording import heading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.systems import DrawnSystem
    from wordorder.report.plots.theme import Frame
    from wordorder.scoring import ScoreResult

DESCRIPTION = "Scores of systems"

_NARROWEST = 90  # width of a panel in pixels
_MOST_COLUMNS = 4
_GAP = 18  # between panels, in pixels
_TICK = 45  # width of a number with its distance, in pixels
_AXIS = 50  # height of the title and the axis of a panel, in pixels


def scores_of_systems(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw each measure of order, of word choice and of both in a panel of its own.

    There is a dot with its interval for each system, best first by the leading metric. Coverage is
    left out, which is no score.
    """
    systems = drawn_systems(result, frame)
    panels = {
        heading(measure): _points(result, measure, systems)
        for measure in result.shown_measures
        if measure != "coverage"
    }
    points = [one for those in panels.values() for one in those]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    counts = [result.sentence_count]
    note = f"scores{interval_note(points, result.confidence, counts)}"
    if len(systems) > 1:
        note += f"; best systems by {heading(result.leading)} first"
    if ORDER_ERRORS[0] in result.shown_measures:
        note += "; fewer breaks are better"
    return _in_grid(panels, note, frame)


def _points(result: ScoreResult, measure: str, systems: Sequence[DrawnSystem]) -> list[Point]:
    digits = ".1f" if measure in ORDER_ERRORS else ".4f"
    points = []
    for place, label, name in systems:
        scored = estimate(result, place, measure)
        low, high = drawn_interval(scored, result.sentence_count)
        details = {
            "system": name,
            "measure": measure,
            "score": number(scored[0], digits),
            interval_name(result.confidence): interval(low, high, digits),
        }
        points.append(point(label, label, scored[0], details, low, high))
    return points


def _in_grid(panels: Mapping[str, Sequence[Point]], note: str, frame: Frame) -> AnyPlot:
    """Panels side by side; only those at the left have names.

    Who changes `columns` must change the parameter of that name, too.
    """
    import altair as alt

    from wordorder.report.plots.notebook import PanelPlot

    systems = [str(one["x"]) for points in panels.values() for one in points]
    room = beside(systems, frame).width
    most = min(max(room // _NARROWEST, 1), _MOST_COLUMNS)
    rows = -(-len(panels) // most)
    columns = -(-len(panels) // rows)
    width = (room - (columns - 1) * _GAP) // columns
    charts = []
    for place, (name, points) in enumerate(panels.items()):
        series = Series(points, None, frame.width)
        ticks = max(width // _TICK, 2)
        names = f"{place} % columns ? '' : {NAMES}"
        chart = dot_rows(points, series, None, ticks=ticks, names=names)
        height = max(frame.height // rows - _AXIS, len(points) * LOWEST_ROW)
        title = alt.TitleParams(name, frame="group")
        charts.append(alt.LayerChart(layer=[chart], title=title, width=width, height=height))
    whole = PanelPlot(concat=charts, columns=columns, description=DESCRIPTION)
    text = wrapped(note, frame.width + NUMBERS)
    whole.title = alt.TitleParams(text, orient="bottom", fontSize=13, offset=12)
    whole.params = [alt.VariableParameter(name="columns", value=columns)]
    whole.align, whole.spacing = "each", _GAP
    whole.config = alt.Config(**config(frame))
    return whole
