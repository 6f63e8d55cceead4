"""`wordorder align evaluate`: precision, recall, F1 and error rate against gold links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.alignment import READERS, LinkReading, evaluate_alignments
from wordorder.cli import shared
from wordorder.cli.shared import link_options, options
from wordorder.cli.shared.usage import Choice
from wordorder.statistics import Resampling
from wordorder.text import names_of_files, natural_order

if TYPE_CHECKING:
    from wordorder.output import Format

EPILOG = """
\b
precision  share of predicted links that are gold links (sure or possible)
recall     share of sure gold links that were predicted
f1         harmonic mean of the two
aer        alignment error rate (Och and Ney 2003); lower is better
Intervals are 95% bootstrap intervals over sentence pairs.

\b
Examples:
  wordorder align evaluate gold.align ours.align theirs.align
  wordorder align evaluate gold.naacl ours.align --gold-from naacl
  wordorder align evaluate sure.align ours.align --possible all.align
"""


@shared.command(epilog=EPILOG)
@click.argument("gold", metavar="GOLD")
@click.argument("systems", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--possible",
    metavar="FILE",
    help="All gold links, or the possible ones, if GOLD has only the sure ones.",
)
@link_options.file_format
@click.option(
    "--gold-from",
    "gold_format",
    type=Choice(list(READERS)),
    help="Format of GOLD [default: as --from].",
)
@link_options.base
@link_options.source
@link_options.target
@options.names
@options.resamples
@options.seed
@options.style
@options.with_sentences
@options.output
@options.quiet
def command(
    gold: str,
    systems: tuple[str, ...],
    possible: str | None,
    file_format: str,
    gold_format: str | None,
    base: int,
    source: str | None,
    target: str | None,
    names: list[str] | None,
    resamples: int,
    seed: int,
    style: Format,
    sentences: bool,
) -> None:
    """Evaluate alignments against gold links.

    GOLD may mark links as possible (`i?j`, or P in NAACL format).
    """
    if names is None:
        systems = tuple(natural_order(systems))
    if style != "json":
        shared.refuse_unused("--format json", ["sentences"])
    inputs = {"gold": gold, "possible": possible, "systems": systems}
    texts = {"source": source, "target": target}
    with shared.job({**inputs, **texts}) as run:
        result = evaluate_alignments(
            gold,
            dict(zip(names_of_files(systems, names), systems, strict=True)),
            possible=possible,
            reading=LinkReading(file_format, base),
            gold_format=gold_format,
            source=source,
            target=target,
            resampling=Resampling(resamples, seed),
            progress=run.meter,
        )
        run.show(result, style, sentences=sentences)
