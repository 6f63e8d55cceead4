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
  text    the words of a sentence in their new order, with blanks between them;
          a blank in a word becomes _
  order   the word at each place, from 0, as `wordorder permutation` reads it
  conllu  the parses, with the place of each word, counting from 1 as its id
          does, in the last column: Order=3

\b
Words of multiword tokens move one by one, so text has the words and not the
tokens. CoNLL-U keeps the lines of such tokens and of empty nodes.

\b
Examples:
  wordorder preorder apply parses.conllu --rules sov
  wordorder preorder apply parses.conllu --rules mine.toml --to order -o order.txt
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
    """Put the words of parsed sentences (CoNLL-U) in the order that rules ask for."""
    with shared.job({"parses": parses, "rules": rule_options.file_of(rules)}) as run:
        run.out.writelines(apply_rules(parses, rules, to, parser=parser, progress=run.meter))
