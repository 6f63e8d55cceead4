"""`wordorder profile`: corpora side by side, from the summaries of batch runs."""

from __future__ import annotations

import click

from wordorder.cli import commands, options
from wordorder.cli.commands import refuse_several_tables
from wordorder.corpus.profile_result import CorpusProfile
from wordorder.corpus.profiling import profile
from wordorder.output.results import Format
from wordorder.statistics.resampling import Resampling
from wordorder.text.naming import names_of_files

EPILOG = """
\b
measures      means of all outputs, and reordering in the corpus as a whole
quantiles     smallest and largest values, and quantiles between them
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


@commands.command(epilog=EPILOG)
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True)
@click.option(
    "-m",
    "--metrics",
    callback=_as_metrics,
    metavar="NAMES",
    help="Comma-separated outputs of the batch to profile [default: all].",
)
@options.names
@options.optional_views(list(CorpusProfile.views())[1:])
@options.top("operators")
@options.holm
@options.resampling
@options.style
@options.plots(
    plot_measures="Draw the means of outputs (.html, .svg, .pdf, .png).",
    plot_widths="Draw the shares of reorderings by width.",
    plot_distributions="Draw the distributions of up to six outputs.",
)
@options.spreadsheet_safe
@options.output
@options.quiet
def profile_command(
    folders: tuple[str, ...],
    metrics: list[str] | None,
    names: list[str] | None,
    view: tuple[str, ...],
    top: int,
    holm: bool,
    resampling: Resampling,
    style: Format,
    plots: dict[str, str | None],
    frame: options.PlotFrame,
) -> None:
    """Compare the corpora of batch runs, and test their differences.

    Each FOLDER is the output of `wordorder batch`. Only the summaries in it
    are read, not the rows.
    """
    job = commands.job({"folders": folders}, plots)
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
        options.draw(job, result, plots, frame)
