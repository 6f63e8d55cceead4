"""Which reorderings of a reference a translation retains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.alignment import AlignmentBatch
from wordorder.arrays import as_int32, frozen
from wordorder.errors import InputError, UsageError, expect
from wordorder.output import counted
from wordorder.reorderings.batch import ReorderingBatch

if TYPE_CHECKING:
    from numpy.typing import NDArray


# The outcomes for a reordering, with the codes of kernels/retention.hpp.
FATES = {-1: "unjudgeable", 0: "lost", 1: "order", 2: "shifted", 3: "phrase"}
UNJUDGEABLE, LOST = -1, 0


def retained_reorderings(
    reference: AlignmentBatch,
    found: ReorderingBatch,
    translation: AlignmentBatch,
    moved: ReorderingBatch,
    phrases: Sequence[Sequence[range]] | None = None,
) -> NDArray[np.int8]:
    """Judge for each reordering of the reference whether a translation retains it.

    It does if a phrase of the decoder covers both blocks (`phrase`, 3); if in the translation
    every target of B comes before every target of A (`order`, 1); or if the translation has a
    reordering of the same source width whose first and last word are both shifted by the same −1,
    0 or +1 (`shifted`, 2). Otherwise it is lost (0). Where a block has no link at all in the
    translation, and no phrase covers both, it cannot be judged (−1). `FATES` names the codes.

    Args:
        reference: Links from the source to the reference.
        found: The reorderings of the reference.
        translation: Links from the same source to the translation.
        moved: The reorderings of the translation.
        phrases: For each sentence, the source words of the decoder's phrases, if known; phrases
            do not overlap.

    Raises:
        InputError: The numbers or the lengths of the sentences differ.
        UsageError: The reorderings were not extracted with over=source, or an argument is of
            another kind.

    Examples:
        >>> from wordorder import Alignment, AlignmentBatch, extract_reorderings
        >>> reference = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-0")])
        >>> monotone = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1")])
        >>> found = extract_reorderings(reference)
        >>> retained_reorderings(reference, found, reference, found).tolist()
        [1]
        >>> retained_reorderings(reference, found, monotone, extract_reorderings(monotone)).tolist()
        [0]

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena, 5.2.
    """
    for name, batch in {"reference": reference, "translation": translation}.items():
        expect(batch, AlignmentBatch, name)
    for name, rows in {"found": found, "moved": moved}.items():
        expect(rows, ReorderingBatch, name)
    if "target" in (found.over, moved.over):
        raise UsageError(
            "retention needs reorderings over the source: extract them with over=source"
        )
    if len(reference) != len(translation):
        raise InputError(
            f"{counted(len(reference), 'reference')}, but "
            f"{counted(len(translation), 'translation')}"
        )
    other = np.flatnonzero(reference.source_lengths != translation.source_lengths)
    if other.size:
        row = other[0]
        raise InputError(
            f"line {found.first_line + row}: the source has "
            f"{counted(int(reference.source_lengths[row]), 'word')} "
            f"with the reference, {translation.source_lengths[row]} with the translation"
        )
    return _kernels.retention(
        reference.link_rows,
        translation.link_rows,
        _interleaved(found.spans[:4], found.offsets),
        _interleaved(moved.spans[[0, 3]], moved.offsets),
        None if phrases is None else _pairs(phrases),
    )


def _interleaved(columns: NDArray[np.int32], offsets: NDArray[np.int64]) -> _kernels.Ragged:
    values = np.array(columns.T, order="C").reshape(-1)
    return _kernels.Ragged(frozen(values), frozen(offsets * len(columns)))


def _pairs(phrases: Sequence[Sequence[range]]) -> _kernels.Ragged:
    expect(phrases, Sequence, "phrases")
    for row in phrases:
        expect(row, Sequence, "phrases")
        for span in row:
            expect(span, range, "phrases")
    ends = [end for row in phrases for span in row for end in (span.start, span.stop - 1)]
    offsets = np.cumsum([0, *(2 * len(row) for row in phrases)], dtype=np.int64)
    return _kernels.Ragged(as_int32(ends, "phrases"), frozen(offsets))
