"""The plots that the `wordorder reorderings` commands save."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TextIO

from wordorder.output import open_output
from wordorder.report import plots

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import ExitStack

    import altair as alt

    from wordorder.reorderings import ReorderingAnalysis


class PlotFile(NamedTuple):
    """A file for a plot, which appears with the other outputs of a command or not at all."""

    path: str
    out: TextIO

    def draw(self, chart: alt.LayerChart) -> None:
        """Write the plot."""
        plots.save_into(self.out, chart, self.path)


def open_plot(stack: ExitStack, path: str | None) -> PlotFile | None:
    """Open the file of a plot, before any work is done; None if there is to be none."""
    if path is None:
        return None
    plots.check_plot_path(path)
    return PlotFile(path, stack.enter_context(open_output(path)))


def draw_analysis(
    results: Mapping[str, ReorderingAnalysis],
    lengths: PlotFile | None,
    widths: PlotFile | None,
    labels: PlotFile | None,
) -> None:
    """Draw what the user wants to see of an analysis."""
    if lengths is not None:
        lengths.draw(plots.rquantity_by_length(plots.length_rows(results)))
    if widths is not None:
        counts = {name: (result.widths, result.sentences) for name, result in results.items()}
        widths.draw(plots.reorderings_by_width(plots.width_rows(counts)))
    if labels is not None:
        labels.draw(plots.label_share_by_width(plots.label_rows(results)))
