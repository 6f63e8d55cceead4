"""Scores by sentence length, by coverage, or by user labels."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.scoring.measures import all_scores
from wordorder.statistics import Accumulator, NamedSums, ratio

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.arrays import Floats
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.measures import Measure
    from wordorder.statistics import Rows

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


class BucketSums(Accumulator):
    """The sums behind the scores of each bucket.

    Args:
        systems: Number of systems.
        measures: The measures.
    """

    def __init__(self, systems: int, measures: Sequence[Measure]) -> None:
        self._systems, self._measures = systems, tuple(measures)
        columns = systems * sum(measure.width for measure in measures)
        self._kinds = {kind: NamedSums(columns) for kind in KINDS}

    @property
    def configuration(self) -> Mapping[str, object]:
        """The number of systems, and the measures."""
        return {"systems": self._systems, "measures": self._measures}

    def add(self, counts: SentenceCounts, labels: Sequence[str] | None, statistics: Rows) -> None:
        """Add sentences.

        Args:
            counts: Counts that give lengths and coverage.
            labels: One label per sentence, if any.
            statistics: Sufficient statistics of the measures, of shape (sentences, systems · k).
        """
        divisions = {"length": _by_length(counts), "coverage": _by_coverage(counts)}
        if labels is not None:
            divisions["label"] = _by_label(labels)
        for kind, (names, numbers) in divisions.items():
            self._kinds[kind].add(statistics, names, numbers)

    def _merge(self, other: Self) -> None:
        for kind, sums in self._kinds.items():
            sums.merge(other._kinds[kind])

    def result(self) -> dict[str, tuple[Bucket, ...]]:
        """Return the buckets of each kind; those of labels only if there are labels.

        Short sentences and low coverage come first; labels are in the order of the corpus.
        """
        orders = {"length": _LENGTH_NAMES, "coverage": _SHARE_NAMES}
        found = {}
        for kind, sums in self._kinds.items():
            buckets = {one.name: self._bucket(*one) for one in sums.result()}
            names = [name for name in orders.get(kind, tuple(buckets)) if name in buckets]
            found[kind] = tuple(buckets[name] for name in names)
        return {kind: buckets for kind, buckets in found.items() if buckets}

    def _bucket(self, name: str, count: int, sums: Floats) -> Bucket:
        return Bucket(name, count, all_scores(self._measures, sums.reshape(self._systems, -1)))


_LENGTH_NAMES = (
    f"0–{_LENGTHS[0]} words",
    *(f"{a + 1}–{b} words" for a, b in pairwise(_LENGTHS)),
    f"over {_LENGTHS[-1]} words",
)
_SHARE_NAMES = tuple(f"{a:.0%}–{b:.0%} judged" for a, b in pairwise((0.0, *_SHARES, 1.0)))


class _Division(NamedTuple):
    """The names of buckets, and the index of each sentence's bucket."""

    names: Sequence[str]
    numbers: NDArray[np.intp]


def _by_length(counts: SentenceCounts) -> _Division:
    """By the length of the first reference in words."""
    return _Division(_LENGTH_NAMES, np.searchsorted(_LENGTHS, counts.reference_words[0, 0]))


def _by_coverage(counts: SentenceCounts) -> _Division:
    """By the share of words whose order is judged, over all systems."""
    words = np.stack([count[:, 0].sum(0) for count in counts.coverage_counts], -1)
    shares = np.nan_to_num(ratio(words.astype(np.float64))[..., 0])
    return _Division(_SHARE_NAMES, np.searchsorted(_SHARES, shares))


def _by_label(labels: Sequence[str]) -> _Division:
    numbers = {name: number for number, name in enumerate(dict.fromkeys(labels))}
    return _Division(tuple(numbers), np.array([numbers[label] for label in labels], np.intp))
