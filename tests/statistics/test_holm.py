"""Holm's correction against the step-by-step procedure and a published example."""

from __future__ import annotations

from math import nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import statistics as oracle
from wordorder import InputError
from wordorder.statistics import holm

p_values = st.lists(st.one_of(st.sampled_from([0.0, 0.01, 0.5, 1.0]), st.floats(0, 1)), max_size=12)


@settings(deadline=None)
@given(p_values)
def test_it_is_the_step_by_step_procedure(p: list[float]) -> None:
    assert holm(p).tolist() == oracle.holm(p)


@settings(deadline=None)
@given(st.lists(st.one_of(st.floats(0, 1), st.just(nan)), min_size=1, max_size=12))
def test_undefined_ones_stay_and_do_not_count(p: list[float]) -> None:
    found, given = holm(p), np.array(p)
    assert np.isnan(found).tolist() == np.isnan(given).tolist()
    assert found[~np.isnan(found)].tolist() == oracle.holm(given[~np.isnan(given)].tolist())


@settings(deadline=None)
@given(p_values)
def test_it_is_monotone_capped_and_never_below_the_plain_values(p: list[float]) -> None:
    found = holm(p)
    assert (np.diff(found[np.argsort(p, kind="stable")]) >= 0).all()
    assert (found >= np.array(p)).all()
    assert (found <= 1).all()


def test_a_worked_example() -> None:
    # R: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm") prints 0.05 0.08 0.09 0.09 0.09.
    found = holm([0.01, 0.02, 0.03, 0.04, 0.05])
    np.testing.assert_allclose(found, [0.05, 0.08, 0.09, 0.09, 0.09], rtol=1e-15)


def test_every_column_is_a_family_of_its_own() -> None:
    table = np.random.default_rng(1).random((7, 3))
    table[2, 1] = nan
    wanted = np.stack([holm(column) for column in table.T], axis=1)
    np.testing.assert_array_equal(holm(table), wanted)


def test_no_tests_are_no_trouble() -> None:
    assert holm([]).tolist() == []
    assert holm(np.empty((0, 3))).shape == (0, 3)


def test_the_input_is_left_as_it_was() -> None:
    p = np.array([0.5, 0.1])
    holm(p)
    assert p.tolist() == [0.5, 0.1]


@pytest.mark.parametrize(
    ("p", "message"),
    [
        ([0.1, 1.5], "a p-value must lie between 0 and 1, not 1.5"),
        ([-0.1], "a p-value must lie between 0 and 1, not -0.1"),
        (0.5, "p-values must be an array, not a single number"),
        (["a"], "p-values must be an array of numbers"),
        ([[0.1], [0.1, 0.2]], "p-values must be an array of numbers"),
    ],
)
def test_what_is_no_p_value_is_refused(p: object, message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        holm(p)
