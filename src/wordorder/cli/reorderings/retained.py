"""`wordorder reorderings retained`: which reorderings of the reference systems retain."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from wordorder.cli import shared
from wordorder.cli.reorderings import corpus_options
from wordorder.cli.shared import options, plot_options
from wordorder.errors import Argument, UsageError
from wordorder.output import counted
from wordorder.reorderings import AlignedCorpus, RetentionResult, SystemFile, analyze_retention
from wordorder.text import names_of_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.alignment import LinkReading
    from wordorder.cli.reorderings.corpus_options import Look
    from wordorder.reorderings import Extraction
    from wordorder.statistics import Resampling
    from wordorder.syntax import TreeForm

EPILOG = """
\b
A reordering of the reference is retained if a single decoder phrase covers it
(--trace), if its two blocks are in the same order in the translation, or if
the translation has a reordering of the same width at most one word away. It
cannot be judged if one of its blocks has no link to the translation.

\b
order_bias  RQuantity of the system / RQuantity of the reference; below 1, the
            system stays closer to the source order than the reference does.
            Moves inside --trace phrases without word links do not show.

\b
Examples:
  wordorder reorderings retained ref.align A.align B.align -s src.txt
  wordorder reorderings retained ref.align A.align -r ref.txt -t A.txt
  wordorder reorderings retained ref.align --trace moses.out -r ref.txt
  wordorder reorderings retained ref.align A.align --trees src.conllu \\
      --by label
  wordorder reorderings retained ref.align A.align --plot-widths kept.svg
  wordorder reorderings retained ref.align A.align --by sets.txt
"""


@shared.command(epilog=EPILOG)
@click.argument("reference", metavar="REF_LINKS")
@click.argument("systems", metavar="LINKS...", nargs=-1)
@click.option(
    "--trace",
    "traces",
    multiple=True,
    metavar="FILE",
    help="Another system, as a Moses trace: `the house |0-1|`.",
)
@click.option("-s", "--src", "source", metavar="FILE", help="Source text.")
@click.option("-r", "--ref", metavar="FILE", help="Reference text, for its lengths.")
@click.option(
    "-t",
    "--tgt",
    "target",
    multiple=True,
    metavar="FILE",
    help="Translations, one file for each LINKS, for their lengths.",
)
@corpus_options.source_trees
@corpus_options.tree_format
@corpus_options.link_reading
@corpus_options.extraction
@corpus_options.skip_bad
@options.names
@corpus_options.look(RetentionResult.views(), "labels")
@options.holm
@options.resampling
@options.records("--each", "the outcome of each reordering")
@options.spreadsheet_safe
@plot_options.plots(plot_widths="Draw what is retained by width (.html, .svg, .pdf, .png).")
@options.output
@options.quiet
def command(
    reference: str,
    systems: tuple[str, ...],
    traces: tuple[str, ...],
    source: str | None,
    ref: str | None,
    target: tuple[str, ...],
    trees: str | None,
    names: list[str] | None,
    holm: bool,
    each: str | None,
    look: Look,
    plots: dict[str, str | None],
    frame: plot_options.Frame,
    reading: LinkReading,
    extraction: Extraction,
    resampling: Resampling,
    tree_format: TreeForm | None,
    skip_bad: bool,
) -> None:
    """Find which reorderings of the reference each system retains, and how literal its order is.

    REF_LINKS align the source with the reference, LINKS the same source with translations.
    """
    inputs = {"reference": reference, "systems": systems, "trees": trees, "labels": look.labels}
    reread = {"source": source, "ref": ref, "target": target, "traces": traces}
    outputs = {"each": each, **plots}
    job = shared.job({**inputs, **reread}, outputs, reread=reread, records=("each",))
    look.check(trees)
    files = _system_files(systems, traces, source, target, reading)
    with job:
        result = analyze_retention(
            AlignedCorpus(
                reference,
                source=source,
                target=ref,
                trees=trees,
                tree_format=tree_format,
                reading=reading,
                skip_bad=skip_bad,
            ),
            dict(zip(names_of_files([*systems, *traces], names), files, strict=True)),
            extraction=extraction,
            labels=look.labels,
            holm=holm,
            resampling=resampling,
            each=job.records("each"),
            progress=job.meter,
        )
        look.show(job, result)
        plot_options.draw(job, result, plots, frame)


def _system_files(
    systems: Sequence[str],
    traces: Sequence[str],
    source: str | None,
    target: Sequence[str],
    reading: LinkReading,
) -> list[SystemFile]:
    if len(target) not in (0, len(systems)):
        raise UsageError(
            Argument("target"),
            f" is given {counted(len(target), 'time')}; give it once for each of the "
            f"{len(systems)} LINKS",
        )
    of_traces = replace(reading, file_format="moses")
    return [
        *(
            SystemFile(file, source=source, target=text, reading=reading)
            for file, text in zip_longest(systems, target)
        ),
        *(SystemFile(file, source=source, reading=of_traces) for file in traces),
    ]
