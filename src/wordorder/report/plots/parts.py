"""The panels of a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots.points import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from wordorder.reorderings import CorpusReorderings, ReorderingAnalysis
    from wordorder.report.plots.points import Point

    Points = Callable[[Mapping[str, str], CorpusReorderings], Iterator[Point]]


def by_corpus(result: ReorderingAnalysis, points: Points) -> dict[str, list[Point]]:
    """All corpora in one panel; or, if there are sets, a panel for each corpus.

    Args:
        result: The corpora.
        points: Returns the points of a corpus or of one of its sets, given its names in tooltips;
            the last is the name of the series.
    """
    panels: dict[str, list[Point]] = {}
    for name, label, part in result.parts():
        names = {"corpus": shown(name), **({} if label is None else {"set": shown(label)})}
        panel = names["corpus"] if result.has_sets else ""
        panels.setdefault(panel, []).extend(points(names, part))
    return panels
