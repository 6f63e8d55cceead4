"""The sums behind the scores of systems and of buckets, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Annotated, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, Integers
from wordorder.errors import InputError
from wordorder.output.grid import ESTIMATE, Grid, Layout
from wordorder.scoring.counts import SentenceCounts
from wordorder.scoring.measures import Measure, all_scores, all_statistics
from wordorder.scoring.verdicts import assess
from wordorder.statistics.accumulators import Accumulator
from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.bundles import MOST_BUNDLES, Bundles, NamedBundles, NamedItems, Rows
from wordorder.statistics.intervals import ratio
from wordorder.statistics.resampling import Resampling, observed_sums

KINDS = ("length", "coverage", "label")

LEAST_SENTENCES = 10
"""Resamples of fewer sentences say little about other sentences."""

_LENGTHS = (10, 20, 30, 40)
_LENGTH_NAMES = (
    f"0–{_LENGTHS[0]} words",
    *(f"{a + 1}–{b} words" for a, b in pairwise(_LENGTHS)),
    f"over {_LENGTHS[-1]} words",
)

_SHARES = (0.25, 0.5, 0.75)
_SHARE_NAMES = tuple(f"{a:.0%}–{b:.0%} judged" for a, b in pairwise((0.0, *_SHARES, 1.0)))

_AMOUNTS = ("none", "low", "medium", "high")


@dataclass(frozen=True, slots=True, eq=False)
class ScoredSystems:
    """The results of the sums over all sentences; see `ScoreResult`."""

    sentence_count: int
    scores: Grid
    tests: Grid | None
    buckets: dict[str, Buckets]
    undefined: Grid


class ScoreSums(Accumulator):
    """Accumulates the sums behind the scores of systems.

    Args:
        systems: The names of the systems.
        measures: The measures.
        ordering: The ordering metric whose undefined values are counted.
        most: Maximum number of items to resample; more sentences are bundled.
    """

    def __init__(
        self,
        systems: Sequence[str],
        measures: Sequence[Measure],
        ordering: str,
        *,
        most: int = MOST_BUNDLES,
    ) -> None:
        self._systems, self._measures = tuple(systems), tuple(measures)
        self._ordering = ordering
        width = sum(measure.width for measure in measures)
        self._bundles = Bundles(len(self._systems) * width, most)
        self._buckets = BucketSums(self._systems, measures)
        self._undefined: Integers = np.zeros(len(self._systems), np.int64)

    @property
    def configuration(self) -> Mapping[str, object]:
        """The systems, the measures and the ordering metric."""
        return {
            "systems": self._systems,
            "measures": self._measures,
            "ordering metric": self._ordering,
        }

    def __len__(self) -> int:
        return len(self._bundles)

    def add(
        self,
        counts: SentenceCounts,
        divisions: Mapping[str, Division],
        *,
        file: int = 0,
        first_line: int = 1,
    ) -> None:
        """Add consecutive sentences.

        Args:
            counts: The counts of the sentences.
            divisions: Their buckets, by kind; see `divided`.
            file: The file number, if there are several files.
            first_line: The line of the first sentence.
        """
        statistics = all_statistics(self._measures, counts)
        sentences = statistics.shape[1]
        lines = first_line + np.arange(sentences)
        rows = Rows.of_file(file, lines, statistics.swapaxes(0, 1).reshape(sentences, -1))
        orders = counts.pick(counts.ordering(self._ordering), self._ordering)
        self._bundles.add(rows)
        self._buckets.add(divisions, rows)
        self._undefined += np.isnan(orders).sum(axis=1)

    def _merge(self, other: Self) -> None:
        self._bundles.merge(other._bundles)
        self._buckets.merge(other._buckets)
        self._undefined += other._undefined

    def result(
        self,
        resampling: Resampling,
        test: str = "bootstrap",
        on_resamples: Callable[[int], None] | None = None,
    ) -> ScoredSystems:
        """Return the scores, with intervals and tests.

        Args:
            resampling: How to resample sentences.
            test: bootstrap or randomization.
            on_resamples: Called with the number of new resamples, for a progress bar.

        Raises:
            InputError: No sentence was added.
        """
        if not len(self):
            raise InputError("there are no sentences to score")
        items = self._bundles.result().reshape(
            -1, len(self._systems), sum(measure.width for measure in self._measures)
        )
        statistics = items.swapaxes(0, 1)
        scores, tests = assess(
            self._systems, self._measures, statistics, resampling, test, on_resamples
        )
        undefined = Grid.of({"system": self._systems}, sentences=self._undefined.copy())
        return ScoredSystems(len(self), scores, tests, self._buckets.result(resampling), undefined)


@dataclass(frozen=True, slots=True, eq=False)
class Buckets:
    """The scores of sentences of one kind, such as those of about the same length.

    Attributes:
        counts: The number of sentences in each bucket.
        scores: Scores of each bucket. Intervals are undefined with fewer than 10 sentences, too
            few to resample.
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
    """Accumulates the sums behind the scores of each bucket.

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

        Short sentences, low coverage and small amounts come first; other labels are in the order of
        the corpus. The intervals come from resampling the sentences within each bucket.
        """
        orders = {"length": _LENGTH_NAMES, "coverage": _SHARE_NAMES, "label": _AMOUNTS}
        buckets = {}
        for kind, bundles in self._kinds.items():
            items = {bucket.name: bucket for bucket in bundles.result()}
            names = [name for name in dict.fromkeys([*orders[kind], *items]) if name in items]
            if names:
                buckets[kind] = self._buckets([items[name] for name in names], resampling)
        return buckets

    def _buckets(self, items: Sequence[NamedItems], resampling: Resampling) -> Buckets:
        names = {"bucket": [bucket.name for bucket in items]}
        axes = {**names, "system": self._systems, "measure": [m.name for m in self._measures]}
        figures = [self._scores(bucket.size, bucket.items, resampling) for bucket in items]
        value, low, high = np.stack(figures, axis=1)
        return Buckets(
            Grid.of(names, sentences=[bucket.size for bucket in items]),
            Grid.of(axes, value=value, low=low, high=high),
        )

    def _scores(self, count: int, items: Floats, resampling: Resampling) -> Floats:
        """Return the scores and intervals of one bucket, of shape (3, systems, measures)."""
        statistics = items.reshape(len(items), len(self._systems), -1).swapaxes(0, 1)
        score = partial(all_scores, self._measures)
        if count < LEAST_SENTENCES:
            scores = score(observed_sums(statistics))
            return np.stack([scores, *np.full((2, *scores.shape), np.nan)])
        drawn = bootstrap(statistics, score, **resampling.keywords)
        return np.stack([drawn.observed, drawn.low, drawn.high])


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
    lengths = counts.reference_words[0, 0]  # of the first reference
    words = np.stack([count[:, 0].sum(0) for count in counts.coverage_counts], -1)
    shares = np.nan_to_num(ratio(words.astype(np.float64))[..., 0])  # over all systems
    divisions = {
        "length": Division(_LENGTH_NAMES, np.searchsorted(_LENGTHS, lengths)),
        "coverage": Division(_SHARE_NAMES, np.searchsorted(_SHARES, shares)),
    }
    if labels is not None:
        numbers = {name: number for number, name in enumerate(dict.fromkeys(labels))}
        places = np.array([numbers[label] for label in labels], np.intp)
        divisions["label"] = Division(tuple(numbers), places)
    return divisions
