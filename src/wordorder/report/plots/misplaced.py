"""The words that are misplaced most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
from wordorder.report.plots.rows import dot_rows
from wordorder.report.plots.systems import drawn_systems, rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame
    from wordorder.scoring import ScoreResult

DESCRIPTION = "Words misplaced most"

_MOST_WORDS = 15
_WORD_ROOM = 18  # cells
_SYSTEMS_PER_LINE = 3  # so that dots of one word do not cover each other


def most_misplaced_words(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw how often words are out of place of all times that their order is judged.

    Each word has a row with a dot for each system, the words misplaced most first.

    Raises:
        UsageError: The result lacks the words of its sentences.
    """
    rows = rows_of(result.records("misplaced", top=_MOST_WORDS))
    points = _points(result, rows, frame)
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    names = list(dict.fromkeys(str(one["x"]) for one in points))
    lines = -(-len(result.systems) // _SYSTEMS_PER_LINE)
    whole = with_rows(beside(names, frame), lines * len(names))
    note = interval_note(points, result.confidence, (row["judged"] for row in rows))
    title = wrapped(f"share misplaced{note}", whole.width)
    series = Series(points, "system", frame.width)
    return finished(dot_rows(points, series, title, x_format="~%"), DESCRIPTION, whole)


def _points(result: ScoreResult, rows: Sequence[Mapping[str, Any]], frame: Frame) -> list[Point]:
    words = list(dict.fromkeys(row["word"] for row in rows))
    short = different(shortened(shown(word), _WORD_ROOM) for word in words)
    labels = dict(zip(words, short, strict=True))
    systems = {result.systems[one.place]: one for one in drawn_systems(result, frame)}
    points = []
    for row in sorted(rows, key=lambda row: list(systems).index(row["system"])):
        low, high = drawn_interval((row["share"], row["low"], row["high"]), row["judged"])
        label, name = systems[row["system"]][1:]
        details = {
            "word": shown(row["word"]),
            "system": name,
            "judged": f"{row['judged']:,}",
            "misplaced": f"{row['misplaced']:,}",
            "share": number(row["share"], ".1%"),
            interval_name(result.confidence): interval(low, high, ".1%"),
        }
        points.append(point(label, labels[row["word"]], row["share"], details, low, high))
    return points
