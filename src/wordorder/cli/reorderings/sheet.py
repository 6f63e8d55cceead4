"""`wordorder reorderings sheet`: draw reorderings for people to judge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wordorder.cli import shared
from wordorder.cli.reorderings import corpus_options
from wordorder.cli.shared import options
from wordorder.reorderings import AlignedCorpus, SystemFile, draw_sheet

if TYPE_CHECKING:
    from wordorder.alignment import LinkReading
    from wordorder.reorderings import Extraction

EPILOG = """
\b
Judges see the reference and the translation with both blocks marked, and
write into their column: correct, incorrect or na (not applicable). Which
reorderings the program takes for retained is in the key, which they must
not see.

\b
Examples:
  wordorder reorderings sheet ref.align A.align -s src.txt -r ref.txt \\
      -t A.txt --key key.tsv -o sheet.tsv
  wordorder reorderings sheet ref.align A.align -s src.txt -r ref.txt \\
      -t A.txt --key key.tsv -o sheet.tsv --count 25 --judges 3
  wordorder reorderings agreement key.tsv sheet.tsv
"""


@shared.command(epilog=EPILOG)
@click.argument("reference", metavar="REF_LINKS")
@click.argument("system", metavar="LINKS")
@click.option("-s", "--src", "source", required=True, metavar="FILE", help="The source text.")
@click.option("-r", "--ref", required=True, metavar="FILE", help="The reference.")
@click.option("-t", "--tgt", "target", required=True, metavar="FILE", help="The translation.")
@corpus_options.source_trees
@corpus_options.tree_format
@corpus_options.link_reading
@corpus_options.extraction
@corpus_options.skip_bad
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=25,
    show_default=True,
    metavar="N",
    help="How many retained reorderings to draw, and how many others.",
)
@click.option(
    "--judges",
    type=click.IntRange(min=1, max=100),
    default=3,
    show_default=True,
    metavar="N",
    help="How many empty columns to make.",
)
@click.option(
    "--key",
    required=True,
    metavar="FILE",
    help="Where to write which of them are retained: TSV, or as its ending tells.",
)
@options.seed
@options.output
@options.quiet
def command(
    reference: str,
    system: str,
    source: str,
    ref: str,
    target: str,
    trees: str | None,
    count: int,
    judges: int,
    key: str,
    seed: int,
    reading: LinkReading,
    extraction: Extraction,
    **how: Any,
) -> None:
    """Draw as many retained as lost reorderings, for people to judge.

    REF_LINKS link the source with the reference, LINKS with the translation.
    """
    texts = {"source": source, "ref": ref, "target": target}
    job = shared.job(
        {"reference": reference, "system": system, **texts, "trees": trees},
        {"key": key},
        reread=tuple(texts),
        records=("key",),
    )
    with job:
        sheet = draw_sheet(
            AlignedCorpus(
                reference, source=source, target=ref, trees=trees, reading=reading, **how
            ),
            SystemFile(system, source=source, target=target, reading=reading),
            count=count,
            judges=judges,
            extraction=extraction,
            seed=seed,
            progress=job.meter,
        )
        job.out.write(sheet.to_text())
        job.write_records("key", sheet.key())
