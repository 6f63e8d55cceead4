"""Amount of reordering by sentence length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import interval_name
from wordorder.report.plots.chart import empty, nothing_to_draw
from wordorder.report.plots.lines import Axes, end_of, line_panels
from wordorder.report.plots.parts import by_corpus
from wordorder.report.plots.points import (
    drawn_interval,
    interval,
    interval_note,
    number,
    point,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wordorder.reorderings import CorpusReorderings, LengthBin, ReorderingAnalysis
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

DESCRIPTION = "RQuantity by target length"


def rquantity_by_length(result: ReorderingAnalysis, frame: Frame) -> AnyPlot:
    """Draw mean RQuantity against target length, a line with intervals for each corpus.

    If there are sets, each corpus has a panel, and each set a line.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 3.
    """
    panels = by_corpus(result, _points)
    points = [one for those in panels.values() for one in those]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    bins = [one for _, _, corpus in result.parts() for one in corpus.lengths]
    from_short_to_long = sorted(bins, key=lambda one: one.shortest)
    confidence = max(corpus.confidence for corpus in result.corpora.values())
    note = interval_note(points, confidence, (one.sentence_count for one in bins))
    axes = Axes(
        x="target length in words",
        y=f"mean RQuantity{note}",
        legend=f"{'set' if result.has_sets else 'corpus'} (sentences)",
        classes=list(dict.fromkeys(map(_length, from_short_to_long))),
        y_end=end_of(panels),
    )
    return line_panels(panels, axes, DESCRIPTION, frame)


def _points(names: Mapping[str, str], corpus: CorpusReorderings) -> Iterator[Point]:
    in_bins = sum(one.sentence_count for one in corpus.lengths)
    *_, name = names.values()
    for one in corpus.lengths:
        low, high = drawn_interval(one.rquantity, one.sentence_count)
        details = {
            **names,
            "target length": _length(one),
            "sentences": f"{one.sentence_count:,}",
            "RQuantity": number(one.rquantity.value, ".3f"),
            interval_name(corpus.confidence): interval(low, high, ".3f"),
        }
        series = f"{name} ({in_bins:,})"
        yield point(series, _length(one), one.rquantity.value, details, low, high)


def _length(one: LengthBin) -> str:
    if one.longest is None:
        return f"≥{one.shortest}"
    if one.shortest == one.longest:
        return str(one.shortest)
    return f"{one.shortest}–{one.longest}"
