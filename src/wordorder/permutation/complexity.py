"""Weak factorisations, complexity metrics and tightness.

A complexity metric is a function of the operators of a factorisation. It is *tight* if every
further factorisation step makes it smaller, so that the fully factorised trees, the PETs, are the
simplest description of a permutation. Everything here is exhaustive and meant for small
permutations.

Examples:
    >>> from wordorder.permutation import complexity
    >>> complexity.check_tightness(complexity.average(len), max_n=5).tight
    True
    >>> report = complexity.check_tightness(complexity.average(lambda operator: 1), max_n=5)
    >>> print(report.against_tight)
    ⟨1, 2, 3⟩: {(1,2), (1,2)} costs 1, not less than {(1,2,3)}, which costs 1
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

from wordorder.errors import UsageError
from wordorder.permutation.permutation import Permutation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordorder.permutation.tree import Operator

Block: TypeAlias = tuple[int, int]
Ground: TypeAlias = "Callable[[Operator], float]"
Complexity: TypeAlias = "Callable[[Sequence[Operator]], Fraction | float]"

LARGEST = 9  # words; the monotone permutation of 10 has 103,049 weak factorisations


@dataclass(frozen=True, slots=True)
class WeakFactorisation:
    """A set of nested or disjoint blocks of a permutation, with the whole and all single words.

    Attributes:
        permutation: The permutation that is factorised.
        blocks: The blocks of two words or more, as [start, end) positions.
    """

    permutation: Permutation
    blocks: frozenset[Block]

    def operators(self) -> list[Operator]:
        """Return the operators of all inner nodes, counting from 1, outermost first."""
        outermost_first = sorted(self.blocks, key=lambda block: (block[0] - block[1], block[0]))
        return [self._operator(block) for block in outermost_first]

    def is_pet(self) -> bool:
        """Whether no block can be added: every operator is ⟨1,2⟩, ⟨2,1⟩ or simple."""
        return all(is_primal(operator) for operator in self.operators())

    def _operator(self, block: Block) -> Operator:
        ranks = self.permutation.ranks
        firsts = [int(ranks[start:end].min()) for start, end in self._parts(block)]
        order = sorted(firsts)
        return tuple(order.index(first) + 1 for first in firsts)

    def _parts(self, block: Block) -> list[Block]:
        """Return the largest blocks inside this one, and the single words between them."""
        inside = [b for b in self.blocks if b != block and block[0] <= b[0] and b[1] <= block[1]]
        parts, position = [], block[0]
        while position < block[1]:
            end = max((b[1] for b in inside if b[0] == position), default=position + 1)
            parts.append((position, end))
            position = end
        return parts


def blocks(permutation: Permutation) -> list[Block]:
    """Return all blocks of two words or more, the whole included, as [start, end) positions."""
    ranks = permutation.ranks.tolist()
    spans = []
    for start in range(len(ranks)):
        for end in range(start + 2, len(ranks) + 1):
            part = ranks[start:end]
            if max(part) - min(part) == end - start - 1:
                spans.append((start, end))
    return spans


def is_primal(operator: Sequence[int]) -> bool:
    """Whether an operator, counting from 1, has no blocks but itself and its words.

    Examples:
        >>> is_primal((2, 4, 1, 3)), is_primal((6, 2, 4, 1, 5, 3))
        (True, False)
    """
    return len(blocks(Permutation([rank - 1 for rank in operator]))) <= 1


def weak_factorisations(permutation: Permutation) -> Iterator[WeakFactorisation]:
    """Iterate over all weak factorisations of a small permutation, the single node first.

    Examples:
        >>> [wf.operators() for wf in weak_factorisations(Permutation([0, 1, 2]))]
        [[(1, 2, 3)], [(1, 2), (1, 2)], [(1, 2), (1, 2)]]
    """
    n = len(permutation)
    if not 2 <= n <= LARGEST:
        raise UsageError(f"weak factorisations are listed for 2 to {LARGEST} words, not {n}")
    optional = [block for block in blocks(permutation) if block != (0, n)]
    chosen: list[tuple[frozenset[Block], int]] = [(frozenset({(0, n)}), 0)]
    while chosen:
        family, first = chosen.pop()
        yield WeakFactorisation(permutation, family)
        chosen += [
            (family | {optional[index]}, index + 1)
            for index in range(len(optional) - 1, first - 1, -1)
            if all(_nested_or_disjoint(optional[index], block) for block in family)
        ]


def _nested_or_disjoint(a: Block, b: Block) -> bool:
    disjoint = a[1] <= b[0] or b[1] <= a[0]
    nested = (a[0] <= b[0] and b[1] <= a[1]) or (b[0] <= a[0] and a[1] <= b[1])
    return disjoint or nested


def average(ground: Ground) -> Complexity:
    """Return the complexity metric that takes the mean of `ground` over the operators."""
    return lambda operators: (
        sum((Fraction(ground(o)) for o in operators), Fraction()) / len(operators)
    )


def maximum(ground: Ground) -> Complexity:
    """Return the complexity metric that takes the maximum of `ground` over the operators."""
    return lambda operators: max(Fraction(ground(o)) for o in operators)


def total(ground: Ground) -> Complexity:
    """Return the complexity metric that sums `ground` over the operators."""
    return lambda operators: sum((Fraction(ground(o)) for o in operators), Fraction())


def count(operators: Sequence[Operator]) -> Fraction:
    """Return the number of operators, the simplest complexity metric."""
    return Fraction(len(operators))


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A factorisation step that should lower the metric but does not."""

    permutation: Permutation
    before: tuple[Operator, ...]
    after: tuple[Operator, ...]
    cost_before: Fraction | float
    cost_after: Fraction | float

    def __str__(self) -> str:
        def shown(operators: tuple[Operator, ...]) -> str:
            return "{" + ", ".join(f"({','.join(map(str, o))})" for o in operators) + "}"

        return (
            f"{self.permutation}: {shown(self.after)} costs {float(self.cost_after):g}, "
            f"not less than {shown(self.before)}, which costs {float(self.cost_before):g}"
        )


@dataclass(frozen=True, slots=True)
class TightnessReport:
    """The result of an exhaustive check, with the first counterexample of either kind.

    Attributes:
        max_n: The length up to which all permutations were checked.
        against_tight: The first step that does not lower the metric; None if it is tight.
        against_semi_tight: The first step that raises the metric, or goes from the single node to
            a PET without lowering it; None if the metric is semi-tight.
    """

    max_n: int
    against_tight: Counterexample | None
    against_semi_tight: Counterexample | None

    @property
    def tight(self) -> bool:
        """Whether every factorisation step lowers the metric."""
        return self.against_tight is None

    @property
    def semi_tight(self) -> bool:
        """Whether no step raises it, and a PET is lower than the single node."""
        return self.against_semi_tight is None


def check_tightness(complexity: Complexity, max_n: int = 6) -> TightnessReport:
    """Check a complexity metric on every permutation of 2 to `max_n` words.

    Counterexamples come from the shortest, then lexicographically first permutation.

    Args:
        complexity: A function of the operators of a factorisation, such as `average(len)`.
        max_n: Longest permutation; 6 takes seconds, each further word about twenty times longer.
    """
    if not 2 <= max_n <= LARGEST:
        raise UsageError(f"max_n must lie between 2 and {LARGEST}, not {max_n}")
    against_tight = against_semi_tight = None
    for n in range(2, max_n + 1):
        for ranks in permutations(range(n)):
            steps = _Steps(Permutation(ranks), complexity)
            against_tight = against_tight or steps.not_smaller()
            against_semi_tight = against_semi_tight or steps.larger() or steps.pet_not_smaller()
            if against_tight and against_semi_tight:
                return TightnessReport(max_n, against_tight, against_semi_tight)
    return TightnessReport(max_n, against_tight, against_semi_tight)


class _Steps:
    """The costs of all weak factorisations of one permutation, compared step by step.

    Steps that add a single block suffice: all others consist of them.
    """

    def __init__(self, permutation: Permutation, complexity: Complexity) -> None:
        self._permutation = permutation
        self._all = {f.blocks: f for f in weak_factorisations(permutation)}
        self._cost = {blocks: complexity(f.operators()) for blocks, f in self._all.items()}

    def not_smaller(self) -> Counterexample | None:
        return self._first(lambda before, after: before <= after)

    def larger(self) -> Counterexample | None:
        return self._first(lambda before, after: before < after)

    def pet_not_smaller(self) -> Counterexample | None:
        flattest = frozenset({(0, len(self._permutation))})
        for blocks, factorisation in self._all.items():
            not_smaller = blocks != flattest and self._cost[flattest] <= self._cost[blocks]
            if not_smaller and factorisation.is_pet():
                return self._counterexample(flattest, blocks)
        return None

    def _first(
        self, is_wrong: Callable[[Fraction | float, Fraction | float], bool]
    ) -> Counterexample | None:
        whole = (0, len(self._permutation))
        for after in self._all:
            for added in sorted(after - {whole}):
                before = after - {added}
                if is_wrong(self._cost[before], self._cost[after]):
                    return self._counterexample(before, after)
        return None

    def _counterexample(self, before: frozenset[Block], after: frozenset[Block]) -> Counterexample:
        return Counterexample(
            self._permutation,
            tuple(self._all[before].operators()),
            tuple(self._all[after].operators()),
            self._cost[before],
            self._cost[after],
        )
