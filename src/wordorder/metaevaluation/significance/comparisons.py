"""What tests say about every pair of metrics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import UsageError
from wordorder.statistics import excludes_zero, find_clusters, significance_mark
from wordorder.statistics.significance import FEWEST_ITEMS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.statistics import Clusters, PairTests, Resampling


@dataclass(frozen=True, slots=True, eq=False)
class MetricComparisons:
    """Tests of all pairs of metrics on one data set.

    Attributes:
        name: The language pair.
        metrics: Names of the metrics.
        statistics: Names of the statistics by which they agree with people.
        tests: Differences and p-values, of shape (pairs, statistics). A positive difference says
            that the second metric agrees better. Permutation tests have no intervals: NaN.
        test: bootstrap or permutation.
        line_count: Number of judged lines.
        holm: Whether verdicts use p-values corrected for the number of pairs.
        resampling: How many resamples or permutations were drawn, with which seed.
    """

    name: str
    metrics: tuple[str, ...]
    statistics: tuple[str, ...]
    tests: PairTests
    test: str
    line_count: int
    holm: bool
    resampling: Resampling

    def verdicts(self) -> Integers:
        """Which metric of a pair agrees better, of shape (pairs, statistics).

        1 for the second, −1 for the first, 0 for neither. A verdict needs p < alpha; of the
        bootstrap also an interval without 0 and enough lines.
        """
        p_value = self.tests.p_holm if self.holm else self.tests.p_value
        counts = p_value < self.resampling.alpha
        if self.test == "bootstrap":
            counts &= excludes_zero(self.tests.low, self.tests.high)
            counts &= self.line_count >= FEWEST_ITEMS
        return np.where(counts, np.sign(self.tests.difference), 0).astype(np.int64)

    def beats(self, statistic: str) -> NDArray[np.bool_]:
        """Whether the metric of the row agrees better than that of the column."""
        return self._square(self.verdicts()[:, self.column(statistic)]) > 0

    def clusters(self, statistic: str) -> Clusters:
        """Metrics from best to worst, with boundaries where all above beat all below."""
        margin = self._square(self.tests.difference[:, self.column(statistic)])
        return find_clusters(self.beats(statistic), margin)

    def mark(self, pair: int, column: int) -> str:
        """The papers' mark for a pair: `+**` if the second metric agrees better, `-**` worse."""
        tests = self.tests
        p_value = tests.p_holm if self.holm else tests.p_value
        low, high = tests.low[pair, column], tests.high[pair, column]
        return significance_mark(
            float(tests.difference[pair, column]),
            float(p_value[pair, column]),
            alpha=self.resampling.alpha,
            excludes_zero=self.test == "permutation" or bool(low > 0 or high < 0),
        )

    def _square(self, of_second: Floats | Integers) -> Floats:
        first, second = self.tests.pairs.T
        square = np.zeros((len(self.metrics), len(self.metrics)))
        square[second, first], square[first, second] = of_second, -of_second
        return square

    def column(self, statistic: str) -> int:
        """Return the place of a statistic.

        Raises:
            UsageError: Metrics were not compared by it.
        """
        if statistic not in self.statistics:
            raise UsageError.unknown("statistic", statistic, self.statistics)
        return self.statistics.index(statistic)
