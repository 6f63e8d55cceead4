"""`wordorder reorderings testset`: sets with no, low, medium and high reordering."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from wordorder.cli import options
from wordorder.cli.files import (
    enter_if,
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
from wordorder.cli.reorderings_plots import open_plot
from wordorder.cli.reorderings_testset_formats import Told, written
from wordorder.errors import UsageError
from wordorder.output import check_columns_path, open_columns, open_output
from wordorder.reorderings import SETS, build_testsets
from wordorder.reorderings.scores import average_by_set, read_plain_scores, read_scores
from wordorder.reorderings.testsets import OUTSIDE, check_lengths
from wordorder.report import plots
from wordorder.scoring import names_of_files

if TYPE_CHECKING:
    from collections.abc import Sequence
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
  wordorder reorderings testset links.align --sentences sets.parquet
  wordorder reorderings testset links.align -t ref.txt --labels sets.txt
  wordorder score ref.txt A.txt B.txt --lang en --by sets.txt
  wordorder score ref.txt A.txt B.txt --lang en --segments scores.tsv
  wordorder reorderings testset links.align -t ref.txt --scores scores.tsv \\
      --measure bleu1 --plot-scores bleu.html
  wordorder reorderings testset links.align -t ref.txt --scores comet.A.txt \\
      --scores comet.B.txt
"""

SENTENCE_TYPES: dict[str, type[str | int | float]] = {
    "line": int,
    "target_length": int,
    "rquantity": float,
    "set": str,
}


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
@options.columns("--sentences", "RQuantity and set of every sentence")
@click.option(
    "--scores",
    multiple=True,
    metavar="FILE",
    help="Average scores within the sets: a number in each line, once for each system; or, with "
    "--measure, what `score --segments` writes as TSV.",
)
@click.option("--measure", metavar="NAME", help="Which column of --scores to take.")
@click.option("--plot-widths", metavar="FILE", help="Draw the reorderings of each set by width.")
@click.option("--plot-scores", metavar="FILE", help="Draw the scores of each set.")
@options.resamples
@options.seed
@options.style
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
    sentences: str | None,
    scores: tuple[str, ...],
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
    files = [links, src, tgt, trees, *scores]
    outputs = {
        "--output": output,
        "--labels": labels,
        "--sentences": sentences,
        "--plot-widths": plot_widths,
        "--plot-scores": plot_scores,
    }
    refuse_two_standard_inputs(files)
    refuse_standard_input({"--src": src, "--tgt": tgt})
    refuse_overwriting(files, outputs)
    check_columns_path(sentences)
    check_lengths(shortest, longest)
    _check_scores(scores, measure, plot_scores)
    reading, bad = Reading(**how), LeftOut()
    corpus = reading.corpus(links, src, tgt, trees)
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        sets_out = enter_if(stack, labels, open_output)
        rows_out = enter_if(stack, sentences, open_columns, SENTENCE_TYPES)
        widths_plot, scores_plot = (open_plot(stack, path) for path in (plot_widths, plot_scores))
        advance = stack.enter_context(follow("reading", [links, trees], quiet=quiet))
        batches = bad.others_of(links, corpus.read(on_bytes=advance, on_bad=bad.add))
        built = build_testsets(
            (reading.find(batch.alignments, batch.trees) for batch in batches),
            shortest=shortest,
            longest=longest,
        )
        all_lines = len(built.lines) + bad.count
        by_set = _scores_by_set(built, scores, measure, all_lines, resamples, seed)
        drawn = [f"resamples:{resamples}", f"seed:{seed}"] if by_set else []
        told = Told(
            built,
            range(shortest, longest + 1),
            by_set,
            bad.count,
            reading.signature(
                f"lengths:{shortest}-{longest}", *drawn, with_trees=trees is not None
            ),
        )
        out.write(written(told, style, on_screen=output in (None, "-")))
        if sets_out is not None:
            sets_out.writelines(f"{label}\n" for label in _for_all_lines(built, all_lines))
        if rows_out is not None:
            rows_out.write(_sentence_columns(built))
        if widths_plot is not None:
            widths_plot.draw(plots.reorderings_by_width(plots.width_rows(_counts_by_set(built))))
        if scores_plot is not None:
            scores_plot.draw(plots.scores_by_set(plots.set_rows(by_set)))
        bad.tell()


def _check_scores(scores: Sequence[str], measure: str | None, plot: str | None) -> None:
    if measure is not None and len(scores) != 1:
        raise UsageError("--measure is a column of one file: give it with --scores")
    if plot is not None and not scores:
        raise UsageError("--plot-scores needs scores: give them with --scores")


def _scores_by_set(
    built: CorpusSets,
    files: Sequence[str],
    measure: str | None,
    lines: int,
    resamples: int,
    seed: int,
) -> list[SetScore]:
    if not files:
        return []
    if measure is not None:
        read = read_scores(files[0], measure, lines)
    else:
        read = {
            name: read_plain_scores(file, lines)
            for name, file in zip(names_of_files(files), files, strict=True)
        }
    used = {name: values[built.lines - 1] for name, values in read.items()}
    return list(
        average_by_set(used, measure or "score", built.sets, resamples=resamples, seed=seed)
    )


def _sentence_columns(built: CorpusSets) -> dict[str, Any]:
    return {
        "line": built.lines,
        "target_length": built.target_lengths,
        "rquantity": built.rquantity,
        "set": built.sets.labels,
    }


def _for_all_lines(built: CorpusSets, count: int) -> list[str]:
    """The set of each line; those that were left out are outside."""
    labels = [OUTSIDE] * count
    for line, label in zip(built.lines.tolist(), built.sets.labels, strict=True):
        labels[line - 1] = label
    return labels


def _counts_by_set(built: CorpusSets) -> dict[str, tuple[dict[int, int], int]]:
    return {
        name: (built.widths[name], len(built.sets.lines[name])) for name in SETS if name != "none"
    }
