"""Two translations compared on the words both have, one pair of words at a time."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from wordorder import Permutation

from . import matching, metrics, vectors

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from wordorder import Matcher

    Words = tuple[str, ...]
    Places = dict[int, int]

# Of the same word and of similar words, where the matches themselves are found by trying all.
WEIGHTS = (1 << 20, 1 << 19)

AnyWord = TypeVar("AnyWord", str, int)


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
def matches(word: str, reference: Words, matcher: Matcher) -> bool:
    """Whether a word of a translation matches a word of the reference.

    Args:
        word: A word of a translation.
        reference: The words of the reference.
        matcher: A matcher without paraphrases.
    """
    return any(
        len(links) > 0 for links in matcher.match([word] * len(reference), reference).alignments
    )


def rests(
    first: Sequence[AnyWord], second: Sequence[AnyWord], matching_words: Collection[AnyWord]
) -> tuple[tuple[AnyWord, ...], tuple[AnyWord, ...]]:
    """The words of either translation that match, and occur equally often in both."""
    ours, theirs = Counter(first), Counter(second)
    kept = {word for word in matching_words if ours[word] == theirs[word]}
    one, other = (tuple(word for word in words if word in kept) for words in (first, second))
    return one, other


@cache
def order(rest: Words, reference: Words, matcher: Matcher) -> tuple[int, ...]:
    """The order of the matched words, as ranks; unlikely links count, too."""
    links = matcher.match([" ".join(rest)], [" ".join(reference)]).alignments[0]
    return tuple(Permutation.from_alignment(links, "matched").ranks.tolist())


def compare(
    first: str, second: str, references: Sequence[str], matcher: Matcher, words_only: Matcher
) -> Sides:
    """Compare with the reference that leaves the most matched words, the first of several.

    A matcher takes only the most similar words, but shared words match any similar ones: all the
    similar words that a word has must be equally similar.
    """
    found = []
    for line in references:
        reference = tuple(line.split())
        both = [text.lower().split() for text in (first, second)]  # as the matchers
        known = {word for words in both for word in words if matches(word, reference, words_only)}
        left = rests(*both, known)
        one, other = (order(rest, reference, matcher) for rest in left)
        found.append(Sides(one, other, len(reference)))
    return max(found, key=lambda sides: len(sides.first) + len(sides.second))


def similar_matches(
    translation: Sequence[int],
    reference: Sequence[int],
    words: Sequence[vectors.Word],
    least: float,
) -> list[matching.Match]:
    """Each word with all equal words of the reference; without any, with all similar ones."""
    found = []
    for i, word in enumerate(translation):
        equal = [j for j, other in enumerate(reference) if other == word]
        places = equal or vectors.similar(words[word], reference, words, least)
        stage, weight = (matching.EXACT, WEIGHTS[0]) if equal else (vectors.VECTORS, WEIGHTS[1])
        found += [matching.Match(range(i, i + 1), range(j, j + 1), weight, stage) for j in places]
    return found


def best_orders(
    rest: Sequence[int], reference: Sequence[int], words: Sequence[vectors.Word], least: float
) -> set[tuple[int, ...]]:
    """The order by each of the best solutions, as ranks: of all that there are, by trying them."""
    matches = similar_matches(rest, reference, words, least)
    best = matching.best_value(matches)
    beside = vectors.Least(least, least)
    found = set()
    for solution in matching.solutions(matches):
        if matching.value(solution, matches) == best:
            links = {(match.hypothesis.start, match.reference.start): 0 for match in solution}
            links = vectors.with_neighbours(links, rest, reference, words, beside)
            places = [j for _, j in sorted(links)]
            found.add(tuple(map(sorted(places).index, places)))
    return found


def compare_similar(
    first: Sequence[int],
    second: Sequence[int],
    reference: Sequence[int],
    words: Sequence[vectors.Word],
    least: float,
) -> list[Sides]:
    """Compare by equal and similar words, however similar; all results if several are as good."""
    known = {word for word in {*first, *second} if similar_matches([word], reference, words, least)}
    orders = [best_orders(rest, reference, words, least) for rest in rests(first, second, known)]
    return [Sides(*both, len(reference)) for both in product(*orders)]


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
