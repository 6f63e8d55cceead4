"""Two translations compared on the words both have, one pair of words at a time."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from wordorder import Permutation
from wordorder.alignment.matching import STAGES

from . import metrics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder import Matcher

    Key = frozenset[int]
    Words = tuple[str, ...]
    Places = dict[int, int]


class Sides(NamedTuple):
    """What is left to compare in a sentence: the order of either translation, as ranks."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    words: int  # of the reference, or of the source

    @property
    def weight(self) -> int:
        return max(0, min(len(self.first), len(self.second)) - 1)

    def differences(self, names: Sequence[str]) -> list[float]:
        """w·δ of each metric, Δbreaks, Δmisplaced, w; all 0 if w is."""
        if self.weight == 0:
            return [0.0] * (len(names) + 3)
        one, other = self.first, self.second
        scores = [self.weight * (score(name, other) - score(name, one)) for name in names]
        errors = [float(count(other) - count(one)) for count in (breaks, misplaced)]
        return [*scores, *errors, float(self.weight)]


@cache
def score(name: str, ranks: tuple[int, ...]) -> float:
    """One metric."""
    return metrics.score(name, ranks)


def breaks(ranks: Sequence[int]) -> int:
    """Neighbours that do not belong together."""
    return sum(b != a + 1 for a, b in pairwise(ranks))


def misplaced(ranks: Sequence[int]) -> int:
    """Words outside the longest increasing subsequence."""
    return len(ranks) - metrics.longest_increasing(ranks)


@cache
def key(word: str, reference: Words, matcher: Matcher) -> Key:
    """The reference positions that a word can match by its strongest stage.

    Args:
        word: A word of a translation.
        reference: The words of the reference.
        matcher: A matcher without paraphrases.
    """
    pairs = matcher.match([word] * len(reference), reference)
    stages = {j: STAGES.index(s) for j in range(len(reference)) for s in pairs.stages_of(j)}
    return frozenset(j for j, stage in stages.items() if stage == min(stages.values()))


def rests(first: Words, second: Words, reference: Words, matcher: Matcher) -> tuple[Words, Words]:
    """The words of either translation whose key occurs equally often, at least once, in both."""
    keys = {word: key(word, reference, matcher) for word in {*first, *second}}
    ours, theirs = (Counter(keys[word] for word in words) for words in (first, second))
    kept = {one for one in ours if one and ours[one] == theirs[one]}
    one, other = (tuple(w for w in words if keys[w] in kept) for words in (first, second))
    return one, other


@cache
def order(rest: Words, reference: Words, matcher: Matcher) -> tuple[int, ...]:
    """The order of the matched words, as ranks; unlikely links count, too."""
    links = matcher.match([" ".join(rest)], [" ".join(reference)]).alignments[0]
    return tuple(Permutation.from_alignment(links, "matched").ranks.tolist())


def compare(
    first: str, second: str, references: Sequence[str], matcher: Matcher, words_only: Matcher
) -> Sides:
    """Compare with the reference that leaves the most matched words, the first of several."""
    found = []
    for line in references:
        reference = tuple(line.split())
        left = rests(tuple(first.split()), tuple(second.split()), reference, words_only)
        one, other = (order(rest, reference, matcher) for rest in left)
        found.append(Sides(one, other, len(reference)))
    return max(found, key=lambda sides: len(sides.first) + len(sides.second))


def compare_places(
    first: Sequence[Places], second: Sequence[Places], references: Sequence[Places], words: int
) -> Sides:
    """The same for source words, by their places in both translations and the reference.

    Args:
        first: For each reference, the place of each linked source word in the first translation.
        second: That in the second.
        references: That in the references.
        words: Number of source words.
    """
    found = []
    for one, other, wanted in zip(first, second, references, strict=True):
        common = set(one) & set(other) & set(wanted)
        reading = in_order(common, wanted)
        orders = [tuple(map(reading.index, in_order(common, side))) for side in (one, other)]
        found.append(Sides(*orders, words))
    return max(found, key=lambda sides: len(sides.first) + len(sides.second))


def in_order(words: set[int], places: Places) -> list[int]:
    """Words by their places; in the same place, in the order of the source."""
    return sorted(words, key=lambda word: (places[word], word))
