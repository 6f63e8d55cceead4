"""Figures of one test set: how well each metric agrees with people there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from wordorder.errors import UsageError
from wordorder.output import Estimate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.evaluation.judges import JudgeAgreement
    from wordorder.metaevaluation.evaluation.rating_figures import RatingFigures
    from wordorder.metaevaluation.significance.comparisons import MetricComparisons

TEST_FIGURES = {
    "difference": "difference",
    "low": "low",
    "high": "high",
    "p": "p_value",
    "p_holm": "p_holm",
}
"""Names of the figures of a test, and the attributes of `PairTests`."""


@dataclass(frozen=True, slots=True, eq=False)
class PartFigures:
    """Agreement on some lines of a test set.

    Attributes:
        kind: How the lines were divided: by length or by label.
        name: The name of the part, such as `11–20` words.
        line_count: Number of judged lines.
        pair_count: Number of judged pairs of translations.
        figures: Value and ends of the interval, of shape (metrics, statistics, 3).
    """

    kind: str
    name: str
    line_count: int
    pair_count: int
    figures: Floats


@dataclass(frozen=True, slots=True, eq=False)
class SetFigures:
    """Agreement of metrics with people on one test set, usually one language pair.

    Attributes:
        name: The test set, such as de-en.
        kind: Whether people compared systems or rated them.
        systems: Names of the systems.
        human: What people think of each system: the share of comparisons won, without ties, or
            the mean rating.
        metrics: Names of the metrics.
        scores: Scores of whole systems, of shape (metrics, systems).
        line_count: Number of judged lines.
        pair_count: Number of judged pairs of translations.
        statistics: Names of the statistics.
        figures: Value and ends of the interval, of shape (metrics, statistics, 3); NaN if
            undefined.
        tied: The share of judged pairs that each metric ties.
        comparisons: Comparisons of all pairs of metrics; None for a single metric.
        parts: Agreement within strata, if asked for.
        ceiling: By statistic, how well one judgement of a pair agrees with another; empty if no
            judgement is repeated.
        repeated: Number of pairs judged more than once.
        judges: How far judges agree.
        ratings: Mean ratings, and verdicts of metrics beside those of people, if asked for.
        t_tests: The papers' t-tests over bootstrap samples, by name: the p-value of each pair of
            metrics, by the leading statistic.
        counts: What was counted while reading judgements, by name.
        left_out: What was left out, in words.
        scored: The signature of the scores; None if unknown.
    """

    name: str
    kind: Literal["comparisons", "ratings"]
    systems: tuple[str, ...]
    human: Floats
    metrics: tuple[str, ...]
    scores: Floats
    line_count: int
    pair_count: int
    statistics: tuple[str, ...]
    figures: Floats
    tied: Floats
    comparisons: MetricComparisons | None
    parts: tuple[PartFigures, ...] = ()
    ceiling: Mapping[str, float] = field(default_factory=dict)
    repeated: int = 0
    judges: tuple[JudgeAgreement, ...] = ()
    ratings: RatingFigures | None = None
    t_tests: Mapping[str, Floats] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    scored: str | None = None

    def row(self, metric: str) -> int:
        """Return the place of a metric.

        Raises:
            UsageError: There is no such metric.
        """
        if metric not in self.metrics:
            raise UsageError.unknown("metric", metric, self.metrics)
        return self.metrics.index(metric)

    def column(self, statistic: str) -> int:
        """Return the place of a statistic.

        Raises:
            UsageError: There is no such statistic.
        """
        if statistic not in self.statistics:
            raise UsageError.unknown("statistic", statistic, self.statistics)
        return self.statistics.index(statistic)

    def estimate(self, metric: str, statistic: str) -> Estimate:
        """Return a figure with its interval.

        Raises:
            UsageError: There is no such metric or statistic.
        """
        return Estimate(*self.figures[self.row(metric), self.column(statistic)].tolist())

    def ranking(self, statistic: str) -> Integers:
        """The metrics from best to worst; those without a figure come last."""
        values = self.figures[:, self.column(statistic), 0]
        return np.argsort(np.where(np.isnan(values), np.inf, -values), kind="stable")

    def known_comparisons(self) -> MetricComparisons:
        """Return the comparisons of metrics.

        Raises:
            UsageError: There is only one metric.
        """
        if self.comparisons is None:
            raise UsageError(f"{self.name} has only one metric: there is nothing to compare")
        return self.comparisons

    def t_wins(self, test: str, statistic: str, alpha: float) -> NDArray[np.bool_]:
        """Whether the metric of the row agrees better than that of the column, by a t-test."""
        found = self.known_comparisons()
        difference = found.tests.difference[:, found.column(statistic)]
        first, second = found.tests.pairs.T
        wins = np.zeros((len(self.metrics), len(self.metrics)), np.bool_)
        sure = self.t_tests[test] < alpha
        wins[second, first], wins[first, second] = sure & (difference > 0), sure & (difference < 0)
        return wins

    def clusters(self, statistic: str) -> Integers:
        """The cluster of each metric: all of a cluster beat all of the later ones; the best is 1.

        0 if nothing was compared by this statistic.
        """
        found = self.comparisons
        if found is None or statistic not in found.statistics:
            return np.zeros(len(self.metrics), np.int64)
        return found.clusters(statistic).cluster
