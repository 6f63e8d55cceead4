"""`wordorder preorder select`: of several parses, those that give the best order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.alignment import LinkReading
from wordorder.cli import shared
from wordorder.cli.preorder import rule_options
from wordorder.cli.shared import link_options, options
from wordorder.cli.shared.usage import Choice
from wordorder.ordering import METRICS
from wordorder.preordering import select_parses
from wordorder.preordering.learning.orders import WORDS
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from wordorder.preordering.learning.orders import Words

EPILOG = """
\b
Of each sentence the parse is written, unchanged, that the rules turn into the
order with the highest score against the translation. Among equals the first
wins; a sentence without links keeps its first parse.

\b
Examples:
  wordorder preorder select first.conllu second.conllu --align gold.align \\
      --rules sov -o chosen.conllu
  wordorder preorder select 10best.conllu --align gold.align --rules sov \\
      --summary selection.json -o chosen.conllu
"""


@shared.command(epilog=EPILOG)
@click.argument("parses", metavar="PARSES...", nargs=-1, required=True)
@click.option(
    "--align",
    "links",
    required=True,
    metavar="FILE",
    help="Alignment of the source with its translation.",
)
@link_options.file_format
@link_options.base
@link_options.sure_only
@rule_options.rules
@click.option(
    "--metric",
    type=Choice(list(METRICS)),
    default="fuzzy",
    show_default=True,
    metavar="NAME",
    help="The metric that the order should score best by.",
)
@click.option(
    "--words",
    type=Choice(WORDS),
    default="all",
    show_default=True,
    help="Score all words, those with links, or the mean of both.",
)
@click.option(
    "--summary", metavar="FILE", help="Write what was chosen, and what it gains, to FILE as JSON."
)
@options.resamples
@options.seed
@options.output
@options.quiet
def command(
    parses: tuple[str, ...],
    links: str,
    file_format: str,
    base: int,
    sure_only: bool,
    rules: str,
    metric: str,
    words: Words,
    summary: str | None,
    resamples: int,
    seed: int,
) -> None:
    """Choose the parses that rules turn into the best order.

    PARSES are several CoNLL-U files with one parse of each sentence, or one file in which the
    parses of a sentence follow each other and have the same `sent_id`.
    """
    inputs = {"parses": parses, "links": links, "rules": rule_options.file_of(rules)}
    with shared.job(inputs, {"summary": summary}) as run:
        selection = select_parses(
            parses,
            links,
            rules,
            metric,
            words=words,
            reading=LinkReading(file_format, base, sure_only),
            resampling=Resampling(resamples, seed),
        )
        run.out.write(selection.parses or "")
        run.save("summary", selection)
