"""`wordorder reorderings testset`: sets with no, low, medium and high reordering."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli import shared
from wordorder.cli.reorderings import corpus_options
from wordorder.cli.shared import options, plot_options
from wordorder.errors import Argument, UsageError
from wordorder.reorderings import AlignedCorpus, build_testsets

if TYPE_CHECKING:
    from wordorder.alignment import LinkReading
    from wordorder.output import Format
    from wordorder.reorderings import Extraction, Side
    from wordorder.statistics import Resampling
    from wordorder.syntax import TreeForm

EPILOG = """
\b
Of sentences with 20 to 39 target words, `none` has those without reorderings;
the others are split by RQuantity into low, medium and high (Birch, Blunsom
and Osborne 2009). The bounds depend on the corpus.

\b
Examples:
  wordorder reorderings testset links.align -s src.txt -t ref.txt
  wordorder reorderings testset links.align --sentences sets.parquet
  wordorder reorderings testset links.align -t ref.txt --labels sets.txt
  wordorder score ref.txt A.txt B.txt --lang en --by sets.txt
  wordorder reorderings analyze A.align -t A.txt --by sets.txt
  wordorder score ref.txt A.txt B.txt --lang en --segments scores.tsv
  wordorder reorderings testset links.align -t ref.txt --scores scores.tsv \\
      --measure bleu1 --plot-scores bleu.html
  wordorder reorderings testset links.align -t ref.txt --scores comet.A.txt \\
      --scores comet.B.txt
"""


@shared.command(epilog=EPILOG)
@click.argument("links", metavar="LINKS")
@click.option("-s", "--src", "source", metavar="FILE", help="Source text, to check the links.")
@click.option(
    "-t",
    "--tgt",
    "target",
    metavar="FILE",
    help="Target text, for sentence lengths.",
)
@click.option("--trees", metavar="FILE", help="Syntax trees of one side.")
@corpus_options.tree_format
@corpus_options.over
@corpus_options.link_reading
@corpus_options.extraction
@corpus_options.skip_bad
@click.option(
    "--shortest",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    metavar="N",
    help="Shortest target sentence.",
)
@click.option(
    "--longest",
    type=click.IntRange(min=1),
    default=39,
    show_default=True,
    metavar="N",
    help="Longest target sentence.",
)
@click.option(
    "--labels",
    metavar="FILE",
    help="Write the set of each line to this file, for `--by FILE` of score, analyze and retained.",
)
@options.records("--sentences", "RQuantity and set of each sentence")
@options.spreadsheet_safe
@click.option(
    "--scores",
    multiple=True,
    metavar="FILE",
    help="Sentence scores to average by set: one number per line, once for each system; or, with "
    "--measure, the output of `score --segments`.",
)
@click.option("--measure", metavar="NAME", help="Column of --scores to use.")
@plot_options.plots(
    plot_widths="Draw the reorderings of each set by width (.html, .svg, .pdf, .png).",
    plot_scores="Draw the scores of each set.",
)
@options.names
@options.resampling
@options.style
@options.output
@options.quiet
def command(
    links: str,
    source: str | None,
    target: str | None,
    trees: str | None,
    tree_format: TreeForm | None,
    over: Side,
    reading: LinkReading,
    skip_bad: bool,
    labels: str | None,
    sentences: str | None,
    scores: tuple[str, ...],
    style: Format,
    plots: dict[str, str | None],
    frame: plot_options.Frame,
    shortest: int,
    longest: int,
    measure: str | None,
    names: list[str] | None,
    extraction: Extraction,
    resampling: Resampling,
) -> None:
    """Split a corpus into sets with no, low, medium and high reordering."""
    files: dict[str, str | None] = {"source": source, "target": target, "trees": trees}
    inputs = {"links": links, **files, "scores": scores}
    outputs = {"labels": labels, "sentences": sentences, **plots}
    reread = corpus_options.read_twice(inputs)
    with shared.job(inputs, outputs, reread=reread, records=("sentences",)) as job:
        _refuse_plot_without_scores(plots, scores)
        corpus = AlignedCorpus(
            links, **files, tree_format=tree_format, over=over, reading=reading, skip_bad=skip_bad
        )
        result = build_testsets(
            corpus,
            shortest=shortest,
            longest=longest,
            scores=scores,
            measure=measure,
            names=names,
            extraction=extraction,
            resampling=resampling,
            sentences=job.records("sentences"),
            progress=job.meter,
        )
        job.show(result, style)
        if (out := job.stream("labels")) is not None:
            out.writelines(f"{label}\n" for label in result.line_labels())
        plot_options.draw(job, result, plots, frame)


def _refuse_plot_without_scores(plots: dict[str, str | None], scores: tuple[str, ...]) -> None:
    if plots["plot_scores"] is not None and not scores:
        raise UsageError(
            Argument("plot_scores"), " needs scores: give them with ", Argument("scores")
        )
