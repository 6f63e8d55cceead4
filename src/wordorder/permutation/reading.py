"""Permutation files, one permutation per line, as a stream of ragged batches."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from wordorder import _kernels
from wordorder.output import visible
from wordorder.permutation.batch import PermutationBatch
from wordorder.text import read_blocks

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator


def read_permutations(
    path: str | os.PathLike[str],
    *,
    order: bool = False,
    on_bytes: Callable[[int], None] | None = None,
) -> Generator[PermutationBatch, None, None]:
    """Read a permutation file in bounded memory; `-` is standard input.

    Args:
        path: Plain or compressed text, one permutation per line, counting from 0 or from 1. An
            empty line is a permutation of no words.
        order: Whether the lines are orders, to be converted to ranks.
        on_bytes: Called with the number of bytes read, for a progress bar.

    Raises:
        InputError: A line is not a permutation, or counts from a different number than the lines
            before it.
    """
    base, base_line = -1, 0
    with closing(read_blocks(path, on_bytes=on_bytes)) as blocks:
        for block in blocks:
            parsed = _kernels.parse_permutations(
                block.data, visible(block.name), block.first_line, base, base_line, order
            )
            base, base_line = parsed.base, parsed.base_line
            yield PermutationBatch._trusted(parsed.rows, block.first_line)
