"""Words matched by their vectors, pair by pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracles.matching import Match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Vector = tuple[int, ...]
    Link = tuple[int, int]

VECTORS = 3
LENGTH = 8192


def cosine(one: Vector | None, other: Vector | None) -> float | None:
    """The cosine of two vectors of that length; None if a word has no vector."""
    if one is None or other is None:
        return None
    return min(1.0, sum(a * b for a, b in zip(one, other, strict=True)) / LENGTH**2)


def candidates(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    vectors: Sequence[Vector | None],
    least: float,
    weight: int,
    by_other_stages: Sequence[Match],
) -> list[Match]:
    """Similar words, for words of the hypothesis that match nothing else."""
    matched = {match.hypothesis.start for match in by_other_stages}
    return [
        Match(range(i, i + 1), range(j, j + 1), weight, VECTORS)
        for i, word in enumerate(hypothesis)
        for j, other in enumerate(reference)
        if i not in matched
        and (similarity := cosine(vectors[word], vectors[other])) is not None
        and similarity >= least
    ]


def with_neighbours(
    links: Mapping[Link, int],
    hypothesis: Sequence[int],
    reference: Sequence[int],
    vectors: Sequence[Vector | None],
    least: float,
) -> dict[Link, int]:
    """Add words beside one of these links, the most similar first, then the leftmost."""
    pairs = set()
    for i, j in links:
        for step in (-1, 1):
            here, there = i + step, j + step
            if here in range(len(hypothesis)) and there in range(len(reference)):
                similarity = cosine(vectors[hypothesis[here]], vectors[reference[there]])
                if similarity is not None and similarity >= least:
                    pairs.add((-similarity, here, there))
    found = dict(links)
    for _, here, there in sorted(pairs):
        if all(here != i and there != j for i, j in found):
            found[here, there] = VECTORS
    return found
