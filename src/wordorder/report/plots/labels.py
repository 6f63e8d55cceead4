"""Labels of reorderings by source width."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError
from wordorder.report.plots.chart import empty, nothing_to_draw
from wordorder.report.plots.lines import Axes, end_of, line_panels
from wordorder.report.plots.points import drawn_widths, number, point, share, shown

if TYPE_CHECKING:
    from wordorder.reorderings import CorpusReorderings, ReorderingAnalysis
    from wordorder.report.plots.notebook import AnyPlot
    from wordorder.report.plots.points import Point
    from wordorder.report.plots.theme import Frame

DESCRIPTION = "Labels of reorderings by source width"
MOST_LABELS = 6


def label_shares(result: ReorderingAnalysis, frame: Frame) -> AnyPlot:
    """Draw each label's share of the reorderings by source width, a line for each label.

    Labels are the most frequent ones of first blocks in each corpus. Each corpus has a panel, or
    each of its sets if there are any.

    Raises:
        UsageError: There are no syntax trees.

    Reference:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena,
        figure 5.
    """
    if not result.with_trees:
        raise UsageError("labels need syntax trees: give them with ", Argument("trees"))
    panels = {
        _panel(name, label, corpus): _points(name, corpus) for name, label, corpus in result.parts()
    }
    points = [one for those in panels.values() for one in those]
    if nothing_to_draw(points):
        return empty(DESCRIPTION, frame)
    total = sum(sum(_totals(corpus).values()) for _, _, corpus in result.parts())
    axes = Axes(
        x="source width in words" + (f" ({total:,} reorderings)" if len(panels) == 1 else ""),
        y="share of the reorderings of this width",
        legend="label",
        classes=list(dict.fromkeys(str(one["x"]) for one in points)),
        y_format="%",
        y_end=end_of(panels),
    )
    return line_panels(panels, axes, DESCRIPTION, frame)


def _panel(name: str, label: str | None, corpus: CorpusReorderings) -> str:
    whole = shown(name if label is None else f"{name}: {label}")
    return f"{whole} ({sum(_totals(corpus).values()):,} reorderings)"


def _points(corpus_name: str, corpus: CorpusReorderings) -> list[Point]:
    totals = _totals(corpus)
    points = []
    for label, widths in list(corpus.label_widths.items())[:MOST_LABELS]:
        name = shown(label)
        for width, count in drawn_widths(widths).items():
            part = share(count, totals[width])
            details = {
                "label": name,
                "corpus": shown(corpus_name),
                "source width": width,
                "with this label": f"{count:,}",
                "of this width": f"{totals[width]:,}",
                "share": number(part, ".1%"),
            }
            points.append(point(name, width, part, details))
    return points


def _totals(corpus: CorpusReorderings) -> Counter[str]:
    """Number of reorderings of each width with any label."""
    totals: Counter[str] = Counter()
    for widths in corpus.label_widths.values():
        totals.update(drawn_widths(widths))
    return totals
