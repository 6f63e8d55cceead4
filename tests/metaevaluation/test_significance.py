"""Metrics compared on resamples, over one language pair or several."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from messages import refused
from wordorder import InputError, Resampling, UsageError
from wordorder.metaevaluation import compare_metrics, count_wins, rank_metrics
from wordorder.metaevaluation.correlation import Correlations
from wordorder.statistics import paired_bootstrap

STATISTICS = ("tau_wmt14", "pearson_r")


def correlations(
    value: Any, resampled: Any, name: str = "de-en", metrics: tuple[str, ...] = (), **changed: Any
) -> Correlations:
    """Statistics of shape (metrics, statistics) with their resamples."""
    value, resampled = np.array(value, float), np.array(resampled, float)
    found = Correlations(
        name,
        metrics or tuple(f"m{number}" for number in range(len(value))),
        STATISTICS[: value.shape[1]],
        value,
        low=value,
        high=value,
        resampled=resampled,
        counts=np.zeros((len(value), 5)),
        epsilon=np.full(len(value), np.nan),
        grouping="item",
        unit="lines",
        line_count=100,
        resampling=Resampling(resamples=resampled.shape[-1]),
    )
    return replace(found, **changed)


def noisy(values: list[float], spread: float = 0.01, **changed: Any) -> Correlations:
    rng = np.random.default_rng(1)
    value = np.array(values)[:, np.newaxis]
    drawn = value[..., np.newaxis] + rng.normal(0, spread, (*value.shape, 1000))
    return correlations(value, drawn, **changed)


def test_the_paired_bootstrap_is_that_of_the_statistics() -> None:
    rng = np.random.default_rng(2)
    items = rng.random((3, 50, 2)) + np.array([0.0, 0.1, 0.3]).reshape(3, 1, 1)
    generator = np.random.Generator(np.random.PCG64(7))
    draws = [generator.integers(50, size=50) for _ in range(300)]
    resampled = np.stack([items[:, drawn].mean(axis=1) for drawn in draws], axis=-1)
    found = compare_metrics(
        correlations(items.mean(axis=1), resampled, resampling=Resampling(300, seed=7))
    )
    expected = paired_bootstrap(items, resamples=300, seed=7)
    assert found.tests["difference"] == pytest.approx(-expected.difference)
    assert found.tests["p"].tolist() == expected.p_value.tolist()
    assert found.tests["low"] == pytest.approx(-expected.high)


def test_holm_is_used_on_demand() -> None:
    data = noisy([0.30, 0.3235, 0.3235], spread=0.0075)
    plain, corrected = compare_metrics(data), compare_metrics(data, holm=True)
    assert plain.tests["p_holm"].tolist() == corrected.tests["p_holm"].tolist()
    assert (plain.tests["p_holm"] >= plain.tests["p"]).all()
    assert np.abs(corrected.verdicts()).sum() < np.abs(plain.verdicts()).sum()


def test_few_lines_give_no_verdict() -> None:
    assert compare_metrics(noisy([0.3, 0.5])).verdicts().tolist() == [[1]]
    assert compare_metrics(noisy([0.3, 0.5], line_count=29)).verdicts().tolist() == [[0]]


def test_clusters_put_the_best_first() -> None:
    found = compare_metrics(noisy([0.1, 0.5, 0.501, 0.3])).clusters("tau_wmt14")
    assert found.order[:2].tolist() in ([1, 2], [2, 1])
    assert found.cluster.tolist() == [3, 1, 1, 2]


def test_wins_losses_and_draws_are_counted_over_language_pairs() -> None:
    pairs = [
        noisy([0.5, 0.3, 0.3], name="a"),
        noisy([0.3, 0.5, 0.3], name="b"),
        noisy([0.3, 0.3, 0.3], name="c"),
        noisy([0.5, 0.3, np.nan], name="d"),
    ]
    found = count_wins(pairs, "tau_wmt14")
    assert found.names == ("a", "b", "c", "d")
    assert found.counts[0, 1].tolist() == [2, 1, 1]
    assert found.counts[1, 0].tolist() == [1, 2, 1]
    assert found.counts[0, 2].tolist() == [1, 0, 2]
    assert found.counts[1, 1].tolist() == [0, 0, 4]


@pytest.mark.parametrize("test", ["paired-t", "unpaired-t"])
def test_t_tests_over_samples_are_those_of_scipy(test: Any) -> None:
    for gap in np.linspace(0, 0.004, 9):
        data = noisy([0.3, 0.3 + gap], spread=0.02)
        first, second = data.resampled[:, 0]
        used = stats.ttest_rel if test == "paired-t" else stats.ttest_ind
        significant = used(first, second).pvalue < 0.05
        found = count_wins([data], "tau_wmt14", test=test).verdicts[0, 1, 0]
        assert found == (np.sign(gap) if significant else 0)


def test_a_t_test_grows_significant_with_the_number_of_samples() -> None:
    rng = np.random.default_rng(3)
    value = np.array([[0.3], [0.3008]])
    verdicts = [
        count_wins(
            [correlations(value, value[..., np.newaxis] + rng.normal(0, 0.02, (2, 1, samples)))],
            "tau_wmt14",
            test="paired-t",
        ).verdicts[0, 1, 0]
        for samples in (100, 20_000)
    ]
    assert verdicts == [0, 1]


def test_only_metrics_in_common_are_compared_whatever_their_order() -> None:
    pairs = [
        noisy([0.1, 0.2, 0.3], metrics=("a", "b", "c")),
        noisy([0.9, 0.4, 0.5], metrics=("d", "c", "a")),
    ]
    ranks = rank_metrics(pairs, "tau_wmt14")
    assert ranks.metrics == ("a", "c")
    assert ranks.ranks.tolist() == [[2, 1], [1, 2]]
    assert count_wins(pairs, "tau_wmt14").counts[0, 1].tolist() == [1, 1, 0]


def test_ties_share_ranks_and_what_is_undefined_comes_last() -> None:
    pairs = [noisy([0.3, 0.3, 0.1, np.nan]), noisy([0.1, 0.2, np.nan, np.nan])]
    found = rank_metrics(pairs, "tau_wmt14")
    assert found.ranks.tolist() == [[1.5, 1.5, 3, 4], [2, 1, 3.5, 3.5]]
    assert found.average.tolist() == [1.75, 1.25, 3.25, 3.75]
    assert found.order.tolist() == [1, 0, 2, 3]


def test_groups_are_the_largest_sets_within_the_critical_difference() -> None:
    found = rank_metrics([noisy([0.4, 0.3, 0.2, 0.1])] * 10, "tau_wmt14")
    assert found.critical_difference == pytest.approx(1.483, abs=1e-3)
    assert found.groups == [(0, 1), (1, 2), (2, 3)]
    assert replace(found, critical_difference=2.5).groups == [(0, 1, 2), (1, 2, 3)]
    assert replace(found, critical_difference=9.0).groups == [(0, 1, 2, 3)]
    assert replace(found, critical_difference=0.5).groups == []


def test_what_cannot_be_compared_is_refused() -> None:
    one, two = noisy([0.1]), noisy([0.1, 0.2])
    with refused(InputError):
        compare_metrics(one)
    with refused(InputError):
        rank_metrics([two, one], "tau_wmt14")
    with refused(InputError):
        count_wins([], "tau_wmt14")
    with refused(UsageError):
        rank_metrics([two], "tau")
    with refused(UsageError):
        compare_metrics(two).clusters("tau")
    with refused(UsageError):
        count_wins([two], "tau_wmt14", test="t")  # type: ignore[arg-type]
    with refused(UsageError):
        rank_metrics([two], "tau_wmt14", alpha=2)
