"""What tests say about every pair of metrics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import numpy as np

from wordorder.output.codec import Count
from wordorder.output.grid import DIFFERENCE, Grid, Layout, pair_labels
from wordorder.output.views import significance_marks
from wordorder.statistics import Resampling, excludes_zero, find_clusters
from wordorder.statistics.significance import FEWEST_ITEMS, verdicts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.statistics import Clusters

MetricTest: TypeAlias = Literal["bootstrap", "permutation"]
"""How metrics are compared."""


@dataclass(frozen=True, slots=True, eq=False)
class MetricComparisons:
    """Tests of all pairs of metrics on one data set.

    Attributes:
        name: The language pair.
        tests: Differences and p-values by pair of metrics and statistic. A positive difference
            says that the second metric agrees better. Permutation tests have no intervals: NaN.
        test: How metrics were compared: bootstrap or permutation.
        line_count: Number of judged lines.
        holm: Whether verdicts use p-values corrected for the number of pairs.
        resampling: How many resamples or permutations were drawn, with which seed.
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
        """The p-values that decide: corrected if `holm`."""
        return self.tests["p_holm" if self.holm else "p"]

    @property
    def _outside(self) -> NDArray[np.bool_]:
        """Whether 0 is outside the interval; permutation tests have none, and go by p alone."""
        if self.test == "permutation":
            return np.ones(self.tests.shape, np.bool_)
        return excludes_zero(self.tests["low"], self.tests["high"])

    def verdicts(self) -> Integers:
        """Which metric of a pair agrees better, of shape (pairs, statistics).

        1 for the second, −1 for the first, 0 for neither. A verdict needs p < alpha; of the
        bootstrap also an interval without 0 and enough lines.
        """
        enough = self.test == "permutation" or self.line_count >= FEWEST_ITEMS
        outside = self._outside & enough
        return verdicts(self.tests["difference"], self.deciding_p, outside, self.resampling.alpha)

    def beats(self, statistic: str) -> NDArray[np.bool_]:
        """Whether the metric of the row agrees better than that of the column."""
        return self.square(self.verdicts()[:, self.tests.place("statistic", statistic)]) > 0

    def clusters(self, statistic: str) -> Clusters:
        """Metrics from best to worst, with boundaries where all above beat all below."""
        margin = self.square(self.tests.at("difference", statistic=statistic))
        return find_clusters(self.beats(statistic), margin)

    def marks(self, statistic: str) -> list[str]:
        """The papers' mark of each pair: `+**` if the second metric agrees better, `-**` worse."""
        place = self.tests.place("statistic", statistic)
        return significance_marks(
            self.tests["difference"][:, place],
            self.deciding_p[:, place],
            self._outside[:, place],
            alpha=self.resampling.alpha,
        )

    def square(self, of_second: Floats | Integers) -> Floats:
        """Figures of the second metric of each pair, as those of rows against columns."""
        first, second = np.triu_indices(len(self.metrics), 1)
        square = np.zeros((len(self.metrics), len(self.metrics)))
        square[second, first], square[first, second] = of_second, -of_second
        return square
