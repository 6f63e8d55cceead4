"""`wordorder reorderings retained`: which reorderings of the reference systems keep."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from wordorder.cli import options, reorderings_systems
from wordorder.cli.files import follow, refuse_overwriting
from wordorder.cli.reorderings_input import (
    Finder,
    LeftOut,
    reading_options,
    trees_from,
)
from wordorder.cli.reorderings_plots import save_retained_plot
from wordorder.cli.reorderings_retained_formats import VIEWS, Told, written
from wordorder.errors import UsageError
from wordorder.output import check_columns_path, open_columns, open_output, signature
from wordorder.reorderings import FATES, RetentionAnalyzer, read_translations
from wordorder.report.plots import check_plot_path
from wordorder.scoring import names_of_files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from wordorder.output import ColumnWriter
    from wordorder.reorderings import ReorderingBatch

EPILOG = """
\b
A reordering of the reference is retained if one phrase of the decoder covers it
(--trace), if its two blocks stand in the same order in the translation, or if
the translation has a reordering of the same width at most one word beside it.
It cannot be judged if the translation has no link to one of its blocks.

\b
order_bias  RQuantity of the system / RQuantity of the reference: below 1 the
            system keeps closer to the source order than the reference does.

\b
Examples:
  wordorder reorderings retained ref.align A.align B.align -s src.txt
  wordorder reorderings retained ref.align A.align -r ref.txt -t A.txt
  wordorder reorderings retained ref.align --trace moses.out -s src.txt
  wordorder reorderings retained ref.align A.align --trees src.conllu --by label
  wordorder reorderings retained ref.align A.align B.align --plot kept.svg
"""

EACH_TYPES: dict[str, type[str | int | float]] = {
    "system": str,
    "line": int,
    **dict.fromkeys(("a_first", "a_last", "b_first", "b_last", "source_width"), int),
    "fate": str,
}


@click.command(epilog=EPILOG, short_help="Which reorderings of the reference systems keep.")
@click.argument("reference", metavar="REF_LINKS")
@click.argument("systems", metavar="LINKS...", nargs=-1)
@click.option(
    "--trace",
    "traces",
    multiple=True,
    metavar="FILE",
    help="A further system, as a trace of Moses: `the house |0-1|`.",
)
@reorderings_systems.src
@click.option("-r", "--ref", metavar="FILE", help="The reference text, for its lengths.")
@click.option(
    "-t",
    "--tgt",
    multiple=True,
    metavar="FILE",
    help="The translations of each LINKS, in their order, for their lengths.",
)
@reorderings_systems.trees
@trees_from
@reading_options
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(list(VIEWS)),
    help="A further table; can be given several times. JSON has them all.",
)
@click.option("--holm", is_flag=True, help="Correct p-values for the number of pairs (Holm 1979).")
@options.resamples
@options.seed
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json", "tsv", "latex", "markdown"]),
    default="table",
    show_default=True,
    help="json and tsv have every digit.",
)
@click.option(
    "--each",
    metavar="FILE",
    help="Write what became of every reordering there: TSV; JSON lines if it ends in .jsonl, "
    "Parquet if in .parquet.",
)
@click.option("--plot", metavar="FILE", help="Draw what is retained by width (.html, .svg, .png).")
@options.output
@options.quiet
def command(
    reference: str,
    systems: tuple[str, ...],
    traces: tuple[str, ...],
    src: str | None,
    ref: str | None,
    tgt: tuple[str, ...],
    trees: str | None,
    branching: str,
    sibling_branching: str,
    by: tuple[str, ...],
    holm: bool,
    resamples: int,
    seed: int,
    style: str,
    each: str | None,
    plot: str | None,
    output: str | None,
    quiet: bool,
    **how: Any,
) -> None:
    """Say which reorderings of the reference each system keeps, and how literal its order is.

    REF_LINKS link the source with the reference, LINKS the same source with translations.
    """
    if not systems and not traces:
        raise UsageError("there is no system: give its LINKS, or a --trace")
    if style == "tsv" and len(by) > 1:
        raise UsageError("--format tsv writes one table: give --by once")
    if "label" in by and trees is None:
        raise UsageError("--by label needs syntax trees: give them with --trees")
    if len(tgt) not in (0, len(systems)):
        raise UsageError(
            f"--tgt is given {len(tgt)} times; give it once for each of {len(systems)} LINKS"
        )
    if systems and (ref is None) != (not tgt):
        raise UsageError("--ref and --tgt belong together: RQuantity depends on both lengths")
    texts = [*(tgt or [None] * len(systems)), *([None] * len(traces))]
    corpus, files = reorderings_systems.files_of(
        reference, systems, traces, src=src, ref=ref, texts=texts, trees=trees, **how
    )
    inputs = [reference, *systems, *traces, src, ref, *tgt, trees]
    refuse_overwriting(inputs, {"--output": output, "--each": each, "--plot": plot})
    check_columns_path(each)
    if plot is not None:
        check_plot_path(plot)
    names = names_of_files([*systems, *traces])
    finder = Finder("source", branching, sibling_branching)
    analyzer, bad = RetentionAnalyzer(names), LeftOut()
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        records = None if each is None else stack.enter_context(open_columns(each, EACH_TYPES))
        read = [reference, *systems, *traces, trees]
        advance = stack.enter_context(follow("comparing", read, quiet=quiet))
        for batch, translated in read_translations(corpus, files, on_bytes=advance, on_bad=bad.add):
            found = finder.find(batch.alignments, batch.trees)
            moved = [
                (
                    one.alignments,
                    finder.find(one.alignments, batch.trees),
                    None if one.phrases is None else one.phrases.phrases,
                )
                for one in translated
            ]
            fates = analyzer.add(batch.alignments, found, moved)
            if records is not None:
                _write(records, names, found, fates)
        told = Told(
            analyzer.result(resamples=resamples, seed=seed),
            holm,
            bad.count,
            signature(
                [
                    *finder.signature,
                    f"trees:{'source' if trees else 'none'}",
                    *(["unaligned:blocking"] if how["unalign_blocking"] else []),
                    f"resamples:{resamples}",
                    f"seed:{seed}",
                ]
            ),
        )
        out.write(written(told, style, by, on_screen=output in (None, "-")))
        if plot is not None:
            save_retained_plot(told.result, plot)
        bad.tell()


def _write(
    records: ColumnWriter,
    names: Sequence[str],
    found: ReorderingBatch,
    fates: Sequence[NDArray[np.int8]],
) -> None:
    for name, fate in zip(names, fates, strict=True):
        spans = zip(("a_first", "a_last", "b_first", "b_last"), found.spans[:4], strict=True)
        records.write(
            {
                "system": [name] * len(found),
                "line": found.first_line + found.rows,
                **dict(spans),
                "source_width": found.source_widths(),
                "fate": [FATES[number] for number in fate.tolist()],
            }
        )
