"""How many reorderings are there, short and long ones?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots.chart import empty, finished, nothing_to_draw
from wordorder.report.plots.lines import Axes, lines
from wordorder.report.plots.points import drawn_widths, number, point, share, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    import altair as alt

    from wordorder.reorderings import ReorderingAnalysis, ReorderingTestSets
    from wordorder.report.plots.points import Point

DESCRIPTION = "Reorderings by source width"


def widths_of_corpora(result: ReorderingAnalysis) -> alt.LayerChart:
    """Draw the number of reorderings per 100 sentences against their source width, by corpus.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 4.
    """
    return _chart(
        [
            one
            for name, corpus in result.corpora.items()
            for one in _points(name, corpus.widths, corpus.sentence_count)
        ]
    )


def widths_of_sets(result: ReorderingTestSets) -> alt.LayerChart:
    """Draw the same by test set; the one without reorderings has none to draw.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 6.
    """
    return _chart(
        [
            one
            for name, those in result.sets.items()
            if name != "none"
            for one in _points(name, those.widths, len(those.lines))
        ]
    )


def _points(name: str, widths: Mapping[int, int], sentences: int) -> list[Point]:
    points = []
    for width, count in drawn_widths(widths).items():
        per_hundred = 100 * share(count, sentences)
        details = {
            "set of sentences": shown(name),
            "source width": width,
            "reorderings": f"{count:,}",
            "sentences": f"{sentences:,}",
            "per 100 sentences": number(per_hundred, ".1f"),
        }
        points.append(point(f"{shown(name)} ({sentences:,})", width, per_hundred, details))
    return points


def _chart(points: list[Point]) -> alt.LayerChart:
    if nothing_to_draw(points):
        return empty(DESCRIPTION)
    axes = Axes(
        x="source width in words",
        y="reorderings per 100 sentences",
        legend="set of sentences (number)",
        classes=list(dict.fromkeys(str(one["x"]) for one in points)),
    )
    return finished(lines(points, axes), DESCRIPTION)
