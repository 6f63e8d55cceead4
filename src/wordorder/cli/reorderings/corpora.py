"""`wordorder reorderings analyze` and `testset`: what moves between two languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli import commands, options
from wordorder.cli.reorderings import corpus_options
from wordorder.errors import Argument, UsageError
from wordorder.reorderings.analysis_result import ReorderingAnalysis
from wordorder.reorderings.corpus_counting import ANTICIPATION

if TYPE_CHECKING:
    from wordorder.alignment.link_reading import LinkReading
    from wordorder.cli.reorderings.corpus_options import Look
    from wordorder.output.results import Format
    from wordorder.reorderings.batch import Side
    from wordorder.reorderings.extraction import Extraction
    from wordorder.statistics.resampling import Resampling
    from wordorder.syntax.reading import TreeForm

_ANALYZE_EPILOG = """
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
    from wordorder.alignment.formats.reading import LARGEST_WORD, whole_number

    numbers = []
    for part in filter(str.strip, value.split(",")):
        number = whole_number(part.strip())
        if number is None or number > LARGEST_WORD:
            raise click.BadParameter(f"{value!r} is not a list of numbers such as 1,3,5")
        numbers.append(number)
    return tuple(numbers)


@commands.command(epilog=_ANALYZE_EPILOG)
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
    help="Target text; once, or once for each LINKS. Without it, targets end at their last link.",
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
@options.plots(
    plot_lengths="Draw RQuantity by target length (.html, .svg, .pdf, .png).",
    plot_widths="Draw the number of reorderings by width.",
    plot_labels="Draw the labels of first blocks by width.",
)
@options.output
@options.quiet
def analyze_command(
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
    frame: options.PlotFrame,
    extraction: Extraction,
    resampling: Resampling,
    tree_format: TreeForm | None,
    over: Side,
    reading: LinkReading,
    skip_bad: bool,
) -> None:
    """Measure how much, how far and what a corpus reorders, or several side by side."""
    from wordorder.reorderings.analysis import analyze_reorderings
    from wordorder.reorderings.inputs import AlignedCorpus
    from wordorder.text.naming import names_of_files

    inputs = {"links": links, "source": source, "target": target, "trees": trees}
    job = commands.job(
        {**inputs, "labels": look.labels},
        {"each": each, "sentences": sentences, **plots},
        reread=corpus_options.read_twice(inputs, words=each is not None),
        records=("each", "sentences"),
    )
    look.check(trees)
    if plots["plot_labels"] is not None and not trees:
        raise UsageError(
            Argument("plot_labels"), " needs syntax trees: give them with ", Argument("trees")
        )
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
        options.draw(job, result, plots, frame)


_TESTSET_EPILOG = """
\b
The sets consist of sentences with 20 to 39 target words: `none` of those
without reorderings; low, medium and high of the others, split by RQuantity
(Birch, Blunsom and Osborne 2009). The bounds depend on the corpus.

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


@commands.command(epilog=_TESTSET_EPILOG)
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
    help="Minimum length of a target sentence in words.",
)
@click.option(
    "--longest",
    type=click.IntRange(min=1),
    default=39,
    show_default=True,
    metavar="N",
    help="Maximum length of a target sentence in words.",
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
@options.plots(
    plot_widths="Draw the reorderings of each set by width (.html, .svg, .pdf, .png).",
    plot_scores="Draw the scores of each set.",
)
@options.names
@options.resampling
@options.style
@options.output
@options.quiet
def testset_command(
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
    frame: options.PlotFrame,
    shortest: int,
    longest: int,
    measure: str | None,
    names: list[str] | None,
    extraction: Extraction,
    resampling: Resampling,
) -> None:
    """Split a corpus into sets with no, low, medium and high reordering."""
    from wordorder.reorderings.inputs import AlignedCorpus
    from wordorder.reorderings.testsets import build_testsets

    files: dict[str, str | None] = {"source": source, "target": target, "trees": trees}
    inputs = {"links": links, **files, "scores": scores}
    outputs = {"labels": labels, "sentences": sentences, **plots}
    reread = corpus_options.read_twice(inputs)
    with commands.job(inputs, outputs, reread=reread, records=("sentences",)) as job:
        if plots["plot_scores"] is not None and not scores:
            raise UsageError(
                Argument("plot_scores"), " needs scores: give them with ", Argument("scores")
            )
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
        options.draw(job, result, plots, frame)
