"""`wordorder align train`: learn which words translate each other."""

from __future__ import annotations

import click

from wordorder.alignment import train_ibm1
from wordorder.alignment.bilingual.ibm1 import ITERATIONS, LARGEST_PRIOR, MOST_ITERATIONS, PRIOR
from wordorder.cli import shared
from wordorder.cli.shared import options
from wordorder.output import render

EPILOG = """
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


@shared.command(epilog=EPILOG)
@click.argument("source", metavar="SRC")
@click.argument("target", metavar="TGT")
@click.option(
    "--iterations",
    type=click.IntRange(1, MOST_ITERATIONS),
    default=ITERATIONS,
    show_default=True,
    metavar="N",
    help="EM iterations in each direction.",
)
@click.option(
    "--prior",
    type=click.FloatRange(0, LARGEST_PRIOR),
    default=PRIOR,
    show_default=True,
    metavar="X",
    help="Added to every expected count, so that rare words do not align with everything; 0: none.",
)
@options.cased
@options.tokenize
@options.source_tokenize
@options.threads
@options.output
@click.option("-q", "--quiet", is_flag=True, help="Show no progress bar and no table at the end.")
def command(
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
    with shared.job({"source": source, "target": target}, quiet=quiet) as run:
        model = train_ibm1(
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
