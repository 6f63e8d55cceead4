"""`wordorder align permutations`: alignments in, permutations out."""

from __future__ import annotations

from contextlib import ExitStack, closing
from itertools import pairwise
from typing import TYPE_CHECKING

import click
import numpy as np

from wordorder.cli import align_input, options
from wordorder.cli.align_input import AlignmentInput
from wordorder.cli.files import follow, refuse_overwriting, refuse_standard_input
from wordorder.errors import UsageError
from wordorder.output import open_output
from wordorder.permutation import CONVENTIONS, PermutationBatch
from wordorder.text import read_lines, split_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.alignment import AlignmentBatch
    from wordorder.permutation import Convention

MOST_WORDS = 1 << 22  # made at once: a short line may link the last word of a very long sentence

EPILOG = """
\b
Conventions, for source words without links and with several:
  lrscore    in the order of their first targets; a word without links stands
             directly behind the word before it
  reference  the same, but a word without links stands before the next linked
             one; words with the same first target may stand in any order
  matched    source = hypothesis, target = reference: only matched words enter

\b
A line without links has no order: it becomes an empty line. Numbers count
from 0. Without --src a sentence ends with its last linked word.

\b
Examples:
  wordorder align permutations links.align -s source.txt | wordorder permutation -
  wordorder align permutations links.align --convention reference --as words \\
      -s source.txt
"""


@click.command(epilog=EPILOG, short_help="Turn alignments into permutations.")
@click.argument("file", metavar="FILE")
@click.option(
    "--convention",
    type=click.Choice(CONVENTIONS),
    default="lrscore",
    show_default=True,
    help="How links become an order.",
)
@click.option(
    "--as",
    "kind",
    type=click.Choice(["ranks", "order", "words"]),
    default="ranks",
    show_default=True,
    help="The place of each word, the word at each place, or the words of --src in their new "
    "order, with {{ groups }} of free inner order.",
)
@align_input.form
@align_input.base
@align_input.src
@align_input.tgt
@align_input.sure_only
@options.output
@options.quiet
def command(
    file: str,
    convention: Convention,
    kind: str,
    form: str,
    base: int,
    src: str | None,
    tgt: str | None,
    sure_only: bool,
    output: str | None,
    quiet: bool,
) -> None:
    """Turn alignments into permutations, one per line, as `wordorder permutation` reads them."""
    refuse_standard_input({"--src": src, "--tgt": tgt})
    refuse_overwriting([file, src, tgt], {"--output": output})
    if kind == "words" and (src is None or convention == "matched"):
        raise UsageError("--as words needs --src, and a convention that keeps all source words")
    alignments = AlignmentInput(form, base, src, tgt, sure_only)
    with ExitStack() as stack:
        out = stack.enter_context(open_output(output))
        advance = stack.enter_context(follow("converting", [file], quiet=quiet))
        sentences: Iterator[tuple[int, str]] = iter(())
        if kind == "words" and src is not None:
            sentences = stack.enter_context(closing(read_lines(src)))
        for batch in alignments.read(file, advance):
            for part in _parts(batch):
                permutations = PermutationBatch.from_alignments(part, convention)
                out.write(_text(permutations, kind, sentences))


def _parts(batch: AlignmentBatch) -> Iterator[AlignmentBatch]:
    """Rows with about MOST_WORDS words together, so that memory stays bounded."""
    part = np.cumsum(batch.source_lengths, dtype=np.int64) // MOST_WORDS
    bounds = [0, *(np.flatnonzero(np.diff(part)) + 1).tolist(), len(batch)]
    return (batch.rows(start, stop) for start, stop in pairwise(bounds))


def _text(permutations: PermutationBatch, kind: str, sentences: Iterator[tuple[int, str]]) -> str:
    if kind != "words":
        return permutations.to_text(order=kind == "order")
    lines = []
    for row in range(len(permutations)):
        words = split_words(next(sentences)[1])
        permutation = permutations[row]
        lines.append(permutation.arranged(words if len(permutation) else []))
    return "".join(f"{line}\n" for line in lines)
