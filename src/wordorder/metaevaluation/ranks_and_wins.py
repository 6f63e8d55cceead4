"""Metrics over several test sets: average ranks, and wins of one metric over another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

import numpy as np

from wordorder.arrays import Floats, Integers
from wordorder.errors import InputError, UsageError, expect
from wordorder.metaevaluation.correlation import Correlations
from wordorder.metaevaluation.significance import compare_metrics
from wordorder.statistics.correlations import average_ranks
from wordorder.statistics.paired_tests import all_pairs
from wordorder.statistics.significance import critical_difference, t_test

WinTest: TypeAlias = Literal["bootstrap", "paired-t", "unpaired-t"]
WIN_TESTS: tuple[WinTest, ...] = get_args(WinTest)


@dataclass(frozen=True, slots=True, eq=False)
class MetricRanks:
    """Ranks of metrics by how well they agree with people.

    Attributes:
        statistic: The statistic that ranks them.
        names: The language pairs.
        metrics: Names of the metrics.
        ranks: The rank of every metric on every language pair, of shape (language pairs, metrics);
            the best is 1, ties share their mean rank.
        average: The mean rank of each metric.
        alpha: Level of significance.
        critical_difference: The smallest significant difference of two average ranks, by Nemenyi's
            test; with few language pairs it may exceed all ranks.
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
        order, groups, reached = self.order, [], 0
        for start, best in enumerate(order):
            near = self.average[order] - self.average[best] < self.critical_difference
            end = int(np.flatnonzero(near)[-1]) + 1
            if end > max(reached, start + 1):
                groups.append(tuple(order[start:end].tolist()))
            reached = max(reached, end)
        return groups


def rank_metrics(
    correlations: Iterable[Correlations], statistic: str, *, alpha: float = 0.05
) -> MetricRanks:
    """Rank metrics on every language pair and average the ranks.

    Ties share their mean rank. Metrics without a value come last.

    Examples:
        >>> from wordorder.metaevaluation.correlation import Correlations
        >>> from wordorder.statistics import Resampling
        >>> def pair(name, *values):
        ...     value = np.array(values)[:, np.newaxis]
        ...     rest = value[..., np.newaxis], np.zeros((3, 5)), np.zeros(3)
        ...     labels = "item", "lines", 500, Resampling()
        ...     return Correlations(
        ...         name, ("a", "b", "c"), ("tau_wmt14",), value, value, value, *rest, *labels
        ...     )
        >>> ranks = rank_metrics([pair("de-en", 0.3, 0.2, 0.2), pair("fr-en", 0.3, 0.4, 0.1)],
        ...                      "tau_wmt14")
        >>> ranks.average.tolist(), f"{ranks.critical_difference:.2f}"
        ([1.5, 1.75, 2.75], '2.34')

    Args:
        correlations: Correlations of several language pairs; the metrics they share are ranked.
        statistic: The name of the statistic.
        alpha: Level of significance of the critical difference.

    Raises:
        InputError: There are no correlations, or fewer than two metrics in common.
        UsageError: The statistic is unknown, or alpha is out of range.

    References:
        Demšar (2006), Statistical Comparisons of Classifiers over Multiple Data Sets.
    """
    data = common_metrics(correlations, statistic)
    worst_last = [-np.nan_to_num(figures.value[:, 0], nan=-np.inf) for figures in data]
    ranks = np.stack([average_ranks(values) for values in worst_last])
    return MetricRanks(
        statistic=statistic,
        names=tuple(figures.name for figures in data),
        metrics=data[0].metrics,
        ranks=ranks,
        average=ranks.mean(axis=0),
        alpha=alpha,
        critical_difference=critical_difference(ranks.shape[1], len(ranks), alpha=alpha),
    )


# Numbers of language pairs on which one metric beats another: the papers' N/B/D.


@dataclass(frozen=True, slots=True, eq=False)
class WinTable:
    """For every two metrics, the language pairs on which one agrees better with people.

    Attributes:
        statistic: The statistic of the comparison.
        test: The test of the comparison.
        names: The language pairs.
        metrics: Names of the metrics.
        verdicts: 1 where the metric of the row is better than that of the column, −1 where it is
            worse, 0 for no significant difference, NaN where either has no value; of shape
            (language pairs, metrics, metrics).
    """

    statistic: str
    test: WinTest
    names: tuple[str, ...]
    metrics: tuple[str, ...]
    verdicts: Floats

    @property
    def counts(self) -> Integers:
        """N, B and D: language pairs where the row wins, where the column wins, or neither.

        Of shape (metrics, metrics, 3). Language pairs without a verdict are in none of them.
        """
        kinds = [(self.verdicts == kind).sum(axis=0) for kind in (1, -1, 0)]
        return np.stack(kinds, axis=-1).astype(np.int64)


def count_wins(
    correlations: Iterable[Correlations], statistic: str, *, test: WinTest = "bootstrap"
) -> WinTable:
    """Compare every two metrics on every language pair, and count who wins.

    The test bootstrap is that of `compare_metrics`. The others are the papers': Student's t-test of
    the statistic over resamples, either paired (t of the differences on each resample) or unpaired
    (as if the resamples of each metric were drawn separately). The papers do not say which. Both
    take resamples for observations, so that any difference is significant with enough of them: read
    them beside the bootstrap, not in its place. The `unit` of the correlations says whether
    resamples draw lines or single judgements.

    Examples:
        >>> from wordorder.statistics import Resampling
        >>> def pair(name, a, b):
        ...     value = np.array([[a], [b]])
        ...     spread = np.random.default_rng(1).normal(0, 0.02, (2, 1, 1000))
        ...     return Correlations(
        ...         name, ("new", "old"), ("tau_wmt14",), value, value, value,
        ...         value[..., np.newaxis] + spread, np.zeros((2, 5)), np.zeros(2), "item", "lines",
        ...         500, Resampling(),
        ...     )
        >>> from wordorder.metaevaluation.correlation import Correlations
        >>> pairs = [pair("de-en", 0.3, 0.2), pair("fr-en", 0.3, 0.29), pair("cs-en", 0.2, 0.3)]
        >>> for test in ("bootstrap", "paired-t"):
        ...     print(test, count_wins(pairs, "tau_wmt14", test=test).counts[0, 1].tolist())
        bootstrap [1, 1, 1]
        paired-t [2, 1, 0]

    Args:
        correlations: Correlations of several language pairs; the metrics they share are compared.
        statistic: The name of the statistic.
        test: bootstrap, paired-t or unpaired-t.

    Raises:
        InputError: There are no correlations, or fewer than two metrics in common.
        UsageError: The statistic or the test is unknown.

    References:
        Stanojević and Sima'an (2016), Hierarchical Permutation Complexity for Word Order
        Evaluation, Table 3.
    """
    if test not in WIN_TESTS:
        raise UsageError.unknown("test", test, WIN_TESTS)
    data = common_metrics(correlations, statistic)
    return WinTable(
        statistic=statistic,
        test=test,
        names=tuple(figures.name for figures in data),
        metrics=data[0].metrics,
        verdicts=np.stack([_verdicts(figures, test) for figures in data]),
    )


def _verdicts(correlations: Correlations, test: WinTest) -> Floats:
    """Return 1, −1, 0 or NaN for the metric of each row against that of each column."""
    value, resampled = correlations.value[:, 0], correlations.resampled[:, 0]
    first, second = all_pairs(len(value)).T
    if test == "bootstrap":
        better = 0 - compare_metrics(correlations).verdicts()[:, 0]
    else:
        p_value = t_test(resampled[first], resampled[second], paired=test == "paired-t")
        better = np.sign(value[first] - value[second]) * (p_value < correlations.resampling.alpha)
    better = np.where(np.isnan(value[first] - value[second]), np.nan, better)
    verdicts = np.zeros((len(value), len(value)))
    verdicts[first, second], verdicts[second, first] = better, 0 - better
    return verdicts


def common_metrics(correlations: Iterable[Correlations], statistic: str) -> list[Correlations]:
    """Select one statistic of the metrics that all data sets share, in the order of the first.

    Raises:
        InputError: There are no data sets, or fewer than two metrics in common.
        UsageError: A data set has no such statistic, or an argument has the wrong type.
    """
    expect(correlations, Iterable, "correlations")
    pairs = list(correlations)
    for figures in pairs:
        expect(figures, Correlations, "correlations")
        if statistic not in figures.statistics:
            raise UsageError.unknown("statistic", statistic, figures.statistics)
    if not pairs:
        raise InputError("no correlations to compare")
    metrics = tuple(
        name for name in pairs[0].metrics if all(name in figures.metrics for figures in pairs)
    )
    if len(metrics) < 2:
        raise InputError(
            f"the language pairs need at least two metrics in common, found {len(metrics)}"
        )
    return [_chosen(figures, metrics, statistic) for figures in pairs]


def _chosen(figures: Correlations, metrics: tuple[str, ...], statistic: str) -> Correlations:
    rows = [figures.metrics.index(name) for name in metrics]
    column = [figures.statistics.index(statistic)]
    return replace(
        figures,
        metrics=metrics,
        statistics=(statistic,),
        value=figures.value[rows][:, column],
        low=figures.low[rows][:, column],
        high=figures.high[rows][:, column],
        resampled=figures.resampled[rows][:, column],
        counts=figures.counts[rows],
        epsilon=figures.epsilon[rows],
    )
