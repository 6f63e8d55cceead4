"""Which labels do short and long reorderings have?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from wordorder.errors import UsageError, argument
from wordorder.report.plots.chart import empty, finished, nothing_to_draw
from wordorder.report.plots.lines import Axes, lines
from wordorder.report.plots.points import drawn_widths, number, point, share, shown

if TYPE_CHECKING:
    import altair as alt

    from wordorder.reorderings import CorpusReorderings, ReorderingAnalysis
    from wordorder.report.plots.points import Point

DESCRIPTION = "Labels of reorderings by source width"
MOST_LABELS = 6


def label_shares(result: ReorderingAnalysis) -> alt.LayerChart:
    """Draw each label's share of the reorderings of a source width, a line for each label.

    They are the most frequent labels of first blocks in each corpus.

    Raises:
        UsageError: There were no syntax trees.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 5.
    """
    if not result.with_trees:
        raise UsageError(f"labels need syntax trees: give them with {argument('trees')}")
    points: list[Point] = []
    for name, corpus in result.corpora.items():
        points += _points("" if len(result.corpora) == 1 else f"{name}: ", corpus)
    if nothing_to_draw(points):
        return empty(DESCRIPTION)
    total = sum(sum(_totals(corpus).values()) for corpus in result.corpora.values())
    axes = Axes(
        x=f"source width in words ({total:,} reorderings)",
        y="share of the reorderings of this width",
        legend="label",
        classes=list(dict.fromkeys(str(one["x"]) for one in points)),
        y_format="%",
    )
    return finished(lines(points, axes), DESCRIPTION)


def _points(prefix: str, corpus: CorpusReorderings) -> list[Point]:
    totals = _totals(corpus)
    points = []
    for label, widths in list(corpus.label_widths.items())[:MOST_LABELS]:
        name = shown(f"{prefix}{label}")
        for width, count in drawn_widths(widths).items():
            part = share(count, totals[width])
            details = {
                "label": name,
                "source width": width,
                "with this label": f"{count:,}",
                "of this width": f"{totals[width]:,}",
                "share": number(part, ".1%"),
            }
            points.append(point(name, width, part, details))
    return points


def _totals(corpus: CorpusReorderings) -> Counter[str]:
    """How many reorderings of each width have any label."""
    totals: Counter[str] = Counter()
    for widths in corpus.label_widths.values():
        totals.update(drawn_widths(widths))
    return totals
