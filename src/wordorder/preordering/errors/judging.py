"""Orders judged by one metric, sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.ordering import misplacements

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Integers
    from wordorder.permutation import PermutationBatch
    from wordorder.preordering.oracle import OracleMetric
    from wordorder.preordering.references import ReferenceOrders


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
        return self.references.scores(orders, self.metric, linked_only=self.linked_only)

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
        return Judge(self.references.take(rows), self.metric, self.linked_only)
