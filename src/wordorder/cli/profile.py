"""`wordorder profile`: corpora side by side, from the summaries of batch runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli import shared
from wordorder.cli.shared import options, plot_options
from wordorder.cli.shared.command import refuse_several_tables
from wordorder.corpus import CorpusProfile, profile
from wordorder.text import names_of_files

if TYPE_CHECKING:
    from wordorder.output import Format
    from wordorder.statistics import Resampling

EPILOG = """
\b
measures      means of all outputs; and how much all pairs together reorder
quantiles     smallest and largest value, and those between
differences   all pairs of corpora, with p-values (bootstrap of both corpora)
distances     share of reorderings by number of source words
shapes        operators of permutation trees that no swaps explain
anticipation  share of target words that come k or more places too early
counts        rows read, null, rejected, filtered out and written

\b
Examples:
  wordorder profile OUT
  wordorder profile en-de.out en-ja.out --by differences --holm
  wordorder profile en-de.out en-ja.out --names German,Japanese
  wordorder profile A.out B.out --metrics kendall,rquantity --by quantiles
  wordorder profile A.out B.out --by shapes --format tsv -o shapes.tsv
  wordorder profile A.out B.out C.out --plot-widths widths.html
  wordorder profile s3://bucket/en-de.out s3://bucket/en-ja.out
"""


def _as_metrics(
    _ctx: click.Context, _param: click.Parameter, value: str | None
) -> list[str] | None:
    return None if value is None else [name.strip() for name in value.split(",")]


@shared.command(epilog=EPILOG)
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True)
@click.option(
    "-m",
    "--metrics",
    callback=_as_metrics,
    metavar="NAMES",
    help="Comma-separated outputs of the batch to profile [default: all].",
)
@options.names
@options.further_views(list(CorpusProfile.views())[1:])
@options.top("operators")
@options.holm
@options.resampling
@options.style
@plot_options.plots(
    plot_measures="Draw the means of outputs (.html, .svg, .pdf, .png).",
    plot_widths="Draw the shares of reorderings by width.",
    plot_distributions="Draw how values are distributed, of six outputs at most.",
)
@options.spreadsheet_safe
@options.output
@options.quiet
def command(
    folders: tuple[str, ...],
    metrics: list[str] | None,
    names: list[str] | None,
    view: tuple[str, ...],
    top: int,
    holm: bool,
    resampling: Resampling,
    style: Format,
    plots: dict[str, str | None],
    frame: plot_options.Frame,
) -> None:
    """Compare the corpora of batch runs, and test their differences.

    Each FOLDER is the output of `wordorder batch`. Only the summaries in it
    are read, not the rows.
    """
    job = shared.job({"folders": folders}, plots)
    refuse_several_tables(style, view)
    with job:
        result = profile(
            dict(zip(names_of_files(folders, names), folders, strict=True)),
            metrics=metrics,
            resampling=resampling,
            holm=holm,
            progress=job.meter,
        )
        job.show(result, style, view, top=None if style == "tsv" else top)
        plot_options.draw(job, result, plots, frame)
