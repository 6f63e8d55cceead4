"""Figures of one test set: how well each metric agrees with people there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import numpy as np

from wordorder.errors import UsageError
from wordorder.metaevaluation.ratings.line_tests import LineTests
from wordorder.metaevaluation.significance.comparisons import MetricComparisons
from wordorder.output.codec import Count
from wordorder.output.grid import ESTIMATE, Grid, Layout, pair_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.output import Estimate

VERDICTS = ("worse", "no difference", "better")
"""What can be said of the second system of a pair against the first."""


class JudgeAgreement(NamedTuple):
    """One measure of the agreement of judges.

    Attributes:
        name: The measure.
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
        name: The name of the part, such as `11–20` words.
        line_count: Number of judged lines.
        pair_count: Number of judged pairs of translations.
        figures: How well each metric agrees with people, by each statistic; NaN if undefined.
    """

    kind: str
    name: str
    line_count: Count
    pair_count: Count
    figures: Annotated[Grid, Layout("metric", "statistic", columns=ESTIMATE)]


@dataclass(frozen=True, slots=True, eq=False)
class RatingFigures:
    """Mean ratings of systems with tests, and the verdicts of metrics beside those of people.

    Attributes:
        means: The mean rating of each system.
        tests: Comparisons of all pairs of systems by their ratings.
        verdicts: For each metric, the number of pairs of systems by the verdict of people and of
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
        human: What people think of each system: the share of comparisons won, without ties, or
            the mean rating.
        scores: Scores of whole systems by each metric.
        line_count: Number of judged lines.
        pair_count: Number of judged pairs of translations.
        figures: How well each metric agrees with people, by each statistic; NaN if undefined.
        tied: The share of judged pairs that each metric ties.
        comparisons: Comparisons of all pairs of metrics; None for a single metric.
        t_tests: The p-values of the papers' t-tests over bootstrap samples, for each pair of
            metrics, by the leading statistic.
        parts: Agreement within strata, if asked for.
        ceiling: By statistic, how well one judgement of a pair agrees with another; empty if no
            judgement is repeated.
        repeated: Number of pairs judged more than once.
        judges: How far judges agree.
        ratings: Mean ratings, and verdicts of metrics beside those of people, if asked for.
        counts: What was counted while reading judgements, by name.
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
        """The metrics from best to worst; those without a figure come last.

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
        """Whether the metric of the row agrees better than that of the column, by a t-test."""
        found = self.known_comparisons()
        difference = found.tests.at("difference", statistic=statistic)
        return found.square(np.where(self.t_tests.at(test=test) < alpha, difference, 0)) > 0

    def clusters(self, statistic: str) -> Integers:
        """The cluster of each metric: all of a cluster beat all of the later ones; the best is 1.

        A single metric is a cluster; 0 if nothing was compared by this statistic.
        """
        found = self.comparisons
        if found is None:
            return np.ones(len(self.metrics), np.int64)
        if statistic not in found.statistics:
            return np.zeros(len(self.metrics), np.int64)
        return found.clusters(statistic).cluster


def best_first(names: Sequence[str], values: Floats) -> tuple[str, ...]:
    """Names by their values, the highest first; those without a value come last.

    Examples:
        >>> best_first("ABC", np.array([np.nan, 0.5, 0.7]))
        ('C', 'B', 'A')
    """
    order = np.argsort(np.where(np.isnan(values), np.inf, -values), kind="stable")
    return tuple(names[place] for place in order.tolist())
