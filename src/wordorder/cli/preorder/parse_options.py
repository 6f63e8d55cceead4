"""Options for a text that is parsed first, instead of a CoNLL-U file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli.shared import options, refuse_unused
from wordorder.errors import Argument, UsageError
from wordorder.syntax import ExternalParser, parser_named

if TYPE_CHECKING:
    from wordorder.syntax import Parser


def _chosen(parser: str | None, parser_command: str | None, raw: bool) -> Parser | None:
    if parser is not None and parser_command is not None:
        raise UsageError("give either ", Argument("parser"), " or ", Argument("parser_command"))
    if parser is not None:
        return parser_named(parser, raw=raw)
    if parser_command is not None:
        return ExternalParser(parser_command, raw=raw)
    refuse_unused("--parser or --parser-cmd", ["raw"])
    return None


parse_options = options.grouped(
    "parser",
    _chosen,
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
            help="Parse PARSES, a text, with another program, which writes CoNLL-U.",
        ),
        click.option(
            "--raw",
            is_flag=True,
            help="The text is not tokenised: the parser splits it into words.",
        ),
    ),
)
"""The options for a parser; the command gets a `Parser` or None as `parser`."""
