"""`wordorder preorder check`: is a file of rules right, and does it do anything?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli import shared
from wordorder.cli.preorder import rule_options
from wordorder.cli.shared import options
from wordorder.preordering import check_rules

if TYPE_CHECKING:
    from wordorder.output import Format

EPILOG = """
\b
A file has any number of rules; the first that matches a head wins, and a rule
without `head` matches all:
  [[rule]]
  head = { upos = ["VERB", "AUX"], VerbForm = "Fin" }
  order = ["nsubj|csubj", "*", "obj>", "advmod[Polarity=Neg]", "self",
           "reverse advcl", "fixed punct"]

\b
  self       the head          *        all other children
  obj<       before the head   obj>     after it
  [a=b|c]    conditions on upos, xpos, lemma, deprel, marker or a feature
  marker     the adposition or subordinator of a word: nmod[marker=of|such_as]
  reverse    in reverse order  fixed    each keeps its place

\b
An error is reported with its file and line, and the exit code is 1. Warnings
are about relations and parts of speech that do not exist; rules and entries
that are never used, since earlier ones take all their heads or children; and,
with --parses, relations and rules that do not occur in them.

\b
Examples:
  wordorder preorder check rules.toml
  wordorder preorder check rules.toml --parses parses.conllu
  wordorder preorder check sov --parses parses.conllu --entries
"""


@shared.command(epilog=EPILOG)
@click.argument("rules", metavar="FILE|NAME")
@click.option(
    "--parses",
    metavar="FILE",
    help="Dependency trees in CoNLL-U, to count how often each rule is used.",
)
@click.option("--entries", is_flag=True, help="Also show the entries of each rule.")
@options.style
@options.output
@options.quiet
def command(rules: str, parses: str | None, entries: bool, style: Format) -> None:
    """Check a file of rules, or a built-in set."""
    with shared.job({"rules": rule_options.file_of(rules), "parses": parses}) as run:
        result = check_rules(rules, parses, progress=run.meter)
        views = ["entries"] * entries
        if result.warnings and style not in ("json", "tsv"):
            views.append("warnings")
        run.show(result, style, views)
