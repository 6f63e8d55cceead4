"""How commands name the links that the order of the translation comes from."""

from __future__ import annotations

import click

ALIGN_HELP = "Alignment of the source with its translation."

align = click.option("--align", "links", required=True, metavar="FILE", help=ALIGN_HELP)
