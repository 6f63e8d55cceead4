"""Weighted sums are correctly rounded, so that nothing around them can change a bit."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from wordorder.statistics.exact_sums import ExactColumns

numbers = st.one_of(
    st.floats(-1, 1),
    st.floats(-1e300, 1e300),
    st.integers(-(10**6), 10**6).map(float),
)


@settings(deadline=None)
@given(st.lists(numbers, min_size=1, max_size=40), st.integers(0, 2**32))
def test_a_sum_is_the_exact_one_but_for_one_rounding(column: list[float], seed: int) -> None:
    n = len(column)
    weights = np.bincount(np.random.default_rng(seed).integers(n, size=n), minlength=n)
    matrix = np.array(column)[:, np.newaxis]
    found = ExactColumns.split(matrix).weighted_sums(weights[np.newaxis] * 1.0)
    exact = sum(int(w) * Fraction(x) for w, x in zip(weights, column, strict=True))
    dropped = n * Fraction(max(map(abs, column))) / 2**90
    tolerance = dropped + abs(exact) / 2**52 + Fraction(2) ** -1000
    assert abs(Fraction(float(found[0, 0])) - exact) <= tolerance


@pytest.mark.parametrize("columns", [1, 2, 3, 8, 17])
@pytest.mark.parametrize("rows", [1, 2, 5, 64])
def test_neither_rows_nor_columns_beside_it_change_a_sum(rows: int, columns: int) -> None:
    rng = np.random.default_rng(1)
    matrix, signs = rng.normal(size=(1000, 17)), rng.choice([-1.0, 1.0], size=(64, 1000))
    whole = ExactColumns.split(matrix).weighted_sums(signs)
    part = ExactColumns.split(np.ascontiguousarray(matrix[:, :columns])).weighted_sums(signs[:rows])
    np.testing.assert_array_equal(part, whole[:rows, :columns])


def test_the_order_of_the_items_changes_no_bit() -> None:
    rng = np.random.default_rng(2)
    matrix, counts = rng.normal(size=(999, 3)) * 1e3, rng.integers(2, size=(4, 999)) * 1.0
    order = rng.permutation(999)
    np.testing.assert_array_equal(
        ExactColumns.split(matrix[order]).weighted_sums(counts[:, order]),
        ExactColumns.split(matrix).weighted_sums(counts),
    )


@pytest.mark.parametrize("size", [0.0, 5e-324, 1e-320, 1e-300, 1e300])
def test_tiny_and_huge_columns_are_summed(size: float) -> None:
    found = ExactColumns.split(np.full((4, 1), size)).weighted_sums(np.ones((1, 4)))
    assert found[0, 0] == pytest.approx(4 * size, rel=1e-15, abs=1e-290)


def test_short_numbers_need_no_second_product() -> None:
    columns = ExactColumns.split(np.array([[3.0, 0.1], [1.0, 0.7]]))
    assert columns.fine_columns.tolist() == [1]
    assert columns.fine.shape == (2, 1)
