"""Pharaoh format, `0-0 1-2 2?1`, lader's, `3-4 ||| 0-0 1-2`, and Arrow lists of the same links."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.errors import InputError
from wordorder.output.console import visible
from wordorder.text.reader import read_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from wordorder.alignment.formats.reading import LinkInput
    from wordorder.arrays import IntArray
    from wordorder.text.arrow import ArrowColumn, ListPiece

_SORTABLE = 1 << 20  # words; a row and two words then fit in 64 bits


def read_pharaoh(links: LinkInput) -> Iterator[AlignmentBatch]:
    """Read `i-j` (sure) and `i?j` or `ipj` (possible) links; `:0.93` after a link is ignored."""
    return _read(links, lengths_in_front=False)


def read_lader(links: LinkInput) -> Iterator[AlignmentBatch]:
    """Read links preceded by the lengths of both sentences."""
    return _read(links, lengths_in_front=True)


def _read(links: LinkInput, *, lengths_in_front: bool) -> Iterator[AlignmentBatch]:
    with closing(read_blocks(links.path, on_bytes=links.on_bytes, missing=links.missing)) as blocks:
        for block in blocks:
            lengths = links.take_lengths(block.lines)
            text = block.data
            if missing := links.missing_rows(block.first_line, block.lines):
                text = _without_links(text, missing, lengths if lengths_in_front else None)
            parsed = _kernels.parse_alignments(
                text,
                visible(block.name),
                block.first_line,
                links.base,
                lengths_in_front,
                *lengths,
            )
            marks = None if parsed.sure.all() else parsed.sure.view(np.bool_)
            yield AlignmentBatch.from_link_rows(parsed.links, marks, block.first_line)


def _without_links(
    text: bytes,
    rows: Iterable[int],
    lengths: Iterable[IntArray | None] | None,
) -> bytes:
    """Remove the links of some lines; lines that begin with lengths get those of the texts."""
    lines = text.split(b"\n")
    for row in rows:
        lines[row] = b""
        if lengths is not None:
            n, m = (0 if side is None else side[row] for side in lengths)
            lines[row] = b"%d-%d |||" % (n, m)
    return b"\n".join(lines)


def pharaoh_text(batch: AlignmentBatch, base: int) -> str:
    """Write one line per row."""
    return _kernels.alignments_text(batch.link_rows, batch.marks, base, batch.confidence).decode()


# Arrow columns of links: a list of (source, target) for each sentence pair.


class _Links(NamedTuple):
    """The links of consecutive rows, as in `AlignmentBatch`."""

    sources: IntArray
    targets: IntArray
    offsets: NDArray[np.signedinteger]

    def in_order(self) -> _Links | None:
        """Sort and deduplicate the links of each row; None without links or for a bad word."""
        if not len(self.sources):
            return None
        both = np.stack([self.sources, self.targets])
        if both.min() < 0 or both.max() >= _SORTABLE:
            return None
        rows = np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))
        keys = np.unique((rows << 40) | (both[0].astype(np.int64) << 20) | both[1])
        words = (keys & ((1 << 40) - 1)).astype(np.int64)
        starts = np.searchsorted(keys, np.arange(len(self.offsets)) << 40)
        low = (words & (_SORTABLE - 1)).astype(np.int32)
        return _Links((words >> 20).astype(np.int32), low, starts)


def read_link_lists(links: LinkInput) -> Iterator[AlignmentBatch]:
    """Read lists of structs of two integers, source and target, sharing their memory.

    Unsorted or repeated links are sorted into a copy, like those of a text. All are sure.
    """
    from wordorder.text.arrow import list_pieces

    for piece in list_pieces(cast("ArrowColumn", links.path), links.missing):
        if links.on_bytes is not None:
            links.on_bytes(piece.nbytes)
        lengths = links.take_lengths(len(piece))
        missing = links.missing_rows(piece.first_row, len(piece))
        yield list_links(piece.without_items(missing), links.base, lengths)


def list_links(
    piece: ListPiece, base: int, lengths: tuple[IntArray | None, IntArray | None]
) -> AlignmentBatch:
    """Return the links of consecutive rows.

    Args:
        piece: The rows, with structs of source and target.
        base: The number of the first word, 0 or 1.
        lengths: The source and the target lengths, each None if unknown.

    Raises:
        InputError: A link lies outside its sentences, or is not a pair of integers.
    """
    fields = [piece.integers(field, "links") for field in _two_fields(piece)]
    sources, targets = (field - base if base else field for field in fields)
    links = _Links(sources, targets, piece.offsets)
    for tried in (lambda: links, links.in_order):
        try:
            if (candidate := tried()) is not None:
                return _checked(candidate, lengths, piece.first_row)
        except InputError:  # out of order, or a fault that the parser of text will locate
            continue
    return _as_text(_Links(fields[0], fields[1], piece.offsets), base, lengths, piece)


def _two_fields(piece: ListPiece) -> list[Any]:
    """Return the columns of source and target words, found by name."""
    kind = piece.items.type
    if str(kind) == "null":  # the type of a column of empty lists
        return [piece.items, piece.items]
    names = [field.name for field in kind] if hasattr(kind, "get_field_index") else []
    if sorted(names) != ["source", "target"]:
        raise InputError(
            f"{piece.name}: a list of {visible(str(kind))[:100]}, expected a list of "
            "struct<source: int32, target: int32>, or text"
        )
    piece.refuse_nulls(piece.items, "links")
    swapped = names == ["target", "source"]
    return [piece.items.field(place) for place in ((1, 0) if swapped else (0, 1))]


def _checked(
    links: _Links, lengths: tuple[IntArray | None, IntArray | None], first_row: int
) -> AlignmentBatch:
    """Make a batch of the links; without a text, a sentence ends with its last linked word."""
    n, m = (
        _ends(words, links.offsets) if known is None else known
        for known, words in zip(lengths, links[:2], strict=True)
    )
    return AlignmentBatch(*links, n, m, None, first_row)


def _ends(words: IntArray, offsets: NDArray[np.signedinteger]) -> IntArray:
    lengths = np.zeros(len(offsets) - 1, np.int32)
    if len(words):
        has_links = np.diff(offsets) > 0
        lengths[has_links] = np.maximum.reduceat(words, offsets[:-1][has_links]) + 1
        if lengths.max() > _kernels.MOST_INFERRED_WORDS:
            raise InputError("a sentence is implausibly long")
    return lengths


def _as_text(
    links: _Links,
    base: int,
    lengths: tuple[IntArray | None, IntArray | None],
    piece: ListPiece,
) -> AlignmentBatch:
    """Read the links as Pharaoh text, whose parser reports what is wrong, and where."""
    written = [f"{s}-{t}" for s, t in zip(links[0].tolist(), links[1].tolist(), strict=True)]
    bounds = links.offsets.tolist()
    rows = (" ".join(written[a:b]) for a, b in pairwise(bounds))
    text = "".join(f"{row}\n" for row in rows).encode()
    parsed = _kernels.parse_alignments(text, piece.name, piece.first_row, base, False, *lengths)
    return AlignmentBatch.from_link_rows(parsed.links, None, piece.first_row)
