"""Small helpers of the tables in docs/results.md."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from docs_figures import markdown

from wordorder.output import Column
from wordorder.statistics import average_ranks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats
    from wordorder.metaevaluation import Correlations

ORDERING = (
    "kendall",
    "kendall_sqrt",
    "hamming",
    "spearman",
    "footrule",
    "ulam",
    "fuzzy",
    "fuzzy_bounded",
    "pet_size",
    "pet_count",
    "max_op",
    "avg_op",
    "binary_nodes",
    "pet",
    "pef",
)
"""All ordering metrics, in the order of their definitions."""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; the first column is text, the others are figures."""
    columns = [Column(head, "right" if place else "left") for place, head in enumerate(heads)]
    # The renderer escapes what would be a mark; only `gain` writes these.
    return re.sub("&lt;/?b&gt;", "**", markdown(columns, rows))


def code(name: str) -> str:
    return f"`{name}`"


def figure(value: float, digits: int = 3) -> str:
    """A figure; a dash where it is undefined or was not published.

    Examples:
        >>> figure(0.2345), figure(-0.5, 1), figure(float("nan"))
        ('0.234', '−0.5', '–')
    """
    return "–" if np.isnan(value) else f"{value:.{digits}f}".replace("-", "−")


def percent(share: float) -> str:
    return "–" if np.isnan(share) else f"{100 * share:.1f} %"


def estimate(value: float, low: float, high: float, digits: int = 3) -> str:
    """A figure with its interval."""
    return f"{figure(value, digits)} [{figure(low, digits)}, {figure(high, digits)}]"


def gain(value: float, low: float, high: float, digits: int = 3) -> str:
    """A difference with its sign and interval, in bold where the interval excludes 0."""
    sign = "+" if value > 0 else ""
    shown = f"{sign}{estimate(value, low, high, digits)}"
    return f"<b>{shown}</b>" if low > 0 or high < 0 else shown


def mean_ranks(values: Floats) -> Floats:
    """Average ranks over language pairs of values (metrics, pairs); the highest value has rank 1.

    Examples:
        >>> mean_ranks(np.array([[0.3, 0.2], [0.2, 0.2], [0.1, 0.4]])).tolist()
        [1.75, 2.25, 2.0]
    """
    return np.mean([average_ranks(-pair) for pair in values.T], axis=0)


class Figures:
    """The figures of correlations by name of metric and statistic."""

    def __init__(self, found: Correlations) -> None:
        self.found = found

    def value(self, metric: str, statistic: str) -> float:
        return float(self.found.value[self._place(metric, statistic)])

    def estimate(self, metric: str, statistic: str, digits: int = 3) -> str:
        place = self._place(metric, statistic)
        found = self.found
        return estimate(
            *(float(one[place]) for one in (found.value, found.low, found.high)), digits
        )

    def half_width(self, metric: str, statistic: str) -> float:
        """Half of the interval's width, the ± of the papers."""
        place = self._place(metric, statistic)
        return float(self.found.high[place] - self.found.low[place]) / 2

    def tied(self, metric: str) -> float:
        return float(self.found.tied[self.found.metrics.index(metric)])

    def difference(self, metric: str, other: str, statistic: str) -> tuple[float, float, float]:
        """How much better a metric agrees than another, with the interval over shared resamples."""
        one, two = (self._place(name, statistic) for name in (metric, other))
        apart = self.found.resampled[one] - self.found.resampled[two]
        tail = 50 * (1 - self.found.resampling.confidence)
        low, high = np.nanpercentile(apart, [tail, 100 - tail])
        return float(self.found.value[one] - self.found.value[two]), float(low), float(high)

    def _place(self, metric: str, statistic: str) -> tuple[int, int]:
        return self.found.metrics.index(metric), self.found.statistics.index(statistic)
