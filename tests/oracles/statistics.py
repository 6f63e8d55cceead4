"""Resampling spelled out item by item, and agreement counted pair by pair.

The draws are those of the package: one PCG64 stream per seed; a bootstrap resample takes as many
indices as there are items, a randomisation one bit per item. Everything after them is written from
the definitions. A score here is a function of the items themselves, not of their sums.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from numpy.typing import NDArray

    Score = Callable[[NDArray[Any]], Any]


def draws(items: int, resamples: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """The items of every bootstrap resample."""
    generator = np.random.Generator(np.random.PCG64(seed))
    for _ in range(resamples):
        yield generator.integers(items, size=items)


def swaps(items: int, resamples: int, seed: int) -> Iterator[NDArray[np.bool_]]:
    """The items that change sides in every randomisation."""
    generator = np.random.Generator(np.random.PCG64(seed))
    for _ in range(resamples):
        yield generator.integers(2, size=items, dtype=np.int8) == 1


def bootstrap_scores(statistics: NDArray[Any], score: Score, resamples: int, seed: int) -> Any:
    """The score of every resample of one system's items, resamples first."""
    return np.array([score(statistics[drawn]) for drawn in draws(len(statistics), resamples, seed)])


def bootstrap_differences(
    a: NDArray[Any], b: NDArray[Any], score: Score, resamples: int, seed: int
) -> Any:
    """δ* of every resample."""
    return np.array([score(a[drawn]) - score(b[drawn]) for drawn in draws(len(a), resamples, seed)])


def randomized_differences(
    a: NDArray[Any], b: NDArray[Any], score: Score, resamples: int, seed: int
) -> Any:
    """δ* after every swap."""
    found = []
    for swapped in swaps(len(a), resamples, seed):
        one, other = a.copy(), b.copy()
        one[swapped], other[swapped] = b[swapped], a[swapped]
        found.append(score(one) - score(other))
    return np.array(found)


def bootstrap_extremes(
    a: NDArray[Any], b: NDArray[Any], score: Score, resamples: int, seed: int
) -> Any:
    """How many |δ* − mean δ*| ≥ |δ|; exact if the statistics are Fractions."""
    found = bootstrap_differences(a, b, score, resamples, seed)
    mean = found.sum(axis=0) / resamples
    return (abs(found - mean) >= abs(score(a) - score(b))).sum(axis=0)


def randomization_extremes(
    a: NDArray[Any], b: NDArray[Any], score: Score, resamples: int, seed: int
) -> Any:
    """How many |δ*| ≥ |δ|; exact if the statistics are Fractions."""
    found = randomized_differences(a, b, score, resamples, seed)
    return (abs(found) >= abs(score(a) - score(b))).sum(axis=0)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values, one after the other from the smallest."""
    n = len(p_values)
    adjusted, largest = [0.0] * n, 0.0
    for rank, place in enumerate(sorted(range(n), key=lambda place: p_values[place])):
        largest = max(largest, min(1.0, (n - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def fleiss_kappa(counts: Sequence[Sequence[int]]) -> Fraction:
    """Fleiss' kappa by looking at every two ratings of an item, and at the shares of categories."""
    items = [[j for j, count in enumerate(row) for _ in range(count)] for row in counts]
    agreeing = [Fraction(a == b) for item in items for a, b in permutations(item, 2)]
    ratings = [rating for item in items for rating in item]
    shares = [Fraction(ratings.count(j), len(ratings)) for j in set(ratings)]
    return _beyond_chance(sum(agreeing) / len(agreeing), sum(share**2 for share in shares))


def cohen_kappa(a: Sequence[Hashable], b: Sequence[Hashable]) -> Fraction:
    """Cohen's kappa; chance pairs every rating of a with every rating of b."""
    observed = Fraction(sum(x == y for x, y in zip(a, b, strict=True)), len(a))
    expected = Fraction(sum(x == y for x in a for y in b), len(a) * len(b))
    return _beyond_chance(observed, expected)


def _beyond_chance(observed: Fraction, expected: Fraction) -> Fraction:
    return (observed - expected) / (1 - expected)


def krippendorff_alpha(table: Sequence[Sequence[int | None]], level: str) -> Fraction:
    """Krippendorff (2011): one minus observed over expected disagreement, pair by pair."""
    items = [[value for value in item if value is not None] for item in zip(*table, strict=True)]
    items = [item for item in items if len(item) >= 2]
    values = [value for item in items for value in item]

    def squared_distance(c: int, k: int) -> Fraction:
        if level == "nominal":
            return Fraction(c != k)
        if level == "interval":
            return Fraction(c - k) ** 2
        between = sum(min(c, k) <= value <= max(c, k) for value in values)
        return (between - Fraction(values.count(c) + values.count(k), 2)) ** 2 * (c != k)

    observed = sum(
        sum(squared_distance(c, k) for c, k in permutations(item, 2)) / (len(item) - 1)
        for item in items
    ) / Fraction(len(values))
    pairs = list(combinations(values, 2))
    expected = sum(squared_distance(c, k) for c, k in pairs) / len(pairs)
    return 1 - observed / expected


def clusters(beats: Sequence[Sequence[bool]]) -> set[frozenset[int]]:
    """The finest division such that every two clusters are told apart, from all sets of systems.

    A set is on top if each of its systems beats each of the others. Two systems share a cluster
    unless some set on top has just one of them.
    """
    systems = range(len(beats))
    sets = [{s for s in systems if mask >> s & 1} for mask in range(2 ** len(beats))]
    tops = [top for top in sets if all(beats[a][b] for a in top for b in systems if b not in top)]
    return {
        frozenset(b for b in systems if all((a in top) == (b in top) for top in tops))
        for a in systems
    }
