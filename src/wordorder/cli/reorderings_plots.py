"""The plots that the `wordorder reorderings` commands save."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TextIO

from wordorder.output import open_output
from wordorder.reorderings.retained import WIDTHS
from wordorder.report.plots import (
    LabelRow,
    LengthRow,
    RetainedRow,
    SetRow,
    WidthRow,
    check_plot_path,
    label_share_by_width,
    reorderings_by_width,
    retained_by_width,
    rquantity_by_length,
    save_into,
    scores_by_set,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from contextlib import ExitStack

    import altair as alt

    from wordorder.reorderings import ReorderingAnalysis, RetentionResult
    from wordorder.reorderings.scores import SetScore

WIDEST_DRAWN = 20
MOST_LABELS = 6


class PlotFile(NamedTuple):
    """A file for a plot, which appears with the other outputs of a command or not at all."""

    path: str
    out: TextIO

    def draw(self, chart: alt.LayerChart) -> None:
        """Write the plot."""
        save_into(self.out, chart, self.path)


def open_plot(stack: ExitStack, path: str | None) -> PlotFile | None:
    """Open the file of a plot, before any work is done; None if there is to be none."""
    if path is None:
        return None
    check_plot_path(path)
    return PlotFile(path, stack.enter_context(open_output(path)))


def draw_analysis(
    results: Mapping[str, ReorderingAnalysis],
    lengths: PlotFile | None,
    widths: PlotFile | None,
    labels: PlotFile | None,
) -> None:
    """Draw what the user wants to see of an analysis."""
    if lengths is not None:
        rows = [
            LengthRow(name, one.shortest, one.longest, one.sentences, *one.rquantity)
            for name, result in results.items()
            for one in result.lengths
        ]
        lengths.draw(rquantity_by_length(rows))
    if widths is not None:
        counts = {name: (result.widths, result.sentences) for name, result in results.items()}
        draw_widths(counts, widths)
    if labels is not None:
        labels.draw(label_share_by_width(list(_label_rows(results))))


def draw_widths(counts: Mapping[str, tuple[Mapping[int, int], int]], plot: PlotFile) -> None:
    """Draw how many reorderings of each width there are, in so many sentences."""
    rows = [
        WidthRow(name, width, count, sentences)
        for name, (widths, sentences) in counts.items()
        for width, count in _drawn(widths).items()
    ]
    plot.draw(reorderings_by_width(rows))


def draw_retained(result: RetentionResult, plot: PlotFile) -> None:
    """Draw which share of the reference's reorderings each system keeps, by width."""
    rows = [
        RetainedRow(
            name,
            int(width) if width.isdigit() else width,
            *result.judged_widths[system, column].tolist(),
            *result.widths[1:, system, column].tolist(),
        )
        for system, name in enumerate(result.systems)
        for column, width in enumerate(WIDTHS)
        if result.judged_widths[system, column, 1]
    ]
    plot.draw(retained_by_width(rows))


def draw_set_scores(scores: Iterable[SetScore], plot: PlotFile) -> None:
    """Draw a score of each system on the sets."""
    plot.draw(scores_by_set([SetRow(*score) for score in scores]))


def _label_rows(results: Mapping[str, ReorderingAnalysis]) -> Iterator[LabelRow]:
    for name, result in results.items():
        drawn = {label: _drawn(widths) for label, widths in result.label_widths.items()}
        totals: dict[int | str, int] = {}
        for widths in drawn.values():
            for width, count in widths.items():
                totals[width] = totals.get(width, 0) + count
        for label in list(drawn)[:MOST_LABELS]:
            shown = label if len(results) == 1 else f"{name}: {label}"
            for width, total in totals.items():
                yield LabelRow(shown, width, drawn[label].get(width, 0), total)


def _drawn(widths: Mapping[int, int]) -> dict[int | str, int]:
    """Every width up to the widest drawn one, and all above it together."""
    rows: dict[int | str, int] = {
        width: widths.get(width, 0) for width in range(2, WIDEST_DRAWN + 1)
    }
    rows[f">{WIDEST_DRAWN}"] = sum(n for width, n in widths.items() if width > WIDEST_DRAWN)
    return rows
