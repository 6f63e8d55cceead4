"""Permutations, one per line or row, as a stream of ragged batches."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from typing import TYPE_CHECKING, cast

import numpy as np

from wordorder import _kernels
from wordorder.errors import InputError
from wordorder.output import visible
from wordorder.permutation.batch import PermutationBatch
from wordorder.text import Readers, read_blocks, settled
from wordorder.text.lists import list_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from wordorder.text import ArrowColumn, Input
    from wordorder.text.lists import ListPiece


def read_permutations(
    path: Input,
    *,
    order: bool = False,
    on_bytes: Callable[[int], None] | None = None,
) -> Generator[PermutationBatch, None, None]:
    """Read permutations in bounded memory.

    Args:
        path: Plain or compressed text (`-` is standard input) or an open stream, one permutation
            per line, counting from 0 or from 1. An empty line is a permutation of no words. Or a
            column of Arrow, of such texts or of lists of integers; the memory of int32 ranks that
            count from 0 is shared.
        order: Whether the lines are orders, to be converted to ranks.
        on_bytes: Called with the number of bytes read, for a progress bar.

    Raises:
        InputError: A line is not a permutation, or counts from a different number than the lines
            before it.
    """
    source = settled(path, "permutations")
    return _READERS.of(source, "lines")(source, order, on_bytes)


class _Parser:
    """Reads lines, and remembers what they count from."""

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
        """Convert lists; what is wrong with them is said as if they were lines."""
        values = piece.integers(piece.items, "permutations")
        for base in (0, 1) if self._base < 0 else (self._base,):
            counted = values - np.int32(base) if base else values
            try:
                batch = PermutationBatch(counted, piece.offsets, piece.first_row)
            except InputError:
                continue
            self._remember(base, batch)
            if not self._order:
                return batch
            return PermutationBatch(batch.orders, batch.offsets, batch.first_line)
        lines = (map(str, values[a:b].tolist()) for a, b in pairwise(piece.offsets.tolist()))
        text = "".join(" ".join(line) + "\n" for line in lines)
        return self.parse(text.encode(), piece.name, piece.first_row)

    def _remember(self, base: int, batch: PermutationBatch) -> None:
        if self._base < 0 and batch.lengths.any():
            self._base = base
            self._base_line = batch.first_line + int(np.argmax(batch.lengths > 0))


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
    parser = _Parser(order=order)
    for piece in list_pieces(cast("ArrowColumn", source), None):
        if on_bytes is not None:
            on_bytes(piece.nbytes)
        yield parser.convert(piece)


_READERS = Readers("permutation format", {"lines": _read_lines}, of_lists=_read_lists)
