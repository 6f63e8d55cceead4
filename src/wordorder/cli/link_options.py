"""Options for reading files of links."""

from __future__ import annotations

import click

from wordorder.alignment.formats.registry import READERS
from wordorder.alignment.link_reading import LinkReading
from wordorder.cli import options
from wordorder.cli.commands import OneOf


def as_integer(_ctx: click.Context, _param: click.Parameter, value: str) -> int:
    """Convert the choice to a number."""
    return int(value)


file_format = click.option(
    "--from",
    "file_format",
    type=OneOf(list(READERS)),
    default="pharaoh",
    show_default=True,
    help="Format of the input.",
)
base = click.option(
    "--base",
    type=OneOf(["0", "1"]),
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

reading = options.grouped("reading", LinkReading, (file_format, base, sure_only))
"""The options for the format of links; the command gets them as `reading`."""
