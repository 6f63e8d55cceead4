"""Average ranks of metrics over language pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.significance.common_metrics import common_metrics
from wordorder.statistics import average_ranks, critical_difference

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.correlation.correlations import Correlations


@dataclass(frozen=True, slots=True, eq=False)
class MetricRanks:
    """Ranks of metrics by how well they agree with people.

    Attributes:
        statistic: By which statistic.
        names: The language pairs.
        metrics: Names of the metrics.
        ranks: The rank of every metric on every language pair, of shape (language pairs, metrics);
            the best is 1, equal ones share the mean of their ranks.
        average: The mean rank of each metric.
        alpha: Level of significance.
        critical_difference: How far two average ranks must lie apart to differ significantly, by
            Nemenyi's test; more than all ranks if there are few language pairs.
    """

    statistic: str
    names: tuple[str, ...]
    metrics: tuple[str, ...]
    ranks: Floats
    average: Floats
    alpha: float
    critical_difference: float

    @property
    def order(self) -> Integers:
        """The metrics, best first."""
        return np.argsort(self.average, kind="stable")

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """Largest sets of metrics that do not differ significantly, each best first.

        These are the bars of a critical-difference diagram; they may overlap.
        """
        order, found, reached = self.order, [], 0
        for start, best in enumerate(order):
            near = self.average[order] - self.average[best] < self.critical_difference
            end = int(np.flatnonzero(near)[-1]) + 1
            if end > max(reached, start + 1):
                found.append(tuple(order[start:end].tolist()))
            reached = max(reached, end)
        return found


def rank_metrics(
    correlations: Iterable[Correlations], statistic: str, *, alpha: float = 0.05
) -> MetricRanks:
    """Rank metrics on every language pair and average the ranks.

    Ties share the mean of their ranks. A metric without a value ranks behind all that have one.

    Examples:
        >>> from wordorder.metaevaluation.correlation.correlations import Correlations
        >>> from wordorder.statistics import Resampling
        >>> def pair(name, *values):
        ...     value = np.array(values)[:, np.newaxis]
        ...     rest = value[..., np.newaxis], np.zeros((3, 5)), np.zeros(3)
        ...     labels = "item", "lines", 500, Resampling()
        ...     return Correlations(
        ...         name, ("a", "b", "c"), ("tau_wmt14",), value, value, value, *rest, *labels
        ...     )
        >>> found = rank_metrics([pair("de-en", 0.3, 0.2, 0.2), pair("fr-en", 0.3, 0.4, 0.1)],
        ...                      "tau_wmt14")
        >>> found.average.tolist(), f"{found.critical_difference:.2f}"
        ([1.5, 1.75, 2.75], '2.34')

    Args:
        correlations: Correlations of several language pairs; the metrics they share are ranked.
        statistic: The name of the statistic.
        alpha: Level of significance of the critical difference.

    Raises:
        InputError: No correlations, or fewer than two metrics in common.
        UsageError: An unknown statistic, or alpha out of range.

    References:
        Demšar (2006), Statistical Comparisons of Classifiers over Multiple Data Sets.
    """
    data = common_metrics(correlations, statistic)
    worst_last = [-np.nan_to_num(one.value[:, 0], nan=-np.inf) for one in data]
    ranks = np.stack([average_ranks(values) for values in worst_last])
    return MetricRanks(
        statistic=statistic,
        names=tuple(one.name for one in data),
        metrics=data[0].metrics,
        ranks=ranks,
        average=ranks.mean(axis=0),
        alpha=alpha,
        critical_difference=critical_difference(ranks.shape[1], len(ranks), alpha=alpha),
    )
