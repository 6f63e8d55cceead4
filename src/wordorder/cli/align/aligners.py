"""`wordorder align train` and `apply`: train an alignment model, and align texts."""

from __future__ import annotations

import click

from wordorder.alignment.alignment import SYMMETRIZATIONS, Symmetrization
from wordorder.alignment.bilingual import ibm1
from wordorder.alignment.bilingual.aligners import ALIGNERS, Aligner, ExternalAligner, align_texts
from wordorder.cli import commands, options
from wordorder.cli.commands import OneOf
from wordorder.cli.match_options import source_tokenize, tokenize
from wordorder.errors import UsageError

_TRAIN_EPILOG = """
\b
The model is plain text: a source word, a target word and the translation
probabilities in both directions. `align apply` also reads it compressed. At
the end, standard error shows the EM objective after each iteration: the
log-likelihood plus the log prior.

\b
Examples:
  wordorder align train corpus.en corpus.ja -o en-ja.ibm1
  wordorder align train corpus.en.gz corpus.ja.gz --iterations 10 --quiet | \\
      zstd > en-ja.ibm1.zst
  wordorder align apply test.en test.ja --model en-ja.ibm1 -o test.align
"""


@commands.command(epilog=_TRAIN_EPILOG)
@click.argument("source", metavar="SRC")
@click.argument("target", metavar="TGT")
@click.option(
    "--iterations",
    type=click.IntRange(1, ibm1.MOST_ITERATIONS),
    default=ibm1.ITERATIONS,
    show_default=True,
    metavar="N",
    help="EM iterations in each direction.",
)
@click.option(
    "--prior",
    type=click.FloatRange(0, ibm1.LARGEST_PRIOR),
    default=ibm1.PRIOR,
    show_default=True,
    metavar="X",
    help="Pseudo-count that keeps rare words from aligning with everything; 0 for none.",
)
@options.cased
@tokenize
@source_tokenize
@options.threads
@options.output
@click.option("-q", "--quiet", is_flag=True, help="Show no progress bar and no table at the end.")
def train_command(
    source: str,
    target: str,
    iterations: int,
    prior: float,
    cased: bool,
    tokenize: str | None,
    source_tokenize: str | None,
    threads: int | None,
    quiet: bool,
) -> None:
    """Train IBM Model 1 in both directions on a text and its translation.

    SRC and TGT have one tokenised sentence per line and may be compressed; line i of TGT is the
    translation of line i of SRC.
    """
    from wordorder.output.tables import render

    with commands.job({"source": source, "target": target}, quiet=quiet) as run:
        model = ibm1.train_ibm1(
            source,
            target,
            iterations=iterations,
            prior=prior,
            fold_case=not cased,
            tokenize=tokenize,
            source_tokenize=source_tokenize,
            threads=threads,
            progress=run.meter,
        )
        model.write(run.out)
    if model.learning is not None and not quiet:
        click.echo(render(model.learning.table(), "plain"), err=True, nl=False)


_APPLY_EPILOG = """
\b
Aligners:
  ibm1      IBM Model 1, trained on SRC and TGT themselves; good links need a
            few thousand sentence pairs
  eflomal   more accurate but slower; a separate program: pip install eflomal

\b
--align-cmd runs any other aligner, without a shell. {source} and {target}
stand for the two text files. The command prints links in Pharaoh format, one
line per sentence pair, or writes the links of both directions to the files
{forward} and {reverse}, which are then symmetrised.

\b
Examples:
  wordorder align apply src.txt tgt.txt --align ibm1 -o links.align
  wordorder align apply src.txt tgt.txt --model en-ja.ibm1 --method union
  wordorder align apply src.txt tgt.txt --align-cmd "./my {source} {target}"
"""


@commands.command(epilog=_APPLY_EPILOG)
@click.argument("source", metavar="SRC")
@click.argument("target", metavar="TGT")
@click.option("--model", metavar="FILE", help="A model made by `wordorder align train`.")
@click.option("--align", "aligner", type=OneOf(ALIGNERS), help="Built-in aligner to use.")
@click.option("--align-cmd", "program", metavar="COMMAND", help="Command of any other aligner.")
@click.option(
    "--method",
    type=OneOf(SYMMETRIZATIONS),
    help="How to symmetrise the two directions [default: grow-diag-final-and].",
)
@tokenize
@source_tokenize
@options.threads
@options.output
@options.quiet
def apply_command(
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
    from wordorder.alignment.formats.registry import write_alignments

    if [model, aligner, program].count(None) != 2:
        raise UsageError("give one of --model, --align and --align-cmd; see --help")
    inputs = {"source": source, "target": target, "model": model}
    with commands.job(inputs) as run:
        chosen: Aligner | ExternalAligner | ibm1.Ibm1Model
        if aligner is not None:
            chosen = aligner
        elif program is not None:
            chosen = ExternalAligner(program)
        else:
            chosen = ibm1.Ibm1Model.load(str(model))
        batches = align_texts(
            source,
            target,
            chosen,
            method=method,
            tokenize=tokenize,
            source_tokenize=source_tokenize,
            threads=threads,
            progress=run.meter,
        )
        run.out.writelines(map(write_alignments, batches))
