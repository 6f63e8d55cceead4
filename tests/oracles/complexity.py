"""Weak factorisations of small permutations and exhaustive tightness checks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from .trees import blocks, is_simple, overlap, relative_order

if TYPE_CHECKING:
    from collections.abc import Sequence

Block = tuple[int, int]
Operator = tuple[int, ...]
Factorisation = frozenset[Block]
Operators = tuple[Operator, ...]
Metric = Callable[[Operators], Fraction | float]


class Counterexample(NamedTuple):
    """A permutation (0-based) and a step from flatter to deeper that breaks tightness."""

    ranks: tuple[int, ...]
    flatter: Factorisation
    deeper: Factorisation


def trivial_blocks(n: int) -> Factorisation:
    """The whole and the single words, which every weak factorisation contains."""
    return frozenset({(0, n)} | {(i, i + 1) for i in range(n)})


def proper_blocks(ranks: Sequence[int]) -> list[Block]:
    """The blocks that are neither the whole nor a single word."""
    return [block for block in blocks(ranks) if block not in trivial_blocks(len(ranks))]


def weak_factorisations(ranks: Sequence[int]) -> list[Factorisation]:
    """All sets of blocks, pairwise nested or disjoint, with the trivial blocks.

    Every proper block in turn is left out of, or added to, each set made so far; adding is
    refused where it overlaps a member. So each allowed subset is made exactly once. Sorted by
    size, hence the flattest (the permutation as a single node) comes first.
    """
    found = [trivial_blocks(len(ranks))]
    for block in proper_blocks(ranks):
        found += [wf | {block} for wf in found if not any(overlap(block, other) for other in wf)]
    return sorted(found, key=lambda wf: (len(wf), sorted(wf)))


def children(block: Block, factorisation: Factorisation) -> list[Block]:
    """The members properly inside a block that lie in no larger such member, left to right."""
    inside = [
        (i, j) for i, j in factorisation if block[0] <= i and j <= block[1] and (i, j) != block
    ]
    return sorted(
        (i, j)
        for i, j in inside
        if not any(k <= i and j <= m and (k, m) != (i, j) for k, m in inside)
    )


def operators(ranks: Sequence[int], factorisation: Factorisation) -> Operators:
    """The multiset of operators, written as a sorted tuple: one per member of 2+ words."""
    return tuple(
        sorted(
            relative_order([ranks[i] for i, _ in children(block, factorisation)])
            for block in factorisation
            if block[1] - block[0] > 1
        )
    )


def is_pet(ops: Operators) -> bool:
    """Whether these are the operators of a PET: nothing is left to factorise in any."""
    return all(is_simple(operator) for operator in ops)


def complexity(ops: Operators, aggregate: str, ground: Callable[[Operator], float]) -> Fraction:
    """F over the multiset of operators with ground metric Co, in exact arithmetic."""
    values = [Fraction(ground(operator)) for operator in ops]
    if aggregate == "average":
        return sum(values, Fraction(0)) / len(values)
    if aggregate == "maximum":
        return max(values)
    if aggregate == "sum":
        return sum(values, Fraction(0))
    if aggregate == "count":
        return Fraction(len(values))
    raise ValueError(f"no such aggregate: {aggregate}")


def _breaks(
    metric: Metric, flatter: Operators, deeper: Operators, *, flattest: bool, semi: bool
) -> bool:
    """Whether one step breaks the requirement of the COLING paper.

    Tight: C must fall. Semi-tight: C must not rise, and must fall from the single node to a PET.
    """
    strict = not semi or (flattest and is_pet(deeper))
    before, after = metric(flatter), metric(deeper)
    return before <= after if strict else before < after


def counterexample_for(
    ranks: tuple[int, ...], metric: Metric, *, semi: bool
) -> Counterexample | None:
    """The first step that breaks (semi-)tightness for one permutation, or None.

    Every ordered pair of weak factorisations is tried; one factorises into the other iff its set
    is a proper subset. A primal permutation has a single weak factorisation, hence no step.
    """
    found = [(wf, operators(ranks, wf)) for wf in weak_factorisations(ranks)]
    flattest = trivial_blocks(len(ranks))
    for flatter, ops_flatter in found:
        for deeper, ops_deeper in found:
            single = flatter == flattest
            if flatter < deeper and _breaks(
                metric, ops_flatter, ops_deeper, flattest=single, semi=semi
            ):
                return Counterexample(ranks, flatter, deeper)
    return None


def first_counterexample(metric: Metric, max_n: int, *, semi: bool) -> Counterexample | None:
    """The first permutation of at most max_n words that breaks (semi-)tightness, or None.

    Smallest n first, then lexicographic, which is the order `permutations` keeps.
    """
    for n in range(2, max_n + 1):
        for ranks in permutations(range(n)):
            broken = counterexample_for(ranks, metric, semi=semi)
            if broken is not None:
                return broken
    return None


def is_tight(metric: Metric, max_n: int) -> bool:
    """Whether C falls at every step of every permutation of at most max_n words."""
    return first_counterexample(metric, max_n, semi=False) is None


def is_semi_tight(metric: Metric, max_n: int) -> bool:
    """Whether C is tight or semi-tight for every permutation of at most max_n words.

    Tight implies semi-tight for a single permutation, so the weaker requirement is enough.
    """
    return first_counterexample(metric, max_n, semi=True) is None
