"""Reorderings that people may judge, drawn before their words are looked up (S5.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import UsageError
from wordorder.reorderings.retention import LOST, UNJUDGEABLE, retained_reorderings
from wordorder.reorderings.sheet import SheetItem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Set

    from wordorder.alignment import Alignment
    from wordorder.reorderings.batch import ReorderingBatch
    from wordorder.reorderings.systems import Translations


class SheetCandidate(NamedTuple):
    """A reordering of the reference that can be judged in the translation of the only system.

    Attributes:
        retained: Whether the translation keeps it.
        translations: The sentences among which it stands.
        found: The reorderings of their references.
        number: Which of these it is.
    """

    retained: bool
    translations: Translations
    found: ReorderingBatch
    number: int

    def item(self) -> SheetItem:
        """Look its words up.

        Raises:
            UsageError: The words of source, reference or translation are not known.
        """
        reference, (system,) = self.translations
        if reference.source is None or reference.target is None or system.target is None:
            raise UsageError("a sheet needs the words of source, reference and translation")
        one = self.found[self.number]
        row = one.line - self.found.first_line
        # Words inside a block that the reference leaves unlinked are not part of it; but people
        # read whole stretches more easily.
        linked = {source for source, _ in reference.alignments[row]}
        a, b = (linked.intersection(block.source) for block in (one.a, one.b))
        return SheetItem(
            one.line,
            self.retained,
            reference.source[row],
            reference.target[row],
            system.target[row],
            tuple(one.a.source),
            tuple(one.b.source),
            tuple(one.a.target),
            tuple(one.b.target),
            _targets(system.alignments[row], a),
            _targets(system.alignments[row], b),
        )


def sheet_candidates(
    translations: Translations, find: Callable[..., ReorderingBatch]
) -> Iterator[SheetCandidate]:
    """Return every reordering of the reference that can be judged in the translation.

    Args:
        translations: Sentences of the reference and of one system.
        find: Finds reorderings, given links and trees.
    """
    reference, (system,) = translations
    found = find(reference.alignments, reference.trees)
    moved = find(system.alignments, reference.trees)
    phrases = None if system.phrases is None else system.phrases.phrases
    fates = retained_reorderings(reference.alignments, found, system.alignments, moved, phrases)
    for number, fate in enumerate(fates.tolist()):
        if fate != UNJUDGEABLE:
            yield SheetCandidate(fate > LOST, translations, found, number)


def _targets(alignment: Alignment, words: Set[int]) -> tuple[int, ...]:
    return tuple(sorted({target for source, target in alignment if source in words}))
