"""`wordorder preorder learn`: rules from parses and aligned translations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from wordorder.alignment import LinkReading
from wordorder.cli import shared
from wordorder.cli.preorder.parse_options import parse_options
from wordorder.cli.shared import link_options, options
from wordorder.cli.shared.usage import Choice
from wordorder.ordering import metric_names
from wordorder.output.showing import FORMATS
from wordorder.preordering import LearnedRules, learn_rules
from wordorder.preordering.learning.orders import WORDS

if TYPE_CHECKING:
    from wordorder.output import Format
    from wordorder.preordering.learning.orders import Words
    from wordorder.syntax import Parser

EPILOG = """
A rule is for a part of speech, perhaps with its relation to its head. There
are as few rules as cross-validation allows: the smallest number whose score
on sentences that they were not learned from is within one standard error of
the best. --format table --by path shows the scores.

\b
--words both   the mean of the scores over all words and over those with
               links; no rule may lower either
--words linked over words with links only
--words all    over all words

\b
Examples:
  wordorder preorder learn parses.conllu --align gold.align -o learned.toml
  wordorder preorder learn parses.conllu --align gold.align --format table \\
      --by path
  wordorder preorder apply parses.conllu --rules learned.toml
"""


@shared.command(epilog=EPILOG)
@click.argument("parses", metavar="PARSES")
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
@click.option(
    "--metric",
    type=Choice(metric_names(flat=True)),
    default="fuzzy",
    show_default=True,
    metavar="NAME",
    help="The metric that the rules should raise.",
)
@click.option(
    "--words",
    type=Choice(WORDS),
    default="both",
    show_default=True,
    help="The words whose order counts; see below.",
)
@click.option(
    "--most-rules",
    type=click.IntRange(0, 1000),
    default=20,
    show_default=True,
    metavar="N",
    help="Learn at most N rules.",
)
@click.option(
    "--folds",
    type=click.IntRange(min=2),
    default=10,
    show_default=True,
    metavar="N",
    help="Number of parts for cross-validation.",
)
@options.seed
@options.threads
@click.option(
    "--by",
    "view",
    type=Choice(list(LearnedRules.views())),
    default="rules",
    show_default=True,
    help="What to show in tables and records.",
)
@click.option(
    "--format",
    "style",
    type=Choice(["toml", *FORMATS]),
    default="toml",
    show_default=True,
    help="Output format; toml is a file of rules with comments.",
)
@parse_options
@options.output
@options.quiet
def command(
    parses: str,
    links: str,
    file_format: str,
    base: int,
    sure_only: bool,
    metric: str,
    words: Words,
    most_rules: int,
    folds: int,
    seed: int,
    parser: Parser | None,
    threads: int | None,
    view: str,
    style: Format | Literal["toml"],
) -> None:
    """Learn rules that put source words in the order of their translations.

    PARSES are dependency trees of the source in CoNLL-U.
    """
    with shared.job({"parses": parses, "links": links}) as run:
        learned = learn_rules(
            parses,
            links,
            metric=metric,
            words=words,
            most_rules=most_rules,
            folds=folds,
            seed=seed,
            reading=LinkReading(file_format, base, sure_only),
            parser=parser,
            threads=threads,
            progress=run.meter,
        )
        if style == "toml":
            run.out.write(learned.to_toml())
        else:
            run.show(learned, style, [view])
