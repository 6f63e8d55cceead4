"""On how many language pairs one metric beats another: the papers' N/B/D."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np

from wordorder.errors import UsageError
from wordorder.metaevaluation.significance.common_metrics import common_metrics
from wordorder.metaevaluation.significance.comparing import compare_metrics
from wordorder.statistics import t_test
from wordorder.statistics.pairs import all_pairs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.correlation.correlations import Correlations

WinTest: TypeAlias = Literal["bootstrap", "paired-t", "unpaired-t"]
WIN_TESTS: tuple[WinTest, ...] = get_args(WinTest)


@dataclass(frozen=True, slots=True, eq=False)
class WinTable:
    """For every two metrics, the language pairs on which one agrees better with people.

    Attributes:
        statistic: By which statistic.
        test: By which test.
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
        """N, B and D: language pairs where the row wins, where the column wins, and draws.

        Of shape (metrics, metrics, 3). Language pairs without a verdict are in none of them.
        """
        kinds = [(self.verdicts == kind).sum(axis=0) for kind in (1, -1, 0)]
        return np.stack(kinds, axis=-1).astype(np.int64)


def count_wins(
    correlations: Iterable[Correlations], statistic: str, *, test: WinTest = "bootstrap"
) -> WinTable:
    """Compare every two metrics on every language pair, and count who wins.

    The test bootstrap is that of `compare_metrics`. The others are the papers': Student's t-test of
    the statistic over bootstrap samples, either paired (both metrics on the same sample, t of the
    differences) or unpaired (the samples of each metric as if drawn apart). The papers do not say
    which. Both take the number of samples for the number of observations: with enough samples, any
    difference is significant. So read them beside the bootstrap, and not in its place. What a
    sample resamples, lines or single judgements, is the `unit` of the correlations.

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
        >>> from wordorder.metaevaluation.correlation.correlations import Correlations
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
        InputError: No correlations, or fewer than two metrics in common.
        UsageError: An unknown statistic or test.

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
        names=tuple(one.name for one in data),
        metrics=data[0].metrics,
        verdicts=np.stack([_verdicts(one, test) for one in data]),
    )


def _verdicts(correlations: Correlations, test: WinTest) -> Floats:
    """1, −1, 0 or NaN for the metric of each row against that of each column."""
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
