"""`wordorder reorderings analyze`: how much, how far and what a corpus reorders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.alignment.formats.parsing import LARGEST_WORD, whole_number
from wordorder.cli import shared
from wordorder.cli.reorderings import corpus_options
from wordorder.cli.shared import options, plot_options
from wordorder.errors import Argument, UsageError
from wordorder.reorderings import (
    ANTICIPATION,
    AlignedCorpus,
    ReorderingAnalysis,
    analyze_reorderings,
)
from wordorder.text import names_of_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.alignment import LinkReading
    from wordorder.cli.reorderings.corpus_options import Look
    from wordorder.reorderings import Extraction
    from wordorder.reorderings.batch import Side
    from wordorder.statistics import Resampling
    from wordorder.syntax import TreeForm

EPILOG = """
\b
rquantity     target words in reordered blocks / target length, mean
reorderings   mean number per sentence
width         source words of a reordering; short 2–4, medium 5–8, long 9+
crossing      share of link pairs that cross
non_itg       share of sentences that no ITG can produce
blocked       share of source words in or under discontinuous links
syntactic     share of reorderings between whole siblings (with --trees)
anticipation  share of target words that come k or more places too early;
              scaled: as if both sides were equally long (needs both texts)

\b
Examples:
  wordorder reorderings analyze links.align -s src.txt -t tgt.txt
  wordorder reorderings analyze links.align --trees src.conllu --by pattern
  wordorder reorderings analyze en-ja.align en-fr.align -t ja.txt -t fr.txt
  wordorder reorderings analyze links.align -t tgt.txt --each all.parquet
  wordorder reorderings analyze links.align -t tgt.txt --plot-widths w.html
  wordorder reorderings analyze A.align B.align -t A.txt -t B.txt \\
      --by sets.txt --plot-widths sets.html
"""


def _numbers(_ctx: click.Context, _param: click.Parameter, value: str) -> tuple[int, ...]:
    numbers = []
    for part in filter(str.strip, value.split(",")):
        number = whole_number(part.strip())
        if number is None or number > LARGEST_WORD:
            raise click.BadParameter(f"{value!r} is not a list of numbers such as 1,3,5")
        numbers.append(number)
    return tuple(numbers)


@shared.command(epilog=EPILOG)
@click.argument("links", metavar="LINKS...", nargs=-1, required=True)
@click.option(
    "-s",
    "--src",
    "source",
    multiple=True,
    metavar="FILE",
    help="Source text; once, or once for each LINKS.",
)
@click.option(
    "-t",
    "--tgt",
    "target",
    multiple=True,
    metavar="FILE",
    help="Target text, in the same way; without it a target ends at its last link.",
)
@click.option(
    "--trees",
    multiple=True,
    metavar="FILE",
    help="Syntax trees of one side, CoNLL-U or Penn brackets; once, or once for each LINKS.",
)
@corpus_options.tree_format
@corpus_options.over
@corpus_options.link_reading
@corpus_options.extraction
@corpus_options.skip_bad
@options.names
@corpus_options.look(ReorderingAnalysis.views(), "labels, patterns or operators")
@click.option(
    "--anticipation",
    "ks",
    default=",".join(map(str, ANTICIPATION)),
    show_default=True,
    callback=_numbers,
    metavar="KS",
    help="Values of k for anticipation: target words that come k or more places early.",
)
@options.resampling
@options.records("--each", "every reordering")
@options.records("--sentences", "the counts of each sentence")
@options.spreadsheet_safe
@plot_options.plots(
    plot_lengths="Draw RQuantity by target length (.html, .svg, .pdf, .png).",
    plot_widths="Draw the number of reorderings by width.",
    plot_labels="Draw the labels of first blocks by width.",
)
@options.output
@options.quiet
def command(
    links: tuple[str, ...],
    source: tuple[str, ...],
    target: tuple[str, ...],
    trees: tuple[str, ...],
    names: list[str] | None,
    ks: tuple[int, ...],
    each: str | None,
    sentences: str | None,
    look: Look,
    plots: dict[str, str | None],
    frame: plot_options.Frame,
    extraction: Extraction,
    resampling: Resampling,
    tree_format: TreeForm | None,
    over: Side,
    reading: LinkReading,
    skip_bad: bool,
) -> None:
    """Measure how much, how far and what a corpus reorders, or several side by side."""
    inputs = {"links": links, "source": source, "target": target, "trees": trees}
    job = shared.job(
        {**inputs, "labels": look.labels},
        {"each": each, "sentences": sentences, **plots},
        reread=corpus_options.read_twice(inputs, words=each is not None),
        records=("each", "sentences"),
    )
    look.check(trees)
    _refuse_labels_without_trees(plots, trees)
    with job:
        result = analyze_reorderings(
            {
                name: AlignedCorpus(
                    file,
                    source=of_source,
                    target=of_target,
                    trees=of_trees,
                    tree_format=tree_format,
                    over=over,
                    reading=reading,
                    skip_bad=skip_bad,
                )
                for name, file, of_source, of_target, of_trees in zip(
                    names_of_files(links, names),
                    links,
                    corpus_options.one_for_each("source", source, len(links)),
                    corpus_options.one_for_each("target", target, len(links)),
                    corpus_options.one_for_each("trees", trees, len(links)),
                    strict=True,
                )
            },
            extraction=extraction,
            ks=ks,
            labels=look.labels,
            resampling=resampling,
            each=job.records("each"),
            sentences=job.records("sentences"),
            progress=job.meter,
        )
        look.show(job, result)
        plot_options.draw(job, result, plots, frame)


def _refuse_labels_without_trees(plots: dict[str, str | None], trees: Sequence[str]) -> None:
    if plots["plot_labels"] is not None and not trees:
        raise UsageError(
            Argument("plot_labels"), " needs syntax trees: give them with ", Argument("trees")
        )
