"""Alignment files converted to permutations."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from wordorder.errors import Argument, UsageError, expect
from wordorder.output import as_meter, follow_files
from wordorder.permutation.batch import PermutationBatch
from wordorder.permutation.conventions import checked_convention
from wordorder.text import read_lines, rereadable, split_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordorder.alignment import AlignmentBatch, LinkReading
    from wordorder.output import Meter
    from wordorder.permutation.conventions import Convention
    from wordorder.text import Input

Writing = Literal["ranks", "order", "words"]
WRITINGS: tuple[Writing, ...] = get_args(Writing)
"""The rank of each word, the word at each position, or the words in their new order."""

MOST_WORDS = 1 << 22  # at a time: a short line may link the last word of a very long sentence


def alignment_permutations(
    file: Input,
    convention: Convention = "lrscore",
    *,
    reading: LinkReading | None = None,
    source: Input | None = None,
    target: Input | None = None,
    progress: bool | Meter = False,
) -> Iterator[PermutationBatch]:
    r"""Convert the alignments of a file to permutations, in bounded memory.

    Args:
        file: The links: a file, a stream or a column of Arrow, as in `read_alignments`.
        convention: How links become an order: lrscore, reference or matched; see
            `Permutation.from_alignment`.
        reading: The format of the file, and which links to use; by default Pharaoh format, all
            links.
        source: The source sentences; without them a sentence ends with its last linked word.
        target: The target sentences.
        progress: Whether to show progress.

    Raises:
        InputError: The file cannot be read.
        UsageError: Unknown convention.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "links.align")
        ...     _ = file.write_text("0-6 1-5\n\n")
        ...     [batch.to_text() for batch in alignment_permutations(file)]
        ['1 0\n\n']
    """
    from wordorder.alignment import PHARAOH, LinkReading

    checked_convention(convention)
    how = PHARAOH if reading is None else reading
    expect(how, LinkReading, "reading")

    def batches() -> Iterator[PermutationBatch]:
        with follow_files(as_meter(progress), "converting", [file]) as advance:
            for batch in how.read(file, source=source, target=target, on_bytes=advance):
                for part in _parts(batch):
                    yield PermutationBatch.from_alignments(part, convention)

    return batches()


def permutation_text(
    file: Input,
    convention: Convention = "lrscore",
    written_as: Writing = "ranks",
    *,
    reading: LinkReading | None = None,
    source: Input | None = None,
    target: Input | None = None,
    progress: bool | Meter = False,
) -> Iterator[str]:
    r"""Convert the alignments of a file to permutations, as text with one per line, in pieces.

    Args:
        file: The links; this and other arguments as in `alignment_permutations`.
        convention: How links become an order.
        written_as: ranks, the rank of each word; order, the word at each position, both from 0; or
            words, the source words in their new order, with {{ groups }} of free inner order.
        reading: The format of the file, and which links to use.
        source: The source sentences.
        target: The target sentences.
        progress: Whether to show progress.

    Raises:
        InputError: The file cannot be read.
        UsageError: Unknown convention or writing, or no words to write.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file, text = pathlib.Path(folder, "links"), pathlib.Path(folder, "source")
        ...     _ = file.write_text("0-1 1-2 2-0\n"), text.write_text("white house the\n")
        ...     "".join(permutation_text(file, written_as="words", source=text))
        'the white house\n'
    """
    if written_as not in WRITINGS:
        raise UsageError.unknown("writing of permutations", written_as, WRITINGS)

    def batches(text: Input | None) -> Iterator[PermutationBatch]:
        return alignment_permutations(
            file, convention, reading=reading, source=text, target=target, progress=progress
        )

    if written_as != "words":
        return (batch.to_text(order=written_as == "order") for batch in batches(source))
    checked_convention(convention)
    if source is None or convention == "matched":
        raise UsageError(
            Argument("written_as", "words"),
            " needs ",
            Argument("source"),
            " and a convention that keeps all source words",
        )
    return _arranged(batches, source)


def _parts(batch: AlignmentBatch) -> Iterator[AlignmentBatch]:
    """Split into parts of about MOST_WORDS words, so that memory stays bounded."""
    part = np.cumsum(batch.source_lengths, dtype=np.int64) // MOST_WORDS
    bounds = [0, *(np.flatnonzero(np.diff(part)) + 1).tolist(), len(batch)]
    return (batch.rows(start, stop) for start, stop in pairwise(bounds))


def _arranged(
    batches: Callable[[Input], Iterator[PermutationBatch]], source: Input
) -> Iterator[str]:
    with rereadable(source) as text, closing(read_lines(text)) as sentences:
        for batch in batches(text):
            lines = []
            for row in range(len(batch)):
                words = split_words(next(sentences)[1])
                permutation = batch[row]
                lines.append(permutation.arranged(words if len(permutation) else []))
            yield "".join(f"{line}\n" for line in lines)
