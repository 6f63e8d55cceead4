"""Matching of a hypothesis with its reference: every set of matches is tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class Match(NamedTuple):
    """A stretch of hypothesis words matched with a stretch of reference words."""

    hypothesis: range
    reference: range
    weight: int

    @property
    def worth(self) -> int:
        return self.weight * (len(self.hypothesis) + len(self.reference))


class Value(NamedTuple):
    """What solutions are compared by; the largest is the best."""

    covered: int
    minus_chunks: int
    minus_displacement: int


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


def value(solution: Iterable[Match]) -> Value:
    """Covered words first, then chunks, then displacement."""
    ordered = sorted(solution, key=lambda match: match.hypothesis.start)
    chunks = sum(
        not any(
            earlier.hypothesis.stop == match.hypothesis.start
            and earlier.reference.stop == match.reference.start
            for earlier in ordered
        )
        for match in ordered
    )
    displacement = sum(abs(m.hypothesis.start - m.reference.start) for m in ordered)
    return Value(sum(m.worth for m in ordered), -chunks, -displacement)


def best_value(matches: Sequence[Match]) -> Value:
    """The value of the best solution."""
    return max(map(value, solutions(matches)))


def context_matches(hypothesis: Sequence[str], reference: Sequence[str]) -> dict[int, int]:
    """S4.2, `ribes` matching, as it stands there."""

    def occurrences(ngram: Sequence[str], sentence: Sequence[str]) -> list[int]:
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
