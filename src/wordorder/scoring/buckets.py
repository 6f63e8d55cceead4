"""Scores by sentence length, by coverage, or by user labels."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.statistics import ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.measures import Measure

KINDS = ("length", "coverage", "label")

_LENGTHS = (10, 20, 30, 40)
_SHARES = (0.25, 0.5, 0.75)


@dataclass(frozen=True, slots=True, eq=False)
class Bucket:
    """The scores of one bucket of sentences.

    Attributes:
        name: Name of the bucket.
        sentence_count: Number of sentences.
        scores: Scores, of shape (systems, measures).
    """

    name: str
    sentence_count: int
    scores: Floats


class _Division(NamedTuple):
    """The names of buckets in order, and the index of each sentence's bucket."""

    names: tuple[str, ...]
    numbers: NDArray[np.intp]


def all_buckets(
    counts: SentenceCounts,
    labels: Sequence[str] | None,
    measures: Sequence[Measure],
    statistics: Sequence[Floats],
) -> dict[str, tuple[Bucket, ...]]:
    """Score each bucket of sentences separately.

    Args:
        counts: Counts that give lengths and coverage.
        labels: One label per sentence, if any.
        measures: The measures.
        statistics: Sufficient statistics of each measure, of shape (systems, sentences, k).
    """
    divisions = {"length": _by_length(counts), "coverage": _by_coverage(counts)}
    if labels is not None:
        divisions["label"] = _by_label(labels)
    return {
        kind: tuple(_buckets(division, measures, statistics))
        for kind, division in divisions.items()
    }


def _buckets(
    division: _Division, measures: Sequence[Measure], statistics: Sequence[Floats]
) -> list[Bucket]:
    found = []
    for number, name in enumerate(division.names):
        inside = division.numbers == number
        if inside.any():
            scores = [
                measure.score(part[:, inside].sum(axis=1))
                for measure, part in zip(measures, statistics, strict=True)
            ]
            found.append(Bucket(name, int(inside.sum()), np.stack(scores, axis=-1)))
    return found


def _by_length(counts: SentenceCounts) -> _Division:
    """By the length of the first reference in words."""
    names = [f"0–{_LENGTHS[0]} words"]
    names += [f"{a + 1}–{b} words" for a, b in pairwise(_LENGTHS)]
    names.append(f"over {_LENGTHS[-1]} words")
    return _Division(tuple(names), np.searchsorted(_LENGTHS, counts.reference_words[0, 0]))


def _by_coverage(counts: SentenceCounts) -> _Division:
    """By the share of words whose order is judged, over all systems."""
    words = np.stack([count[:, 0].sum(0) for count in counts.coverage_counts], -1)
    shares = np.nan_to_num(ratio(words.astype(np.float64))[..., 0])
    edges = (0.0, *_SHARES, 1.0)
    names = [f"{a:.0%}–{b:.0%} judged" for a, b in pairwise(edges)]
    return _Division(tuple(names), np.searchsorted(_SHARES, shares))


def _by_label(labels: Sequence[str]) -> _Division:
    numbers = {name: number for number, name in enumerate(dict.fromkeys(labels))}
    return _Division(tuple(numbers), np.array([numbers[label] for label in labels]))
