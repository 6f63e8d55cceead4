"""Orders judged by one metric, sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.ordering import misplacements, ordering_scores
from wordorder.permutation import PermutationBatch
from wordorder.preordering.references import ReferenceOrders

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Integers
    from wordorder.preordering.oracle import OracleMetric


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """Reference orders, and what to compare with them.

    Attributes:
        references: The reference orders.
        metric: The metric.
        linked_only: Whether only words with links are judged.
    """

    references: ReferenceOrders
    metric: OracleMetric
    linked_only: bool

    def scores(self, orders: PermutationBatch) -> NDArray[np.float64]:
        """Score each order; NaN if its sentence has no links."""
        judged = self.references.judge(orders, linked_only=self.linked_only)
        return ordering_scores(judged.values, judged.offsets, self.metric)[self.metric]

    def shifts(self, orders: PermutationBatch) -> Integers:
        """Tell for each word how far it is misplaced; 0 if it is in place or not judged.

        See `misplacements`.
        """
        judged = self.references.judge(orders, linked_only=self.linked_only)
        words = orders.words_by_place
        shifts = np.zeros(len(words), np.int64)
        shifts[words[self.judged_words()[words]]] = misplacements(judged)
        return shifts

    def judged_words(self) -> NDArray[np.bool_]:
        """Whether each word is judged: it has a link, or some word of its sentence has."""
        if self.linked_only:
            return self.references.linked
        return np.repeat(self.references.orders.lengths > 0, self.references.lengths)

    def rows(self, rows: Integers) -> Judge:
        """Return the judge of some sentences, in any order; a sentence may come several times."""
        references = self.references
        orders, starts = references.orders, references.orders.group_starts
        own, offsets = _places(orders.offsets.astype(np.int64), rows)
        chosen = PermutationBatch(
            orders.values[own], offsets, 1, None if starts is None else starts[own]
        )
        words, _ = _places(np.concatenate([[0], np.cumsum(references.lengths)]), rows)
        of_rows = ReferenceOrders(chosen, references.lengths[rows], references.linked[words])
        return Judge(of_rows, self.metric, self.linked_only)


def _places(offsets: Integers, rows: Integers) -> tuple[Integers, Integers]:
    """Where the values of some rows of a ragged array are, and the offsets of these rows."""
    lengths = np.diff(offsets)[rows]
    ends = np.concatenate([[0], np.cumsum(lengths)])
    places = np.arange(ends[-1]) + np.repeat(offsets[:-1][rows] - ends[:-1], lengths)
    return places, ends
