"""Means of outputs, corpora side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import interval_name
from wordorder.output.views import UNDEFINED
from wordorder.report.plots.chart import empty, nothing_to_draw
from wordorder.report.plots.grid import in_grid
from wordorder.report.plots.points import (
    different,
    drawn_interval,
    interval,
    interval_note,
    number,
    point,
    shortened,
    shown,
)

if TYPE_CHECKING:
    from wordorder.corpus import CorpusProfile
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

DESCRIPTION = "Means of outputs by corpus"


def means_of_corpora(result: CorpusProfile, frame: Frame) -> AnyPlot:
    """Draw each output in a panel of its own, with a dot and its interval for each corpus."""
    panels = {shown(output): _points(result, output) for output in result.outputs}
    points = [one for those in panels.values() for one in those]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    counts = [one for corpus in result.corpora.values() for one in corpus.outputs["count"].tolist()]
    note = f"means over sentence pairs{interval_note(points, result.confidence, counts)}"
    return in_grid(panels, note, DESCRIPTION, frame)


def _points(result: CorpusProfile, output: str) -> list[Point]:
    labels = different(shortened(shown(name)) for name in result.corpora)
    points = []
    for label, (name, corpus) in zip(labels, result.corpora.items(), strict=True):
        count, (value, low, high) = 0, UNDEFINED
        if output in corpus.names:
            mean = corpus.outputs.estimate(output=output)
            count, value = int(corpus.outputs.figure("count", output=output)), mean.value
            low, high = drawn_interval(mean, count)
        details = {
            "corpus": shown(name),
            "output": shown(output),
            "mean": number(value, ".4f"),
            interval_name(result.confidence): interval(low, high, ".4f"),
            "sentence pairs": f"{count:,}",
        }
        points.append(point(label, label, value, details, low, high))
    return points
