"""Reorderings that people may judge, with the words of all sentences (S5.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.reorderings.retention import LOST, UNJUDGEABLE, retained_reorderings
from wordorder.reorderings.sheet import SheetItem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.alignment import Alignment
    from wordorder.reorderings.batch import ReorderingBatch
    from wordorder.reorderings.corpus import CorpusBatch
    from wordorder.reorderings.systems import SystemBatch


def sheet_candidates(
    reference: CorpusBatch,
    found: ReorderingBatch,
    translated: SystemBatch,
    moved: ReorderingBatch,
) -> Iterator[SheetItem]:
    """Return every reordering of the reference that can be judged in the translation.

    Raises:
        UsageError: The words of source, reference or translation are not known.
    """
    if reference.source is None or reference.target is None or translated.target is None:
        raise UsageError("a sheet needs the words of source, reference and translation")
    phrases = None if translated.phrases is None else translated.phrases.phrases
    fates = retained_reorderings(reference.alignments, found, translated.alignments, moved, phrases)
    rows = found.rows.tolist()
    for number, (row, fate) in enumerate(zip(rows, fates.tolist(), strict=True)):
        if fate == UNJUDGEABLE:
            continue
        one = found[number]
        own, other = reference.alignments[row], translated.alignments[row]
        # Words inside a block that the reference leaves unlinked are not part of it.
        linked = {source for source, _ in own}
        a, b = (tuple(w for w in block.source if w in linked) for block in (one.a, one.b))
        yield SheetItem(
            one.line,
            fate > LOST,
            reference.source[row],
            reference.target[row],
            translated.target[row],
            a,
            b,
            _targets(own, a),
            _targets(own, b),
            _targets(other, a),
            _targets(other, b),
        )


def _targets(alignment: Alignment, words: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({target for source, target in alignment if source in words}))
