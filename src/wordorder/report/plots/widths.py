"""Number of reorderings by source width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots.chart import empty, nothing_to_draw
from wordorder.report.plots.lines import Axes, end_of, line_panels
from wordorder.report.plots.parts import by_corpus
from wordorder.report.plots.points import drawn_widths, number, point, share

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wordorder.reorderings import ReorderingAnalysis, ReorderingTestSets
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

DESCRIPTION = "Reorderings by source width"


def widths_of_corpora(result: ReorderingAnalysis, frame: Frame) -> AnyPlot:
    """Draw the number of reorderings per 100 sentences against their source width, by corpus.

    If there are sets, each corpus has a panel, and each set a line.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 4; with sets, figures 9 and 10.
    """
    panels = by_corpus(result, lambda names, one: _points(names, one.widths, one.sentence_count))
    return _chart(panels, "set" if result.has_sets else "corpus", frame)


def widths_of_sets(result: ReorderingTestSets, frame: Frame) -> AnyPlot:
    """Draw the same by test set, except the one without reorderings.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 6.
    """
    points = [
        one
        for name, those in result.sets.items()
        if name != "none"
        for one in _points({"test set": name}, those.widths, len(those.lines))
    ]
    return _chart({"": points}, "test set", frame)


def _points(names: Mapping[str, str], widths: Mapping[int, int], sentences: int) -> Iterator[Point]:
    *_, name = names.values()
    for width, count in drawn_widths(widths).items():
        per_hundred = 100 * share(count, sentences)
        details = {
            **names,
            "source width": width,
            "reorderings": f"{count:,}",
            "sentences": f"{sentences:,}",
            "per 100 sentences": number(per_hundred, ".1f"),
        }
        yield point(f"{name} ({sentences:,})", width, per_hundred, details)


def _chart(panels: Mapping[str, list[Point]], what: str, frame: Frame) -> AnyPlot:
    points = [one for those in panels.values() for one in those]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    axes = Axes(
        x="source width in words",
        y="reorderings per 100 sentences",
        legend=f"{what} (sentences)",
        classes=list(dict.fromkeys(str(one["x"]) for one in points)),
        y_end=end_of(panels),
    )
    return line_panels(panels, axes, DESCRIPTION, frame)
