"""What the metrics count in one permutation, to explain a score."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from wordorder import _kernels
from wordorder.errors import InputError
from wordorder.output.codec import Count, derived, encode
from wordorder.output.codec_kinds import Bounds

if TYPE_CHECKING:
    from wordorder.permutation import Permutation


_MOST_EXACT = 2**53  # in a double, which most JSON readers use for numbers


class TreeCount(int):
    """A number of trees, which JSON has only if doubles have it exactly."""

    PLAIN: ClassVar[Any] = Annotated[int, Bounds(least=1, most=_MOST_EXACT)] | None

    def to_plain(self) -> int | None:
        """Return the number, or None if it is too large."""
        return int(self) if self <= _MOST_EXACT else None

    @classmethod
    def from_plain(cls, plain: int | None) -> TreeCount:
        """Take the number back."""
        if plain is None:
            raise ValueError("the number was too large to be kept")
        return cls(plain)


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
        made: dict[str, Any] = encode(self)
        return made


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
