"""The counts behind the scores of one permutation, as sentences and as a line of JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, make_dataclass
from math import log10
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from wordorder import _kernels
from wordorder.errors import InputError
from wordorder.ordering.mending import longest_increasing_positions
from wordorder.ordering.metrics import METRICS
from wordorder.ordering.scores import OperatorScore, as_permutation, permutation_scores
from wordorder.output.codec import Bounds, Count, Share, derived, encode
from wordorder.output.tables import Column, Table, render
from wordorder.permutation.tree import TreeDocument

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike

    from wordorder.permutation.permutation import Permutation

_MOST_EXACT = 2**53  # in a double, which most JSON readers use for numbers


class TreeCount(int):
    """A number of trees; JSON has null unless a double can hold it exactly."""

    PLAIN: ClassVar[Any] = Annotated[int, Bounds(least=1, most=_MOST_EXACT)] | None

    def to_plain(self) -> int | None:
        """Return the number, or None if it is too large."""
        return int(self) if self <= _MOST_EXACT else None

    @classmethod
    def from_plain(cls, plain: int | None) -> TreeCount:
        """Return the number that was written."""
        if plain is None:
            raise ValueError("the number was too large to be saved")
        return cls(plain)


@dataclass(frozen=True, slots=True)
class PermutationCounts:
    """The counts behind the scores of one permutation of n > 0 words.

    Attributes:
        n: Number of words.
        pairs: Number of pairs of words.
        inversions: Pairs in the wrong order.
        unmoved: Words in their own position.
        distance: Sum of the distances of all words from their own positions.
        squared_distance: Sum of the squares of these distances.
        increasing: Positions of the longest increasing subsequence, counting from 0.
        runs: The maximal runs of words with consecutive ranks, as (first, last) position.
        breaks: Neighbours whose ranks are not consecutive, counting a virtual word at either end.
        operators: How often each operator, such as `⟨2,1⟩`, occurs in a PET.
        nodes: Number of inner nodes of a PET.
        binary_nodes: Number of inner nodes with two children.
        longest_operator: The length of the longest operator in a PET.
        pets: The exact number of PETs; in JSON null above 2^53.
    """

    n: Count
    pairs: Count
    inversions: Count
    unmoved: Count
    distance: Count
    squared_distance: Count
    increasing: tuple[Count, ...]
    runs: tuple[tuple[Count, Count], ...]
    breaks: Count
    operators: dict[str, Count]
    nodes: Count
    binary_nodes: Count
    longest_operator: Count
    pets: TreeCount

    @derived
    def log10_pets(self) -> float:
        """The decimal logarithm of the number of PETs."""
        return log10(self.pets)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts for JSON."""
        document: dict[str, Any] = encode(self)
        return document


def count_permutation(permutation: Permutation) -> PermutationCounts:
    """Count everything that the metrics use.

    Examples:
        >>> from wordorder import Permutation
        >>> counts = count_permutation(Permutation.parse("⟨2, 4, 5, 6, 1, 3⟩"))
        >>> counts.inversions, counts.pairs
        (7, 15)
        >>> counts.operators
        {'⟨2,4,1,3⟩': 1, '⟨1,2⟩': 2}
    """
    if not len(permutation):
        raise InputError("a permutation of no words has no order to explain")
    counts = _kernels.counts(permutation.ranks)
    return PermutationCounts(
        n=counts["n"],
        pairs=counts["pairs"],
        inversions=counts["inversions"],
        unmoved=counts["unmoved"],
        distance=counts["distance"],
        squared_distance=counts["squared_distance"],
        increasing=longest_increasing_positions(permutation),
        runs=_runs(permutation),
        breaks=counts["breaks"],
        operators=_pet_operators(permutation),
        nodes=counts["nodes"],
        binary_nodes=counts["binary_nodes"],
        longest_operator=counts["longest_operator"],
        pets=TreeCount(permutation.forest().count()),
    )


def _runs(permutation: Permutation) -> tuple[tuple[int, int], ...]:
    ranks = permutation.ranks.tolist()
    starts = [i for i, rank in enumerate(ranks) if i == 0 or rank != ranks[i - 1] + 1]
    ends = [start - 1 for start in starts[1:]] + [len(ranks) - 1]
    return tuple(zip(starts, ends, strict=True))


def _pet_operators(permutation: Permutation) -> dict[str, int]:
    operators: Counter[str] = Counter()
    for node in permutation.tree().nodes():
        if node.kind == "simple":
            operators[f"⟨{','.join(map(str, node.operator))}⟩"] += 1
        elif node.kind != "leaf":
            operators["⟨1,2⟩" if node.kind == "monotone" else "⟨2,1⟩"] += len(node.children) - 1
    return dict(operators)


PermutationLine = make_dataclass(
    "PermutationLine",
    [
        ("n", Count),
        *((metric.name, Share | None, None) for metric in METRICS.values()),
        ("tree", TreeDocument | None, None),
        ("explain", PermutationCounts | None, None),
    ],
    namespace={
        "__doc__": "\n".join(
            [
                "One line of `wordorder permutation --format jsonl`: the scores of a permutation.",
                "",
                "Attributes:",
                "    n: Number of words.",
                *(f"    {metric.name}: Rewards {metric.rewards}." for metric in METRICS.values()),
                "    tree: The flattened permutation tree, with --tree; null without words.",
                "    explain: What the metrics counted, with --explain; null without words.",
            ]
        )
    },
)
"""A line of JSON: only the requested metrics, null if the permutation has no words."""


# Scores with the counts behind them.


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """The scores of one permutation, the counts behind them, and a sentence for each."""

    permutation: Permutation
    scores: dict[str, float]
    counts: PermutationCounts

    def sentences(self) -> dict[str, str]:
        """Return, for each metric, a sentence on what it counted."""
        return {name: METRICS[name].counted(self.counts) for name in self.scores}

    def table(self) -> Table:
        """Return scores and sentences side by side."""
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
