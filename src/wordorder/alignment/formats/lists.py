"""Arrow columns of links: a list of (source, target) for each sentence pair."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.errors import InputError
from wordorder.output import visible
from wordorder.text.lists import list_pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wordorder.alignment.formats.source import Source
    from wordorder.arrays import IntArray
    from wordorder.text import ArrowColumn
    from wordorder.text.lists import ListPiece

_SORTABLE = 1 << 20  # words; two of them and the row fit in one number


class _Links(NamedTuple):
    """The links of consecutive rows, as in `AlignmentBatch`."""

    sources: IntArray
    targets: IntArray
    offsets: NDArray[np.signedinteger]

    def in_order(self) -> _Links | None:
        """Sort the links of each row, and drop repeated ones; None if some are outside."""
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


def read_link_lists(source: Source) -> Iterator[AlignmentBatch]:
    """Read lists of structs of two integers, source and target, sharing their memory.

    Links that are not sorted, or repeated, are sorted into a copy, as if they were text. All are
    sure.
    """
    for piece in list_pieces(cast("ArrowColumn", source.path), source.missing):
        if source.on_bytes is not None:
            source.on_bytes(piece.nbytes)
        lengths = source.take_lengths(len(piece))
        missing = source.missing_rows(piece.first_row, len(piece))
        yield list_links(piece.without_items(missing), source.base, lengths)


def list_links(
    piece: ListPiece, base: int, lengths: tuple[IntArray | None, IntArray | None]
) -> AlignmentBatch:
    """The links of consecutive rows.

    Args:
        piece: The rows, with structs of source and target.
        base: The number of the first word, 0 or 1.
        lengths: The lengths of source and target, where they are known.

    Raises:
        InputError: A link is outside, or not a pair of integers.
    """
    fields = [piece.integers(field, "links") for field in _two_fields(piece)]
    sources, targets = (field - base if base else field for field in fields)
    links = _Links(sources, targets, piece.offsets)
    for tried in (lambda: links, links.in_order):
        try:
            if (found := tried()) is not None:
                return _checked(found, lengths, piece.first_row)
        except InputError:  # perhaps they are not in order; or text will say what is wrong
            continue
    return _as_text(_Links(fields[0], fields[1], piece.offsets), base, lengths, piece)


def _two_fields(piece: ListPiece) -> list[Any]:
    """The source and the target words, by name."""
    kind = piece.items.type
    if str(kind) == "null":  # what rows that are all empty may have
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
    """Check the links; without a text, a sentence ends with its last linked word."""
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
    """Read the links as Pharaoh text, which says what is wrong with them, and where."""
    written = [f"{s}-{t}" for s, t in zip(links[0].tolist(), links[1].tolist(), strict=True)]
    bounds = links.offsets.tolist()
    rows = (" ".join(written[a:b]) for a, b in pairwise(bounds))
    text = "".join(f"{row}\n" for row in rows).encode()
    parsed = _kernels.parse_alignments(text, piece.name, piece.first_row, base, False, *lengths)
    return AlignmentBatch.from_link_rows(parsed.links, None, piece.first_row)
