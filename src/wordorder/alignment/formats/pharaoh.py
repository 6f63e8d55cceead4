"""Pharaoh format, `0-0 1-2 2?1`, and lader's, `3-4 ||| 0-0 1-2`, one sentence pair per line."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.output import visible
from wordorder.text import read_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.alignment.formats.source import Source


def read_pharaoh(source: Source) -> Iterator[AlignmentBatch]:
    """Read `i-j` (sure) and `i?j` or `ipj` (possible) links; `:0.93` after a link is ignored."""
    return _read(source, lengths_in_front=False)


def read_lader(source: Source) -> Iterator[AlignmentBatch]:
    """Read links preceded by the lengths of both sentences."""
    return _read(source, lengths_in_front=True)


def _read(source: Source, *, lengths_in_front: bool) -> Iterator[AlignmentBatch]:
    with closing(read_blocks(source.path, on_bytes=source.on_bytes)) as blocks:
        for block in blocks:
            count = block.data.count(b"\n")
            parsed = _kernels.parse_alignments(
                block.data,
                visible(block.name),
                block.first_line,
                source.base,
                lengths_in_front,
                source.source_lengths.take(count, source.name),
                source.target_lengths.take(count, source.name),
            )
            marks = None if parsed.sure.all() else parsed.sure.view(np.bool_)
            yield AlignmentBatch.from_link_rows(parsed.links, marks, block.first_line)


def pharaoh_text(batch: AlignmentBatch, base: int) -> str:
    """Write one line per row."""
    text = _kernels.alignments_text(batch.link_rows, batch.marks, base, batch.confidence)
    return text.decode()
