"""Scores with the counts behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.ordering.counts import PermutationCounts, count_permutation
from wordorder.ordering.metrics import METRICS
from wordorder.ordering.scores import OperatorScore, as_permutation, permutation_scores
from wordorder.output import Column, Table, render

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike

    from wordorder.permutation import Permutation


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """The scores of one permutation, the counts behind them, and a sentence for each."""

    permutation: Permutation
    scores: dict[str, float]
    counts: PermutationCounts

    def sentences(self) -> dict[str, str]:
        """Say for each metric what it counted."""
        return {name: METRICS[name].counted(self.counts) for name in self.scores}

    def table(self) -> Table:
        """Show scores and sentences side by side."""
        rows = [(name, self.scores[name], said) for name, said in self.sentences().items()]
        return Table(
            [Column("metric", "left"), Column("score", digits=4), Column("counted", "left")], rows
        )

    def __str__(self) -> str:
        return render(self.table(), "plain").rstrip("\n")

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        return render(self.table(), "markdown")


def explain(
    permutation: Permutation | ArrayLike,
    metrics: str | Iterable[str] = "all",
    *,
    beta: float = 0.6,
    gamma: float = 0.0,
    op_score: OperatorScore = None,
) -> Explanation:
    """Score one permutation and say what each metric counted.

    Examples:
        >>> from wordorder import Permutation, explain
        >>> permutation = Permutation.parse("⟨2, 4, 5, 6, 1, 3⟩")
        >>> print(explain(permutation, ["kendall", "ulam", "fuzzy", "pef"]))
        metric    score  counted
        kendall  0.5333  8 of 15 pairs in the right order
        ulam     0.6000  longest increasing subsequence has 4 of 6 words: 1–4
        fuzzy    0.4000  4 runs of neighbours: 1 | 2–4 | 5 | 6
        pef      0.4000  operators 1×⟨2,4,1,3⟩, 2×⟨1,2⟩, in 2 permutation trees
    """
    permutation = as_permutation(permutation)
    scores = permutation_scores(permutation, metrics, beta=beta, gamma=gamma, op_score=op_score)
    return Explanation(permutation, scores, count_permutation(permutation))
