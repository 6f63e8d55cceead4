"""`wordorder align apply`: link the words of a text and its translation."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import click

from wordorder.alignment import (
    EFLOMAL,
    SYMMETRIZATIONS,
    ExternalAligner,
    Ibm1Model,
    train_ibm1,
    write_alignments,
)
from wordorder.alignment.bilingual.ibm1 import ITERATIONS
from wordorder.cli import options
from wordorder.cli.files import follow, refuse_overwriting, refuse_two_standard_inputs
from wordorder.errors import UsageError
from wordorder.output import open_output, progress
from wordorder.text import open_parallel_text

if TYPE_CHECKING:
    from wordorder.alignment import Symmetrization
    from wordorder.text import ParallelText

EPILOG = """
\b
Aligners:
  ibm1      IBM Model 1, trained on SRC and TGT themselves; some thousand
            sentence pairs are needed for good links
  eflomal   more accurate and slower; another program: pip install eflomal

\b
--align-cmd runs any other program, without a shell. {source} and {target}
stand for the names of the texts. It prints links in Pharaoh's form, one line
per sentence pair; or it has {forward} and {reverse}, the names of files that
it writes the links of two directions to, which are then put together.

\b
Examples:
  wordorder align apply src.txt tgt.txt --align ibm1 -o links.align
  wordorder align apply src.txt tgt.txt --model en-ja.ibm1 --method union
  wordorder align apply src.txt tgt.txt --align-cmd "./my {source} {target}"
"""


@click.command(epilog=EPILOG, short_help="Link the words of a text and its translation.")
@click.argument("source", metavar="SRC")
@click.argument("target", metavar="TGT")
@click.option("--model", metavar="FILE", help="A model that `wordorder align train` wrote.")
@click.option("--align", "aligner", type=click.Choice(["ibm1", "eflomal"]), help="An aligner.")
@click.option("--align-cmd", "external", metavar="COMMAND", help="Any other aligner.")
@click.option(
    "--method",
    type=click.Choice(SYMMETRIZATIONS),
    help="How to put the two directions together [default: grow-diag-final-and].",
)
@options.threads
@options.output
@options.quiet
def command(
    source: str,
    target: str,
    model: str | None,
    aligner: str | None,
    external: str | None,
    method: Symmetrization | None,
    threads: int | None,
    output: str | None,
    quiet: bool,
) -> None:
    """Link the words of a text and its translation; write the links in Pharaoh's form.

    SRC and TGT have one sentence per line, with blanks between the words. They may be compressed.
    Give one of --model, --align and --align-cmd.
    """
    if sum(route is not None for route in (model, aligner, external)) != 1:
        raise UsageError("give one of --model, --align and --align-cmd; see --help")
    refuse_two_standard_inputs([source, target, model])
    refuse_overwriting([source, target, model], {"--output": output})
    program = None if external is None else ExternalAligner(external)
    if aligner == "eflomal":
        program = EFLOMAL
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        if program is not None:
            stack.enter_context(progress("aligning", None, quiet=quiet))
            batches = program.align(source, target, method=method)
        else:
            text = stack.enter_context(open_parallel_text([source, target]))
            ibm1 = _trained(text, threads, quiet) if model is None else Ibm1Model.load(model)
            files = list(text.paths)
            batches = ibm1.align(
                *files,
                method=method or "grow-diag-final-and",
                threads=threads,
                on_bytes=stack.enter_context(follow("aligning", files, quiet=quiet)),
            )
        for batch in stack.enter_context(closing(batches)):
            out.write(write_alignments(batch))


def _trained(text: ParallelText, threads: int | None, quiet: bool) -> Ibm1Model:
    with progress("training", 2 * ITERATIONS, quiet=quiet) as advance:
        return train_ibm1(
            *text.paths,
            threads=threads,
            on_iteration=lambda _direction, iteration, _value: advance(int(iteration > 0)),
        )
