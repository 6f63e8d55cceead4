"""`wordorder align evaluate`: precision, recall, F1 and error rate against gold links."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click
import numpy as np

from wordorder.alignment import (
    READERS,
    agreement_counts,
    combine_gold,
    evaluate_counts,
    in_lockstep,
)
from wordorder.cli import align_input, options
from wordorder.cli.align_evaluate_formats import written
from wordorder.cli.align_input import AlignmentInput
from wordorder.cli.files import (
    follow,
    refuse_overwriting,
    refuse_standard_input,
    refuse_two_standard_inputs,
)
from wordorder.errors import InputError
from wordorder.output import open_output
from wordorder.text import shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

EPILOG = """
\b
precision  predicted links that are in the gold (sure or possible)
recall     sure gold links that were predicted
f1         harmonic mean of the two
aer        alignment error rate (Och and Ney 2003); lower is better
With a 95 % interval from a bootstrap over sentence pairs.

\b
Examples:
  wordorder align evaluate gold.align ours.align theirs.align
  wordorder align evaluate gold.naacl ours.align --gold-from naacl
  wordorder align evaluate sure.align ours.align --possible all.align
"""


@click.command(epilog=EPILOG, short_help="Judge alignments by gold links.")
@click.argument("gold", metavar="GOLD")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--possible",
    metavar="FILE",
    help="All gold links, or the possible ones, where GOLD has only the sure ones.",
)
@align_input.form
@click.option(
    "--gold-from", type=click.Choice(list(READERS)), help="Format of GOLD [default: as --from]."
)
@align_input.base
@align_input.src
@align_input.tgt
@options.resamples
@options.seed
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json", "tsv", "latex"]),
    default="table",
    show_default=True,
    help="json and tsv have every digit.",
)
@options.output
@options.quiet
def command(
    gold: str,
    files: tuple[str, ...],
    possible: str | None,
    form: str,
    gold_from: str | None,
    base: int,
    src: str | None,
    tgt: str | None,
    resamples: int,
    seed: int,
    style: str,
    output: str | None,
    quiet: bool,
) -> None:
    """Judge one or more files of alignments by gold links.

    In GOLD, links may be marked as possible (`i?j`, or P in the NAACL format).
    """
    inputs = [gold, possible, *files, src, tgt]
    refuse_two_standard_inputs(inputs)
    refuse_standard_input({"--src": src, "--tgt": tgt})
    if len(files) > 1:
        refuse_standard_input({"GOLD": gold, "--possible": possible})
    refuse_overwriting(inputs, {"--output": output})
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        golds = [gold] if possible is None else [gold, possible]
        read = [*golds * len(files), *files]
        advance = stack.enter_context(follow("comparing", read, quiet=quiet))
        predictions = AlignmentInput(form, base, src, tgt)
        reference = AlignmentInput(gold_from or form, base, src, tgt)
        results = []
        for file in files:
            counts = _counts(golds, file, reference, predictions, advance)
            quality = evaluate_counts(counts, resamples=resamples, seed=seed)
            results.append((file, quality))
        out.write(written(results, style, on_screen=output in (None, "-")))


def _counts(
    golds: Sequence[str],
    file: str,
    reference: AlignmentInput,
    predictions: AlignmentInput,
    advance: Callable[[int], None],
) -> NDArray[np.int64]:
    streams = [reference.read(name, advance) for name in golds] + [predictions.read(file, advance)]
    names = [shown_name(name) for name in (*golds, file)]
    counts = [
        agreement_counts(predicted, combine_gold(*gold) if len(gold) > 1 else gold[0])
        for *gold, predicted in in_lockstep(names, streams)
    ]
    if not counts:
        raise InputError(f"{shown_name(golds[0])}: no sentence pairs, so there is nothing to judge")
    return np.concatenate(counts)
