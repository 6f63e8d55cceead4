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
    from collections.abc import Iterable, Iterator, Mapping

    from wordorder.alignment.formats.source import Source
    from wordorder.arrays import IntArray


def read_pharaoh(source: Source) -> Iterator[AlignmentBatch]:
    """Read `i-j` (sure) and `i?j` or `ipj` (possible) links; `:0.93` after a link is ignored."""
    return _read(source, lengths_in_front=False)


def read_lader(source: Source) -> Iterator[AlignmentBatch]:
    """Read links preceded by the lengths of both sentences."""
    return _read(source, lengths_in_front=True)


def _read(source: Source, *, lengths_in_front: bool) -> Iterator[AlignmentBatch]:
    with closing(
        read_blocks(source.path, on_bytes=source.on_bytes, missing=source.missing)
    ) as blocks:
        for block in blocks:
            lengths = source.take_lengths(block.lines)
            missing = source.missing_rows(block.first_line, block.lines)
            no_links = _no_links(lengths, missing, lengths_in_front=lengths_in_front)
            parsed = _kernels.parse_alignments(
                _with_lines(block.data, no_links) if missing else block.data,
                visible(block.name),
                block.first_line,
                source.base,
                lengths_in_front,
                *lengths,
            )
            marks = None if parsed.sure.all() else parsed.sure.view(np.bool_)
            yield AlignmentBatch.from_link_rows(parsed.links, marks, block.first_line)


def _no_links(
    lengths: Iterable[IntArray | None], rows: Iterable[int], *, lengths_in_front: bool
) -> dict[int, bytes]:
    """A line without links for each of some rows; it repeats the lengths of texts."""
    if not lengths_in_front:
        return dict.fromkeys(rows, b"")
    n, m = ((lambda _: 0) if known is None else known.__getitem__ for known in lengths)
    return {row: b"%d-%d |||" % (n(row), m(row)) for row in rows}


def _with_lines(text: bytes, other: Mapping[int, bytes]) -> bytes:
    """Replace some lines."""
    lines = text.split(b"\n")
    for row, line in other.items():
        lines[row] = line
    return b"\n".join(lines)


def pharaoh_text(batch: AlignmentBatch, base: int) -> str:
    """Write one line per row."""
    text = _kernels.alignments_text(batch.link_rows, batch.marks, base, batch.confidence)
    return text.decode()
