"""Does the amount of reordering grow with the length of sentences?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import interval_name
from wordorder.report.plots.chart import empty, finished, nothing_to_draw
from wordorder.report.plots.lines import Axes, lines
from wordorder.report.plots.points import (
    interval,
    interval_note,
    number,
    point,
    shown,
)

if TYPE_CHECKING:
    import altair as alt

    from wordorder.reorderings import LengthBin, ReorderingAnalysis
    from wordorder.report.plots.points import Point

DESCRIPTION = "RQuantity by target length"


def rquantity_by_length(result: ReorderingAnalysis) -> alt.LayerChart:
    """Draw mean RQuantity against target length, a line with its interval for each corpus.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 3.
    """
    points = _points(result)
    if nothing_to_draw(points):
        return empty(DESCRIPTION)
    bins = [one for corpus in result.corpora.values() for one in corpus.lengths]
    from_short_to_long = sorted(bins, key=lambda one: one.shortest)
    confidence = max(corpus.confidence for corpus in result.corpora.values())
    axes = Axes(
        x="target length in words",
        y=f"mean RQuantity{interval_note(points, confidence)}",
        legend="corpus (sentences)",
        classes=list(dict.fromkeys(map(_length, from_short_to_long))),
    )
    return finished(lines(points, axes), DESCRIPTION)


def _points(result: ReorderingAnalysis) -> list[Point]:
    points = []
    for name, corpus in result.corpora.items():
        in_bins = sum(one.sentence_count for one in corpus.lengths)
        for one in corpus.lengths:
            value, low, high = one.rquantity
            details = {
                "corpus": shown(name),
                "target length": _length(one),
                "sentences": f"{one.sentence_count:,}",
                "RQuantity": number(value, ".3f"),
                interval_name(corpus.confidence): interval(low, high, ".3f"),
            }
            series = f"{shown(name)} ({in_bins:,})"
            points.append(point(series, _length(one), value, details, low, high))
    return points


def _length(one: LengthBin) -> str:
    if one.longest is None:
        return f"≥{one.shortest}"
    if one.shortest == one.longest:
        return str(one.shortest)
    return f"{one.shortest}–{one.longest}"
