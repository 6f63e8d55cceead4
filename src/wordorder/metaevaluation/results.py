"""The result of a meta-evaluation, test set by test set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, Integers
from wordorder.errors import UsageError
from wordorder.metaevaluation.significance import LineTests, MetricComparisons, MetricTest
from wordorder.output.codec import Count, derived
from wordorder.output.console import visible
from wordorder.output.grid import ESTIMATE, Grid, Layout, pair_labels
from wordorder.output.results import Result
from wordorder.output.tables import Estimate
from wordorder.output.views import View
from wordorder.output.wording import counted
from wordorder.statistics.correlations import average_ranks
from wordorder.statistics.resampling import Resampling

VERDICTS = ("worse", "no difference", "better")
"""The verdicts on the second system of a pair against the first."""


class JudgeAgreement(NamedTuple):
    """A coefficient of the agreement of judges.

    Attributes:
        name: The coefficient.
        value: Its value; NaN if undefined.
        items: The number of items, or of pairs of judgements, behind it.
        reason: Why it is undefined, or None.
    """

    name: str
    value: float
    items: Count
    reason: str | None


@dataclass(frozen=True, slots=True, eq=False)
class PartFigures:
    """Agreement on some lines of a test set.

    Attributes:
        kind: How the lines were divided: by length or by label.
        name: The stratum, such as `11–20` words.
        line_count: Number of judged lines.
        pair_count: Number of judged pairs of translations.
        figures: How well each metric agrees with people, by each statistic; NaN if undefined.
    """

    kind: str
    name: str
    line_count: Count
    pair_count: Count
    figures: Annotated[Grid, Layout("metric", "statistic", columns=ESTIMATE)]


class VerdictCounts(NamedTuple):
    """Numbers of pairs of systems, by whether a metric's verdict is that of people.

    Attributes:
        same: Pairs with the same verdict: the same difference, or none.
        missed: Pairs that differ for people, but not for the metric.
        found_alone: Pairs that differ for the metric, but not for people.
        opposite: Pairs with opposite differences.
    """

    same: int
    missed: int
    found_alone: int
    opposite: int

    @classmethod
    def of(cls, table: Integers) -> VerdictCounts:
        """Sum up a table of pairs, by verdicts of people (rows) and of the metric (columns)."""
        (a, b, c), (d, e, f), (g, h, i) = table.tolist()
        return cls(a + e + i, b + h, d + f, c + g)


@dataclass(frozen=True, slots=True, eq=False)
class RatingFigures:
    """Mean ratings of systems with tests, and the verdicts of metrics beside those of people.

    Attributes:
        means: The mean rating of each system.
        tests: Comparisons of all pairs of systems by their ratings.
        verdicts: For each metric, the number of pairs of systems by the verdicts of people and of
            the metric's scores.
    """

    means: Annotated[Grid, Layout("system", columns=ESTIMATE)]
    tests: LineTests
    verdicts: Annotated[Grid, Layout("metric", "people", "scores", columns={"pairs": int})]

    def __post_init__(self) -> None:
        if self.tests.tests.axes["pair"] != pair_labels(self.means.names("system")):
            raise ValueError("expected each pair of the systems once, in their order")
        if self.verdicts.axes["people"] != VERDICTS or self.verdicts.axes["scores"] != VERDICTS:
            raise ValueError(f"expected the verdicts {', '.join(VERDICTS)}")


@dataclass(frozen=True, slots=True, eq=False)
class SetFigures:
    """Agreement of metrics with people on one test set, usually one language pair.

    Attributes:
        name: The test set, such as de-en.
        kind: Whether people compared systems or rated them.
        human: People's score of each system: the share of comparisons won, without ties, or the
            mean rating.
        scores: Scores of whole systems by each metric.
        line_count: Number of judged lines.
        pair_count: Number of judged pairs of translations.
        figures: How well each metric agrees with people, by each statistic; NaN if undefined.
        tied: The share of judged pairs that each metric ties.
        comparisons: Comparisons of all pairs of metrics; None for a single metric.
        t_tests: The p-values of the papers' t-tests over resamples, for each pair of metrics, by
            the leading statistic.
        parts: Agreement within strata, if asked for.
        ceiling: The agreement of one judgement of a pair with another, by statistic; empty if no
            judgement is repeated.
        repeated: Number of pairs judged more than once.
        judges: Agreement of the judges.
        ratings: Mean ratings, and verdicts of metrics beside those of people, if asked for.
        counts: Counts from the reading of judgements, by name.
        left_out: What was left out, in words.
        scored: The signature of the scores; None if unknown.
    """

    name: str
    kind: Literal["comparisons", "ratings"]
    human: Annotated[Grid, Layout("system", columns={"human": float})]
    scores: Annotated[Grid, Layout("metric", "system", columns={"score": float})]
    line_count: Count
    pair_count: Count
    figures: Annotated[Grid, Layout("metric", "statistic", columns=ESTIMATE)]
    tied: Annotated[Grid, Layout("metric", columns={"tied": float})]
    comparisons: MetricComparisons | None
    t_tests: Annotated[Grid, Layout("pair", "test", columns={"p": float})]
    parts: tuple[PartFigures, ...]
    ceiling: Mapping[str, float]
    repeated: Count
    judges: tuple[JudgeAgreement, ...]
    ratings: RatingFigures | None
    counts: Mapping[str, Count]
    left_out: tuple[str, ...]
    scored: str | None

    def __post_init__(self) -> None:
        if not (self.systems and self.metrics and self.statistics):
            raise ValueError("expected at least one system, metric and statistic")
        compared = self.metrics[:1] if self.comparisons is None else self.comparisons.metrics
        if compared != self.metrics:
            raise ValueError("expected comparisons of all metrics, if there are several")
        known = {**self.figures.axes, **self.human.axes, "pair": pair_labels(self.metrics)}
        grids = [self.scores, self.tied, self.t_tests, *(part.figures for part in self.parts)]
        if self.ratings is not None:
            grids += [self.ratings.means, self.ratings.verdicts]
        for grid in grids:
            for axis, labels in grid.axes.items():
                if labels != known.get(axis, labels):
                    raise ValueError(f"the {axis}s differ from those of other figures")

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems."""
        return self.human.names("system")

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the metrics."""
        return self.figures.names("metric")

    @property
    def statistics(self) -> tuple[str, ...]:
        """Names of the statistics."""
        return self.figures.names("statistic")

    def estimate(self, metric: str, statistic: str) -> Estimate:
        """Return a figure with its interval.

        Raises:
            UsageError: There is no such metric or statistic.
        """
        return self.figures.estimate(metric=metric, statistic=statistic)

    def ranking(self, statistic: str) -> tuple[str, ...]:
        """Return the metrics from best to worst; those without a figure come last.

        Raises:
            UsageError: There is no such statistic.
        """
        return best_first(self.metrics, self.figures.at(statistic=statistic))

    def known_comparisons(self) -> MetricComparisons:
        """Return the comparisons of metrics.

        Raises:
            UsageError: There is only one metric.
        """
        if self.comparisons is None:
            raise UsageError(f"{self.name} has only one metric: there is nothing to compare")
        return self.comparisons

    def t_wins(self, test: str, statistic: str, alpha: float) -> NDArray[np.bool_]:
        """Return whether each row's metric agrees better than each column's, by a t-test."""
        compared = self.known_comparisons()
        difference = compared.tests.at("difference", statistic=statistic)
        return compared.square(np.where(self.t_tests.at(test=test) < alpha, difference, 0)) > 0

    def clusters(self, statistic: str) -> Integers:
        """Return the cluster of each metric, the best 1; its metrics beat all in later ones.

        A single metric is a cluster; 0 if metrics were not compared by this statistic.
        """
        if self.comparisons is None:
            return np.ones(len(self.metrics), np.int64)
        if statistic not in self.comparisons.statistics:
            return np.zeros(len(self.metrics), np.int64)
        return self.comparisons.clusters(statistic).cluster


def best_first(names: Sequence[str], values: Floats) -> tuple[str, ...]:
    """Sort names by value, the highest first; names without a value come last.

    Examples:
        >>> best_first("ABC", np.array([np.nan, 0.5, 0.7]))
        ('C', 'B', 'A')
    """
    order = np.argsort(np.where(np.isnan(values), np.inf, -values), kind="stable")
    return tuple(names[place] for place in order.tolist())


# The result of a meta-evaluation.


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MetaEvaluation(Result):
    """How well metrics agree with people, on one or more test sets.

    Attributes:
        signature: Everything that determines the figures.
        leading: The statistic that sorts tables and decides verdicts.
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
        if not self.sets or len({test_set.name for test_set in self.sets}) < len(self.sets):
            raise ValueError("expected at least one test set, all with different names")
        made = self.test, self.holm, self.resampling
        for test_set in self.sets:
            test_set.figures.place("statistic", self.leading)
            compared, rated = test_set.comparisons, test_set.ratings
            if compared and (compared.test, compared.holm, compared.resampling) != made:
                raise ValueError(f"{test_set.name}: its metrics were compared differently")
            if rated and (rated.tests.holm, rated.tests.alpha) != (self.holm, made[2].alpha):
                raise ValueError(f"{test_set.name}: its systems were compared differently")

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Return the views of metrics, averages, pairs, systems, strata, ratings and judges."""
        from wordorder.metaevaluation.views import meta_views  # it imports this module

        return meta_views()

    @property
    def confidence(self) -> float:
        """The confidence level of the intervals."""
        return self.resampling.confidence

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that all test sets share."""
        first, *others = self.sets
        return tuple(
            name for name in first.metrics if all(name in test_set.metrics for test_set in others)
        )

    @derived
    def clusters(self) -> Mapping[str, Mapping[str, int]]:
        """On each test set, the cluster of each metric by the leading statistic; the best is 1."""
        return {
            test_set.name: dict(
                zip(test_set.metrics, test_set.clusters(self.leading).tolist(), strict=True)
            )
            for test_set in self.sets
        }

    def test_set(self, name: str | None = None) -> SetFigures:
        """Return the figures of a test set; without a name, of the only one.

        Raises:
            UsageError: There is no such set, or there are several and none is named.
        """
        names = [test_set.name for test_set in self.sets]
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
        """Return the values of a statistic for the shared metrics, of shape (metrics, sets)."""
        return np.array(
            [
                [test_set.estimate(name, statistic).value for test_set in self.sets]
                for name in self.metrics
            ]
        )

    def ranks(self, statistic: str) -> Floats:
        """Return the rank of each metric in each set, the best 1, of shape (metrics, sets).

        Ties share their mean rank; NaN in a set where any value is undefined.
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
        extent = f"{counted(known, 'metric')}, {counted(len(self.sets), 'test set')}"
        values = np.nanmean(self.table(self.leading), axis=1) if known else np.array([])
        if not known or np.isnan(values).all():
            return extent
        best = int(np.nanargmax(values))
        name = visible(self.metrics[best])
        return f"{extent}, highest {self.leading} {values[best]:.3f} ({name})"
