"""`wordorder reorderings retained`: which reorderings of the reference systems keep."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from wordorder.cli import options
from wordorder.cli.files import enter_if, follow, refuse_overwriting, refuse_two_standard_inputs
from wordorder.cli.reorderings_input import (
    LeftOut,
    Reading,
    reading_options,
    refuse_read_twice,
    source_trees,
    trees_from,
)
from wordorder.cli.reorderings_plots import open_plot
from wordorder.cli.reorderings_retained_formats import VIEWS, Told, written
from wordorder.errors import UsageError
from wordorder.output import check_columns_path, open_columns, open_output
from wordorder.reorderings import (
    FATES,
    RetentionAnalyzer,
    judge_translations,
    read_translations,
)
from wordorder.report import plots
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
A reordering of the reference is retained if one phrase of the decoder covers
it (--trace), if its two blocks stand in the same order in the translation, or
if the translation has a reordering of the same width at most one word beside
it. It cannot be judged if the translation has no link to one of its blocks.

\b
order_bias  RQuantity of the system / RQuantity of the reference: below 1 the
            system keeps closer to the source order than the reference does.
            Moves inside phrases of a --trace without word links do not show.

\b
Examples:
  wordorder reorderings retained ref.align A.align B.align -s src.txt
  wordorder reorderings retained ref.align A.align -r ref.txt -t A.txt
  wordorder reorderings retained ref.align --trace moses.out -r ref.txt
  wordorder reorderings retained ref.align A.align --trees src.conllu \\
      --by label
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
@click.option("-s", "--src", metavar="FILE", help="The source text.")
@click.option("-r", "--ref", metavar="FILE", help="The reference text, for its lengths.")
@click.option(
    "-t",
    "--tgt",
    multiple=True,
    metavar="FILE",
    help="The translations of each LINKS, in their order, for their lengths.",
)
@source_trees
@trees_from
@reading_options
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(list(VIEWS)),
    help="A further table; can be given several times. JSON has them all.",
)
@options.top("labels")
@options.holm
@options.resamples
@options.seed
@options.style
@options.columns("--each", "what became of every reordering")
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
    by: tuple[str, ...],
    top: int,
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
    _check(systems, traces, ref, tgt, trees, by, style)
    reading = Reading(**how)
    corpus = reading.corpus(reference, src, ref, trees)
    files = [
        *(reading.system(file, src, text) for file, text in zip_longest(systems, tgt)),
        *(reading.system(file, src, None, "moses") for file in traces),
    ]
    inputs = [reference, *systems, *traces, src, ref, *tgt, trees]
    refuse_two_standard_inputs(inputs)
    refuse_read_twice({"--src": [src], "--ref": [ref], "--tgt": tgt, "--trace": traces})
    refuse_overwriting(inputs, {"--output": output, "--each": each, "--plot": plot})
    check_columns_path(each)
    names = names_of_files([*systems, *traces])
    analyzer, bad = RetentionAnalyzer(names), LeftOut()
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        records = enter_if(stack, each, open_columns, EACH_TYPES)
        drawn = open_plot(stack, plot)
        read = [reference, *systems, *traces, trees]
        advance = stack.enter_context(follow("comparing", read, quiet=quiet))
        batches = read_translations(corpus, files, on_bytes=advance, on_bad=bad.add)
        for some in bad.others_of(reference, batches):
            found, fates = judge_translations(analyzer, some, reading.find)
            if records is not None:
                _write(records, names, found, fates)
        told = Told(
            analyzer.result(resamples=resamples, seed=seed),
            holm,
            bad.count,
            reading.signature(
                f"resamples:{resamples}", f"seed:{seed}", with_trees=trees is not None
            ),
        )
        out.write(written(told, style, by, top, on_screen=output in (None, "-")))
        if drawn is not None:
            drawn.draw(plots.retained_by_width(plots.retained_rows(told.result)))
        bad.tell()


def _check(
    systems: Sequence[str],
    traces: Sequence[str],
    ref: str | None,
    tgt: Sequence[str],
    trees: str | None,
    by: Sequence[str],
    style: str,
) -> None:
    if not systems and not traces:
        raise UsageError("there is no system: give its LINKS, or a --trace")
    if style == "tsv" and len(by) > 1:
        raise UsageError("--format tsv writes one table: give --by once")
    if "label" in by and trees is None:
        raise UsageError("--by label needs syntax trees: give them with --trees")
    if len(tgt) not in (0, len(systems)):
        raise UsageError(
            f"--tgt is given {len(tgt)} times; give it once for each of the {len(systems)} LINKS"
        )
    # RQuantity depends on target lengths: all of them come from texts and traces, or none.
    if ref is None and (tgt or traces):
        raise UsageError("give the reference, too, with --ref: order_bias compares lengths")
    if ref is not None and systems and not tgt:
        raise UsageError("give the translations, too, with --tgt: order_bias compares lengths")


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
