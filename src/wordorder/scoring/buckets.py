"""Scores by sentence length, by coverage, or by user labels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np

from wordorder.output.grid import ESTIMATE, Grid, Layout
from wordorder.scoring.measures import all_scores
from wordorder.statistics import Accumulator, NamedBundles, bootstrap, ratio
from wordorder.statistics.resampling import observed_sums

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.arrays import Floats
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.measures import Measure
    from wordorder.statistics import NamedItems, Resampling, Rows

KINDS = ("length", "coverage", "label")

LEAST_SENTENCES = 10
"""Resampling fewer sentences would say little about others."""

_LENGTHS = (10, 20, 30, 40)
_SHARES = (0.25, 0.5, 0.75)


@dataclass(frozen=True, slots=True, eq=False)
class Buckets:
    """The scores of sentences of one kind, such as those of about the same length.

    Attributes:
        counts: The number of sentences in each bucket.
        scores: Scores of each bucket. Intervals are undefined with fewer than 10 sentences, which
            say too little about others.
    """

    counts: Annotated[Grid, Layout("bucket", columns={"sentences": int})]
    scores: Annotated[Grid, Layout("bucket", "system", "measure", columns=ESTIMATE)]

    def __post_init__(self) -> None:
        if self.counts.axes["bucket"] != self.scores.axes["bucket"]:
            raise ValueError("the buckets of counts and scores differ")
        if (self.counts["sentences"] < 0).any():
            raise ValueError("a bucket cannot have fewer than 0 sentences")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the buckets."""
        return self.counts.names("bucket")


class BucketSums(Accumulator):
    """What the scores of each bucket are made of.

    Args:
        systems: The names of the systems.
        measures: The measures.
    """

    def __init__(self, systems: Sequence[str], measures: Sequence[Measure]) -> None:
        self._systems, self._measures = tuple(systems), tuple(measures)
        columns = len(systems) * sum(measure.width for measure in measures)
        self._kinds = {kind: NamedBundles(columns) for kind in KINDS}

    @property
    def configuration(self) -> Mapping[str, object]:
        """The systems and the measures."""
        return {"systems": self._systems, "measures": self._measures}

    def add(self, divisions: Mapping[str, Division], statistics: Rows) -> None:
        """Add sentences.

        Args:
            divisions: Their buckets, of each kind.
            statistics: Sufficient statistics of the measures, of shape (sentences, systems · k).
        """
        for kind, (names, numbers) in divisions.items():
            self._kinds[kind].add(statistics, names, numbers)

    def _merge(self, other: Self) -> None:
        for kind, bundles in self._kinds.items():
            bundles.merge(other._kinds[kind])

    def result(self, resampling: Resampling) -> dict[str, Buckets]:
        """Return the buckets of each kind; those of labels only if there are labels.

        Short sentences and low coverage come first, and so do small amounts; other labels are in
        the order of the corpus. The intervals come from resampling the sentences within each
        bucket.
        """
        orders = {"length": _LENGTH_NAMES, "coverage": _SHARE_NAMES, "label": _AMOUNTS}
        found = {}
        for kind, bundles in self._kinds.items():
            items = {one.name: one for one in bundles.result()}
            names = [name for name in dict.fromkeys([*orders[kind], *items]) if name in items]
            if names:
                found[kind] = self._buckets([items[name] for name in names], resampling)
        return found

    def _buckets(self, items: Sequence[NamedItems], resampling: Resampling) -> Buckets:
        names = {"bucket": [one.name for one in items]}
        axes = {**names, "system": self._systems, "measure": [one.name for one in self._measures]}
        figures = [self._scores(one.size, one.items, resampling) for one in items]
        value, low, high = np.stack(figures, axis=1)
        return Buckets(
            Grid.of(names, sentences=[one.size for one in items]),
            Grid.of(axes, value=value, low=low, high=high),
        )

    def _scores(self, count: int, items: Floats, resampling: Resampling) -> Floats:
        """Values and intervals of one bucket, of shape (3, systems, measures)."""
        statistics = items.reshape(len(items), len(self._systems), -1).swapaxes(0, 1)
        score = partial(all_scores, self._measures)
        if count < LEAST_SENTENCES:
            scores = score(observed_sums(statistics))
            return np.stack([scores, *np.full((2, *scores.shape), np.nan)])
        drawn = bootstrap(statistics, score, **resampling.keywords)
        return np.stack([drawn.observed, drawn.low, drawn.high])


_LENGTH_NAMES = (
    f"0–{_LENGTHS[0]} words",
    *(f"{a + 1}–{b} words" for a, b in pairwise(_LENGTHS)),
    f"over {_LENGTHS[-1]} words",
)
_SHARE_NAMES = tuple(f"{a:.0%}–{b:.0%} judged" for a, b in pairwise((0.0, *_SHARES, 1.0)))

_AMOUNTS = ("none", "low", "medium", "high")


class Division(NamedTuple):
    """The names of buckets, and the index of each sentence's bucket."""

    names: Sequence[str]
    numbers: NDArray[np.intp]


def divided(counts: SentenceCounts, labels: Sequence[str] | None) -> dict[str, Division]:
    """Divide sentences into buckets of each kind; by labels only if there are labels.

    Args:
        counts: Counts that give lengths and coverage.
        labels: One label per sentence, if any.
    """
    divisions = {"length": _by_length(counts), "coverage": _by_coverage(counts)}
    return divisions if labels is None else {**divisions, "label": _by_label(labels)}


def _by_length(counts: SentenceCounts) -> Division:
    """By the length of the first reference in words."""
    return Division(_LENGTH_NAMES, np.searchsorted(_LENGTHS, counts.reference_words[0, 0]))


def _by_coverage(counts: SentenceCounts) -> Division:
    """By the share of words whose order is judged, over all systems."""
    words = np.stack([count[:, 0].sum(0) for count in counts.coverage_counts], -1)
    shares = np.nan_to_num(ratio(words.astype(np.float64))[..., 0])
    return Division(_SHARE_NAMES, np.searchsorted(_SHARES, shares))


def _by_label(labels: Sequence[str]) -> Division:
    numbers = {name: number for number, name in enumerate(dict.fromkeys(labels))}
    return Division(tuple(numbers), np.array([numbers[label] for label in labels], np.intp))
