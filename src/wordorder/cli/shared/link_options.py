"""Options for reading files of links."""

from __future__ import annotations

import click

from wordorder.alignment import READERS
from wordorder.cli.shared.usage import Choice


def as_integer(_ctx: click.Context, _param: click.Parameter, value: str) -> int:
    """Convert the choice to a number."""
    return int(value)


file_format = click.option(
    "--from",
    "file_format",
    type=Choice(list(READERS)),
    default="pharaoh",
    show_default=True,
    help="Format of the input.",
)
base = click.option(
    "--base",
    type=Choice(["0", "1"]),
    default="0",
    show_default=True,
    callback=as_integer,
    help="Index of the first word in Pharaoh and lader format.",
)
source = click.option(
    "-s",
    "--src",
    "source",
    metavar="FILE",
    help="Source text, tokenised: for lengths, checks and drawings.",
)
target = click.option("-t", "--tgt", "target", metavar="FILE", help="Target text, tokenised.")
sure_only = click.option("--sure-only", is_flag=True, help="Ignore possible links.")
