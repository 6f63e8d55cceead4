"""Word pairs in the right order by their distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import interval_name
from wordorder.report.plots.chart import empty, nothing_to_draw, wrapped
from wordorder.report.plots.lines import Axes, line_panels
from wordorder.report.plots.points import (
    class_name,
    drawn_interval,
    interval,
    interval_note,
    number,
    point,
)
from wordorder.report.plots.systems import drawn_systems, rows_by_system

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.systems import SystemRow
    from wordorder.report.plots.theme import Frame
    from wordorder.scoring import ScoreResult

DESCRIPTION = "Word pairs in the right order by distance"


def right_pairs_by_distance(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the share of word pairs in the right order against their distance in the reference.

    Raises:
        UsageError: The result lacks the words of its sentences.
    """
    rows = rows_by_system(result.records("distance"), result, drawn_systems(result, frame))
    points = _points(result, rows)
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    note = interval_note(points, result.confidence, (row["pairs"] for _, row in rows))
    axes = Axes(
        x=wrapped("distance in the reference, in words", frame.width),
        y=wrapped(f"pairs in the right order{note}", frame.height),
        legend="system",
        classes=list(dict.fromkeys(str(one["x"]) for one in points)),
        y_format="~%",
        from_zero=False,
    )
    return line_panels({"": points}, axes, DESCRIPTION, frame)


def _points(result: ScoreResult, rows: Sequence[SystemRow]) -> list[Point]:
    points = []
    for system, row in rows:
        low, high = drawn_interval((row["share"], row["low"], row["high"]), row["pairs"])
        details = {
            "system": system.name,
            "distance": row["distance"],
            "pairs": f"{row['pairs']:,}",
            "in the right order": f"{row['right']:,}",
            "share": number(row["share"], ".2%"),
            interval_name(result.confidence): interval(low, high, ".2%"),
        }
        place = class_name(row["distance"])
        points.append(point(system.label, place, row["share"], details, low, high))
    return points
