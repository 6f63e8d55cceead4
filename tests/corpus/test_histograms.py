"""Histograms: quantiles against sorted values, ends, and any division of the values."""

from __future__ import annotations

from math import nan

import numpy as np
import pytest
from hypothesis import given, strategies as st

from accumulator_checks import check_divisions
from messages import refused
from oracles.histograms import quantile, width
from wordorder.corpus.histograms import Histogram, bin_ends

SHARES = ("0", "0.05", "0.25", "0.5", "0.75", "0.95", "1")

units = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=30)
amounts = st.lists(st.floats(0, 2.0**43) | st.floats(0, 3), min_size=1, max_size=30)
wholes = st.lists(st.integers(0, 2000) | st.integers(0, 2**43), min_size=1, max_size=30)


def histogram(values: list[float], scale: str, *, whole: bool = False) -> Histogram:
    counted = Histogram(scale, whole=whole)
    counted.add(np.array(values, float))
    return counted


@given(units, st.sampled_from(SHARES))
def test_quantiles_of_units_are_off_by_half_a_bin_at_most(values, share) -> None:
    found = histogram(values, "unit").quantile(float(share))
    assert abs(found - quantile(values, share)) <= 2.0**-15


@given(amounts, st.sampled_from(SHARES))
def test_quantiles_of_amounts_are_off_by_less_than_a_bin(values, share) -> None:
    wanted = quantile(values, share)
    assert abs(histogram(values, "log").quantile(float(share)) - wanted) <= width(wanted, "log")


@given(wholes, st.sampled_from(SHARES))
def test_quantiles_of_whole_numbers_are_whole_and_exact_up_to_512(values, share) -> None:
    wanted = quantile(values, share)
    found = histogram(values, "log", whole=True).quantile(float(share))
    assert found == int(found)
    assert abs(found - wanted) <= (0 if wanted <= 512 else width(wanted, "log"))


def test_shares_are_taken_as_decimals() -> None:
    # 0.07 * 100 is a little more than 7 in floating point.
    values = [float(number) for number in range(1, 101)]
    assert histogram(values, "log", whole=True).quantile(0.07) == quantile(values, "0.07") == 7


@pytest.mark.parametrize("value", [0.0, 0.375, 1.0, 2.0, 2.5, 3.0, 14.0, 511.0])
def test_quantiles_of_round_amounts_are_exact(value) -> None:
    assert histogram([0.0, value, value, value, 600.0], "log").quantile(0.5) == value


def test_nothing_has_no_quantiles() -> None:
    empty = histogram([nan], "unit")
    assert empty.count == 0
    assert np.isnan([empty.quantile(0.5), empty.smallest, empty.largest]).all()


@pytest.mark.parametrize("scale", ["unit", "log"])
def test_values_beyond_the_ends_count_in_the_outer_bins(scale) -> None:
    counts = histogram([-1.0, 2.0**60, np.inf], scale).result()
    assert (counts[0], counts[-1], counts.sum()) == (1, 2, 3)


@pytest.mark.parametrize("scale", ["unit", "log"])
def test_every_value_is_in_the_bin_with_its_ends(scale) -> None:
    ends = bin_ends(scale)
    assert len(ends) == len(Histogram(scale).result()) + 1
    assert (np.diff(ends) > 0).all()
    middles = (ends[:-1] + ends[1:]) / 2
    assert (histogram(middles, scale).result() == 1).all()


@given(st.data(), st.lists(st.floats(0, 1) | st.just(nan) | st.just(-0.0), max_size=20))
def test_divisions(data, values) -> None:
    check_divisions(
        data,
        lambda: Histogram("unit"),
        lambda counted, start, stop: counted.add(np.array(values[start:stop])),
        len(values),
        lambda counted: (counted.result(), counted.smallest, counted.largest),
    )


def counts(**bins: int) -> np.ndarray:
    made = np.zeros((1 << 14) + 1, np.int64)
    for place, count in bins.items():
        made[int(place[1:])] = count
    return made


@pytest.mark.parametrize(
    "damage",
    [
        {"counts": counts(_4=-1)},
        {"counts": counts(_4=1 << 48)},
        {"counts": counts()},
        {"counts": np.array([1])},
        {"smallest": 2.0},
        {"smallest": nan},
        {"largest": nan},
    ],
)
def test_counts_that_contradict_each_other_are_refused(damage) -> None:
    good = {"counts": counts(_4=1), "smallest": 0.25, "largest": 0.5}
    assert Histogram("unit", **good).count == 1
    with refused(ValueError):
        Histogram("unit", **{**good, **damage})
