"""Matching of a hypothesis with its reference: every set of matches is tried."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    Phrase = tuple[int, ...]
    Pair = tuple[Phrase, Phrase]

Word = TypeVar("Word")

EXACT, STEM, SYNONYM, PARAPHRASE = range(4)


class Match(NamedTuple):
    """A stretch of hypothesis words matched with a stretch of reference words."""

    hypothesis: range
    reference: range
    weight: int
    stage: int = EXACT

    @property
    def worth(self) -> int:
        return self.weight * (len(self.hypothesis) + len(self.reference))


class Value(NamedTuple):
    """What solutions are compared by, the first criterion first; the largest is the best."""

    covered: int = 0
    minus_chunks: int = 0
    minus_displacement: int = 0
    matches_by_stage: tuple[int, ...] = (0, 0, 0)  # the last stage only has what is left
    minus_squares: int = 0
    minus_places: int = 0

    def plus(self, match: Match, *, joins: bool) -> Value:
        """The value with one match more, which joins the one before it or not."""
        i, j = match.hypothesis.start, match.reference.start
        return Value(
            self.covered + match.worth,
            self.minus_chunks - (not joins),
            self.minus_displacement - abs(i - j),
            tuple(n + (match.stage == s) for s, n in enumerate(self.matches_by_stage)),
            self.minus_squares - (i - j) ** 2,
            self.minus_places - i - j,
        )


class Knowledge(NamedTuple):
    """What is known about words, by their numbers; a stage of weight 0 is not used."""

    weights: tuple[int, int, int, int]
    stems: Sequence[int] = ()
    classes: Sequence[Collection[int]] = ()
    pairs: Collection[Pair] = ()

    def stage(self, one: Phrase, other: Phrase) -> int | None:
        """How two phrases are matched: by the largest weight, the first of several."""
        holds = [False, False, False, one != other and self._are_paraphrases(one, other)]
        if len(one) == len(other) == 1:
            (a,), (b,) = one, other
            holds[EXACT] = a == b
            holds[STEM] = bool(self.stems) and self.stems[a] == self.stems[b]
            holds[SYNONYM] = bool(self.classes) and any(
                c in self.classes[b] for c in self.classes[a]
            )
        stages = [s for s in range(4) if holds[s] and self.weights[s] > 0]
        return max(stages, key=lambda stage: (self.weights[stage], -stage), default=None)

    def _are_paraphrases(self, one: Phrase, other: Phrase) -> bool:
        return (one, other) in self.pairs or (other, one) in self.pairs


def spans(sentence: Sequence[int], longest: int) -> Iterator[range]:
    """All stretches of so many words."""
    for start in range(len(sentence)):
        for stop in range(start + 1, min(start + longest, len(sentence)) + 1):
            yield range(start, stop)


def candidates(
    hypothesis: Sequence[int], reference: Sequence[int], knowledge: Knowledge
) -> list[Match]:
    """All matches that there could be."""
    longest = max((len(phrase) for pair in knowledge.pairs for phrase in pair), default=1)
    found = []
    for here in spans(hypothesis, longest):
        for there in spans(reference, longest):
            one = tuple(hypothesis[here.start : here.stop])
            other = tuple(reference[there.start : there.stop])
            stage = knowledge.stage(one, other)
            if stage is not None:
                found.append(Match(here, there, knowledge.weights[stage], stage))
    return found


def solutions(matches: Sequence[Match]) -> Iterator[list[Match]]:
    """All sets of matches that use no word twice."""
    if not matches:
        yield []
        return
    first, *others = matches
    yield from solutions(others)
    compatible = [
        match
        for match in others
        if not set(match.hypothesis) & set(first.hypothesis)
        and not set(match.reference) & set(first.reference)
    ]
    for rest in solutions(compatible):
        yield [first, *rest]


def joins(match: Match, earlier: Match) -> bool:
    """Whether a match comes right behind another, on both sides."""
    return (
        earlier.hypothesis.stop == match.hypothesis.start
        and earlier.reference.stop == match.reference.start
    )


def chunks(solution: Collection[Match]) -> int:
    """The number of runs of neighbours."""
    return sum(not any(joins(match, earlier) for earlier in solution) for match in solution)


def condensed(solution: Iterable[Match], matches: Collection[Match]) -> list[Match]:
    """The solution by places among the words that could be matched, by any of the matches."""
    here = sorted({i for match in matches for i in match.hypothesis})
    there = sorted({j for match in matches for j in match.reference})

    def moved(span: range, kept: list[int]) -> range:
        start = kept.index(span.start)
        return range(start, start + len(span))

    return [
        match._replace(
            hypothesis=moved(match.hypothesis, here), reference=moved(match.reference, there)
        )
        for match in solution
    ]


def value(solution: Iterable[Match], matches: Collection[Match]) -> Value:
    """What a solution is worth, of all the matches that there could be."""
    return condensed_value(condensed(solution, matches))


def condensed_value(solution: Collection[Match]) -> Value:
    """What a solution is worth, if all words could be matched."""
    found = Value()
    for match in solution:
        found = found.plus(match, joins=any(joins(match, earlier) for earlier in solution))
    return found


def best_value(matches: Collection[Match]) -> Value:
    """The value of the best solution."""
    return max(map(condensed_value, solutions(condensed(matches, matches))))


def best_value_by_table(matches: Collection[Match]) -> Value:
    """The same from right to left, for a few more words: no question is answered twice."""
    starting: dict[int, list[Match]] = {}
    for match in condensed(matches, matches):
        starting.setdefault(match.hypothesis.start, []).append(match)
    end = len({i for match in matches for i in match.hypothesis})

    @cache
    def best(place: int, used: frozenset[int], behind: int | None) -> Value:
        """What can be added from a place on, if the last match ends right before it, or not."""
        if place == end:
            return Value()
        values = [best(place + 1, used, None)]
        for match in starting.get(place, ()):
            if used.isdisjoint(match.reference):
                rest = best(
                    match.hypothesis.stop, used.union(match.reference), match.reference.stop
                )
                values.append(rest.plus(match, joins=match.reference.start == behind))
        return max(values)

    return best(0, frozenset(), None)


def greedy_tiling(hypothesis: Sequence[int], reference: Sequence[int]) -> set[tuple[int, int]]:
    """Links of equal words: the longest stretch that both still have, again and again.

    It covers the most words that can be, as no word is left on both sides; its chunks are few, but
    not always the fewest.
    """
    open_here, open_there = set(range(len(hypothesis))), set(range(len(reference)))
    links: set[tuple[int, int]] = set()
    while True:
        longest = end_here = end_there = 0
        ending: dict[int, int] = {}  # how long the stretch is that ends at a reference word
        for i, word in enumerate(hypothesis):
            here = open_there if i in open_here else ()
            ending = {j: ending.get(j - 1, 0) + 1 for j in here if reference[j] == word}
            for j, length in ending.items():
                if length > longest:
                    longest, end_here, end_there = length, i, j
        if longest == 0:
            return links
        for k in range(longest):
            open_here.remove(end_here - k)
            open_there.remove(end_there - k)
            links.add((end_here - k, end_there - k))


def components(links: Mapping[tuple[int, int], int]) -> list[tuple[set[int], set[int], set[int]]]:
    """The hypothesis words, reference words and stages of links that hang together."""
    found: list[tuple[set[int], set[int], set[int]]] = []
    for (i, j), stage in links.items():
        together = ({i}, {j}, {stage})
        apart = []
        for part in found:
            if i in part[0] or j in part[1]:
                together = tuple(a | b for a, b in zip(together, part, strict=True))
            else:
                apart.append(part)
        found = [*apart, together]
    return found


def context_matches(hypothesis: Sequence[Word], reference: Sequence[Word]) -> dict[int, int]:
    """The matching of `ribes`, as it is defined."""

    def occurrences(ngram: Sequence[Word], sentence: Sequence[Word]) -> list[int]:
        size = len(ngram)
        starts = range(len(sentence) - size + 1)
        return [start for start in starts if list(sentence[start : start + size]) == list(ngram)]

    found = {}
    for i in range(len(hypothesis)):
        for w in range(len(hypothesis)):
            windows = [(i - w, i + 1, w), (i, i + w + 1, 0)]  # words before it; words after it
            fixed = None
            for start, stop, place in windows:
                if start < 0 or stop > len(hypothesis):
                    continue
                ngram = hypothesis[start:stop]
                in_reference = occurrences(ngram, reference)
                if len(occurrences(ngram, hypothesis)) == 1 == len(in_reference):
                    fixed = in_reference[0] + place
                    break
            if fixed is not None:
                found[i] = fixed
                break
    return found
