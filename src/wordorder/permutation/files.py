"""Streams of permutation batches, from files, Arrow columns or alignments."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, cast, get_args

import numpy as np

from wordorder import _kernels
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.console import visible
from wordorder.output.progress import Meter, as_meter, follow_files
from wordorder.permutation.batch import Convention, PermutationBatch, checked_convention
from wordorder.text.reader import Readers, read_blocks, read_lines, rereadable
from wordorder.text.source import Input, settled

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.alignment.link_reading import LinkReading
    from wordorder.text.arrow import ArrowColumn, ListPiece


def read_permutations(
    path: Input,
    *,
    order: bool = False,
    on_bytes: Callable[[int], None] | None = None,
) -> Generator[PermutationBatch, None, None]:
    """Read permutations in bounded memory.

    Args:
        path: Plain or compressed text (`-` is standard input) or an open stream, one permutation
            per line, counting from 0 or from 1. An empty line is a permutation of no words. Or an
            Arrow column of such lines or of lists of integers; int32 ranks that count from 0 are
            not copied.
        order: Whether the lines are orders, to be converted to ranks.
        on_bytes: Called with the number of bytes read, for a progress bar.

    Raises:
        InputError: A line is not a permutation, or counts from a different number than the lines
            before it.
    """
    source = settled(path, "permutations")
    return _READERS.of(source, "lines")(source, order, on_bytes)


class _Parser:
    """Parses lines, and remembers whether they count from 0 or from 1."""

    def __init__(self, *, order: bool) -> None:
        self._order = order
        self._base = -1
        self._base_line = 0

    def parse(self, text: bytes, name: str, first_line: int) -> PermutationBatch:
        parsed = _kernels.parse_permutations(
            text, name, first_line, self._base, self._base_line, self._order
        )
        self._base, self._base_line = parsed.base, parsed.base_line
        return PermutationBatch.from_kernel(parsed.rows, first_line)

    def convert(self, piece: ListPiece) -> PermutationBatch:
        """Convert lists; error messages are the same as for lines."""
        values = piece.integers(piece.items, "permutations")
        for base in (0, 1) if self._base < 0 else (self._base,):
            counted = values - np.int32(base) if base else values
            try:
                batch = PermutationBatch(counted, piece.offsets, piece.first_row)
            except InputError:
                continue
            if self._base < 0 and batch.lengths.any():
                self._base = base
                self._base_line = batch.first_line + int(np.argmax(batch.lengths > 0))
            if not self._order:
                return batch
            return PermutationBatch(batch.orders, batch.offsets, batch.first_line)
        lines = (map(str, values[a:b].tolist()) for a, b in pairwise(piece.offsets.tolist()))
        text = "".join(" ".join(line) + "\n" for line in lines)
        return self.parse(text.encode(), piece.name, piece.first_row)


def _read_lines(
    source: Input, order: bool, on_bytes: Callable[[int], None] | None
) -> Generator[PermutationBatch, None, None]:
    parser = _Parser(order=order)
    with closing(read_blocks(source, on_bytes=on_bytes)) as blocks:
        for block in blocks:
            yield parser.parse(block.data, visible(block.name), block.first_line)


def _read_lists(
    source: Input, order: bool, on_bytes: Callable[[int], None] | None
) -> Generator[PermutationBatch, None, None]:
    from wordorder.text.arrow import list_pieces

    parser = _Parser(order=order)
    for piece in list_pieces(cast("ArrowColumn", source), None):
        if on_bytes is not None:
            on_bytes(piece.nbytes)
        yield parser.convert(piece)


_READERS = Readers("permutation format", {"lines": _read_lines}, of_lists=_read_lists)


# Alignment files converted to permutations.


Writing = Literal["ranks", "order", "words"]
WRITINGS: tuple[Writing, ...] = get_args(Writing)
"""The rank of each word, the word at each position, or the source words in their new order."""

MOST_WORDS = 1 << 22  # per batch: a short line may link the last word of a very long sentence


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
        file: The links: a file, a stream or an Arrow column, as in `read_alignments`.
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
    from wordorder.alignment.link_reading import PHARAOH, LinkReading

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
    r"""Convert the alignments of a file to lines of text, one permutation each, in pieces.

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
        UsageError: Unknown convention or writing, or `words` without all source words.

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


def _parts(batch: AlignmentBatch, *, most_words: int = MOST_WORDS) -> Iterator[AlignmentBatch]:
    """Split into parts of about `most_words` words, to bound memory."""
    part = np.cumsum(batch.source_lengths, dtype=np.int64) // most_words
    bounds = [0, *(np.flatnonzero(np.diff(part)) + 1).tolist(), len(batch)]
    return (batch.rows(start, stop) for start, stop in pairwise(bounds))


def _arranged(
    batches: Callable[[Input], Iterator[PermutationBatch]], source: Input
) -> Iterator[str]:
    from wordorder.text.tokenizers import split_words

    with rereadable(source) as text, closing(read_lines(text)) as sentences:
        for batch in batches(text):
            lines = []
            for row in range(len(batch)):
                words = split_words(next(sentences)[1])
                permutation = batch[row]
                lines.append(permutation.arranged(words if len(permutation) else []))
            yield "".join(f"{line}\n" for line in lines)
