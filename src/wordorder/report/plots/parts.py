"""Which part of a result stands in which panel of a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report.plots.points import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from wordorder.reorderings import CorpusReorderings, ReorderingAnalysis
    from wordorder.report.plots.points import Point

    Points = Callable[[Mapping[str, str], CorpusReorderings], Iterator[Point]]


def by_corpus(result: ReorderingAnalysis, points: Points) -> dict[str, list[Point]]:
    """All corpora in one panel; where sets were counted apart, a panel for each corpus.

    Args:
        result: The corpora.
        points: Gives the points of a corpus, or of a set of it, by what tooltips call it: the last
            name is that of its series.
    """
    panels: dict[str, list[Point]] = {}
    for name, label, part in result.parts():
        names = {"corpus": shown(name), **({} if label is None else {"set": shown(label)})}
        panel = names["corpus"] if result.has_sets else ""
        panels.setdefault(panel, []).extend(points(names, part))
    return panels
