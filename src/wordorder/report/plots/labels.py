"""Which labels do short and long reorderings have?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots.chart import empty, finished, nothing_to_draw
from wordorder.report.plots.lines import Axes, lines
from wordorder.report.plots.points import Point, in_order, number, share, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.report.plots.rows import LabelRow

DESCRIPTION = "Labels of reorderings by source width"


def label_share_by_width(rows: Sequence[LabelRow]) -> alt.LayerChart:
    """Draw each label's share of the reorderings of a source width, a line for each label.

    Examples:
        >>> from wordorder.report.plots import LabelRow
        >>> chart = label_share_by_width([
        ...     LabelRow("NP", 2, 410, 1000), LabelRow("PP", 2, 90, 1000)
        ... ])
        >>> chart.to_dict()["description"]
        'Labels of reorderings by source width'

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 5.
    """
    points = [_point(row) for row in rows]
    if nothing_to_draw(points):
        return empty(DESCRIPTION)
    total = sum({row.width: row.total for row in rows}.values())
    axes = Axes(
        x=f"source width in words ({total:,} reorderings)",
        y="share of the reorderings of this width",
        legend="label",
        classes=in_order(row.width for row in rows),
        y_format="%",
    )
    return finished(lines(points, axes), DESCRIPTION)


def _point(row: LabelRow) -> Point:
    details = {
        "label": shown(row.label),
        "source width": shown(row.width),
        "with this label": f"{row.count:,}",
        "of this width": f"{row.total:,}",
        "share": number(share(row.count, row.total), ".1%"),
    }
    return Point(shown(row.label), shown(row.width), share(row.count, row.total), details)
