"""Average ranks of metrics over test sets, and which of them differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import UsageError
from wordorder.report.plots.chart import empty, finished, nothing_to_draw, tooltip, with_rows
from wordorder.report.plots.points import number, point, shortened, shown
from wordorder.report.plots.theme import SERIES
from wordorder.statistics import critical_difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from wordorder.metaevaluation import MetaEvaluation
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

_EDGE = 0.5  # room for the dots of the first and the last rank

DESCRIPTION = "Average ranks of metrics, with their critical difference"


def rank_diagram(result: MetaEvaluation, frame: Frame) -> AnyPlot:
    """Draw the average rank of each metric in a bar as wide as the critical difference.

    Metrics whose bars do not overlap differ significantly in rank, by Nemenyi's test.

    Raises:
        UsageError: There is only one test set, or fewer than two metrics.

    Reference:
        Demšar (2006), Statistical Comparisons of Classifiers over Multiple Data Sets.
    """
    if len(result.sets) < 2 or len(result.metrics) < 2:
        raise UsageError("average ranks need at least two test sets and two metrics")
    ranks = result.ranks(result.leading).mean(axis=1)
    half = _critical_difference(result) / 2
    order = np.argsort(np.nan_to_num(ranks, nan=np.inf), kind="stable")
    points = [
        point(
            "rank",
            shortened(shown(result.metrics[place])),
            float(ranks[place]),
            {
                "metric": shown(result.metrics[place]),
                "average rank": number(float(ranks[place]), ".2f"),
                "critical difference": number(2 * half, ".2f"),
            },
            max(float(ranks[place]) - half, _EDGE),
            min(float(ranks[place]) + half, len(ranks) + _EDGE),
        )
        for place in order.tolist()
    ]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    title = [
        f"average rank by {result.leading} over {len(result.sets)} test sets",
        f"bars that do not overlap differ (critical difference {2 * half:.2f})",
    ]
    return finished(_bars(points, title), DESCRIPTION, with_rows(frame, len(points)))


def _critical_difference(result: MetaEvaluation) -> float:
    alpha = result.resampling.alpha
    return critical_difference(len(result.metrics), len(result.sets), alpha=alpha)


def _bars(points: Sequence[Point], title: list[str]) -> alt.LayerChart:
    import altair as alt

    metrics = [one["x"] for one in points]
    y = alt.Y("x:O", title=None, scale=alt.Scale(domain=metrics), axis=alt.Axis(grid=True))
    base = alt.Chart(alt.InlineData(values=list(points))).encode(y=y)
    scale = alt.Scale(domain=[_EDGE, len(points) + _EDGE], nice=False)
    axis = alt.Axis(tickMinStep=1)
    value, low = (alt.X(field, title=title, scale=scale, axis=axis) for field in ("y:Q", "low:Q"))
    color = SERIES[0].light
    layers = [
        base.mark_rule(strokeWidth=6, opacity=0.35, color=color, aria=False).encode(
            x=low, x2="high:Q"
        ),
        base.mark_point(filled=True, opacity=1, size=55, color=color).encode(
            x=value, tooltip=tooltip(points)
        ),
    ]
    return alt.LayerChart(layer=layers)
