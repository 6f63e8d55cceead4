"""Word order by way of the source: hypotheses and references aligned with it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.errors import InputError
from wordorder.permutation import PermutationBatch
from wordorder.scoring.evidence import Evidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.alignment import AlignmentBatch
    from wordorder.permutation import Convention
    from wordorder.scoring.evidence import Floats, Integers
    from wordorder.scoring.texts import Texts


class SourceEvidence(Evidence):
    """The order of source words in a hypothesis, relative to that in a reference (S1.3, S2.3).

    Args:
        texts: Words with blanks between them.
        systems: For each system the links from source to hypothesis words.
        references: For each reference the links from source to reference words.
        **options: Those of `Evidence`.

    Raises:
        InputError: There are not as many alignments as lines.
    """

    def __init__(
        self,
        texts: Texts,
        systems: Sequence[AlignmentBatch],
        references: Sequence[AlignmentBatch],
        **options: Any,
    ) -> None:
        super().__init__(texts, **options)
        for alignments in (*systems, *references):
            if len(alignments) != texts.lines:
                raise InputError(f"{len(alignments):,} alignments for {texts.lines:,} lines")
        self._systems, self._references = systems, references

    @property
    def coverage_counts(self) -> tuple[Integers, Integers]:
        """Source words with a link to the hypothesis, source words."""
        linked = [_linked_words(batch) for batch in self._systems]
        words = [batch.source_lengths.astype(np.int64) for batch in self._systems]
        return self._for_each_reference(linked), self._for_each_reference(words)

    def ordering(self, metric: str) -> Floats:
        """The metric over all source words; NaN where either side has no links."""
        return self._scored("lrscore", metric, self._relative("lrscore"))

    def distance(self, metric: str) -> Floats:
        """The metric; 0 where only the hypothesis lacks links, NaN where the reference does."""
        return self._zero_without_links(self.ordering(metric))

    def reference_order(self, metric: str) -> Floats:
        """The metric against the reference order, groups being free (S1.4, S2.4); as `distance`."""
        scores = self._scored("reference", metric, self._relative("reference"))
        return self._zero_without_links(scores)

    def merit(self, metric: str) -> Floats:
        """The metric itself."""
        return self.distance(metric)

    def _zero_without_links(self, scores: Floats) -> Floats:
        return np.where(self._hypothesis_is_bare & ~self._reference_is_bare, 0.0, scores)

    @cached_property
    def _hypothesis_is_bare(self) -> Integers:
        return self._for_each_reference([np.diff(batch.offsets) == 0 for batch in self._systems])

    @cached_property
    def _reference_is_bare(self) -> Integers:
        rows = np.array([np.diff(batch.offsets) == 0 for batch in self._references])
        return np.broadcast_to(rows[np.newaxis], self.shape)

    def _for_each_reference(self, rows: Sequence[Integers]) -> Integers:
        return np.broadcast_to(np.array(rows)[:, np.newaxis], self.shape)

    def _relative(self, convention: Convention) -> PermutationBatch:
        systems, references = (
            [PermutationBatch.from_alignments(batch, convention) for batch in batches]
            for batches in (self._systems, self._references)
        )
        return PermutationBatch.join(
            [own.relative_to(wanted) for own in systems for wanted in references]
        )


def _linked_words(alignments: AlignmentBatch) -> Integers:
    """How many source words of each row have a link; the links are sorted by source."""
    rows = np.repeat(np.arange(len(alignments)), np.diff(alignments.offsets))
    new = np.ones(len(rows), dtype=np.bool_)
    new[1:] = (np.diff(rows) != 0) | (np.diff(alignments.sources) != 0)
    return np.bincount(rows[new], minlength=len(alignments))
