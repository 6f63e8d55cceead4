"""METEOR as its papers read: Denkowski and Lavie (2014), with the sums of Meteor 1.5.

A matched sentence pair is the words of both sides and the links between them, each with the name of
its stage.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from .matching import components

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    Words = Sequence[str]
    Links = Mapping[tuple[int, int], str]

# What `java -jar meteor-1.5.jar` prints as Parameters and Weights, with -l en and with -new.
ENGLISH = (0.85, 0.2, 0.6, 0.75)
ENGLISH_WEIGHTS = {"exact": 1.0, "stem": 0.6, "synonym": 0.8, "paraphrase": 0.6}
UNIVERSAL = (0.7, 1.4, 0.3, 0.7)
UNIVERSAL_WEIGHTS = {"exact": 1.0, "paraphrase": 0.6}


class Pair(NamedTuple):
    """A hypothesis, its reference, and the links between them."""

    hypothesis: Words
    reference: Words
    links: Links


class Counts(NamedTuple):
    """What METEOR sums over sentences."""

    hypothesis_matches: float  # weighted by stage and kind of word
    hypothesis_words: float  # weighted by kind of word
    reference_matches: float
    reference_words: float
    matched: float  # the mean of both sides
    chunks: int


def function_words(references: Iterable[Words]) -> set[str]:
    """The words with a relative frequency above 1/1000."""
    counts = Counter(word for words in references for word in words)
    return {word for word, count in counts.items() if 1000 * count > counts.total()}


def counts(
    pair: Pair, frequent: Collection[str], delta: float, weights: Mapping[str, float]
) -> Counts:
    """The counts of one sentence pair.

    A pair that matches from end to end in one chunk has no fragmentation: METEOR counts 0 chunks.
    """

    def weight(word: str) -> float:
        return 1 - delta if word in frequent else delta

    stage_of = [{link[side]: stage for link, stage in pair.links.items()} for side in (0, 1)]
    sums = [
        (
            sum(weights[stage] * weight(words[place]) for place, stage in stages.items()),
            sum(map(weight, words)),
        )
        for words, stages in zip((pair.hypothesis, pair.reference), stage_of, strict=True)
    ]
    matched = [len(stages) for stages in stage_of]
    whole = matched == [len(pair.hypothesis), len(pair.reference)]
    found = chunks(pair.links)
    return Counts(*sums[0], *sums[1], sum(matched) / 2, 0 if whole and found == 1 else found)


def chunks(links: Links) -> int:
    """Runs of matches, words or phrases, that follow each other on both sides."""
    matches = [(sources, targets) for sources, targets, _ in components(dict.fromkeys(links, 0))]
    ends = {(max(sources) + 1, max(targets) + 1) for sources, targets in matches}
    return sum((min(sources), min(targets)) not in ends for sources, targets in matches)


def meteor(sums: Counts, parameters: Sequence[float]) -> float | None:
    """(1 - Pen)·Fmean, Fmean = P·R/(α·P + (1-α)·R), Pen = γ·(chunks/matches)^β.

    0 if nothing matches. Without reference words it is undefined, as in the other presets.
    """
    alpha, beta, gamma, _ = parameters
    if not sums.reference_words:
        return None
    if not sums.matched:
        return 0.0
    precision = sums.hypothesis_matches / sums.hypothesis_words
    recall = sums.reference_matches / sums.reference_words
    mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    return (1 - gamma * (sums.chunks / sums.matched) ** beta) * mean


def added(rows: Iterable[Counts]) -> Counts:
    """The sums over sentences; those without a reference add nothing."""
    kept = [row for row in rows if row.reference_words]
    return Counts(*map(sum, zip(*kept, strict=True))) if kept else Counts(0, 0, 0, 0, 0, 0)
