"""Metrics that several data sets have in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from wordorder.errors import InputError, UsageError, expect
from wordorder.metaevaluation.correlation.correlations import Correlations


def common_metrics(correlations: Iterable[Correlations], statistic: str) -> list[Correlations]:
    """One statistic of the metrics that all data sets have, in the order of the first one.

    Raises:
        InputError: No data sets, or fewer than two metrics in common.
        UsageError: A data set has no such statistic, or the arguments are of the wrong type.
    """
    expect(correlations, Iterable, "correlations")
    given = list(correlations)
    for one in given:
        expect(one, Correlations, "correlations")
        if statistic not in one.statistics:
            raise UsageError.unknown("statistic", statistic, one.statistics)
    if not given:
        raise InputError("no correlations to compare")
    metrics = tuple(name for name in given[0].metrics if all(name in one.metrics for one in given))
    if len(metrics) < 2:
        raise InputError(
            f"the language pairs need at least two metrics in common, found {len(metrics)}"
        )
    return [_chosen(one, metrics, statistic) for one in given]


def _chosen(one: Correlations, metrics: tuple[str, ...], statistic: str) -> Correlations:
    rows = [one.metrics.index(name) for name in metrics]
    column = [one.statistics.index(statistic)]
    return replace(
        one,
        metrics=metrics,
        statistics=(statistic,),
        value=one.value[rows][:, column],
        low=one.low[rows][:, column],
        high=one.high[rows][:, column],
        resampled=one.resampled[rows][:, column],
        counts=one.counts[rows],
        epsilon=one.epsilon[rows],
    )
