"""The result of a meta-evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from wordorder.errors import UsageError
from wordorder.metaevaluation.evaluation.figures import SetFigures
from wordorder.metaevaluation.evaluation.views import meta_views
from wordorder.metaevaluation.significance.comparisons import MetricTest
from wordorder.output import Result, View, counted, visible
from wordorder.output.codec import derived
from wordorder.statistics import Resampling, average_ranks

if TYPE_CHECKING:
    from wordorder.arrays import Floats
    from wordorder.output import Estimate


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MetaEvaluation(Result):
    """How well metrics agree with people, on one or more test sets.

    Attributes:
        signature: Everything that determines the figures.
        leading: The statistic that tables are sorted by and that verdicts go by.
        shown: The statistics shown in tables; documents and records have all.
        test: How metrics are compared: bootstrap or permutation.
        holm: Whether verdicts use p-values corrected for the number of pairs.
        resampling: How resamples were drawn.
        sets: The figures of each test set.
    """

    SCHEMA: ClassVar[str] = "meta/2"

    signature: str
    leading: str
    shown: tuple[str, ...]
    test: MetricTest
    holm: bool
    resampling: Resampling
    sets: tuple[SetFigures, ...]

    def __post_init__(self) -> None:
        if not self.sets or len({one.name for one in self.sets}) < len(self.sets):
            raise ValueError("expected at least one test set, all named apart")
        made = self.test, self.holm, self.resampling
        for one in self.sets:
            one.figures.place("statistic", self.leading)
            compared, rated = one.comparisons, one.ratings
            if compared and (compared.test, compared.holm, compared.resampling) != made:
                raise ValueError(f"{one.name}: metrics were compared in another way")
            if rated and (rated.tests.holm, rated.tests.alpha) != (self.holm, made[2].alpha):
                raise ValueError(f"{one.name}: systems were compared in another way")

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Metrics, their averages, pairs and significance; systems; strata; judges."""
        return meta_views()

    @property
    def confidence(self) -> float:
        """The confidence level of the intervals."""
        return self.resampling.confidence

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that every test set has."""
        first, *others = self.sets
        return tuple(name for name in first.metrics if all(name in one.metrics for one in others))

    @derived
    def clusters(self) -> Mapping[str, Mapping[str, int]]:
        """On each test set, the cluster of each metric by the leading statistic; the best is 1."""
        return {
            one.name: dict(zip(one.metrics, one.clusters(self.leading).tolist(), strict=True))
            for one in self.sets
        }

    def test_set(self, name: str | None = None) -> SetFigures:
        """Return the figures of a test set; without a name, of the only one.

        Raises:
            UsageError: There is no such set, or there are several and none is named.
        """
        names = [one.name for one in self.sets]
        if name is None and len(names) == 1:
            return self.sets[0]
        if name not in names:
            raise UsageError.unknown("test set", str(name), names)
        return self.sets[names.index(name)]

    def estimate(
        self, metric: str, statistic: str | None = None, *, on: str | None = None
    ) -> Estimate:
        """Return how well a metric agrees with people, with its interval.

        Args:
            metric: Name of the metric.
            statistic: Name of the statistic; by default the leading one.
            on: Name of the test set, if there are several.

        Raises:
            UsageError: There is no such metric, statistic or test set.
        """
        return self.test_set(on).estimate(metric, statistic or self.leading)

    def table(self, statistic: str) -> Floats:
        """The values of a statistic, of shape (metrics, sets), for the metrics all sets have."""
        return np.array(
            [[one.estimate(name, statistic).value for one in self.sets] for name in self.metrics]
        )

    def ranks(self, statistic: str) -> Floats:
        """The rank of each metric in each set, the best 1, of shape (metrics, sets).

        Ties share the mean of their ranks; NaN in a set where any value is undefined.
        """
        values = self.table(statistic)
        columns = [
            np.full(len(column), np.nan) if np.isnan(column).any() else average_ranks(-column)
            for column in values.T
        ]
        return np.stack(columns, axis=1)

    def summary(self) -> str:
        """Return one line with the best metric by the leading statistic."""
        known = len(self.metrics)
        what = f"{counted(known, 'metric')}, {counted(len(self.sets), 'test set')}"
        values = np.nanmean(self.table(self.leading), axis=1) if known else np.array([])
        if not known or np.isnan(values).all():
            return what
        best = int(np.nanargmax(values))
        return f"{what}, highest {self.leading} {values[best]:.3f} ({visible(self.metrics[best])})"
