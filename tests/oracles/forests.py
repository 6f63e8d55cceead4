"""Permutation forests and PEFscore as in Figures 5 and 6 of the SSST-8 paper.

Nothing here uses the flattened tree: a forest is found by looking for the cuts of each span into
the fewest blocks, which is the paper's own definition.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Span = tuple[int, int]
Operator = tuple[int, ...]
Splits = tuple[int, ...]
Chart = dict[Span, tuple[Operator, list[Splits]]]
Pet = int | tuple[Operator, tuple["Pet", ...]]


def block_spans(ranks: Sequence[int]) -> set[Span]:
    """All spans (i, j) whose values are contiguous.

    Distinct values are contiguous iff largest - smallest is one less than how many there are.
    """
    found: set[Span] = set()
    for i in range(len(ranks)):
        low = high = ranks[i]
        for j in range(i + 1, len(ranks) + 1):
            low, high = min(low, ranks[j - 1]), max(high, ranks[j - 1])
            if high - low == j - i - 1:
                found.add((i, j))
    return found


def fewest_blocks(i: int, j: int, spans: set[Span]) -> dict[int, int]:
    """For every m in i..j, the fewest adjacent blocks that tile [i, m), the span itself barred.

    The entry at j is the arity of the span. Right because the last block of a tiling of [i, m)
    starts at some k, and what stands before it must be a smallest tiling of [i, k).
    """
    fewest = {i: 0}
    for m in range(i + 1, j + 1):
        starts = [k for k in range(i, m) if (k, m) in spans and (k, m) != (i, j)]
        fewest[m] = 1 + min(fewest[k] for k in starts)
    return fewest


def inferences(i: int, j: int, spans: set[Span]) -> list[Splits]:
    """All ways to cut a span of two or more words into as few blocks as possible, sorted.

    Each way is its inner split points. Fewer than two is impossible, so any cut into two blocks
    settles it. Else read backwards from j: a block (k, m) can be the last of a smallest tiling of
    [i, m) iff [i, k) needs exactly one block less. Uniqueness for arity 4 and more is asserted.
    """
    middles = [m for m in range(i + 1, j) if (i, m) in spans and (m, j) in spans]
    if middles:
        return [(m,) for m in middles]
    fewest = fewest_blocks(i, j, spans)

    def tilings(m: int) -> list[Splits]:
        if m == i:
            return [()]
        starts = [k for k in range(i, m) if (k, m) in spans and fewest[k] + 1 == fewest[m]]
        return [(*before, k) for k in starts for before in tilings(k)]

    found = [tiling[1:] for tiling in tilings(j)]  # the first block always starts at i
    assert fewest[j] >= 4, (i, j, found)
    assert len(found) == 1, (i, j, found)
    return found


def parts(i: int, j: int, splits: Splits) -> list[Span]:
    """The adjacent spans that split points l_1..l_{a-1} cut, with l_0 = i and l_a = j."""
    return list(pairwise((i, *splits, j)))


def rank_list_of(ranks: Sequence[int], children: Sequence[Span]) -> Operator:
    """RankListOf of Figure 5: the places of disjoint blocks when sorted smallest first, 1-based."""
    smallest = [min(ranks[i:j]) for i, j in children]
    return tuple(sorted(smallest).index(value) + 1 for value in smallest)


def chart(ranks: Sequence[int]) -> Chart:
    """The permutation forest of 0-based ranks (Figure 5): (i, j) -> operator, inferences.

    Only entries that the whole reaches are there; a leaf has () and []. That all inferences of an
    entry share one operator, as the paper says, is asserted.
    """
    return _chart(tuple(ranks))


@lru_cache(maxsize=10_000)  # several metrics ask for the same chart, which takes most of the time
def _chart(ranks: tuple[int, ...]) -> Chart:
    if not ranks:
        raise ValueError("the empty permutation has no forest")
    spans = block_spans(ranks)
    forest: Chart = {}
    todo: list[Span] = [(0, len(ranks))]
    while todo:
        i, j = todo.pop()
        if (i, j) in forest:
            continue
        if j - i == 1:
            forest[i, j] = ((), [])
            continue
        found = inferences(i, j, spans)
        operators = {rank_list_of(ranks, parts(i, j, splits)) for splits in found}
        assert len(operators) == 1, operators
        forest[i, j] = (operators.pop(), found)
        todo += [part for splits in found for part in parts(i, j, splits)]
    return forest


def pets(ranks: Sequence[int]) -> list[Pet]:
    """Every PET: a leaf is its 0-based rank, an inner node is (operator, children).

    A PET of an entry is one of its inferences with one PET for each of its children.
    """
    forest = chart(ranks)

    @cache
    def expand(i: int, j: int) -> list[Pet]:
        operator, found = forest[i, j]
        if not found:
            return [ranks[i]]
        return [
            (operator, children)
            for splits in found
            for children in product(*(expand(*part) for part in parts(i, j, splits)))
        ]

    return expand(0, len(ranks))


def pet_count(ranks: Sequence[int]) -> int:
    """How many PETs there are (`pet_count`), without listing them.

    Children are expanded independently, so their counts multiply; inferences are alternatives,
    so theirs add up.
    """
    forest = chart(ranks)

    @cache
    def count(i: int, j: int) -> int:
        _, found = forest[i, j]
        if not found:
            return 1
        total = 0
        for splits in found:
            ways = 1
            for part in parts(i, j, splits):
                ways *= count(*part)
            total += ways
        return total

    return count(0, len(ranks))


def _mean(values: Sequence[float]) -> float:
    """The plain mean; exact where the values are Fractions."""
    return sum(values) / len(values)


def _phi(
    ranks: Sequence[int],
    beta: float,
    op: Callable[[Operator], float],
    choose: Callable[[list[Splits]], list[Splits]],
) -> float:
    """phi_node of the whole (Figure 6), averaging over the chosen inferences of each entry.

    With a Fraction for beta and an op that returns Fractions, the result is exact.
    """
    forest = chart(ranks)

    @cache
    def phi_node(i: int, j: int) -> float:
        operator, found = forest[i, j]
        if not found:
            return 1
        if len(operator) == j - i:
            return op(operator)
        inner = _mean([phi_inference(i, j, splits) for splits in choose(found)])
        return beta * op(operator) + (1 - beta) * inner

    def phi_inference(i: int, j: int, splits: Splits) -> float:
        non_leaves = [part for part in parts(i, j, splits) if part[1] - part[0] > 1]
        return _mean([phi_node(*part) for part in non_leaves])

    return phi_node(0, len(ranks))


def pef(ranks: Sequence[int], beta: float, op: Callable[[Operator], float]) -> float:
    """PEFscore: the mean runs over all inferences of an entry, as in Figure 6."""
    return _phi(ranks, beta, op, lambda found: found)


def pet(ranks: Sequence[int], beta: float, op: Callable[[Operator], float]) -> float:
    """PETscore: only the left-branching inference, the one with the last split point.

    Inferences are sorted, and an entry of arity four or more has just one, so it is the last.
    """
    return _phi(ranks, beta, op, lambda found: found[-1:])
