"""Differences in word order between systems."""

from __future__ import annotations

from itertools import pairwise
from math import nan
from typing import TYPE_CHECKING

from wordorder.drawing.palette import DIM, LINE
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
from wordorder.report.plots.points import drawn_interval, interval, interval_note, number, point
from wordorder.report.plots.rows import dot_rows
from wordorder.report.plots.systems import drawn_systems, measure_name
from wordorder.report.plots.theme import SERIES
from wordorder.scoring.verdicts import better

if TYPE_CHECKING:
    import altair as alt

    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.systems import DrawnSystem
    from wordorder.report.plots.theme import Frame
    from wordorder.scoring import ScoreResult

DESCRIPTION = "Differences in word order between neighbours in the ranking"

_INKS = {"one is better": SERIES[0], "no difference found": DIM, "no verdict": LINE}
_BETTER, _SAME, _UNKNOWN = _INKS
_LINES = 2.5  # of text in a row, with the distance to the next


def differences_of_neighbours(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw by how much each system orders words better than the next one in the ranking.

    The difference is that of the leading metric on the words both have, with its interval.

    Raises:
        UsageError: There is a single system.
    """
    result.known_tests()
    systems = drawn_systems(result, frame)
    points = [_point(result, first, second) for first, second in pairwise(systems)]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    import altair as alt

    names = [str(one["x"]) for one in points]
    whole = with_rows(beside(names, frame), int(_LINES * len(points)))
    inks = [_INKS[name] for name in dict.fromkeys(str(one["series"]) for one in points)]
    series = Series(points, "verdict", whole.width, inks)
    counts = [result.sentence_count]
    title = f"difference in {measure_name(result.leading)} on shared words"
    title += interval_note(points, result.confidence, counts)
    rows = dot_rows(points, series, wrapped(title, whole.width))
    return finished(alt.LayerChart(layer=[_zero(), rows]), DESCRIPTION, whole)


def _point(result: ScoreResult, first: DrawnSystem, second: DrawnSystem) -> Point:
    """The first system minus the second."""
    names = [result.systems[one.place] for one in (first, second)]
    found = result.comparison(names[1], names[0])
    one, judged = found.shared[result.leading], found.withheld is None
    details = {
        "first": first.name,
        "second": second.name,
        "measure": measure_name(result.leading),
        "difference": number(one.difference, "+.4f"),
        interval_name(result.confidence): interval(one.low, one.high, "+.4f"),
        "p": number(result.p_value(names[0], names[1], result.leading), ".4f"),
        "words compared": number(found.share, ".1%"),
    }
    verdict = _verdict(result, *names) if judged else _UNKNOWN
    value = one.difference if judged else nan
    low, high = drawn_interval((value, one.low, one.high), found.sentences)
    return point(verdict, f"{first.label}\n− {second.label}", value, details, low, high)


def _verdict(result: ScoreResult, first: str, second: str) -> str:
    place = result.pair(first, second), result.column(result.leading)
    return _BETTER if better(result)[place] else _SAME


def _zero() -> alt.Chart:
    import altair as alt

    rule = alt.MarkDef("rule", color=LINE.light, strokeDash=[4, 3], aria=False)
    return alt.Chart(alt.InlineData(values=[{"x": 0}]), mark=rule).encode(x=alt.X("x:Q"))
