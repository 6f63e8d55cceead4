"""Parses and reference orders as the search for rules takes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.arrays import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.preordering.learning.kinds import WordKinds
    from wordorder.preordering.references import ReferenceOrders
    from wordorder.syntax import DependencyBatch


@dataclass(frozen=True, slots=True, eq=False)
class LearningCorpus:
    """The sentences that have links; all arrays are over their words, one after the other.

    Attributes:
        rows: The numbers of these sentences in the batch.
        heads: The heads of the projective trees, by sentence.
        head_words: The head of each word, numbered through all sentences; -1 for roots.
        row_of: The sentence of each word, counting those with links.
        group_starts: The place in the reference at which the word's group starts.
        linked_starts: The same, counting words with links only; -1 for words without.
        kinds: The kind of each word.
    """

    rows: NDArray[np.int64]
    heads: _kernels.Ragged
    head_words: NDArray[np.int64]
    row_of: NDArray[np.int64]
    group_starts: NDArray[np.int32]
    linked_starts: NDArray[np.int32]
    kinds: WordKinds

    def __len__(self) -> int:
        return len(self.rows)

    @classmethod
    def of(cls, trees: DependencyBatch, references: ReferenceOrders) -> LearningCorpus:
        """Take the sentences that have links."""
        from wordorder.preordering.learning.kinds import WordKinds

        has_links = references.orders.lengths > 0
        kept = np.repeat(has_links, trees.lengths)
        lengths = trees.lengths[has_links]
        offsets = frozen(np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]))
        starts = np.repeat(offsets[:-1], lengths)
        heads = frozen(trees.projective().trees.heads[kept])
        head_words = np.where(heads < 0, -1, heads + starts)
        row_of = np.repeat(np.arange(len(lengths)), lengths)
        group_starts = _group_starts(references)
        before = np.arange(len(heads)) < head_words
        return cls(
            np.flatnonzero(has_links),
            _kernels.Ragged(heads, offsets),
            head_words,
            row_of,
            group_starts,
            _linked_starts(group_starts, row_of, references.linked[kept]),
            WordKinds.of(trees, kept, before),
        )

    def search(self, metric: str) -> _kernels.PrecedenceSearch:
        """Start with all words in source order."""
        starts = self.group_starts, self.linked_starts
        return _kernels.PrecedenceSearch(self.heads, *starts, metric)


def _group_starts(references: ReferenceOrders) -> NDArray[np.int32]:
    orders = references.orders
    starts = orders.values if orders.group_starts is None else orders.group_starts
    return frozen(starts[orders.offsets[0] : orders.offsets[-1]].astype(np.int32))


def _linked_starts(
    group_starts: NDArray[np.int32], row_of: NDArray[np.int64], linked: NDArray[np.bool_]
) -> NDArray[np.int32]:
    words = np.flatnonzero(linked)
    words = words[np.lexsort((group_starts[words], row_of[words]))]
    rows, starts = row_of[words], group_starts[words]
    begins = np.searchsorted(rows, rows)
    new = np.ones(len(words), np.bool_)
    new[1:] = (np.diff(rows) != 0) | (np.diff(starts) != 0)
    firsts = np.maximum.accumulate(np.where(new, np.arange(len(words)), 0))
    found = np.full(len(group_starts), -1, np.int32)
    found[words] = firsts - begins
    return frozen(found)
