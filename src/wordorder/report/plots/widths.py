"""How many reorderings are there, short and long ones?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots.chart import empty, finished, nothing_to_draw
from wordorder.report.plots.lines import Axes, lines
from wordorder.report.plots.points import Point, in_order, number, share, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.report.plots.rows import WidthRow

DESCRIPTION = "Reorderings by source width"


def reorderings_by_width(rows: Sequence[WidthRow]) -> alt.LayerChart:
    """Draw the number of reorderings per 100 sentences against their source width.

    There is a line for each corpus, or each test set.

    Examples:
        >>> from wordorder.report.plots import WidthRow
        >>> chart = reorderings_by_width([
        ...     WidthRow("zh-en", 2, 410, 1000), WidthRow("zh-en", ">2", 790, 1000)
        ... ])
        >>> chart.to_dict()["description"]
        'Reorderings by source width'

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figures 4 and 6.
    """
    points = [_point(row) for row in rows]
    if nothing_to_draw(points):
        return empty(DESCRIPTION)
    axes = Axes(
        x="source width in words",
        y="reorderings per 100 sentences",
        legend="set of sentences (number)",
        classes=in_order(row.width for row in rows),
    )
    return finished(lines(points, axes), DESCRIPTION)


def _point(row: WidthRow) -> Point:
    per_hundred = 100 * share(row.count, row.sentences)
    details = {
        "set of sentences": shown(row.series),
        "source width": shown(row.width),
        "reorderings": f"{row.count:,}",
        "sentences": f"{row.sentences:,}",
        "per 100 sentences": number(per_hundred, ".1f"),
    }
    series = f"{shown(row.series)} ({row.sentences:,})"
    return Point(series, shown(row.width), per_hundred, details)
