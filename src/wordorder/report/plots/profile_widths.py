"""How far corpora reorder: shares of reorderings by source width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots.chart import empty, nothing_to_draw
from wordorder.report.plots.lines import Axes, line_panels
from wordorder.report.plots.points import drawn_widths, number, point, share, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.corpus import CorpusProfile
    from wordorder.reorderings import CorpusReorderings
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

DESCRIPTION = "Shares of reorderings by source width"


def width_shares_of_corpora(result: CorpusProfile, frame: Frame) -> AnyPlot:
    """Draw the share of reorderings of each source width, a line for each corpus."""
    points = [
        one
        for name, corpus in result.corpora.items()
        if corpus.reorderings is not None
        for one in _points(shown(name), corpus.reorderings)
    ]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    axes = Axes(
        x="source width in words",
        y="share of reorderings",
        legend="corpus (reorderings)",
        classes=list(dict.fromkeys(str(one["x"]) for one in points)),
        y_format="%",
    )
    return line_panels({"": points}, axes, DESCRIPTION, frame)


def _points(name: str, analysis: CorpusReorderings) -> Iterator[Point]:
    for width, count in drawn_widths(analysis.widths).items():
        part = share(count, analysis.reorderings)
        details = {
            "corpus": name,
            "source width": width,
            "reorderings": f"{count:,}",
            "share": number(part, ".1%"),
        }
        yield point(f"{name} ({analysis.reorderings:,})", width, part, details)
