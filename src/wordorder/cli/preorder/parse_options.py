"""Options for a text that is parsed first, instead of a CoNLL-U file."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from wordorder.cli.shared import refuse_unused
from wordorder.errors import Argument, UsageError
from wordorder.syntax import ExternalParser, parser_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.syntax import Parser


def parse_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add --parser, --parser-cmd and --raw; the command gets a `Parser` or None as `parser`."""

    @click.option(
        "--parser",
        metavar="NAME",
        help="Parse PARSES, a text, with spacy:MODEL or ginza; see wordorder preorder --help.",
    )
    @click.option(
        "--parser-cmd",
        "parser_command",
        metavar="COMMAND",
        help="Parse PARSES, a text, with another program, which writes CoNLL-U.",
    )
    @click.option(
        "--raw", is_flag=True, help="The text is not tokenised: the parser splits it into words."
    )
    @wraps(command)
    def with_parser(
        *values: Any, parser: str | None, parser_command: str | None, raw: bool, **others: Any
    ) -> None:
        command(*values, parser=_chosen(parser, parser_command, raw), **others)

    return with_parser


def _chosen(name: str | None, command: str | None, raw: bool) -> Parser | None:
    if name is not None and command is not None:
        raise UsageError("give either ", Argument("parser"), " or ", Argument("parser_command"))
    if name is not None:
        return parser_named(name, raw=raw)
    if command is not None:
        return ExternalParser(command, raw=raw)
    refuse_unused("--parser or --parser-cmd", ["raw"])
    return None
