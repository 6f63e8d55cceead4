"""Where much is reordered, which system does better?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.report.plots.chart import Series, empty, finished, nothing_to_draw, tooltip
from wordorder.report.plots.points import Point, interval, interval_note, number, shortened, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.report.plots.rows import SetRow

DESCRIPTION = "Scores by reordering test set"


def scores_by_set(rows: Sequence[SetRow]) -> alt.LayerChart:
    """Draw a score with its interval on each reordering test set, a dot for each system.

    Dots and not bars: their axis need not begin at 0, so that small differences can be seen.

    Raises:
        UsageError: The rows have more than one measure.

    Examples:
        >>> from wordorder.report.plots import SetRow
        >>> chart = scores_by_set([
        ...     SetRow("moses", "low", "bleu", 200, 0.19, 0.18, 0.20),
        ...     SetRow("hiero", "low", "bleu", 200, 0.21, 0.20, 0.22),
        ... ])
        >>> chart.to_dict()["description"]
        'Scores by reordering test set'

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figures 7 and 8.
    """
    measures = list(dict.fromkeys(shown(row.measure) for row in rows))
    if len(measures) > 1:
        raise UsageError(f"a plot shows one measure, found {len(measures)}: {', '.join(measures)}")
    sizes = _sizes(rows)
    points = [_point(row, sizes[row.set]) for row in rows]
    if nothing_to_draw(points):
        return empty(DESCRIPTION)
    return finished(_dots(points, f"{shortened(measures[0])}{interval_note(points)}"), DESCRIPTION)


def _sizes(rows: Sequence[SetRow]) -> dict[str, str]:
    """How many sentences each set has; systems may lack some of them."""
    found: dict[str, set[int]] = {}
    for row in rows:
        found.setdefault(row.set, set()).add(row.sentences)
    return {
        name: f"n = {min(sizes):,}" + (f"–{max(sizes):,}" if len(sizes) > 1 else "")
        for name, sizes in found.items()
    }


def _point(row: SetRow, size: str) -> Point:
    details = {
        "system": shown(row.system),
        "test set": shown(row.set),
        "sentences": f"{row.sentences:,}",
        "measure": shown(row.measure),
        "score": number(row.value, ".4f"),
        "95 % interval": interval(row.low, row.high, ".4f"),
    }
    place = f"{shown(row.set)}\n{size}"
    return Point(shown(row.system), place, row.value, details, row.low, row.high)


def _dots(points: Sequence[Point], title: str) -> alt.LayerChart:
    import altair as alt

    series = Series(points, "system")
    sets = list(dict.fromkeys(point.x for point in points))
    two_lines = alt.Axis(labelExpr="split(datum.label, '\\n')", labelOverlap=False)
    x = alt.X("x:O", title="reordering test set", axis=two_lines, scale=alt.Scale(domain=sets))
    scale = alt.Scale(zero=False)
    base = alt.Chart(series.data()).encode(
        x=x,
        xOffset=alt.XOffset("series:N", scale=alt.Scale(domain=series.labels)),
        color=series.color(),
    )
    value, low = (alt.Y(field, title=title, scale=scale) for field in ("y:Q", "low:Q"))
    layers = [
        base.mark_rule(strokeWidth=2, opacity=0.6, aria=False).encode(y=low, y2="high:Q"),
        base.mark_point(filled=True, opacity=1, size=55).encode(
            y=value, shape=series.shape(), tooltip=tooltip(points)
        ),
    ]
    return alt.LayerChart(layer=layers)
