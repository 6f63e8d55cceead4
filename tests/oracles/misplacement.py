"""Misplaced words by trying all subsequences."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def in_place(ranks: Sequence[int]) -> tuple[int, ...]:
    """The positions of the longest increasing subsequence, lexicographically first."""
    for size in range(len(ranks), 0, -1):
        for positions in combinations(range(len(ranks)), size):  # in lexicographic order
            values = [ranks[position] for position in positions]
            if values == sorted(values):
                return positions
    return ()


def shifts(ranks: Sequence[int], kept: Collection[int] | None = None) -> list[int]:
    """How many of the words in place, `kept`, stand on the wrong side of each word."""
    kept = in_place(ranks) if kept is None else kept
    found = []
    for i, rank in enumerate(ranks):
        too_late = sum(j < i and ranks[j] > rank for j in kept)
        too_early = sum(j > i and ranks[j] < rank for j in kept)
        assert (i in kept) == (not too_late and not too_early)
        assert not (too_late and too_early)
        found.append(too_late - too_early)
    return found
