"""`wordorder align symmetrize`: make one alignment out of two directions."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from wordorder.alignment import SYMMETRIZATIONS, in_lockstep, write_alignments
from wordorder.cli import align_input, options
from wordorder.cli.align_input import AlignmentInput
from wordorder.cli.files import follow, refuse_overwriting, refuse_two_standard_inputs
from wordorder.output import open_output
from wordorder.text import shown_name

if TYPE_CHECKING:
    from wordorder.alignment import Symmetrization

EPILOG = """
\b
FORWARD is the alignment in which a target word has at most one source word, as
fast_align makes it without -r; with it first, grow-diag-final-and gives what
Moses does. Both files have links written source-target.

\b
Examples:
  wordorder align symmetrize forward.align reverse.align -o both.align
  wordorder align symmetrize a.align b.align --method intersection
  wordorder align symmetrize ef.A3.final fe.A3.final --from giza --swap-reverse
"""


@click.command(epilog=EPILOG, short_help="Make one alignment out of two directions.")
@click.argument("forward", metavar="FORWARD")
@click.argument("reverse", metavar="REVERSE")
@click.option(
    "--method",
    type=click.Choice(SYMMETRIZATIONS),
    default="grow-diag-final-and",
    show_default=True,
    help="How to put the two together.",
)
@align_input.form
@align_input.base
@click.option(
    "--swap-reverse",
    is_flag=True,
    help="REVERSE has source and target swapped, as GIZA++ writes it.",
)
@options.output
@options.quiet
def command(
    forward: str,
    reverse: str,
    method: Symmetrization,
    form: str,
    base: int,
    swap_reverse: bool,
    output: str | None,
    quiet: bool,
) -> None:
    """Make one alignment out of two that were made in opposite directions.

    The result is in Pharaoh's form, counting from 0.
    """
    refuse_two_standard_inputs([forward, reverse])
    refuse_overwriting([forward, reverse], {"--output": output})
    alignments = AlignmentInput(form, base, None, None)
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        advance = stack.enter_context(follow("symmetrising", [forward, reverse], quiet=quiet))
        streams = (alignments.read(file, advance) for file in (forward, reverse))
        for there, back in in_lockstep([shown_name(forward), shown_name(reverse)], streams):
            turned = back.transpose() if swap_reverse else back
            out.write(write_alignments(there.symmetrize(turned, method)))
