"""The links of rows, and what is counted in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder import _kernels
from wordorder.alignment import AlignmentBatch
from wordorder.alignment.formats.lists import list_links
from wordorder.arrays import frozen
from wordorder.corpus.families.lists import rows_with, safe_integers, shown_item, whole_column
from wordorder.corpus.families.rows import is_text
from wordorder.errors import InputError
from wordorder.reorderings.counts import count_reorderings, measures_of
from wordorder.reorderings.extraction import RIGHT_AND_LEFT

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import TypeAlias

    from wordorder.alignment import LinkReading
    from wordorder.arrays import Floats, IntArray
    from wordorder.corpus.families.rows import CorpusRows
    from wordorder.reorderings.counts import ReorderingCounts
    from wordorder.text.lists import ListPiece

    Lengths: TypeAlias = tuple[IntArray | None, IntArray | None]


def read_links(rows: CorpusRows, reading: LinkReading, lengths: Lengths) -> AlignmentBatch:
    """The links of each row; a bad row has none, and its problem is noted.

    Args:
        rows: The rows.
        reading: How links are written, and which to use.
        lengths: The lengths of source and target, where they are known.
    """
    read = _read_text if is_text(rows.arrays["links"]) else _read_lists
    alignments = read(rows, reading, lengths)
    if reading.sure_only:
        alignments = alignments.only_sure()
    return alignments.without_blocking_links() if reading.unalign_blocking else alignments


def _read_text(rows: CorpusRows, reading: LinkReading, lengths: Lengths) -> AlignmentBatch:
    in_front = reading.file_format == "lader"
    parsed = _kernels.parse_alignments(
        rows.lines("links"), "links", 1, reading.base, in_front, *lengths, skip_bad=True
    )
    rows.refuse({one.row: InputError(*one.parts) for one in parsed.problems})
    marks = None if parsed.sure.all() else parsed.sure.view(np.bool_)
    return AlignmentBatch.from_link_rows(parsed.links, marks)


def _read_lists(rows: CorpusRows, reading: LinkReading, lengths: Lengths) -> AlignmentBatch:
    piece = whole_column(rows, "links")
    try:
        return list_links(piece, reading.base, lengths)
    except InputError:
        _refuse_bad_lists(rows, piece, reading.base, lengths)
        rows.empty_unusable()
        return list_links(whole_column(rows, "links"), reading.base, lengths)


def _refuse_bad_lists(rows: CorpusRows, piece: ListPiece, base: int, lengths: Lengths) -> None:
    """Note the rows with a link that is null, or outside its sentences."""
    names = [field.name for field in piece.items.type]
    own = dict(zip(names, piece.items.flatten(), strict=True))  # null where the link is null
    fields = [own["source"], own["target"]]
    bad = np.zeros(len(piece.items), np.bool_)
    for items, known in zip(fields, lengths, strict=True):
        words = safe_integers(items) - base
        ends = np.full(len(piece), _kernels.MOST_INFERRED_WORDS) if known is None else known
        bad |= (words < 0) | (words >= np.repeat(ends, np.diff(piece.offsets)))
    found = {row: shown_item(fields, place) for row, place in rows_with(bad, piece.offsets).items()}
    rows.refuse({row: _problem(link, base, lengths, row) for row, link in found.items()})


def _problem(link: str | None, base: int, lengths: Lengths, row: int) -> InputError:
    """What is wrong with a link; text with the same link says it."""
    if link is None:
        return InputError("links must be integers, not null")
    n, m = (None if side is None else side[row : row + 1].copy() for side in lengths)
    parsed = _kernels.parse_alignments(
        f"{link}\n".encode(), "links", 1, base, False, n, m, skip_bad=True
    )
    return InputError(*parsed.problems[0].parts)


def without_unusable(
    rows: CorpusRows, alignments: AlignmentBatch, *, knows_target: bool
) -> AlignmentBatch:
    """Refuse sentences without target words, or with too many; empty all rows without use.

    These have no links, and one word on each side, so that nothing is wrong with them.

    Args:
        rows: The rows.
        alignments: Their links.
        knows_target: Whether target lengths are known. Otherwise a sentence without links has an
            unknown length, not length 0.
    """
    if not knows_target and not alignments.target_lengths.all():
        lengths = frozen(np.maximum(alignments.target_lengths, 1))
        alignments = replace(alignments, target_lengths=lengths)
    sides = {"source": alignments.source_lengths, "target": alignments.target_lengths}
    for side, words in sides.items():
        rows.refuse_long(f"the {side}", words)
    rows.refuse_where(sides["target"] == 0, lambda _row: "the target has no words")
    if rows.usable.all():
        return alignments
    links = alignments.with_links(np.repeat(rows.usable, np.diff(alignments.offsets)))
    n, m = (np.where(rows.usable, words, 1).astype(np.int32) for words in sides.values())
    return AlignmentBatch(links.sources, links.targets, links.offsets, frozen(n), frozen(m))


def reordering_counts(alignments: AlignmentBatch, ks: Sequence[int]) -> ReorderingCounts:
    """Count the reorderings of each row."""
    return count_reorderings(alignments, RIGHT_AND_LEFT.find(alignments), ks)


def link_figures(
    alignments: AlignmentBatch,
    counts: ReorderingCounts,
    ks: Sequence[int],
    outputs: Collection[str],
) -> dict[str, Floats]:
    """Those of the outputs that links have, by name; NaN where undefined."""
    columns = counts.columns
    parts = {
        one.name: (one.numerator, one.denominator) for one in measures_of(ks, with_trees=False)
    }
    parts["coverage"] = "linked_source", "source_length"
    figures = {
        name: _ratio(columns[numerator], columns[denominator])
        for name, (numerator, denominator) in parts.items()
        if name in outputs
    }
    lengths = {name: columns[name] for name in ("source_length", "target_length")}
    lengths["links"] = np.diff(alignments.offsets)
    wanted = {name: numbers for name, numbers in lengths.items() if name in outputs}
    return figures | {name: numbers.astype(np.float64) for name, numbers in wanted.items()}


def _ratio(numerator: Any, denominator: Any) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):  # 0 / 0 is undefined
        return np.asarray(numerator / denominator)
