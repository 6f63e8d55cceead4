"""`wordorder permutation`: score permutations, one per line, and draw their trees."""

from __future__ import annotations

import click

from wordorder.cli import commands, options
from wordorder.cli.commands import OneOf
from wordorder.ordering import writing
from wordorder.ordering.metrics import metric_names
from wordorder.ordering.results import score_permutations

EPILOG = f"""
\b
FILE has one permutation per line and may be compressed (gz, xz, zst); `-` is
standard input. Numbers count from 0 or 1, separated by spaces or commas, with
or without brackets:
  2 4 1 3
  ⟨2, 4, 1, 3⟩

\b
Metrics, and what they reward:
{options.metrics_of_help()}

\b
Examples:
  echo "2 4 5 6 1 3" | wordorder permutation - --explain --tree
  wordorder permutation perms.gz --metrics pef --format tsv -o scores.tsv
  wordorder permutation orders.txt --input order --format jsonl
  wordorder permutation perms.txt --svg trees.svg
"""


@commands.command(epilog=EPILOG)
@click.argument("source", metavar="FILE")
@click.option(
    "-m",
    "--metrics",
    default="all",
    show_default=True,
    metavar="NAMES",
    help="Comma-separated metrics, or all; see below.",
)
@options.beta
@options.gamma
@click.option(
    "--op-score",
    type=OneOf(metric_names(flat=True)),
    metavar="METRIC",
    help="Score the operators of pet and pef with this metric instead.",
)
@click.option(
    "--input",
    "numbers",
    type=OneOf(["ranks", "order"]),
    default="ranks",
    show_default=True,
    help="Lines give the place of each word (ranks), or the word at each place (order).",
)
@click.option(
    "--format",
    "style",
    type=OneOf(writing.SCORE_FORMATS),
    default="table",
    show_default=True,
    help="Output format; jsonl and tsv keep full precision.",
)
@click.option("--tree", is_flag=True, help="Draw the permutation tree of each line.")
@click.option(
    "--svg",
    metavar="FILE",
    help=f"Draw the trees to this SVG file (at most {writing.MOST_DRAWINGS}).",
)
@click.option("--explain", is_flag=True, help="Show what each metric counted.")
@options.threads
@options.output
@options.quiet
def permutation_command(
    source: str,
    metrics: str,
    beta: float,
    gamma: float,
    op_score: str | None,
    numbers: str,
    style: writing.ScoreFormat,
    tree: bool,
    svg: str | None,
    explain: bool,
    threads: int | None,
) -> None:
    """Score permutations, one per line, and draw their trees.

    The k-th number is the place where the k-th word belongs. Scores lie between 0 and 1; 1 is the
    right order. The order of an empty line is undefined: null in jsonl, empty in tsv, left out of
    the mean.
    """
    with commands.job({"source": source}, {"svg": svg}) as run:
        writing.write_permutation_scores(
            score_permutations(
                source,
                metrics,
                beta=beta,
                gamma=gamma,
                op_score=op_score,
                order=numbers == "order",
                threads=threads,
                progress=run.meter,
            ),
            run.out,
            style,
            tree=tree,
            explain=explain,
            svg=run.stream("svg"),
            screen=run.screen,
        )
