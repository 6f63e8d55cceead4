"""Word order of texts that are the words of the source, put in another order."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.errors import InputError
from wordorder.permutation import PermutationBatch
from wordorder.scoring.source_evidence import SourceEvidence
from wordorder.text import split_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.alignment import AlignmentBatch
    from wordorder.permutation import Convention
    from wordorder.scoring.evidence import Integers
    from wordorder.scoring.texts import Texts


class SurfaceEvidence(SourceEvidence):
    """Rearranged source words against the reference order (S1.4, S4.2 `match="surface"`).

    The k-th occurrence of a form in the system's text is its k-th in the text in reference order.

    Args:
        texts: The systems' are the words of the source, with blanks between them.
        source: The source, likewise.
        references: For each reference the links from source to reference words.
        **options: Those of `Evidence`.

    Raises:
        InputError: A line does not have the words of the source.
    """

    def __init__(
        self,
        texts: Texts,
        source: Sequence[str],
        references: Sequence[AlignmentBatch],
        **options: Any,
    ) -> None:
        super().__init__(texts, [], references, **options)
        self._source = [split_words(line) for line in source]
        for name, system in zip(texts.names, texts.systems, strict=True):
            for number, (line, words) in enumerate(zip(system, self._source, strict=True), start=1):
                if sorted(split_words(line)) != sorted(words):
                    raise InputError(
                        f"{name}, line {number}: these are not the words of the source, rearranged"
                    )

    @property
    def coverage_counts(self) -> tuple[Integers, Integers]:
        """All source words, twice: each of them has its place."""
        counts = np.broadcast_to(np.array([len(words) for words in self._source]), self.shape)
        return counts, counts

    @cached_property
    def _hypothesis_is_bare(self) -> Integers:
        return np.zeros(self.shape, dtype=np.bool_)

    def _relative(self, convention: Convention) -> PermutationBatch:
        wanted = [PermutationBatch.from_alignments(batch, convention) for batch in self._references]
        return PermutationBatch.join(
            [
                _ranks(system, self._source, reference).relative_to(reference)
                for system in self.texts.systems
                for reference in wanted
            ]
        )


def _ranks(
    system: Sequence[str], source: Sequence[Sequence[str]], reference: PermutationBatch
) -> PermutationBatch:
    """Where the system puts each source word."""
    values = []
    for row, line in enumerate(system):
        words = source[row]
        start, end = reference.offsets[row : row + 2]
        # Without links there is no reference order, and nothing to compare with.
        order = np.argsort(reference.values[start:end]) if end > start else np.arange(len(words))
        waiting: dict[str, list[int]] = defaultdict(list)
        for word in order[::-1].tolist():
            waiting[words[word]].append(word)
        ranks = np.empty(len(words), np.int32)
        for place, form in enumerate(split_words(line)):
            ranks[waiting[form].pop()] = place
        values.append(ranks)
    offsets = np.cumsum([0, *map(len, values)])
    return PermutationBatch(np.concatenate([np.zeros(0, np.int32), *values]), offsets)
