"""Every metric, each written as its formula reads.

Rational metrics are Fractions until the very end, so the floats returned are correctly rounded.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from math import nan, sqrt
from typing import TYPE_CHECKING

from . import forests, trees

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Operator = tuple[int, ...]

FLAT = (
    "kendall",
    "kendall_sqrt",
    "hamming",
    "spearman",
    "footrule",
    "ulam",
    "fuzzy",
    "fuzzy_bounded",
)
TREE = ("pet_size", "pet_count", "max_op", "avg_op", "binary_nodes")
RECURSIVE = ("pet", "pef")
METRICS = FLAT + TREE + RECURSIVE

ZERO_OVER_ZERO_AT_2 = ("pet_size", "pet_count", "max_op", "avg_op")


def wrong_share(ranks: Sequence[int]) -> Fraction:
    """The share of the n(n-1)/2 pairs in the wrong order, by looking at every pair."""
    pairs = list(combinations(ranks, 2))
    return Fraction(sum(left > right for left, right in pairs), len(pairs))


def kendall(ranks: Sequence[int]) -> Fraction:
    """Share of pairs in the right order; a pair is either right or wrong."""
    return 1 - wrong_share(ranks)


def kendall_sqrt(ranks: Sequence[int]) -> float:
    """One minus the root of the share of pairs in the wrong order."""
    return 1 - sqrt(wrong_share(ranks))


def hamming(ranks: Sequence[int]) -> Fraction:
    """Share of words at their own place; the base cancels, so 0-based will do."""
    return Fraction(sum(rank == i for i, rank in enumerate(ranks)), len(ranks))


def spearman(ranks: Sequence[int]) -> Fraction:
    """1 - 3 * sum of squared shifts / (n(n² - 1))."""
    n = len(ranks)
    return 1 - Fraction(3 * sum((rank - i) ** 2 for i, rank in enumerate(ranks)), n * (n * n - 1))


def footrule(ranks: Sequence[int]) -> Fraction:
    """1 - sum of absolute shifts / floor(n²/2)."""
    n = len(ranks)
    return 1 - Fraction(sum(abs(rank - i) for i, rank in enumerate(ranks)), n * n // 2)


def longest_increasing(ranks: Sequence[int]) -> int:
    """Length of the longest increasing subsequence, by the textbook recurrence.

    The longest one ending at i extends the longest one ending at some earlier, smaller word.
    """
    ending: list[int] = []
    for i, rank in enumerate(ranks):
        ending.append(1 + max((ending[h] for h in range(i) if ranks[h] < rank), default=0))
    return max(ending)


def ulam(ranks: Sequence[int]) -> Fraction:
    """(longest increasing subsequence - 1) / (n - 1)."""
    return Fraction(longest_increasing(ranks) - 1, len(ranks) - 1)


def fuzzy(ranks: Sequence[int]) -> Fraction:
    """1 - (c - 1)/(n - 1); a new run starts wherever a word is not its neighbour plus one."""
    runs = 1 + sum(right != left + 1 for left, right in pairwise(ranks))
    return 1 - Fraction(runs - 1, len(ranks) - 1)


def fuzzy_bounded(ranks: Sequence[int]) -> Fraction:
    """1 - d/(n + 1); the virtual words have the ranks just before 0 and just after n - 1."""
    n = len(ranks)
    neighbours = pairwise((-1, *ranks, n))
    return 1 - Fraction(sum(right != left + 1 for left, right in neighbours), n + 1)


def breaks(ranks: Sequence[int]) -> int:
    """Runs less one: the neighbours that do not follow each other; none without words."""
    return sum(b != a + 1 for a, b in pairwise(ranks))


def misplaced(ranks: Sequence[int]) -> int:
    """Words outside the longest increasing subsequence."""
    return len(ranks) - longest_increasing(ranks) if ranks else 0


def operators(ranks: Sequence[int]) -> list[Operator]:
    """The operators of a PET, one for each of its internal nodes."""
    return trees.pet_operators(trees.flattened_tree(ranks))


def pet_size(ranks: Sequence[int]) -> Fraction:
    """(internal nodes of a PET - 1) / (n - 2)."""
    return Fraction(len(operators(ranks)) - 1, len(ranks) - 2)


def pet_count(ranks: Sequence[int]) -> Fraction:
    """(number of PETs - 1) / (Catalan(n - 1) - 1), in exact integers."""
    count = trees.binarisations(trees.flattened_tree(ranks))
    return Fraction(count - 1, trees.catalan(len(ranks) - 1) - 1)


def max_op(ranks: Sequence[int]) -> Fraction:
    """1 - (longest operator - 2) / (n - 2)."""
    longest = max(len(operator) for operator in operators(ranks))
    return 1 - Fraction(longest - 2, len(ranks) - 2)


def avg_op(ranks: Sequence[int]) -> Fraction:
    """1 - (mean operator length - 2) / (n - 2)."""
    lengths = [len(operator) for operator in operators(ranks)]
    return 1 - (Fraction(sum(lengths), len(lengths)) - 2) / (len(ranks) - 2)


def binary_nodes(ranks: Sequence[int]) -> Fraction:
    """Share of a PET's internal nodes that are binary."""
    lengths = [len(operator) for operator in operators(ranks)]
    return Fraction(sum(length == 2 for length in lengths), len(lengths))


PLAIN: dict[str, Callable[[Sequence[int]], Fraction | float]] = {
    function.__name__: function
    for function in (
        kendall,
        kendall_sqrt,
        hamming,
        spearman,
        footrule,
        ulam,
        fuzzy,
        fuzzy_bounded,
        pet_size,
        pet_count,
        max_op,
        avg_op,
        binary_nodes,
    )
}


def operator_score(
    op_score: str | Callable[[Operator], float] | None, gamma: float
) -> Callable[[Operator], float]:
    """The operator score: the default, a flat metric by name, or a function as it is."""
    if op_score is None:
        known: dict[Operator, float] = {(1, 2): 1.0, (2, 1): gamma}
        return lambda operator: known.get(operator, 0.0)
    if isinstance(op_score, str):
        if op_score not in FLAT:
            raise ValueError(f"not a flat metric: {op_score}")
        return lambda operator: score(op_score, [value - 1 for value in operator])
    return op_score


def score(
    name: str,
    ranks: Sequence[int],
    *,
    beta: float = 0.6,
    gamma: float = 0.0,
    op_score: str | Callable[[Operator], float] | None = None,
) -> float:
    """One metric on 0-based ranks, with the rules for short permutations in front.

    The formulas with 0/0 at n = 2 are those that divide by n - 2 or by Catalan(1) - 1.
    """
    n = len(ranks)
    if name not in METRICS:
        raise ValueError(f"no such metric: {name}")
    if sorted(ranks) != list(range(n)):
        raise ValueError(f"not the ranks of a permutation: {ranks}")
    if n == 0:
        return nan
    if n == 1 or (n == 2 and name in ZERO_OVER_ZERO_AT_2):
        return 1.0
    if name in PLAIN:
        return float(PLAIN[name](ranks))
    recursive = {"pet": forests.pet, "pef": forests.pef}[name]
    return float(recursive(ranks, beta, operator_score(op_score, gamma)))
