"""Parses and reference orders as the search for rules takes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.arrays import frozen
from wordorder.preordering.learning.kinds import WordKinds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.preordering.references import ReferenceOrders
    from wordorder.syntax import DependencyBatch


# More sentences would make ever smaller gains certain and ever rarer words frequent, so that there
# would be more to try without end: what too few of these many sentences show is left alone.
ENOUGH_SENTENCES = 1000

# Rules ask for the markers of no fewer words; see `share_of`. There are many markers, and the
# rarer one is, the likelier it gains by chance.
FEWEST_MARKED = 20


def share_of(count: int, sentences: int) -> int:
    """As large a share of some sentences as a count is of a thousand; with fewer, the count."""
    return max(count, count * sentences // ENOUGH_SENTENCES)


@dataclass(frozen=True, slots=True, eq=False)
class LearningCorpus:
    """The sentences that have links; all arrays are over their words, one after the other.

    Attributes:
        rows: The numbers of these sentences in the batch.
        trees: Their parses.
        heads: The heads of the projective trees, by sentence.
        head_words: The head of each word, numbered through all sentences; -1 for roots.
        row_of: The sentence of each word, counting those with links.
        group_starts: The place in the reference at which the word's group starts.
        linked_starts: The same, counting words with links only; -1 for words without.
        kinds: The kind of each word.
    """

    rows: NDArray[np.int64]
    trees: DependencyBatch
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
        rows = np.flatnonzero(references.orders.lengths > 0)
        trees, references = trees.take(rows), references.take(rows)
        heads = trees.projective().trees.heads
        starts = np.repeat(trees.offsets[:-1], trees.lengths)
        head_words = np.where(heads < 0, -1, heads + starts)
        row_of = np.repeat(np.arange(len(rows)), trees.lengths)
        group_starts = _group_starts(references)
        return cls(
            rows,
            trees,
            _kernels.Ragged(heads, trees.offsets),
            head_words,
            row_of,
            group_starts,
            _linked_starts(group_starts, row_of, references.linked),
            WordKinds.of(
                trees, np.arange(len(heads)) < head_words, share_of(FEWEST_MARKED, len(rows))
            ),
        )

    def search(self, metric: str) -> _kernels.PrecedenceSearch:
        """Start with all words in source order."""
        starts = self.group_starts, self.linked_starts
        return _kernels.PrecedenceSearch(self.heads, *starts, metric)


def _group_starts(references: ReferenceOrders) -> NDArray[np.int32]:
    orders = references.orders
    starts = orders.values if orders.group_starts is None else orders.group_starts
    return frozen(starts.astype(np.int32))


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
