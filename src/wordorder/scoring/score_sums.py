"""The sums behind the scores of systems, a batch of sentences at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.output.grid import Grid
from wordorder.scoring.buckets import BucketSums
from wordorder.scoring.measures import all_statistics
from wordorder.scoring.uncertainty import assess
from wordorder.statistics import Accumulator, Bundles, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Self

    from wordorder.arrays import Integers
    from wordorder.scoring.buckets import Buckets, Division
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.measures import Measure
    from wordorder.statistics import Resampling


@dataclass(frozen=True, slots=True, eq=False)
class ScoredSystems:
    """What follows from the sums over all sentences; see `ScoreResult`."""

    sentence_count: int
    scores: Grid
    tests: Grid | None
    buckets: dict[str, Buckets]
    undefined: Grid


class ScoreSums(Accumulator):
    """Accumulates what the scores of systems are made of.

    Args:
        systems: The names of the systems.
        measures: The measures.
        ordering: The ordering metric whose undefined values are counted.
    """

    def __init__(self, systems: Sequence[str], measures: Sequence[Measure], ordering: str) -> None:
        self._systems, self._measures = tuple(systems), tuple(measures)
        self._ordering = ordering
        width = sum(measure.width for measure in measures)
        self._bundles = Bundles(len(self._systems) * width)
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
            counts: What is counted in them.
            divisions: Their buckets, by kind; see `divided`.
            file: The number of their file, if there are several.
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
