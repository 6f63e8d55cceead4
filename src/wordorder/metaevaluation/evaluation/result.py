"""The result of a meta-evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from wordorder.errors import UsageError
from wordorder.metaevaluation.evaluation import (
    comparison_views,
    metric_views,
    part_views,
    rating_views,
    system_views,
)
from wordorder.metaevaluation.evaluation.document import document_content, document_fields
from wordorder.metaevaluation.evaluation.judges import JUDGES
from wordorder.output import Result, View, counted, visible
from wordorder.statistics import average_ranks

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Self

    from wordorder.arrays import Floats
    from wordorder.metaevaluation.evaluation.figures import SetFigures
    from wordorder.output import Estimate
    from wordorder.statistics import Resampling


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

    SCHEMA: ClassVar[str] = "meta/1"

    signature: str
    leading: str
    shown: tuple[str, ...]
    test: str
    holm: bool
    resampling: Resampling
    sets: tuple[SetFigures, ...]

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Metrics, their averages, pairs and significance; systems; strata; judges."""
        return {
            "metrics": View(metric_views.metric_tables, metric_views.metric_records),
            "average": View(metric_views.average_tables, metric_views.average_records),
            "pairs": View(comparison_views.pair_tables, comparison_views.pair_records),
            "significance": View(
                comparison_views.significance_tables, comparison_views.pair_records
            ),
            "systems": View(system_views.system_tables, system_views.system_records),
            "length": part_views.part_view("length"),
            "label": part_views.part_view("label"),
            "ratings": View(rating_views.rating_tables, rating_views.rating_records),
            "judges": JUDGES,
        }

    @property
    def confidence(self) -> float:
        """The confidence level of the intervals."""
        return self.resampling.confidence

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that every test set has."""
        first, *others = self.sets
        return tuple(name for name in first.metrics if all(name in one.metrics for one in others))

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
        assert not isnan(values[best])
        return f"{what}, highest {self.leading} {values[best]:.3f} ({visible(self.metrics[best])})"

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """The document's content apart from schema and signature."""
        del sentences
        return document_content(self)

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from its document."""
        return cls(**document_fields(content))
