"""Scores of systems by every measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import interval_name
from wordorder.report.plots.chart import empty, nothing_to_draw
from wordorder.report.plots.grid import in_grid
from wordorder.report.plots.points import drawn_interval, interval, interval_note, number, point
from wordorder.report.plots.systems import drawn_systems, measure_name
from wordorder.scoring.measures import ORDER_ERRORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.systems import DrawnSystem
    from wordorder.report.plots.theme import Frame
    from wordorder.scoring import ScoreResult

DESCRIPTION = "Scores of systems"


def scores_of_systems(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw each measure of order, of word choice and of both in a panel of its own.

    There is a dot with its interval for each system, best first by the leading metric. Coverage is
    left out, which is no score.
    """
    systems = drawn_systems(result, frame)
    panels = {
        measure_name(measure): _points(result, measure, systems)
        for measure in result.shown_measures
        if measure != "coverage"
    }
    points = [one for those in panels.values() for one in those]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    counts = [result.sentence_count]
    note = f"scores{interval_note(points, result.confidence, counts)}"
    if len(systems) > 1:
        note += f"; best systems by {measure_name(result.leading)} first"
    if ORDER_ERRORS[0] in result.shown_measures:
        note += "; fewer breaks are better"
    return in_grid(panels, note, DESCRIPTION, frame)


def _points(result: ScoreResult, measure: str, systems: Sequence[DrawnSystem]) -> list[Point]:
    digits = ".1f" if measure in ORDER_ERRORS else ".4f"
    points = []
    for place, label, name in systems:
        scored = result.estimate(result.systems[place], measure)
        low, high = drawn_interval(scored, result.sentence_count)
        details = {
            "system": name,
            "measure": measure_name(measure),
            "score": number(scored[0], digits),
            interval_name(result.confidence): interval(low, high, digits),
        }
        points.append(point(label, label, scored[0], details, low, high))
    return points
