"""`wordorder preorder apply`: parses in, sentences in another order out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli import shared
from wordorder.cli.preorder import rule_options
from wordorder.cli.preorder.parse_options import parse_options
from wordorder.cli.shared import options
from wordorder.cli.shared.usage import Choice
from wordorder.preordering import ARRANGED_AS, apply_rules

if TYPE_CHECKING:
    from wordorder.preordering.applying import ArrangedAs
    from wordorder.syntax import Parser

EPILOG = """
\b
Forms of output:
  text    the words of each sentence in their new order, separated by spaces;
          a space within a word becomes _
  order   the word at each place, from 0, as `wordorder permutation` reads it
  conllu  the parses, with the new place of each word in the last column,
          counted from 1 as the ids are: Order=3

\b
Words of multiword tokens move one by one, so the text has the words, not the
tokens. CoNLL-U keeps the lines of such tokens and of empty nodes.

\b
Examples:
  wordorder preorder apply parses.conllu --rules sov
  wordorder preorder apply parses.conllu --rules my.toml --to order \\
      -o order.txt
  udpipe --tokenize --tag --parse MODEL text.txt | \\
      wordorder preorder apply - --rules sov
"""


@shared.command(epilog=EPILOG)
@click.argument("parses", metavar="PARSES")
@rule_options.rules
@click.option(
    "--to",
    type=Choice(ARRANGED_AS),
    default="text",
    show_default=True,
    help="Form of the output; see below.",
)
@parse_options
@options.output
@options.quiet
def command(parses: str, rules: str, to: ArrangedAs, parser: Parser | None) -> None:
    """Put the words of parsed sentences in the order that rules ask for.

    PARSES are dependency trees of the source in CoNLL-U.
    """
    with shared.job({"parses": parses, "rules": rule_options.file_of(rules)}) as run:
        run.out.writelines(apply_rules(parses, rules, to, parser=parser, progress=run.meter))
