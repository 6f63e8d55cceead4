"""Words matched by their vectors, pair by pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oracles.matching import Match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Vector = tuple[int, ...]
    Link = tuple[int, int]

VECTORS = 3
LENGTH = 8192


class Word(NamedTuple):
    """A vector, whether it is one only in references, and the letters of the word."""

    vector: Vector | None
    only_in_references: bool = False
    letters: str = ""

    @property
    def is_doubtful(self) -> bool:
        return self.vector is None or self.only_in_references


class Least(NamedTuple):
    """The least cosines of words that match."""

    anywhere: float
    beside: float = 1.0


def cosine(one: Word, other: Word) -> float | None:
    """How similar a word of the hypothesis and one of the reference are; None if unknown."""
    if (one.is_doubtful or other.is_doubtful) and are_spelt_alike(one.letters, other.letters):
        return 1.0
    if one.is_doubtful or one.vector is None or other.vector is None:
        return None
    return min(1.0, sum(a * b for a, b in zip(one.vector, other.vector, strict=True)) / LENGTH**2)


def are_spelt_alike(one: str, other: str) -> bool:
    """Whether two words can be made equal by one change; not if one has no letters."""
    return bool(one and other) and (
        one == other
        or other in changed(one)
        or any(one == shorter for shorter in without_a_letter(other))
        or any(other == shorter for shorter in without_a_letter(one))
    )


def without_a_letter(word: str) -> list[str]:
    return [word[:k] + word[k + 1 :] for k in range(len(word))]


def changed(word: str) -> set[str]:
    """A letter is another one, or two neighbours are swapped."""
    others = {word[:k] + new + word[k + 1 :] for k in range(len(word)) for new in "abc"}
    swapped = {word[:k] + word[k + 1] + word[k] + word[k + 2 :] for k in range(len(word) - 1)}
    return others | swapped


def candidates(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    words: Sequence[Word],
    least: float,
    weight: int,
    by_other_stages: Sequence[Match],
) -> list[Match]:
    """The most similar words, for words of the hypothesis that match nothing else."""
    matched = {match.hypothesis.start for match in by_other_stages}
    found = []
    for i, word in enumerate(hypothesis):
        cosines = similar(words[word], reference, words, least)
        if i not in matched and cosines:
            nearest = [j for j, c in cosines.items() if c == max(cosines.values())]
            found += [Match(range(i, i + 1), range(j, j + 1), weight, VECTORS) for j in nearest]
    return found


def similar(
    word: Word, reference: Sequence[int], words: Sequence[Word], least: float
) -> dict[int, float]:
    """The places of similar words in the reference, and how similar each is."""
    cosines = {j: cosine(word, words[other]) for j, other in enumerate(reference)}
    return {j: c for j, c in cosines.items() if c is not None and c >= least}


def with_neighbours(
    links: Mapping[Link, int],
    hypothesis: Sequence[int],
    reference: Sequence[int],
    words: Sequence[Word],
    least: Least,
) -> dict[Link, int]:
    """Add words next to these links, the most similar first, then the leftmost."""
    pairs = set()
    for i, here in enumerate(hypothesis):
        for j, there in enumerate(reference):
            before, behind = (i - 1, j - 1) in links, (i + 1, j + 1) in links
            similarity = cosine(words[here], words[there])
            if similarity is not None and (
                (before and behind) or ((before or behind) and similarity >= least.beside)
            ):
                pairs.add((-similarity, i, j))
    found = dict(links)
    for _, i, j in sorted(pairs):
        if all(i != other[0] and j != other[1] for other in found):
            found[i, j] = VECTORS
    return found
