"""`wordorder permutation`: score permutations, one per line, and draw their trees."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

import click

from wordorder.cli import options
from wordorder.cli.files import enter_if, follow, refuse_overwriting
from wordorder.cli.permutation_formats import JsonlWriter, TsvWriter, Wanted
from wordorder.cli.permutation_tables import table_writer
from wordorder.cli.screen import screen_for
from wordorder.drawing import render_svg
from wordorder.errors import InputError
from wordorder.ordering import metric_names, ordering_scores, select_metrics
from wordorder.output import open_output
from wordorder.permutation import read_permutations

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from wordorder.cli.permutation_formats import Writer
    from wordorder.drawing import TreeLayout
    from wordorder.permutation import PermutationBatch

MOST_DRAWINGS = 100

WRITERS: dict[str, Callable[[TextIO, Sequence[str], Wanted], Writer]] = {
    "table": table_writer,
    "jsonl": JsonlWriter,
    "tsv": TsvWriter,
}

EPILOG = f"""
\b
FILE has one permutation per line, plain or compressed (gz, xz, zst); `-` is
standard input. Numbers may count from 0 or from 1, with blanks or commas
between them and brackets around them:
  2 4 1 3
  ⟨2, 4, 1, 3⟩

\b
Metrics:
  {", ".join(metric_names()[:7])},
  {", ".join(metric_names()[7:13])},
  {", ".join(metric_names()[13:])}

\b
Examples:
  echo "2 4 5 6 1 3" | wordorder permutation - --explain --tree
  wordorder permutation perms.gz --metrics pef --format tsv -o scores.tsv
  wordorder permutation orders.txt --input order --format jsonl
  wordorder permutation perms.txt --svg trees.svg
"""


@click.command(epilog=EPILOG, short_help="Score permutations, one per line.")
@click.argument("file", metavar="FILE")
@click.option(
    "--metrics",
    default="all",
    show_default=True,
    metavar="NAMES",
    help="Names with commas and no blanks between them, or all.",
)
@options.beta
@options.gamma
@click.option(
    "--op-score",
    type=click.Choice(metric_names(flat=True)),
    metavar="METRIC",
    help="Score the operators of pet and pef with this flat metric instead.",
)
@click.option(
    "--input",
    "numbers",
    type=click.Choice(["ranks", "order"]),
    default="ranks",
    show_default=True,
    help="What a line is: the place of each word, or the word at each place.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(list(WRITERS)),
    default="table",
    show_default=True,
    help="jsonl and tsv have every digit.",
)
@click.option("--tree", is_flag=True, help="Draw the flattened permutation tree of each line.")
@click.option(
    "--svg", metavar="FILE", help=f"Draw the trees there (at most {MOST_DRAWINGS} lines)."
)
@click.option("--explain", is_flag=True, help="Say what each metric counted.")
@options.threads
@options.output
@options.quiet
def command(
    file: str,
    metrics: str,
    beta: float,
    gamma: float,
    op_score: str | None,
    numbers: str,
    style: str,
    tree: bool,
    svg: str | None,
    explain: bool,
    threads: int | None,
    output: str | None,
    quiet: bool,
) -> None:
    """Score permutations, one per line, and draw their trees.

    A permutation says where each word belongs: the k-th number is the place of the k-th word.
    Scores lie between 0 and 1; 1 is the right order. An empty line has no words, so its order is
    undefined: null in jsonl, empty in tsv, left out of the mean.
    """
    weights: dict[str, Any] = {"beta": beta, "gamma": gamma, "op_score": op_score}
    names = select_metrics(metrics)
    refuse_overwriting([file], {"--output": output, "--svg": svg})
    with ExitStack() as stack:
        # The drawing first: what is opened last is finished first, and if that fails, the drawing
        # does not appear either.
        drawing = enter_if(stack, svg, open_output)
        out = stack.enter_context(open_output(output))
        writer = WRITERS[style](out, names, _wanted(tree, explain, output))
        advance = stack.enter_context(follow("scoring", [file], quiet=quiet))
        trees: dict[int, TreeLayout] = {}
        batches = read_permutations(file, order=numbers == "order", on_bytes=advance)
        for batch in stack.enter_context(closing(batches)):
            scores = ordering_scores(batch.values, batch.offsets, names, threads=threads, **weights)
            writer.write(batch, scores)
            if drawing:
                _add_trees(trees, batch)
        writer.finish()
        if drawing:
            drawing.write(_svg(trees, file))


def _wanted(tree: bool, explain: bool, output: str | None) -> Wanted:
    screen = screen_for(on_screen=output in (None, "-"))
    return Wanted(tree, explain, width=screen.width, color=screen.color)


def _add_trees(trees: dict[int, TreeLayout], batch: PermutationBatch) -> None:
    """Place the trees of a batch, by line."""
    with_words = [row for row, n in enumerate(batch.lengths) if n]
    if len(trees) + len(with_words) > MOST_DRAWINGS:
        raise InputError(
            f"--svg draws at most {MOST_DRAWINGS} permutations, and there are more; "
            "choose some lines, for example with head"
        )
    trees.update({batch.first_line + row: batch[row].tree().layout() for row in with_words})


def _svg(trees: dict[int, TreeLayout], file: str) -> str:
    if not trees:
        raise InputError(f"{file}: no permutation with words, so there is nothing to draw")
    titles = [f"line {line}" for line in trees] if len(trees) > 1 else []
    return render_svg(list(trees.values()), titles) + "\n"
