"""Permutation forests: all permutation trees of one permutation, packed."""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.permutation.permutation import Permutation
    from wordorder.permutation.tree import Operator, PermutationTree, TreeNode


class ChartEntry(NamedTuple):
    """One span of the forest: its operator and every way to split it, as in the papers' chart.

    A split is given by the start positions of its second and later parts.
    """

    start: int
    end: int
    operator: Operator
    inferences: tuple[tuple[int, ...], ...]


class PermutationForest:
    """All permutation trees (PETs) of a permutation.

    A monotone or inverted node with k children can be binarised in Catalan(k − 1) ways; the forest
    packs all of them. Iterating yields the PETs one by one, from the left-branching to the
    right-branching one.

    Examples:
        >>> from wordorder import Permutation
        >>> forest = Permutation.inverted(4).forest()
        >>> forest.count()
        5
        >>> for pet in forest:
        ...     print(pet.to_brackets())
        (⟨2,1⟩ (⟨2,1⟩ (⟨2,1⟩ 4 3) 2) 1)
        (⟨2,1⟩ (⟨2,1⟩ 4 (⟨2,1⟩ 3 2)) 1)
        (⟨2,1⟩ (⟨2,1⟩ 4 3) (⟨2,1⟩ 2 1))
        (⟨2,1⟩ 4 (⟨2,1⟩ (⟨2,1⟩ 3 2) 1))
        (⟨2,1⟩ 4 (⟨2,1⟩ 3 (⟨2,1⟩ 2 1)))
        >>> next(forest.chart())
        ChartEntry(start=0, end=4, operator=(2, 1), inferences=((1,), (2,), (3,)))
    """

    __slots__ = ("_tree",)

    def __init__(self, permutation: Permutation) -> None:
        from wordorder.permutation.permutation import Permutation

        expect(permutation, Permutation, "permutation")
        self._tree = permutation.tree()

    def __getstate__(self) -> object:
        return object.__getstate__(self)  # explicit, as the oldest protocols do not support slots

    @property
    def tree(self) -> PermutationTree:
        """The flattened tree, which determines the forest."""
        return self._tree

    def count(self) -> int:
        """Return the exact number of PETs, however large."""
        return prod(
            _catalan(len(node.children) - 1)
            for node in self._tree.nodes()
            if node.kind in ("monotone", "inverted")
        )

    def __iter__(self) -> Iterator[PermutationTree]:
        """Iterate over the PETs like an odometer.

        A PET is the sequence of splits chosen in pre-order. The next PET moves the last choice
        that can still move to the left, and resets all choices after it.
        """
        choices: list[int] = []
        limits: list[int] = []
        while True:
            fixed = iter(tuple(choices))
            limits.clear()
            choices.clear()

            def choose(splits: range, fixed: Iterator[int] = fixed) -> int:
                choices.append(next(fixed, splits[-1]))
                limits.append(splits[0])
                return choices[-1]

            yield self._tree._binarized(choose)
            while choices and choices[-1] == limits[-1]:
                choices.pop()
                limits.pop()
            if not choices:
                return
            choices[-1] -= 1

    def chart(self) -> Iterator[ChartEntry]:
        """Iterate over the spans of the packed forest, with their inferences.

        A span of one word has the empty operator and no inference.
        """
        for node in self._tree.nodes():
            if node.kind in ("monotone", "inverted"):
                yield from _runs(node)
            elif node.kind == "simple":
                splits = tuple(child.span.start for child in node.children[1:])
                yield ChartEntry(node.span.start, node.span.stop, node.operator, (splits,))
            else:
                yield ChartEntry(node.span.start, node.span.stop, (), ())

    def __repr__(self) -> str:
        return f"<PermutationForest over {self._tree.permutation}>"


def _runs(node: TreeNode) -> Iterator[ChartEntry]:
    """Yield every run of two or more children of a linear node, longest first."""
    operator = (1, 2) if node.kind == "monotone" else (2, 1)
    bounds = [child.span.start for child in node.children] + [node.span.stop]
    arity = len(bounds) - 1
    for length in range(arity, 1, -1):
        for first in range(arity - length + 1):
            splits = tuple((bounds[i],) for i in range(first + 1, first + length))
            yield ChartEntry(bounds[first], bounds[first + length], operator, splits)


def _catalan(m: int) -> int:
    return comb(2 * m, m) // (m + 1)
