"""`wordorder reorderings sheet`: sample reorderings for human judgement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordorder.cli import shared
from wordorder.cli.reorderings import corpus_options
from wordorder.cli.shared import options
from wordorder.reorderings import AlignedCorpus, SystemFile, draw_sheet

if TYPE_CHECKING:
    from wordorder.alignment import LinkReading
    from wordorder.reorderings import Extraction
    from wordorder.syntax import TreeForm

EPILOG = """
\b
Judges see the reference and the translation with both blocks marked, and
fill their column with correct, incorrect or na (not applicable). The key says
which reorderings are retained; judges must not see it.

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
@click.option("-s", "--src", "source", required=True, metavar="FILE", help="Source text.")
@click.option("-r", "--ref", required=True, metavar="FILE", help="Reference text.")
@click.option("-t", "--tgt", "target", required=True, metavar="FILE", help="Translation.")
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
    help="Number of retained reorderings to sample, and of lost ones.",
)
@click.option(
    "--judges",
    type=click.IntRange(min=1, max=100),
    default=3,
    show_default=True,
    metavar="N",
    help="Number of judges, each with an empty column.",
)
@click.option(
    "--key",
    required=True,
    metavar="FILE",
    help="Write to this file which of them are retained, as TSV or by its extension.",
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
    tree_format: TreeForm | None,
    skip_bad: bool,
) -> None:
    """Sample retained and lost reorderings, in equal numbers, for human judgement.

    REF_LINKS align the source with the reference, LINKS with the translation.
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
                reference,
                source=source,
                target=ref,
                trees=trees,
                tree_format=tree_format,
                reading=reading,
                skip_bad=skip_bad,
            ),
            SystemFile(system, source=source, target=target, reading=reading),
            count=count,
            judges=judges,
            extraction=extraction,
            seed=seed,
            progress=job.meter,
        )
        job.out.write(sheet.to_text("csv" if job.separated_by_commas else "tsv"))
        job.write_records("key", sheet.key())
