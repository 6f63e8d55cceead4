"""Tests between all metrics on a test set, and between all systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, Integers
from wordorder.errors import InputError, expect
from wordorder.metaevaluation.correlation import Correlations
from wordorder.output.codec import Count, Level
from wordorder.output.grid import DIFFERENCE, Grid, Layout, pair_labels
from wordorder.output.views import significance_marks
from wordorder.statistics import paired_tests
from wordorder.statistics.bootstrapping import BootstrapResult
from wordorder.statistics.intervals import count_undefined, standard_error
from wordorder.statistics.resampling import Resampling
from wordorder.statistics.significance import (
    FEWEST_ITEMS,
    Clusters,
    excludes_zero,
    find_clusters,
    holm as corrected_by_holm,
    verdicts,
)

MetricTest: TypeAlias = Literal["bootstrap", "permutation"]
"""How metrics are compared."""


@dataclass(frozen=True, slots=True, eq=False)
class MetricComparisons:
    """Tests of all pairs of metrics on one data set.

    Attributes:
        name: The language pair.
        tests: Differences and p-values by pair of metrics and statistic. If the difference is
            positive, the second metric agrees better. Intervals of permutation tests are NaN.
        test: How metrics were compared: bootstrap or permutation.
        line_count: Number of judged lines.
        holm: Whether verdicts use p-values corrected for the number of pairs.
        resampling: The number of resamples or permutations, and the seed.
    """

    name: str
    tests: Annotated[Grid, Layout("pair", "statistic", columns=DIFFERENCE)]
    test: MetricTest
    line_count: Count
    holm: bool
    resampling: Resampling

    def __post_init__(self) -> None:
        pairs = self.tests.pairs
        if not pairs or pairs != pair_labels(self.metrics):
            raise ValueError("expected each pair of at least two metrics once, in their order")

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the metrics."""
        return tuple(dict.fromkeys(name for pair in self.tests.pairs for name in pair))

    @property
    def statistics(self) -> tuple[str, ...]:
        """Names of the statistics by which metrics agree with people."""
        return self.tests.names("statistic")

    @property
    def deciding_p(self) -> Floats:
        """The p-values that decide verdicts: corrected if `holm`."""
        return self.tests["p_holm" if self.holm else "p"]

    @property
    def _outside(self) -> NDArray[np.bool_]:
        """Whether 0 is outside the interval; always for permutation tests, which have none."""
        if self.test == "permutation":
            return np.ones(self.tests.shape, np.bool_)
        return excludes_zero(self.tests["low"], self.tests["high"])

    def verdicts(self) -> Integers:
        """Return which metric of each pair agrees better, of shape (pairs, statistics).

        1 for the second, −1 for the first, 0 for neither. A verdict needs p < alpha; with the
        bootstrap also an interval without 0 and enough lines.
        """
        enough = self.test == "permutation" or self.line_count >= FEWEST_ITEMS
        outside = self._outside & enough
        return verdicts(self.tests["difference"], self.deciding_p, outside, self.resampling.alpha)

    def beats(self, statistic: str) -> NDArray[np.bool_]:
        """Return whether the metric of the row agrees better than that of the column."""
        return self.square(self.verdicts()[:, self.tests.place("statistic", statistic)]) > 0

    def clusters(self, statistic: str) -> Clusters:
        """Sort metrics from best to worst, with boundaries where all above beat all below."""
        margin = self.square(self.tests.at("difference", statistic=statistic))
        return find_clusters(self.beats(statistic), margin)

    def marks(self, statistic: str) -> list[str]:
        """Return the papers' mark of each pair: `+**` if the second agrees better, `-**` worse."""
        place = self.tests.place("statistic", statistic)
        return significance_marks(
            self.tests["difference"][:, place],
            self.deciding_p[:, place],
            self._outside[:, place],
            alpha=self.resampling.alpha,
        )

    def square(self, of_second: Floats | Integers) -> Floats:
        """Arrange figures of the second metric of each pair as those of rows against columns."""
        first, second = np.triu_indices(len(self.metrics), 1)
        square = np.zeros((len(self.metrics), len(self.metrics)))
        square[second, first], square[first, second] = of_second, -of_second
        return square


# Tests between metrics on resamples drawn before.


def compare_metrics(correlations: Correlations, *, holm: bool = False) -> MetricComparisons:
    """Test every pair of metrics by paired bootstrap, two-sided.

    Both metrics of a pair see the same resamples. With δ the difference of the statistic and δ*
    that of a resample, p is the share of resamples with |δ* − mean δ*| ≥ |δ|, with 1 added
    to both counts.

    Examples:
        >>> from wordorder.statistics import Resampling
        >>> rng = np.random.default_rng(1)
        >>> resampled = [[0.5], [0.4], [0.4]] + 0.01 * rng.normal(size=(3, 1000))
        >>> agreement = Correlations(
        ...     "de-en", ("a", "b", "c"), ("tau_wmt14",), np.array([[0.5], [0.4], [0.4]]),
        ...     low=np.full((3, 1), 0.3), high=np.full((3, 1), 0.6),
        ...     resampled=resampled[:, np.newaxis], counts=np.zeros((3, 5)),
        ...     epsilon=np.full(3, np.nan), grouping="item", unit="lines", line_count=500,
        ...     resampling=Resampling(),
        ... )
        >>> compared = compare_metrics(agreement)
        >>> compared.verdicts()[:, 0].tolist(), compared.clusters("tau_wmt14").cluster.tolist()
        ([-1, -1, 0], [1, 2, 2])

    Args:
        correlations: Statistics of two or more metrics, with their resamples.
        holm: Whether verdicts use p-values corrected for the number of pairs.

    Raises:
        InputError: There are fewer than two metrics.
        UsageError: `correlations` has the wrong type.

    References:
        Koehn (2004), Statistical Significance Tests for Machine Translation Evaluation.
    """
    expect(correlations, Correlations, "correlations")
    if len(correlations.metrics) < 2:
        raise InputError(
            f"a paired test needs at least two metrics, found {len(correlations.metrics)}"
        )
    tests = paired_tests.pair_tests(paired_tests.compare_pairs(_as_bootstrap(correlations)))
    return MetricComparisons(
        name=correlations.name,
        tests=Grid.of(
            {"pair": pair_labels(correlations.metrics), "statistic": correlations.statistics},
            **tests.columns,
        ),
        test="bootstrap",
        line_count=correlations.line_count,
        holm=bool(holm),
        resampling=correlations.resampling,
    )


def _as_bootstrap(correlations: Correlations) -> BootstrapResult:
    return BootstrapResult(
        observed=correlations.value,
        low=correlations.low,
        high=correlations.high,
        standard_error=standard_error(correlations.resampled),
        resampled=correlations.resampled,
        undefined_items=np.zeros(correlations.value.shape, np.int64),
        undefined_resamples=count_undefined(correlations.resampled),
        resamples=correlations.resampled.shape[-1],
        confidence=correlations.resampling.confidence,
        seed=correlations.resampling.seed,
    )


# Tests between systems on the lines that both have.


@dataclass(frozen=True, slots=True, eq=False)
class LineTests:
    """Comparisons of all pairs of systems, each on the lines that both have.

    Attributes:
        tests: For each pair, the mean difference, positive if the second system is better, its
            p-values, and the number of lines that both systems have.
        holm: Whether verdicts use p-values corrected for the number of pairs.
        alpha: Level of significance.
    """

    tests: Annotated[Grid, Layout("pair", columns={**DIFFERENCE, "line_count": int})]
    holm: bool
    alpha: Level

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether a pair has enough lines for a verdict."""
        return self.tests["line_count"] >= FEWEST_ITEMS

    @property
    def deciding_p(self) -> Floats:
        """The p-values that decide verdicts: corrected if `holm`."""
        return self.tests["p_holm" if self.holm else "p"]

    @property
    def _outside(self) -> NDArray[np.bool_]:
        """Whether 0 is outside the interval."""
        return excludes_zero(self.tests["low"], self.tests["high"])

    def verdicts(self) -> Integers:
        """Return which system of each pair is better: 1 the second, −1 the first, 0 neither.

        A verdict needs p < alpha, an interval without 0, and enough lines.
        """
        outside = self._outside & self.known
        return verdicts(self.tests["difference"], self.deciding_p, outside, self.alpha)

    def marks(self) -> list[str]:
        """Return the papers' mark of the second system of each pair against the first.

        0, +* (p < 0.10) or +** (p < 0.05), with the sign of the difference; ? if there are too few
        lines.
        """
        figures = self.tests["difference"], self.deciding_p, self._outside
        return significance_marks(*figures, alpha=self.alpha, known=self.known)


def compare_on_lines(
    systems: Sequence[str], scores: Floats, resampling: Resampling, *, holm: bool = False
) -> LineTests:
    """Test every pair of systems by paired bootstrap over the lines that both have.

    Examples:
        >>> from wordorder.statistics import Resampling
        >>> rng = np.random.default_rng(1)
        >>> scores = rng.normal(size=(3, 200)) + [[0.0], [0.0], [1.0]]
        >>> compare_on_lines("ABC", scores, Resampling()).marks()
        ['0', '+**', '+**']

    Args:
        systems: Names of the systems.
        scores: Scores of shape (systems, lines), NaN where there is none.
        resampling: How to resample lines.
        holm: Whether verdicts use p-values corrected for the number of pairs.
    """
    pairs = paired_tests.all_pairs(len(scores))
    apart = scores[pairs[:, 1]] - scores[pairs[:, 0]]
    both = ~np.isnan(apart)
    statistics = np.stack([np.where(both, apart, 0.0), both], axis=-1)
    size = np.nanmax(np.abs(scores), initial=0.0)
    tested = paired_tests.weighted_differences(
        statistics, np.full((len(pairs), 1), size), **resampling.keywords
    )
    tests = Grid.of(
        {"pair": pair_labels(systems)},
        difference=tested.difference,
        low=tested.low,
        high=tested.high,
        p=tested.p_value,
        p_holm=corrected_by_holm(tested.p_value),
        line_count=both.sum(axis=1),
    )
    return LineTests(tests, holm=holm, alpha=resampling.alpha)
