"""`wordorder reorderings retained`, `sheet` and `agreement`: moves that systems retain."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from wordorder.cli import commands, options
from wordorder.cli.reorderings import corpus_options
from wordorder.errors import Argument, UsageError
from wordorder.reorderings.agreement import AgreementResult, judge_agreement
from wordorder.reorderings.retention_result import RetentionResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.alignment.link_reading import LinkReading
    from wordorder.cli.reorderings.corpus_options import Look
    from wordorder.output.results import Format
    from wordorder.reorderings.extraction import Extraction
    from wordorder.reorderings.systems import SystemFile
    from wordorder.statistics.resampling import Resampling
    from wordorder.syntax.reading import TreeForm

_RETAINED_EPILOG = """
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


@commands.command(epilog=_RETAINED_EPILOG)
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
@options.plots(plot_widths="Draw the share retained by width (.html, .svg, .pdf, .png).")
@options.output
@options.quiet
def retained_command(
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
    frame: options.PlotFrame,
    reading: LinkReading,
    extraction: Extraction,
    resampling: Resampling,
    tree_format: TreeForm | None,
    skip_bad: bool,
) -> None:
    """Find which reorderings of the reference each system retains, and how literal its order is.

    REF_LINKS align the source with the reference, LINKS the same source with translations.
    """
    from wordorder.reorderings.inputs import AlignedCorpus
    from wordorder.reorderings.retention import analyze_retention
    from wordorder.text.naming import names_of_files

    inputs = {"reference": reference, "systems": systems, "trees": trees, "labels": look.labels}
    reread = {"source": source, "ref": ref, "target": target, "traces": traces}
    outputs = {"each": each, **plots}
    job = commands.job({**inputs, **reread}, outputs, reread=reread, records=("each",))
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
        options.draw(job, result, plots, frame)


def _system_files(
    systems: Sequence[str],
    traces: Sequence[str],
    source: str | None,
    target: Sequence[str],
    reading: LinkReading,
) -> list[SystemFile]:
    from wordorder.output.wording import counted
    from wordorder.reorderings.systems import SystemFile

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


_SHEET_EPILOG = """
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


@commands.command(epilog=_SHEET_EPILOG)
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
    help="Number of reorderings to sample, of the retained and of the lost ones each.",
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
    help="Write which reorderings are retained to FILE, as TSV or by its extension.",
)
@options.seed
@options.output
@options.quiet
def sheet_command(
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
    from wordorder.reorderings.inputs import AlignedCorpus
    from wordorder.reorderings.sheet import draw_sheet
    from wordorder.reorderings.systems import SystemFile

    texts = {"source": source, "ref": ref, "target": target}
    job = commands.job(
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


_AGREEMENT_EPILOG = """
\b
KEY and the empty sheet come from `wordorder reorderings sheet`. Judges fill
the columns judge_1, judge_2, … of a SHEET with one of these, or nothing:
correct    (or c)  the two blocks are in the right order
incorrect  (or i)  they are not
na         (or n)  not applicable: the translation is too different to tell

\b
Examples:
  wordorder reorderings agreement key.tsv sheet.tsv
  wordorder reorderings agreement key.tsv anna.tsv ben.tsv chen.tsv
  wordorder reorderings agreement key.tsv sheet.tsv --format json -o all.json
"""


@commands.command(epilog=_AGREEMENT_EPILOG)
@click.argument("key", metavar="KEY")
@click.argument("sheets", metavar="SHEET...", nargs=-1, required=True)
@options.optional_views(list(AgreementResult.views())[1:])
@options.style
@options.output
@options.quiet
def agreement_command(
    key: str, sheets: tuple[str, ...], view: tuple[str, ...], style: Format
) -> None:
    """Show whether retained reorderings are judged correct, and how well judges agree.

    Each judge may have a separate SHEET, or a column in the same one.
    """
    with commands.job({"key": key, "sheets": sheets}) as job:
        job.show(judge_agreement(key, sheets), style, [(name,) for name in view])
