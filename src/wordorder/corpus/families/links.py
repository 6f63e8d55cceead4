"""The links of rows, and what is counted in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder import _kernels
from wordorder.alignment import AlignmentBatch
from wordorder.arrays import frozen
from wordorder.corpus.families.rows import LONGEST_ROW, is_text
from wordorder.reorderings.counts import count_reorderings, measures_of
from wordorder.reorderings.extraction import RIGHT_AND_LEFT
from wordorder.text.arrow import ArrowColumn, as_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.alignment import LinkReading
    from wordorder.arrays import Floats, IntArray
    from wordorder.corpus.families.rows import CorpusRows
    from wordorder.corpus.plan import CorpusPlan
    from wordorder.reorderings.counts import ReorderingCounts

    Lengths = tuple[IntArray | None, IntArray | None]


def linked_rows(plan: CorpusPlan, rows: CorpusRows) -> AlignmentBatch:
    """The links of each row; rows that cannot be used have none, and one word on each side."""
    lengths = _lengths(rows)
    alignments = _read(rows, plan.reading, lengths)
    if plan.reading.sure_only:
        alignments = alignments.only_sure()
    if plan.reading.unalign_blocking:
        alignments = alignments.without_blocking_links()
    return _without_unusable(rows, alignments)


def _lengths(rows: CorpusRows) -> Lengths:
    source, target = (
        _kernels.count_words(as_lines(rows.arrays[side])) if side in rows.arrays else None
        for side in ("source", "target")
    )
    return source, target


def _read(rows: CorpusRows, reading: LinkReading, lengths: Lengths) -> AlignmentBatch:
    links = rows.arrays["links"]
    if not is_text(links):
        return _read_lists(links, reading)
    parsed = _kernels.parse_alignments(
        as_lines(links),
        "links",
        1,
        reading.base,
        reading.file_format == "lader",
        *lengths,
        skip_bad=True,
    )
    rows.refuse({problem.row: problem.what for problem in parsed.problems})
    marks = None if parsed.sure.all() else parsed.sure.view(np.bool_)
    return AlignmentBatch.from_link_rows(parsed.links, marks)


def _read_lists(links: Any, reading: LinkReading) -> AlignmentBatch:
    batches = list(reading.read(ArrowColumn(links, "links"), missing={}))
    return batches[0] if len(batches) == 1 else AlignmentBatch.join(batches)


def _without_unusable(rows: CorpusRows, alignments: AlignmentBatch) -> AlignmentBatch:
    """Refuse sentences without target words or with too many; empty all rows without use."""
    sides = {"source": alignments.source_lengths, "target": alignments.target_lengths}
    for side, lengths in sides.items():
        rows.refuse_where(
            lengths > LONGEST_ROW,
            lambda row, side=side, lengths=lengths: (
                f"the {side} has {lengths[row]:,} words, more than {LONGEST_ROW:,}"
            ),
        )
    rows.refuse_where(sides["target"] == 0, lambda _row: "the target has no words")
    if rows.usable.all():
        return alignments
    kept = np.repeat(rows.usable, np.diff(alignments.offsets))
    links = alignments.with_links(kept)
    return AlignmentBatch(
        links.sources,
        links.targets,
        links.offsets,
        *(frozen(np.where(rows.usable, side, 1).astype(np.int32)) for side in sides.values()),
    )


def reordering_counts(alignments: AlignmentBatch, ks: Sequence[int]) -> ReorderingCounts:
    """Count the reorderings of each row."""
    return count_reorderings(alignments, RIGHT_AND_LEFT.find(alignments), ks)


def link_figures(
    alignments: AlignmentBatch, counts: ReorderingCounts, ks: Sequence[int]
) -> dict[str, Floats]:
    """All outputs of links, by name; NaN where undefined."""
    columns = counts.columns
    figures = {
        measure.name: _ratio(columns[measure.numerator], columns[measure.denominator])
        for measure in measures_of(ks, with_trees=False)
    }
    return figures | {
        "coverage": _ratio(columns["linked_source"], columns["source_length"]),
        "source_length": columns["source_length"].astype(np.float64),
        "target_length": columns["target_length"].astype(np.float64),
        "links": np.diff(alignments.offsets).astype(np.float64),
    }


def _ratio(numerator: Any, denominator: Any) -> Floats:
    with np.errstate(invalid="ignore"):
        return np.divide(numerator, denominator)


