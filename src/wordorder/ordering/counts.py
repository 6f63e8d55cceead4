"""What the metrics count in one permutation, to explain a score."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from math import log10
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder import _kernels
from wordorder.errors import InputError

if TYPE_CHECKING:
    from wordorder.permutation import Permutation


@dataclass(frozen=True, slots=True)
class PermutationCounts:
    """The counts behind the scores of one permutation of n > 0 words.

    Attributes:
        n: Number of words.
        pairs: Number of pairs of words.
        inversions: Pairs in the wrong order.
        unmoved: Words in their own position.
        distance: Sum of the distances of all words from their position.
        squared_distance: Sum of the squares of these distances.
        increasing: Positions of the longest increasing subsequence, counting from 0.
        runs: The maximal runs of words with consecutive ranks, as (first, last) position.
        breaks: Neighbours without consecutive ranks, with a virtual word at either end.
        operators: How often each operator occurs in a PET, as text: `⟨2,1⟩`.
        nodes: Number of inner nodes of a PET.
        binary_nodes: Number of these with two children.
        longest_operator: The length of the longest operator in a PET.
        pets: The exact number of PETs.
    """

    n: int
    pairs: int
    inversions: int
    unmoved: int
    distance: int
    squared_distance: int
    increasing: tuple[int, ...]
    runs: tuple[tuple[int, int], ...]
    breaks: int
    operators: dict[str, int]
    nodes: int
    binary_nodes: int
    longest_operator: int
    pets: int

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain data for JSON.

        `pets` is null if a double, which most JSON readers use for numbers, cannot hold it exactly;
        `log10_pets` is always present.
        """
        exact = self.pets if self.pets <= 2**53 else None
        return {**asdict(self), "pets": exact, "log10_pets": log10(self.pets)}


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
        pets=permutation.forest().count(),
    )


def longest_increasing_positions(permutation: Permutation) -> tuple[int, ...]:
    """Return the positions of the longest increasing subsequence.

    Ties go to the one whose positions are lexicographically first.

    Examples:
        >>> from wordorder import Permutation
        >>> longest_increasing_positions(Permutation.parse("⟨2, 1, 4, 3⟩"))
        (0, 2)
    """
    row = _kernels.Ragged(permutation.ranks, np.array([0, len(permutation)]))
    return tuple(np.flatnonzero(_kernels.misplacements(row) == 0).tolist())


def _runs(permutation: Permutation) -> tuple[tuple[int, int], ...]:
    ranks = permutation.ranks.tolist()
    starts = [i for i, rank in enumerate(ranks) if i == 0 or rank != ranks[i - 1] + 1]
    ends = [start - 1 for start in starts[1:]] + [len(ranks) - 1]
    return tuple(zip(starts, ends, strict=True))


def _pet_operators(permutation: Permutation) -> dict[str, int]:
    found: Counter[str] = Counter()
    for node in permutation.tree().nodes():
        if node.kind == "simple":
            found[f"⟨{','.join(map(str, node.operator))}⟩"] += 1
        elif node.kind != "leaf":
            found["⟨1,2⟩" if node.kind == "monotone" else "⟨2,1⟩"] += len(node.children) - 1
    return dict(found)
