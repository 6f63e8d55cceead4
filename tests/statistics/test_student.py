"""Student's t and the critical difference of ranks, against SciPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from wordorder import UsageError
from wordorder.statistics import critical_difference, student_p, t_test
from wordorder.statistics.rank_differences import normal_range_quantile


@given(t=st.floats(-60, 60), freedom=st.integers(1, 20_000))
def test_p_is_that_of_scipy(t: float, freedom: int) -> None:
    expected = 2 * stats.t.sf(abs(t), freedom)
    assert student_p(t, freedom) == pytest.approx(expected, rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("t", [1e5, -1e200, math.inf])
def test_p_is_never_0(t: float) -> None:
    assert 0 < student_p(t, 1999) < 1e-300


@pytest.mark.parametrize("paired", [True, False])
@given(seed=st.integers(0, 10**6), size=st.integers(3, 40), shift=st.floats(0, 1))
def test_tests_are_those_of_scipy(paired: bool, seed: int, size: int, shift: float) -> None:
    rng = np.random.default_rng(seed)
    first, second = rng.normal(size=(2, 3, size))
    second += shift
    test = stats.ttest_rel if paired else stats.ttest_ind
    assert t_test(first, second, paired=paired) == pytest.approx(
        test(first, second, axis=-1).pvalue, rel=1e-8
    )


def test_what_is_undefined_is_left_out() -> None:
    first, second = np.array([1.0, 2.0, np.nan, 5.0, 4.0]), np.array([2.0, 2.5, 3.0, np.nan, 4.5])
    paired = stats.ttest_rel(first, second, nan_policy="omit").pvalue
    unpaired = stats.ttest_ind(first, second, nan_policy="omit").pvalue
    assert t_test(first, second, paired=True) == pytest.approx(paired)
    assert t_test(first, second, paired=False) == pytest.approx(unpaired)


def test_samples_without_spread() -> None:
    equal, other = np.ones(5), np.full(5, 2.0)
    for paired in (True, False):
        assert np.isnan(t_test(equal, equal, paired=paired))
        assert 0 < t_test(equal, other, paired=paired) < 1e-300


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [2, 3, 10, 40])
@pytest.mark.parametrize("probability", [0.9, 0.95, 0.99])
def test_the_range_of_normal_numbers_is_that_of_scipy(numbers: int, probability: float) -> None:
    expected = stats.studentized_range.ppf(probability, numbers, np.inf)
    assert normal_range_quantile(numbers, probability) == pytest.approx(expected, abs=1e-5)


def test_critical_differences_are_those_of_the_paper() -> None:
    # Demšar (2006), table 5: q at 0.05 for 2 to 10 classifiers.
    published = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]
    for systems, q in enumerate(published, 2):
        expected = q * math.sqrt(systems * (systems + 1) / (6 * 10))
        assert critical_difference(systems, 10) == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize(("systems", "blocks", "alpha"), [(1, 5, 0.05), (3, 0, 0.05), (3, 5, 1.0)])
def test_nothing_to_compare(systems: int, blocks: int, alpha: float) -> None:
    with pytest.raises(UsageError):
        critical_difference(systems, blocks, alpha=alpha)
