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
Errors are told with file and line, and end with exit code 1. Warnings are
listed: relations and parts of speech that do not exist; rules and entries that
are never used, since earlier ones take all their heads or children; and with
--parses what does not occur in them, beside how often each rule is used.

\b
Examples:
  wordorder preorder check rules.toml
  wordorder preorder check rules.toml --parses parses.conllu
  wordorder preorder check sov --parses parses.conllu --entries
"""


@shared.command(epilog=EPILOG)
@click.argument("rules", metavar="FILE|NAME")
@click.option("--parses", metavar="FILE", help="Count how often rules are used here (CoNLL-U).")
@click.option("--entries", is_flag=True, help="Show the entries of each rule, too.")
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
