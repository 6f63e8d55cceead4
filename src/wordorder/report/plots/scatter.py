"""Sentences of two systems against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.drawing.palette import LINE
from wordorder.report.plots.chart import empty, finished, wrapped
from wordorder.report.plots.packages import require_plots
from wordorder.report.plots.systems import drawn_systems
from wordorder.report.plots.theme import SERIES

if TYPE_CHECKING:
    import altair as alt

    from wordorder.arrays import Floats
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.theme import Frame
    from wordorder.scoring import ScoreResult

DESCRIPTION = "Sentence scores of two systems"

_DIGITS = 4
_MOST_LINES = 5  # named in a tooltip


def system_against_system(result: ScoreResult, frame: Frame) -> AnyPlot:
    """Draw the sentence scores of the two best systems against each other.

    The scores are those of the leading metric. Sentences with the same two scores share a point,
    which is the larger, the more there are. Above the diagonal, the system at the vertical axis is
    better. Sentences without a score of both systems are left out.

    A web page can show other systems and measures in the same chart. It replaces `datasets.points`
    (rows of `x`, `y`, `count`, the first `line` and the text `lines`), `datasets.diagonal` (the
    points with the least and the greatest score at both axes), `layer[0].encoding.x.title` and
    `layer[0].encoding.y.title`.

    Raises:
        UsageError: There is a single system, or the result lacks the scores of sentences.
    """
    require_plots()
    result.known_tests()
    scores = result.segment(result.leading)
    first, second = drawn_systems(result, frame)[:2]
    points = _points(scores[first.place], scores[second.place])
    if not points:
        return empty(DESCRIPTION, frame)
    x, y = (f"{result.leading} of {one.label}" for one in (first, second))
    whole = finished(_chart(x, y, frame), DESCRIPTION, frame)
    whole.datasets = {"points": points, "diagonal": _diagonal(points)}
    return whole


def _points(first: Floats, second: Floats) -> list[dict[str, Any]]:
    """The different pairs of scores, with the number and the lines of the sentences they have."""
    both = np.round(np.stack([first, second], axis=-1), _DIGITS)
    lines: dict[tuple[float, float], list[int]] = {}
    for line, (x, y) in enumerate(both.tolist(), start=1):
        if np.isfinite(x + y):
            lines.setdefault((x, y), []).append(line)
    return [
        {"x": x, "y": y, "count": len(those), "line": those[0], "lines": _named(those)}
        for (x, y), those in sorted(lines.items())
    ]


def _named(lines: list[int]) -> str:
    rest = len(lines) - _MOST_LINES
    named = ", ".join(map(str, lines[:_MOST_LINES]))
    return f"{named} and {rest:,} more" if rest > 0 else named


def _diagonal(points: list[dict[str, Any]]) -> list[dict[str, float]]:
    ends = [one[axis] for one in points for axis in ("x", "y")]
    return [{"x": end, "y": end} for end in (min(ends), max(ends))]


def _chart(x: str, y: str, frame: Frame) -> alt.LayerChart:
    import altair as alt

    scale, grid = alt.Scale(zero=False, padding=8), alt.Axis(grid=True, tickCount=5)
    counts = alt.Size(
        "count:Q",
        scale=alt.Scale(type="sqrt", range=[12, 400], domainMin=1),
        legend=alt.Legend(
            title="sentences",
            tickCount=2,
            format=",d",
            symbolFillColor=SERIES[0].light,
        ),
    )
    details = [
        alt.Tooltip("lines:N", title="line"),
        alt.Tooltip("count:Q", title="sentences"),
        alt.Tooltip("x:Q", title="across", format=".4f"),
        alt.Tooltip("y:Q", title="up", format=".4f"),
    ]
    rule = alt.MarkDef("line", color=LINE.light, strokeDash=[4, 3], aria=False)
    return alt.LayerChart(
        layer=[
            alt.Chart(alt.NamedData("diagonal"), mark=rule),
            alt.Chart(alt.NamedData("points"))
            .mark_point(filled=True, opacity=0.35, color=SERIES[0].light)
            .encode(size=counts, tooltip=details),
        ]
    ).encode(
        x=alt.X("x:Q", title=wrapped(x, frame.width), scale=scale, axis=grid),
        y=alt.Y("y:Q", title=wrapped(y, frame.height), scale=scale, axis=grid),
    )
