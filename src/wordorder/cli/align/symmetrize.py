"""`wordorder align symmetrize`: combine alignments in two directions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.alignment import SYMMETRIZATIONS, LinkReading, symmetrize_files, write_alignments
from wordorder.cli import shared
from wordorder.cli.shared import link_options, options
from wordorder.cli.shared.usage import Choice

if TYPE_CHECKING:
    from wordorder.alignment import Symmetrization

EPILOG = """
\b
In FORWARD every target word has at most one source word, as in fast_align's
output without -r; with it first, grow-diag-final-and gives what Moses gives.
Both files have links written source-target.

\b
Examples:
  wordorder align symmetrize forward.align reverse.align -o both.align
  wordorder align symmetrize a.align b.align --method intersection
  wordorder align symmetrize ef.A3.final fe.A3.final --from giza \\
      --swap-reverse
"""


@shared.command(epilog=EPILOG)
@click.argument("forward", metavar="FORWARD")
@click.argument("reverse", metavar="REVERSE")
@click.option(
    "--method",
    type=Choice(SYMMETRIZATIONS),
    default="grow-diag-final-and",
    show_default=True,
    help="Symmetrisation method.",
)
@link_options.file_format
@link_options.base
@click.option(
    "--swap-reverse",
    is_flag=True,
    help="REVERSE has source and target swapped, as in GIZA++ output.",
)
@options.output
@options.quiet
def command(
    forward: str,
    reverse: str,
    method: Symmetrization,
    file_format: str,
    base: int,
    swap_reverse: bool,
) -> None:
    """Combine two alignments made in opposite directions.

    The result is in Pharaoh format, counting from 0.
    """
    with shared.job({"forward": forward, "reverse": reverse}) as run:
        batches = symmetrize_files(
            forward,
            reverse,
            method,
            swap_reverse=swap_reverse,
            reading=LinkReading(file_format, base),
            progress=run.meter,
        )
        run.out.writelines(map(write_alignments, batches))
