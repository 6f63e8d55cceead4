"""How often judgements repeat and contradict each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.metaevaluation.judgements.grouping import group_rows

if TYPE_CHECKING:
    from wordorder.arrays import Integers
    from wordorder.metaevaluation.judgements.table import Comparisons, Ratings


class JudgedPairs(NamedTuple):
    """Comparisons by what they are about: a line and two systems, in either order.

    Attributes:
        item: The number of the pair that each comparison is about.
        verdict: 1 if the system with the lower index is better, −1 if the other is, 0 for a tie.
    """

    item: Integers
    verdict: Integers

    @classmethod
    def of(cls, comparisons: Comparisons) -> JudgedPairs:
        """Find the pairs."""
        line, first, second, preference, _ = comparisons
        item = group_rows(line, np.minimum(first, second), np.maximum(first, second))
        return cls(item, np.where(first < second, preference, -preference))

    def table(self) -> Integers:
        """How often each pair had each verdict: −1, 0 and 1, of shape (pairs, 3)."""
        items = int(self.item.max(initial=-1)) + 1
        cells = self.item * 3 + self.verdict + 1
        return np.bincount(cells, minlength=3 * items).reshape(-1, 3)


def comparison_counts(comparisons: Comparisons) -> dict[str, int]:
    """Count what a reader of comparisons should know.

    Returns:
        `comparisons`; `ties` among them; `repeated_pairs`: two systems compared on one line more
        than once; `contradicting_pairs`: each of the two was called better at least once;
        `self_contradicting_pairs`: by one and the same judge; `duplicates`: comparisons like an
        earlier one in everything, the judge included.
    """
    pairs, judge = JudgedPairs.of(comparisons), comparisons.judge
    verdicts = pairs.table()
    named = judge >= 0
    own = JudgedPairs(group_rows(pairs.item[named], judge[named]), pairs.verdict[named]).table()
    alike = group_rows(pairs.item, pairs.verdict, judge)
    return {
        "comparisons": len(judge),
        "ties": int((comparisons.preference == 0).sum()),
        "repeated_pairs": int((verdicts.sum(axis=1) > 1).sum()),
        "contradicting_pairs": _contradicting(verdicts),
        "self_contradicting_pairs": _contradicting(own),
        "duplicates": len(judge) - len(np.unique(alike)),
    }


def rating_counts(ratings: Ratings) -> dict[str, int]:
    """Count what a reader of ratings should know.

    Returns:
        `ratings`; `repeated_ratings`: translations rated more than once; `duplicates`: ratings like
        an earlier one in everything, the judge included.
    """
    cell = group_rows(ratings.line, ratings.system)
    _, score = np.unique(ratings.score, return_inverse=True)
    alike = group_rows(cell, score.reshape(-1), ratings.judge)
    return {
        "ratings": len(cell),
        "repeated_ratings": int((np.bincount(cell) > 1).sum()),
        "duplicates": len(cell) - len(np.unique(alike)),
    }


def _contradicting(verdicts: Integers) -> int:
    return int(((verdicts[:, 0] > 0) & (verdicts[:, 2] > 0)).sum())
