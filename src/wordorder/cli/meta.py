"""`wordorder meta`: how well metrics agree with people."""

from __future__ import annotations

import click

from wordorder.cli import commands, dataset_options, options
from wordorder.cli.commands import OneOf
from wordorder.cli.match_options import MatchFlags
from wordorder.metaevaluation.correlation import GROUPINGS, STATISTICS, UNITS
from wordorder.metaevaluation.datasets import read_datasets
from wordorder.metaevaluation.evaluation import OPTIONAL_VIEWS, TESTS, meta_evaluate
from wordorder.metaevaluation.results import MetaEvaluation
from wordorder.metaevaluation.significance import MetricTest
from wordorder.output.results import Format
from wordorder.statistics.resampling import Resampling

_FURTHER = list(MetaEvaluation.views())[1:]
_WIDTH = max(map(len, STATISTICS)) + 2

EPILOG = """
\b
Judgements are recognised by their columns (TSV or CSV, also compressed):
  segment better worse            two translations of one line compared
  system segment score            a rating; higher is better
  srcIndex system1Id system1rank  WMT's rankings
  reference better worse kind     a good and a worse translation
or a folder in the layout of mt-metrics-eval. Lines count from 1.

\b
Scores come from files (--scores), or are computed from texts (--systems,
--ref): every ordering metric, alone and in the combined score of the preset;
word choice; and length, which any metric should beat.

\b
Statistics (--statistics, the leading one first):
{statistics}

\b
More tables, with --by:
  average       metrics by test sets, with average and average rank
  pairs         every pair of metrics: is the difference significant?
  significance  the same as a matrix; N/B/D over several test sets
  systems       systems as people and metrics see them
  length        agreement by length of the reference
  label         agreement by domain or kind of error, for labelled judgements
  ratings       mean ratings of systems; do metrics find the same differences?
  judges        how far people agree with each other and with themselves

\b
Examples:
  wordorder meta -j de-en.tsv --systems outputs/de-en --ref ref.en --lang en
  wordorder meta -j de-en.tsv -j fr-en.tsv --systems 'outputs/{{pair}}' \\
      --ref 'ref.{{tgt}}' --lang '{{tgt}}' --by significance
  wordorder meta -j judgements.tsv --scores chrF.tsv --scores COMET.tsv
  wordorder meta -j mtme/wmt23 --pair en-de --human mqm --by length
""".format(
    statistics="\n".join(
        f"  {statistic.name:<{_WIDTH}}{statistic.meaning}" for statistic in STATISTICS.values()
    )
)


@commands.command(epilog=EPILOG)
@dataset_options.dataset_options
@click.option(
    "-m",
    "--metrics",
    metavar="NAMES",
    help="Comma-separated metrics to compare, besides length [default: all].",
)
@click.option(
    "--statistics",
    metavar="NAMES",
    help="Comma-separated statistics [default: all that the judgements allow].",
)
@click.option(
    "--grouping",
    type=OneOf(GROUPINGS),
    default="item",
    show_default=True,
    help="Correlate ratings within each line (item), within each system, or all together (none).",
)
@click.option(
    "--unit",
    type=OneOf(UNITS),
    default="lines",
    show_default=True,
    help="What the bootstrap draws: lines with all their judgements, or single judgements.",
)
@click.option(
    "--test",
    type=OneOf(TESTS),
    default="bootstrap",
    show_default=True,
    help="Test between metrics; permutation (PERM-BOTH) covers only the leading statistic.",
)
@options.holm
@options.resampling
@options.optional_views(_FURTHER)
@options.top("metrics in tables of --by; length and chance are always shown")
@options.style
@options.plots(
    plot_agreement="Draw the agreement of each metric (.html, .svg, .pdf, .png).",
    plot_sets="Draw agreement across test sets, scaled from worst to best metric.",
    plot_ranks="Draw average ranks over test sets, with their critical difference.",
)
@options.output
@options.quiet
def meta_command(
    data: dataset_options.DatasetFlags,
    match: MatchFlags,
    scores: tuple[str, ...],
    preset: str | None,
    min_agreement: float | None,
    metrics: str | None,
    statistics: str | None,
    grouping: str,
    unit: str,
    test: MetricTest,
    holm: bool,
    resampling: Resampling,
    view: tuple[str, ...],
    top: int,
    style: Format,
    plots: dict[str, str | None],
    frame: options.PlotFrame,
) -> None:
    """Measure how well metrics agree with people.

    Judgements say which translations people prefer. Metrics are compared with them line by line
    and system by system, with intervals and tests.
    """
    commands.refuse_several_tables(style, view)
    inputs = {**data.files, **match.files, "scores": scores}
    with commands.job(inputs, plots) as run:
        datasets = read_datasets(
            data.sources(match),
            scores=scores,
            preset=preset,
            min_agreement=min_agreement,
            progress=run.meter,
        )
        result = meta_evaluate(
            datasets,
            metrics=metrics,
            statistics=statistics,
            grouping=grouping,
            unit=unit,
            by=[name for name in view if name in OPTIONAL_VIEWS],
            test=test,
            holm=holm,
            resampling=resampling,
            threads=data.threads,
            progress=run.meter,
        )
        # Files of records are complete; tables for people are not.
        run.show(result, style, view, top=None if style == "tsv" else top)
        options.draw(run, result, plots, frame)
