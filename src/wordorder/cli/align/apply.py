"""`wordorder align apply`: link the words of a text and its translation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.alignment import (
    ALIGNERS,
    SYMMETRIZATIONS,
    ExternalAligner,
    Ibm1Model,
    align_texts,
    write_alignments,
)
from wordorder.cli import shared
from wordorder.cli.shared import options
from wordorder.cli.shared.usage import Choice
from wordorder.errors import UsageError

if TYPE_CHECKING:
    from wordorder.alignment import Aligner, Symmetrization

EPILOG = """
\b
Aligners:
  ibm1      IBM Model 1, trained on SRC and TGT themselves; it needs some
            thousand sentence pairs for good links
  eflomal   more accurate but slower; a separate program: pip install eflomal

\b
--align-cmd runs any other aligner, without a shell. {source} and {target}
stand for the two text files. It prints links in Pharaoh format, one line per
sentence pair; or it writes the links of both directions to the files
{forward} and {reverse}, which are then symmetrised.

\b
Examples:
  wordorder align apply src.txt tgt.txt --align ibm1 -o links.align
  wordorder align apply src.txt tgt.txt --model en-ja.ibm1 --method union
  wordorder align apply src.txt tgt.txt --align-cmd "./my {source} {target}"
"""


@shared.command(epilog=EPILOG)
@click.argument("source", metavar="SRC")
@click.argument("target", metavar="TGT")
@click.option("--model", metavar="FILE", help="A model made by `wordorder align train`.")
@click.option("--align", "aligner", type=Choice(ALIGNERS), help="Built-in aligner to use.")
@click.option("--align-cmd", "program", metavar="COMMAND", help="Command of any other aligner.")
@click.option(
    "--method",
    type=Choice(SYMMETRIZATIONS),
    help="How to symmetrise the two directions [default: grow-diag-final-and].",
)
@options.tokenize
@options.source_tokenize
@options.threads
@options.output
@options.quiet
def command(
    source: str,
    target: str,
    model: str | None,
    aligner: Aligner | None,
    program: str | None,
    method: Symmetrization | None,
    tokenize: str | None,
    source_tokenize: str | None,
    threads: int | None,
) -> None:
    """Align a text with its translation; write the links in Pharaoh format.

    SRC and TGT have one tokenised sentence per line and may be compressed. Give one of --model,
    --align and --align-cmd.
    """
    if [model, aligner, program].count(None) != 2:
        raise UsageError("give one of --model, --align and --align-cmd; see --help")
    inputs = {"source": source, "target": target, "model": model}
    with shared.job(inputs) as run:
        batches = align_texts(
            source,
            target,
            _chosen(aligner, model, program),
            method=method,
            tokenize=tokenize,
            source_tokenize=source_tokenize,
            threads=threads,
            progress=run.meter,
        )
        run.out.writelines(map(write_alignments, batches))


def _chosen(
    aligner: Aligner | None, model: str | None, program: str | None
) -> Aligner | ExternalAligner | Ibm1Model:
    if program is not None:
        return ExternalAligner(program)
    return Ibm1Model.load(str(model)) if aligner is None else aligner
