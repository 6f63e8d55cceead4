"""The probability that a match is right, feature by feature, from the definitions."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

VECTORS = 3
"""The number of the stage."""


class Match(NamedTuple):
    """Words of the hypothesis matched with words of the reference; one word each, or phrases."""

    hypothesis: range
    reference: range
    stage: int = 0
    similarity: float = 1.0


def features(
    match: Match,
    matches: Collection[Match],
    hypothesis: Sequence[int],
    reference: Sequence[int],
    frequent: Collection[int],
) -> dict[str, float]:
    """The features of one of the matches of a sentence pair."""
    # The two starts and the two ends of the sentences are matched with each other.
    start = Match(range(-1, 0), range(-1, 0))
    end = Match(
        range(len(hypothesis), len(hypothesis) + 1), range(len(reference), len(reference) + 1)
    )
    others = [other for other in matches if other != match]
    around = [start, *(other for other in others if other.stage != VECTORS), end]
    left = [m for m in around if m.hypothesis.start < match.hypothesis.start]
    right = [m for m in around if m.hypothesis.start > match.hypothesis.start]
    above = [m for m in around if m.reference.start < match.reference.start]
    below = [m for m in around if m.reference.start > match.reference.start]
    neighbours = [
        (max(left, key=lambda m: m.hypothesis.start), match),
        (match, min(right, key=lambda m: m.hypothesis.start)),
        (max(above, key=lambda m: m.reference.start), match),
        (match, min(below, key=lambda m: m.reference.start)),
    ]
    crossed = sum(
        (other.hypothesis.start < match.hypothesis.start)
        != (other.reference.start < match.reference.start)
        for other in others
    )
    repeats = min(hypothesis.count(hypothesis[i]) - 1 for i in match.hypothesis) + min(
        reference.count(reference[j]) - 1 for j in match.reference
    )
    jump = sum(log(1 + _jump(one, next_)) for one, next_ in neighbours)
    place = match.hypothesis.start / len(hypothesis), match.reference.start / len(reference)
    return {
        "before": any(_joins(match, other) for other in [start, *others]),
        "after": any(_joins(other, match) for other in [*others, end]),
        "crossed": crossed / len(others) if others else 0.0,
        "displacement": abs(place[0] - place[1]),
        "jump": jump,
        "frequent_jump": jump * all(reference[j] in frequent for j in match.reference),
        "repeated": log(1 + repeats),
        "dissimilar": 1 - match.similarity,
    }


def confidence(
    values: Mapping[str, float], stage: int, weights: Mapping[str, float], stages: Sequence[float]
) -> float:
    """The logistic function of the weighted sum."""
    odds = weights["constant"] + stages[stage]
    odds += sum(weights[name] * value for name, value in values.items())
    return 1 / (1 + exp(-odds))


def _joins(match: Match, before: Match) -> bool:
    return (
        match.hypothesis.start == before.hypothesis.stop
        and match.reference.start == before.reference.stop
    )


def _jump(one: Match, other: Match) -> int:
    """How much longer the gap is on one side than on the other."""
    in_hypothesis = other.hypothesis.start - one.hypothesis.stop
    in_reference = other.reference.start - one.reference.stop
    return abs(in_hypothesis - in_reference)
