"""The words that are misplaced most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import interval_name
from wordorder.report.plots.chart import (
    Series,
    beside,
    empty,
    finished,
    nothing_to_draw,
    with_rows,
    wrapped,
)
from wordorder.report.plots.points import (
    different,
    drawn_interval,
    interval,
    interval_note,
    number,
    point,
    shortened,
    shown,
)
from wordorder.report.plots.rows import dot_rows, lines_for
from wordorder.report.plots.systems import drawn_systems, rows_by_system

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.systems import SystemRow
    from wordorder.report.plots.theme import Frame
    from wordorder.scoring import ScoreResult

DESCRIPTION = "Words misplaced most"

_MOST_WORDS = 15
_WORD_ROOM = 18  # cells
_MOST_SYSTEMS = 5  # whose dots can be told apart


def most_misplaced_words(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the share of misplaced ones among the judged occurrences of a word.

    The words misplaced most often come first, over all systems. Each has a row with a dot for each
    of the five best systems.

    Raises:
        UsageError: The result lacks the words of its sentences.
    """
    systems = drawn_systems(result, frame)
    drawn = systems[:_MOST_SYSTEMS]
    rows = rows_by_system(result.records("misplaced", top=_MOST_WORDS), result, drawn)
    points = _points(result, rows)
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    names = list(dict.fromkeys(str(one["x"]) for one in points))
    whole = with_rows(beside(names, frame), lines_for(len(names), len(drawn)))
    note = interval_note(points, result.confidence, (row["judged"] for _, row in rows))
    title = wrapped(f"share misplaced{note}; words with most errors first", whole.width)
    series = Series(points, "system" if drawn == systems else "best systems", whole.width)
    return finished(dot_rows(points, series, title, x_format="~%"), DESCRIPTION, whole)


def _points(result: ScoreResult, rows: Sequence[SystemRow]) -> list[Point]:
    words = list(dict.fromkeys(row["word"] for _, row in rows))
    short = different(shortened(shown(word), _WORD_ROOM) for word in words)
    labels = dict(zip(words, short, strict=True))
    points = []
    for system, row in rows:
        low, high = drawn_interval((row["share"], row["low"], row["high"]), row["judged"])
        details = {
            "word": shown(row["word"]),
            "system": system.name,
            "judged": f"{row['judged']:,}",
            "misplaced": f"{row['misplaced']:,}",
            "share": number(row["share"], ".1%"),
            interval_name(result.confidence): interval(low, high, ".1%"),
        }
        place = labels[row["word"]]
        points.append(point(system.label, place, row["share"], details, low, high))
    return points
