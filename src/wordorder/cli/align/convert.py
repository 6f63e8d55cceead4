"""`wordorder align convert`: read one format and write another."""

from __future__ import annotations

from contextlib import ExitStack

import click

from wordorder.alignment import WRITERS, write_alignments
from wordorder.cli import align_input, options
from wordorder.cli.align_input import AlignmentInput
from wordorder.cli.files import follow, refuse_overwriting, refuse_standard_input
from wordorder.output import open_output

EPILOG = """
\b
Formats:
  pharaoh  0-0 1-2 2?1           i-j sure, i?j or ipj possible
  naacl    1 1 1 S               sentence, source word, target word, S or P
  talbot   0,,2_3                a cell for each target word: its source words
  giza     GIZA++ A3 files       (read only)
  moses    das ist |0-1| ...     traces of the decoder (read only)
  lader    3-4 ||| 0-0 1-2       lengths in front (read only)

\b
Examples:
  wordorder align convert gold.naacl --from naacl -o gold.align
  wordorder align convert model.A3.final --from giza --transpose
  wordorder align convert one.align --base 1 --to talbot -t target.txt
"""


@click.command(epilog=EPILOG, short_help="Read one format and write another.")
@click.argument("file", metavar="FILE")
@align_input.form
@click.option(
    "--to",
    "to_form",
    type=click.Choice(list(WRITERS)),
    default="pharaoh",
    show_default=True,
    help="Format of the output.",
)
@align_input.base
@click.option(
    "--to-base",
    type=click.Choice(["0", "1"]),
    default="0",
    show_default=True,
    callback=align_input.as_integer,
    help="Number of the first word in the output, if that is Pharaoh's form.",
)
@align_input.src
@align_input.tgt
@align_input.sure_only
@click.option("--transpose", is_flag=True, help="Swap source and target in the output.")
@options.output
@options.quiet
def command(
    file: str,
    form: str,
    to_form: str,
    base: int,
    to_base: int,
    src: str | None,
    tgt: str | None,
    sure_only: bool,
    transpose: bool,
    output: str | None,
    quiet: bool,
) -> None:
    """Read alignments in one format and write them in another.

    With --src and --tgt the lengths of the sentences are known, and every link is checked against
    them. FILE may be compressed; `-` is standard input.
    """
    refuse_standard_input({"--src": src, "--tgt": tgt})
    refuse_overwriting([file, src, tgt], {"--output": output})
    alignments = AlignmentInput(form, base, src, tgt, sure_only)
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        advance = stack.enter_context(follow("converting", [file], quiet=quiet))
        for batch in alignments.read(file, advance):
            turned = batch.transpose() if transpose else batch
            out.write(write_alignments(turned, to_form, base=to_base))
