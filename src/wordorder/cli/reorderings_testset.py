"""`wordorder reorderings testset`: sets with no, low, medium and high reordering."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from wordorder.cli import options
from wordorder.cli.files import (
    follow,
    refuse_overwriting,
    refuse_standard_input,
    refuse_two_standard_inputs,
)
from wordorder.cli.reorderings_input import (
    LeftOut,
    Reading,
    reading_options,
    trees_from,
    trees_over,
)
from wordorder.cli.reorderings_plots import draw_set_scores, draw_widths, open_plot
from wordorder.cli.reorderings_testset_formats import Told, written
from wordorder.errors import UsageError
from wordorder.output import open_output
from wordorder.reorderings import SETS, build_testsets
from wordorder.reorderings.scores import read_scores, scores_by_set
from wordorder.reorderings.testsets import OUTSIDE, check_lengths

if TYPE_CHECKING:
    from typing import Any

    from wordorder.reorderings import CorpusSets
    from wordorder.reorderings.scores import SetScore

EPILOG = """
\b
Sentences of 20 to 39 target words: `none` has those without a reordering,
the others are cut by their RQuantity into low, medium and high (Birch,
Blunsom and Osborne 2009). The sets are relative to the corpus: another
corpus has others.

\b
Examples:
  wordorder reorderings testset links.align -s src.txt -t ref.txt
  wordorder reorderings testset links.align --format tsv -o sets.tsv
  wordorder reorderings testset links.align -t ref.txt --labels sets.txt
  wordorder score ref.txt A.txt B.txt --lang en --by sets.txt
  wordorder score ref.txt A.txt B.txt --lang en --segments scores.tsv
  wordorder reorderings testset links.align -t ref.txt --scores scores.tsv \\
      --measure bleu1 --plot-scores bleu.html
"""


@click.command(epilog=EPILOG, short_help="Cut a corpus into sets by amount of reordering.")
@click.argument("links", metavar="LINKS")
@click.option("-s", "--src", metavar="FILE", help="Source text, to check the links.")
@click.option("-t", "--tgt", metavar="FILE", help="Target text, for the lengths of sentences.")
@click.option("--trees", metavar="FILE", help="Syntax trees of one side.")
@trees_from
@trees_over
@reading_options
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
    help="Write the set of each line there, one per line, as `score --by FILE` reads it.",
)
@click.option(
    "--scores",
    metavar="FILE",
    help="Scores of sentences by set, from `score --segments FILE`.",
)
@click.option("--measure", metavar="NAME", help="Which column of --scores.")
@click.option("--plot-widths", metavar="FILE", help="Draw the reorderings of each set by width.")
@click.option("--plot-scores", metavar="FILE", help="Draw the scores of each set.")
@options.resamples
@options.seed
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json", "tsv", "latex", "markdown"]),
    default="table",
    show_default=True,
    help="json has the lines of each set, tsv a row for each sentence.",
)
@options.output
@options.quiet
def command(
    links: str,
    src: str | None,
    tgt: str | None,
    trees: str | None,
    shortest: int,
    longest: int,
    labels: str | None,
    scores: str | None,
    measure: str | None,
    plot_widths: str | None,
    plot_scores: str | None,
    resamples: int,
    seed: int,
    style: str,
    output: str | None,
    quiet: bool,
    **how: Any,
) -> None:
    """Cut a corpus into sets with no, low, medium and high reordering."""
    files = [links, src, tgt, trees, scores]
    outputs = {
        "--output": output,
        "--labels": labels,
        "--plot-widths": plot_widths,
        "--plot-scores": plot_scores,
    }
    refuse_two_standard_inputs(files)
    refuse_standard_input({"--src": src, "--tgt": tgt})
    refuse_overwriting(files, outputs)
    check_lengths(shortest, longest)
    if (scores is None) != (measure is None):
        raise UsageError("--scores and --measure belong together")
    if plot_scores is not None and scores is None:
        raise UsageError("--plot-scores needs scores: give them with --scores")
    reading = Reading(**how)
    corpus = reading.corpus(links, src, tgt, trees)
    bad = LeftOut()
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        sets_out = None if labels is None else stack.enter_context(open_output(labels))
        widths_plot, scores_plot = (open_plot(stack, path) for path in (plot_widths, plot_scores))
        advance = stack.enter_context(follow("reading", [links, trees], quiet=quiet))
        batches = bad.others_of(links, corpus.read(on_bytes=advance, on_bad=bad.add))
        built = build_testsets(
            (reading.find(batch.alignments, batch.trees) for batch in batches),
            shortest=shortest,
            longest=longest,
        )
        all_lines = len(built.lines) + bad.count
        by_set: list[SetScore] = []
        if scores is not None and measure is not None:
            read = read_scores(scores, measure, all_lines)
            used = {name: values[built.lines - 1] for name, values in read.items()}
            by_set = list(scores_by_set(used, measure, built.sets, resamples=resamples, seed=seed))
        told = Told(
            built,
            range(shortest, longest + 1),
            by_set,
            bad.count,
            reading.signature(
                f"lengths:{shortest}-{longest}",
                *([f"resamples:{resamples}", f"seed:{seed}"] if by_set else []),
                with_trees=trees is not None,
            ),
        )
        out.write(written(told, style, on_screen=output in (None, "-")))
        if sets_out is not None:
            sets_out.writelines(f"{label}\n" for label in _for_all_lines(built, all_lines))
        if widths_plot is not None:
            draw_widths(_drawn_sets(built), widths_plot)
        if scores_plot is not None:
            draw_set_scores(by_set, scores_plot)
        bad.tell()


def _for_all_lines(built: CorpusSets, count: int) -> list[str]:
    """The set of each line; those that were left out are outside."""
    labels = [OUTSIDE] * count
    for line, label in zip(built.lines.tolist(), built.sets.labels, strict=True):
        labels[line - 1] = label
    return labels


def _drawn_sets(built: CorpusSets) -> dict[str, tuple[dict[int, int], int]]:
    return {
        name: (built.widths[name], len(built.sets.lines[name])) for name in SETS if name != "none"
    }
