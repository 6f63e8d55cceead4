"""Options for rules, parsers and links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli import options
from wordorder.cli.commands import refuse_unused
from wordorder.errors import Argument, UsageError
from wordorder.preordering.rules.files import RULE_SETS

if TYPE_CHECKING:
    from wordorder.syntax.parsing import Parser


def _as_parser(parser: str | None, parser_command: str | None, raw: bool) -> Parser | None:
    if parser is not None and parser_command is not None:
        raise UsageError("give either ", Argument("parser"), " or ", Argument("parser_command"))
    if parser is not None:
        from wordorder.syntax.parsing import parser_named

        return parser_named(parser, raw=raw)
    if parser_command is not None:
        from wordorder.syntax.parsing import ExternalParser

        return ExternalParser(parser_command, raw=raw)
    refuse_unused("--parser or --parser-cmd", ["raw"])
    return None


parser = options.grouped(
    "parser",
    _as_parser,
    (
        click.option(
            "--parser",
            metavar="NAME",
            help="Parse PARSES, a text, with spacy:MODEL or ginza; see wordorder preorder --help.",
        ),
        click.option(
            "--parser-cmd",
            "parser_command",
            metavar="COMMAND",
            help="Parse PARSES, a text, with another program that writes CoNLL-U.",
        ),
        click.option(
            "--raw",
            is_flag=True,
            help="The text is not tokenised: the parser splits it into words.",
        ),
    ),
)
"""The options for a parser; the command gets a `Parser` or None as `parser`."""

ALIGN_HELP = "Alignment of the source with its translation."

align = click.option("--align", "links", required=True, metavar="FILE", help=ALIGN_HELP)
"""The links that give the order of the translation."""

RULES_HELP = f"A built-in set ({', '.join(RULE_SETS)}) or a file of rules."

rules = click.option("--rules", required=True, metavar="NAME|FILE", help=RULES_HELP)


def file_of(name_or_file: str) -> str | None:
    """Return the file of rules; None for a built-in set."""
    return None if name_or_file in RULE_SETS else name_or_file
