"""Tests between metrics on resamples that are already drawn."""

from __future__ import annotations

import numpy as np

from wordorder.errors import InputError, expect
from wordorder.metaevaluation.correlation.correlations import Correlations
from wordorder.metaevaluation.significance.comparisons import MetricComparisons
from wordorder.output.grid import Grid, pair_labels
from wordorder.statistics import BootstrapResult, compare_pairs, pair_tests
from wordorder.statistics.intervals import count_undefined, standard_error


def compare_metrics(correlations: Correlations, *, holm: bool = False) -> MetricComparisons:
    """Test every pair of metrics by paired bootstrap, two-sided.

    Both metrics of a pair are seen on the same resamples. With δ the difference of the statistic
    and δ* that of a resample, p is the share of resamples with |δ* − mean δ*| ≥ |δ|, with 1 added
    to both counts.

    Examples:
        >>> from wordorder.statistics import Resampling
        >>> rng = np.random.default_rng(1)
        >>> resampled = [[0.5], [0.4], [0.4]] + 0.01 * rng.normal(size=(3, 1000))
        >>> found = Correlations(
        ...     "de-en", ("a", "b", "c"), ("tau_wmt14",), np.array([[0.5], [0.4], [0.4]]),
        ...     low=np.full((3, 1), 0.3), high=np.full((3, 1), 0.6),
        ...     resampled=resampled[:, np.newaxis], counts=np.zeros((3, 5)),
        ...     epsilon=np.full(3, np.nan), grouping="item", unit="lines", line_count=500,
        ...     resampling=Resampling(),
        ... )
        >>> compared = compare_metrics(found)
        >>> compared.verdicts()[:, 0].tolist(), compared.clusters("tau_wmt14").cluster.tolist()
        ([-1, -1, 0], [1, 2, 2])

    Args:
        correlations: Statistics of two or more metrics, with their resamples.
        holm: Whether verdicts use p-values corrected for the number of pairs.

    Raises:
        InputError: Fewer than two metrics.
        UsageError: Not correlations.

    References:
        Koehn (2004), Statistical Significance Tests for Machine Translation Evaluation.
    """
    expect(correlations, Correlations, "correlations")
    if len(correlations.metrics) < 2:
        raise InputError(
            f"a paired test needs at least two metrics, found {len(correlations.metrics)}"
        )
    found = pair_tests(compare_pairs(_as_bootstrap(correlations)))
    return MetricComparisons(
        name=correlations.name,
        tests=Grid.of(
            {"pair": pair_labels(correlations.metrics), "statistic": correlations.statistics},
            **found.columns,
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
