"""Percentile intervals are NumPy's quantiles, and mirror themselves to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra import numpy as arrays

from wordorder.statistics.intervals import (
    count_undefined,
    mean_of_defined,
    percentile_interval,
    standard_error,
)

samples = arrays.arrays(
    np.float64,
    st.tuples(st.integers(1, 3), st.integers(1, 30)),
    elements=st.one_of(st.floats(-1e6, 1e6), st.just(np.nan)),
)
confidences = st.floats(0.01, 0.99)


@pytest.mark.slow
@settings(deadline=None)
@given(samples, confidences)
def test_the_ends_are_quantiles_of_the_defined_samples(
    found: np.ndarray, confidence: float
) -> None:
    for row, low, high in zip(found, *percentile_interval(found, confidence), strict=True):
        defined = row[~np.isnan(row)]
        ends = [(1 - confidence) / 2, (1 + confidence) / 2]
        wanted = np.quantile(defined, ends) if defined.size else [np.nan, np.nan]
        assert [low, high] == pytest.approx(wanted, rel=1e-12, abs=1e-8, nan_ok=True)


@settings(deadline=None)
@given(samples, confidences)
def test_the_interval_of_the_negated_samples_is_the_negated_interval(
    found: np.ndarray, confidence: float
) -> None:
    low, high = percentile_interval(found, confidence)
    mirrored_low, mirrored_high = percentile_interval(-found, confidence)
    np.testing.assert_array_equal(mirrored_low, -high)
    np.testing.assert_array_equal(mirrored_high, -low)


@settings(deadline=None)
@given(samples)
def test_mean_and_standard_error_leave_out_what_is_undefined(found: np.ndarray) -> None:
    for row, undefined, mean, error in zip(
        found, count_undefined(found), mean_of_defined(found), standard_error(found), strict=True
    ):
        defined = row[~np.isnan(row)]
        assert undefined == row.size - defined.size
        wanted_mean = defined.mean() if defined.size else np.nan
        wanted_error = defined.std(ddof=1) if defined.size > 1 else np.nan
        assert mean == pytest.approx(wanted_mean, rel=1e-12, abs=1e-8, nan_ok=True)
        assert error == pytest.approx(wanted_error, rel=1e-9, abs=1e-8, nan_ok=True)
