"""Reference orders: the order of source words in an aligned translation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.arrays import places_of_rows
from wordorder.errors import InputError
from wordorder.ordering import ordering_scores
from wordorder.output import counted
from wordorder.permutation import PermutationBatch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.alignment import AlignmentBatch
    from wordorder.arrays import Integers
    from wordorder.syntax import DependencyBatch


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceOrders:
    """The order of the source words of each sentence in its translation.

    Attributes:
        orders: The reference orders, with groups of free inner order. A sentence without links has
            no words: its order is undefined.
        lengths: The number of words in each source sentence, also of those without links.
        linked: Whether each source word has a link, for all sentences one after the other.
    """

    orders: PermutationBatch
    lengths: NDArray[np.int64]
    linked: NDArray[np.bool_]

    @classmethod
    def from_alignments(cls, alignments: AlignmentBatch) -> ReferenceOrders:
        """Derive the orders from source–target links, whose source lengths must be known.

        A word takes the place of its first target; a word without links stands in front of the next
        word that has one.

        Examples:
            >>> from wordorder.alignment import Alignment, AlignmentBatch
            >>> links = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-2 3-1", 4)])
            >>> references = ReferenceOrders.from_alignments(links)
            >>> references.orders[0].ranks.tolist(), references.linked.tolist()
            ([0, 3, 1, 2], [True, True, False, True])
            >>> source_order = PermutationBatch.from_permutations([[0, 1, 2, 3]])
            >>> references.judge(source_order, linked_only=True)[0].ranks.tolist()
            [0, 2, 1]

        References:
            David Talbot, Hideto Kazawa, Hiroshi Ichikawa, Jason Katz-Brown, Masakazu Seno and Franz
            Och. 2011. A Lightweight Evaluation Framework for Machine Translation Reordering. WMT
            2011.
        """
        lengths = alignments.source_lengths.astype(np.int64)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        linked = np.zeros(starts[-1], np.bool_)
        own = slice(alignments.offsets[0], alignments.offsets[-1])
        sentence_starts = np.repeat(starts[:-1], np.diff(alignments.offsets))
        linked[sentence_starts + alignments.sources[own]] = True
        orders = PermutationBatch.from_alignments(alignments, "reference")
        return cls(orders, lengths, linked)

    def __len__(self) -> int:
        return len(self.lengths)

    def take(self, rows: Integers) -> ReferenceOrders:
        """Return some sentences, in any order; a sentence may come several times."""
        orders, starts = self.orders, self.orders.group_starts
        own, offsets = places_of_rows(orders.offsets, rows)
        chosen = PermutationBatch(
            orders.values[own], offsets, 1, None if starts is None else starts[own]
        )
        words, _ = places_of_rows(np.concatenate([[0], np.cumsum(self.lengths)]), rows)
        return ReferenceOrders(chosen, self.lengths[rows], self.linked[words])

    def judge(self, orders: PermutationBatch, *, linked_only: bool = False) -> PermutationBatch:
        """Return each order relative to its reference, as the metrics take it.

        The members of a group are first put in the order that they have in the order judged.

        Args:
            orders: The ranks of the source words of each sentence.
            linked_only: Whether to restrict both orders to words with links.
        """
        relative = orders.relative_to(self.orders)
        if not linked_only:
            return relative
        defined = np.repeat(self.orders.lengths > 0, self.lengths)
        by_place = self.linked[orders.words_by_place][defined]
        return _restricted(relative, by_place)

    def scores(
        self, orders: PermutationBatch, metric: str, *, linked_only: bool = False
    ) -> NDArray[np.float64]:
        """Score each order against its reference; NaN if its sentence has no links.

        Args:
            orders: The ranks of the source words of each sentence.
            metric: The ordering metric.
            linked_only: Whether to judge words with links only.
        """
        judged = self.judge(orders, linked_only=linked_only)
        return ordering_scores(judged.values, judged.offsets, metric)[metric]

    def refuse_other_sentences(self, trees: DependencyBatch) -> None:
        """Check that the trees are of the same sentences.

        Raises:
            InputError: There are more or fewer, or one has another number of words.
        """
        if len(trees) != len(self):
            found = counted(len(trees), "parse"), counted(len(self), "reference order")
            raise InputError(
                f"expected as many reference orders as parses, found {' and '.join(found)}"
            )
        different = np.flatnonzero(trees.lengths != self.lengths)
        if different.size:
            row = different[0]
            raise InputError(
                f"sentence {trees.first_sentence + row}: the parse has {trees.lengths[row]} words, "
                f"but the reference order has {self.lengths[row]}"
            )


def _restricted(rows: PermutationBatch, kept: NDArray[np.bool_]) -> PermutationBatch:
    """Leave places out of each permutation and close the gaps between the ranks."""
    offsets = np.concatenate([[0], np.cumsum(kept)])[rows.offsets]
    row = np.repeat(np.arange(len(rows)), rows.lengths)[kept]
    by_rank = np.lexsort((rows.values[kept], row))
    ranks = np.empty(len(by_rank), np.int32)
    ranks[by_rank] = np.arange(len(by_rank)) - offsets[row]
    return PermutationBatch(ranks, offsets, rows.first_line)
