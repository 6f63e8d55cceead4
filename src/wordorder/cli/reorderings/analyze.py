"""`wordorder reorderings analyze`: how much, how far and what a corpus reorders."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from wordorder.alignment.formats.parsing import LARGEST_WORD, whole_number
from wordorder.cli import options
from wordorder.cli.files import enter_if, follow, refuse_overwriting, refuse_two_standard_inputs
from wordorder.cli.reorderings_analyze_formats import VIEWS, Corpora, written
from wordorder.cli.reorderings_input import (
    LeftOut,
    Reading,
    one_for_each,
    reading_options,
    refuse_read_twice,
    trees_from,
    trees_over,
)
from wordorder.cli.reorderings_plots import draw_analysis, open_plot
from wordorder.cli.reorderings_records import (
    RECORD_TYPES,
    record_columns,
    sentence_columns,
    sentence_types,
)
from wordorder.errors import UsageError
from wordorder.output import check_columns_path, open_columns, open_output
from wordorder.reorderings import ANTICIPATION, ReorderingAnalyzer
from wordorder.scoring import names_of_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wordorder.output import ColumnWriter
    from wordorder.reorderings import AlignedCorpus

EPILOG = """
\b
rquantity     target words in reordered blocks / target length, mean
reorderings   how many a sentence has
width         source words of a reordering; short 2–4, medium 5–8, long 9+
crossing      link pairs that cross
non_itg       sentences that no inversion grammar can produce
blocked       source words inside links that do not hang together
syntactic     reorderings between whole siblings (with --trees)
anticipation  target words that come k or more places too early

\b
Examples:
  wordorder reorderings analyze links.align -s src.txt -t tgt.txt
  wordorder reorderings analyze links.align --trees src.conllu --by pattern
  wordorder reorderings analyze en-ja.align en-fr.align -t ja.txt -t fr.txt
  wordorder reorderings analyze links.align -t tgt.txt --each all.parquet
  wordorder reorderings analyze links.align -t tgt.txt --plot-widths w.html
"""


def _numbers(_ctx: click.Context, _param: click.Parameter, value: str) -> tuple[int, ...]:
    numbers = []
    for part in filter(str.strip, value.split(",")):
        number = whole_number(part.strip())
        if number is None or number > LARGEST_WORD:
            raise click.BadParameter(f"{value!r} is not a list of numbers such as 1,3,5")
        numbers.append(number)
    return tuple(numbers)


@click.command(epilog=EPILOG, short_help="How much, how far and what a corpus reorders.")
@click.argument("links", metavar="LINKS...", nargs=-1, required=True)
@click.option(
    "-s", "--src", multiple=True, metavar="FILE", help="Source text; once, or for each LINKS."
)
@click.option(
    "-t",
    "--tgt",
    multiple=True,
    metavar="FILE",
    help="Target text, likewise; without it a target ends with its last link.",
)
@click.option(
    "--trees",
    multiple=True,
    metavar="FILE",
    help="Syntax trees of one side, CoNLL-U or Penn brackets; once, or for each LINKS.",
)
@trees_from
@trees_over
@reading_options
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(list(VIEWS)),
    help="A further table; can be given several times. JSON has them all.",
)
@options.top("labels, patterns or operators")
@click.option(
    "--anticipation",
    "ks",
    default=",".join(map(str, ANTICIPATION)),
    show_default=True,
    callback=_numbers,
    metavar="KS",
    help="For which k to count target words that come k or more places early.",
)
@options.resamples
@options.seed
@options.style
@options.columns("--each", "every reordering")
@options.columns("--sentences", "the counts of every sentence")
@click.option(
    "--plot-lengths", metavar="FILE", help="Draw RQuantity by target length (.html, .svg, .png)."
)
@click.option("--plot-widths", metavar="FILE", help="Draw the number of reorderings by width.")
@click.option("--plot-labels", metavar="FILE", help="Draw the labels of first blocks by width.")
@options.output
@options.quiet
def command(
    links: tuple[str, ...],
    src: tuple[str, ...],
    tgt: tuple[str, ...],
    trees: tuple[str, ...],
    by: tuple[str, ...],
    top: int,
    ks: tuple[int, ...],
    resamples: int,
    seed: int,
    style: str,
    each: str | None,
    sentences: str | None,
    plot_lengths: str | None,
    plot_widths: str | None,
    plot_labels: str | None,
    output: str | None,
    quiet: bool,
    **how: Any,
) -> None:
    """Say how much, how far and what one corpus reorders, or several side by side."""
    files = [*links, *src, *tgt, *trees]
    plots = {
        "--plot-lengths": plot_lengths,
        "--plot-widths": plot_widths,
        "--plot-labels": plot_labels,
    }
    refuse_two_standard_inputs(files)
    shared_trees = trees if len(trees) < len(links) else ()
    refuse_read_twice({"--trees": shared_trees})
    refuse_read_twice({"--src": src, "--tgt": tgt}, pipes=each is not None)  # for their words
    refuse_overwriting(
        files, {"--output": output, "--each": each, "--sentences": sentences, **plots}
    )
    _check(style, by, trees, plot_labels)
    for path in (each, sentences):
        check_columns_path(path)
    names = names_of_files(links)
    reading = Reading(**how)
    corpora = map(
        reading.corpus,
        links,
        one_for_each("--src", src, len(links)),
        one_for_each("--tgt", tgt, len(links)),
        one_for_each("--trees", trees, len(links)),
    )
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        records = enter_if(stack, each, open_columns, RECORD_TYPES)
        counts = enter_if(stack, sentences, open_columns, sentence_types(ks))
        drawn = [open_plot(stack, path) for path in plots.values()]
        advance = stack.enter_context(follow("reading", [*links, *trees], quiet=quiet))
        results = {}
        left_out = []
        for name, corpus in zip(names, corpora, strict=True):
            bad = LeftOut(of=name if len(names) > 1 else "")
            analyzer = _read(name, corpus, reading, ks, records, counts, advance, bad)
            results[name] = analyzer.result(resamples=resamples, seed=seed)
            left_out.append(bad)
        told = Corpora(
            results,
            {name: bad.count for name, bad in zip(names, left_out, strict=True)},
            reading.signature(f"resamples:{resamples}", f"seed:{seed}", with_trees=bool(trees)),
        )
        out.write(written(told, style, by, top, on_screen=output in (None, "-")))
        draw_analysis(results, *drawn)
        for bad in left_out:
            bad.tell()


def _read(
    name: str,
    corpus: AlignedCorpus,
    reading: Reading,
    ks: tuple[int, ...],
    records: ColumnWriter | None,
    counts: ColumnWriter | None,
    advance: Callable[[int], None],
    bad: LeftOut,
) -> ReorderingAnalyzer:
    analyzer = ReorderingAnalyzer(ks, with_trees=corpus.trees is not None)
    batches = corpus.read(with_words=records is not None, on_bytes=advance, on_bad=bad.add)
    for batch in bad.others_of(str(corpus.links), batches):
        found = reading.find(batch.alignments, batch.trees)
        counted = analyzer.add(batch.alignments, found, batch.tree_words)
        if records is not None:
            records.write(record_columns(name, batch, found))
        if counts is not None:
            counts.write(sentence_columns(name, counted))
    return analyzer


def _check(style: str, by: tuple[str, ...], trees: tuple[str, ...], plot: str | None) -> None:
    if style == "tsv" and len(by) > 1:
        raise UsageError("--format tsv writes one table: give --by once")
    if not trees:
        for view in ("label", "pattern"):
            if view in by:
                raise UsageError(f"--by {view} needs syntax trees: give them with --trees")
        if plot is not None:
            raise UsageError("--plot-labels needs syntax trees: give them with --trees")
