"""On made-up data, intervals cover and p is spread evenly; loose bounds, fixed seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import scipy.stats

from wordorder.statistics import approximate_randomization, bootstrap, holm, paired_bootstrap, ratio

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.statistics import PairedResult

WORLDS, ITEMS, RESAMPLES = 400, 60, 199
TESTS = pytest.mark.parametrize("test", [paired_bootstrap, approximate_randomization])


def test_intervals_of_means_cover_the_truth_about_as_often_as_they_say() -> None:
    # Every world is a column, so one call serves them all.
    values = np.random.default_rng(1).gamma(2.0, size=(ITEMS, WORLDS))
    for confidence in (0.5, 0.9):
        found = bootstrap(values, resamples=RESAMPLES, seed=1, confidence=confidence)
        covered = np.mean((found.low <= 2) & (found.high >= 2))
        assert covered == pytest.approx(confidence, abs=0.07)


def test_the_standard_error_of_a_mean_is_the_one_of_textbooks() -> None:
    values = np.random.default_rng(2).normal(size=(ITEMS, WORLDS))
    found = bootstrap(values, seed=1).standard_error
    np.testing.assert_allclose(found, values.std(axis=0) / np.sqrt(ITEMS), rtol=0.12)


def test_intervals_of_ratios_cover_the_truth() -> None:
    rng = np.random.default_rng(3)
    below = rng.gamma(4.0, size=(ITEMS, WORLDS))
    above = below * 0.7 + rng.normal(0, 0.5, below.shape)
    found = bootstrap(np.hstack([above, below]), ratio, resamples=RESAMPLES, seed=1)
    assert 0.89 < np.mean((found.low <= 0.7) & (found.high >= 0.7)) < 0.99


@TESTS
def test_p_is_spread_evenly_where_systems_do_not_differ(test: Callable[..., PairedResult]) -> None:
    rng = np.random.default_rng(4)
    values = rng.random((ITEMS, WORLDS)) + rng.normal(0, 0.3, (2, ITEMS, WORLDS))
    p = test(values, resamples=RESAMPLES, seed=1).p_value[0]
    for level in (0.05, 0.1, 0.3, 0.5, 0.9):
        assert np.mean(p <= level) == pytest.approx(level, abs=0.06)


@TESTS
def test_p_comes_near_that_of_a_t_test(test: Callable[..., PairedResult]) -> None:
    rng = np.random.default_rng(5)
    values = rng.normal(size=(ITEMS, 30)) + rng.normal(0, 0.3, (2, ITEMS, 30))
    values[1] += 0.05
    found = test(values, resamples=5000, seed=1).p_value[0]
    np.testing.assert_allclose(found, scipy.stats.ttest_rel(*values).pvalue, atol=0.05)


@TESTS
def test_a_real_difference_is_found(test: Callable[..., PairedResult]) -> None:
    rng = np.random.default_rng(6)
    values = rng.random((ITEMS, 20)) + rng.normal(0, 0.1, (2, ITEMS, 20))
    values[1] += 0.1
    found = test(values, seed=1)
    assert (found.difference < 0).all()
    assert (found.p_value < 0.01).all()


def test_holm_keeps_false_alarms_down_where_plain_p_values_do_not() -> None:
    rng = np.random.default_rng(7)
    values = rng.random((ITEMS, 100)) + rng.normal(0, 0.3, (6, ITEMS, 100))
    p = approximate_randomization(values, resamples=999, seed=1).p_value
    assert np.mean((p <= 0.05).any(axis=0)) > 0.2
    assert np.mean((holm(p) <= 0.05).any(axis=0)) < 0.12
