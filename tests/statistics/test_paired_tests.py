"""Paired tests and weighted differences against resamples spelled out."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings, strategies as st

from messages import refused
from oracles import statistics as oracle
from wordorder.errors import InputError, UsageError
from wordorder.statistics import (
    PairedResult,
    approximate_randomization,
    bootstrap,
    compare_pairs,
    paired_bootstrap,
    weighted_differences,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Test = Callable[..., PairedResult]

SEED, RESAMPLES = 11, 120
TESTS = pytest.mark.parametrize("test", [paired_bootstrap, approximate_randomization])
EXTREMES = {
    paired_bootstrap: oracle.bootstrap_extremes,
    approximate_randomization: oracle.randomization_extremes,
}
SIGNED = ("difference",)
UNSIGNED = ("p_value", "extreme", "undefined_resamples")


def made_up(systems: int = 4, items: int = 60, width: int = 2) -> NDArray[np.float64]:
    rng = np.random.default_rng(systems + items + width)
    shared = rng.gamma(2.0, size=(items, width))
    return shared + rng.normal(
        0.02 * np.arange(systems)[:, None, None], 0.3, (systems, items, width)
    )


def with_gaps() -> NDArray[np.float64]:
    values = made_up()
    values[np.random.default_rng(5).random(values.shape) < 0.15] = np.nan
    return values


def mean_of_items(items: NDArray[Any]) -> Any:
    return np.nanmean(items, axis=0)


def ratio_score(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return sums[..., 0] / sums[..., 1]


def ratio_of_items(items: NDArray[Any]) -> Any:
    return items[:, 0].sum() / items[:, 1].sum()


@TESTS
@pytest.mark.parametrize(
    ("statistics", "score", "score_of_items"),
    [
        (made_up(), None, mean_of_items),
        (with_gaps(), None, mean_of_items),
        (made_up(), ratio_score, ratio_of_items),
    ],
    ids=["mean", "mean with gaps", "ratio"],
)
def test_every_pair_is_tested_as_if_resamples_were_spelled_out(
    test: Test, statistics: NDArray[np.float64], score: Any, score_of_items: Any
) -> None:
    found = test(statistics, score, resamples=RESAMPLES, seed=SEED)
    assert [tuple(pair) for pair in found.pairs] == list(combinations(range(4), 2))
    for place, (first, second) in enumerate(found.pairs):
        a, b = statistics[first], statistics[second]
        extreme = EXTREMES[test](a, b, score_of_items, RESAMPLES, SEED)
        np.testing.assert_array_equal(found.extreme[place], extreme)
        np.testing.assert_array_equal(found.p_value[place], (extreme + 1) / (RESAMPLES + 1))
        wanted = score_of_items(a) - score_of_items(b)
        np.testing.assert_allclose(found.difference[place], wanted, atol=1e-13)


def test_the_interval_of_the_difference_is_that_of_resamples_spelled_out() -> None:
    values = with_gaps()
    found = paired_bootstrap(values, resamples=RESAMPLES, seed=SEED, confidence=0.9)
    for place, (first, second) in enumerate(found.pairs):
        differences = oracle.bootstrap_differences(
            values[first], values[second], mean_of_items, RESAMPLES, SEED
        )
        low, high = np.quantile(differences, [0.05, 0.95], axis=0)
        np.testing.assert_allclose(found.low[place], low, atol=1e-13)
        np.testing.assert_allclose(found.high[place], high, atol=1e-13)
        wanted = differences.std(axis=0, ddof=1)
        np.testing.assert_allclose(found.standard_error[place], wanted, atol=1e-13)


def test_the_paired_bootstrap_sees_the_resamples_of_the_bootstrap() -> None:
    values = made_up(systems=2)
    single = bootstrap(values, resamples=RESAMPLES, seed=SEED)
    paired = paired_bootstrap(values, resamples=RESAMPLES, seed=SEED)
    differences = single.resampled[0] - single.resampled[1]
    np.testing.assert_allclose(paired.standard_error[0], differences.std(axis=-1, ddof=1))


@pytest.mark.slow
def test_randomisation_comes_near_the_exact_permutation_test_of_scipy() -> None:
    a, b = made_up(systems=2, items=9, width=1)[:, :, 0]

    def difference(x: NDArray[Any], y: NDArray[Any], axis: int) -> Any:
        return x.mean(axis=axis) - y.mean(axis=axis)

    exact = scipy.stats.permutation_test(
        (a, b), difference, permutation_type="samples", vectorized=True
    )
    values = np.stack([a, b])[:, :, np.newaxis]
    found = approximate_randomization(values, resamples=20_000, seed=SEED)
    assert found.p_value[0, 0] == pytest.approx(exact.pvalue, abs=0.015)


# Ties: tenths are not exact in binary, and one tie decided by rounding would move p

tenths = st.lists(st.integers(0, 10), min_size=1, max_size=9)


def mean_of_fractions(items: NDArray[Any]) -> Any:
    return items.sum(axis=0) / len(items)


@pytest.mark.slow
@TESTS
@settings(max_examples=60)
@given(a=tenths, data=st.data())
def test_rounding_never_decides_between_equals(
    test: Test, a: list[int], data: st.DataObject
) -> None:
    b = data.draw(st.lists(st.integers(0, 10), min_size=len(a), max_size=len(a)))
    exact = [np.array([[Fraction(x, 10)] for x in system], dtype=object) for system in (a, b)]
    wanted = EXTREMES[test](*exact, mean_of_fractions, 64, SEED)
    values = np.array([a, b])[:, :, np.newaxis] / 10
    assert test(values, resamples=64, seed=SEED).extreme[0].tolist() == wanted.tolist()


@TESTS
def test_scores_that_cancel_out_are_compared_by_the_size_of_the_resamples(test: Test) -> None:
    # Both means are 0 but for rounding, so the difference is nothing but rounding.
    a = np.array([0.1, 0.2, -0.3, 0.7, -0.7])
    values = np.stack([a, a[::-1]])[:, :, np.newaxis] * 1e6
    assert test(values, resamples=RESAMPLES, seed=SEED).p_value.tolist() == [[1.0]]


@TESTS
@pytest.mark.parametrize("score", [None, ratio_score])
def test_equal_systems_have_a_p_of_1(test: Test, score: Any) -> None:
    values = made_up(systems=1)
    found = test(np.concatenate([values, values]), score, resamples=RESAMPLES, seed=SEED)
    assert (found.difference == 0).all()
    assert (found.p_value == 1).all()


@TESTS
def test_the_same_items_in_another_order_have_a_p_of_1(test: Test) -> None:
    values = made_up(systems=1)
    found = test(np.concatenate([values, values[:, ::-1]]), resamples=RESAMPLES, seed=SEED)
    assert (found.p_value == 1).all()


# What must not change a bit


@TESTS
@pytest.mark.parametrize(
    ("statistics", "score"), [(with_gaps(), None), (made_up(), ratio_score)], ids=["mean", "ratio"]
)
def test_swapping_two_systems_swaps_the_signs_and_nothing_else(
    test: Test, statistics: NDArray[np.float64], score: Any
) -> None:
    found = test(statistics[:2], score, resamples=RESAMPLES, seed=SEED)
    swapped = test(statistics[1::-1], score, resamples=RESAMPLES, seed=SEED)
    np.testing.assert_array_equal(swapped.difference, -found.difference)
    for name in UNSIGNED:
        np.testing.assert_array_equal(getattr(swapped, name), getattr(found, name), name)
    if test is paired_bootstrap:
        np.testing.assert_array_equal(swapped.low, -found.high)
        np.testing.assert_array_equal(swapped.high, -found.low)
        np.testing.assert_array_equal(swapped.standard_error, found.standard_error)


@TESTS
@pytest.mark.parametrize("score", [None, ratio_score])
def test_a_further_system_changes_no_number_of_the_other_pairs(test: Test, score: Any) -> None:
    values = made_up(systems=6, items=300)
    few = test(values[:3], score, resamples=RESAMPLES, seed=SEED)
    many = test(values, score, resamples=RESAMPLES, seed=SEED)
    kept = (many.pairs < 3).all(axis=1)
    names = [*SIGNED, *UNSIGNED]
    names += ["low", "high", "standard_error"] * (test is paired_bootstrap)
    for name in names:
        np.testing.assert_array_equal(getattr(few, name), getattr(many, name)[kept], name)


# p is never 0, never above 1


@TESTS
@pytest.mark.parametrize("resamples", [1, 2, 99])
def test_p_is_never_0(test: Test, resamples: int) -> None:
    a = np.random.default_rng(1).random((50, 1))
    p = test(np.stack([a + 10, a]), resamples=resamples, seed=SEED).p_value[0, 0]
    assert p == pytest.approx(1 / (resamples + 1))


@TESTS
@settings(max_examples=40)
@given(seed=st.integers(0, 2**63), items=st.integers(1, 6), resamples=st.integers(1, 9))
def test_p_lies_above_0_and_not_above_1(test: Test, seed: int, items: int, resamples: int) -> None:
    values = np.random.default_rng(seed).random((3, items, 2))
    p = test(values, resamples=resamples, seed=seed).p_value
    assert (p >= 1 / (resamples + 1)).all()
    assert (p <= 1).all()


# Undefined differences


@TESTS
def test_a_metric_that_a_system_lacks_is_tested_for_the_other_pairs_only(test: Test) -> None:
    values = made_up(systems=3)
    values[2, :, 1] = np.nan
    found = test(values, resamples=RESAMPLES, seed=SEED)
    assert np.isnan(found.p_value).tolist() == [[False, False], [False, True], [False, True]]
    assert np.isnan(found.difference).tolist() == np.isnan(found.p_value).tolist()
    assert found.undefined_items.tolist() == [[0, 0], [0, 0], [0, 60]]


def test_an_undefined_resample_counts_as_extreme() -> None:
    a, b = np.array([[1.0], [np.nan], [np.nan]]), np.array([[0.2], [0.1], [0.0]])
    found = paired_bootstrap([a, b], resamples=RESAMPLES, seed=SEED)
    without_the_first = sum((drawn != 0).all() for drawn in oracle.draws(3, RESAMPLES, SEED))
    assert found.undefined_resamples[0, 0] == without_the_first > 0
    assert found.extreme[0, 0] >= without_the_first


@pytest.mark.parametrize("score", [None, ratio_score], ids=["mean", "ratio"])
def test_what_bootstrap_has_drawn_is_not_drawn_again(score) -> None:
    values = made_up() if score else with_gaps()
    options = {"resamples": RESAMPLES, "seed": SEED, "confidence": 0.9}
    expected = paired_bootstrap(values, score, **options)
    found = compare_pairs(bootstrap(values, score, **options))  # which has no items to draw
    for name in expected.__slots__ + PairedResult.__slots__:
        assert np.array_equal(getattr(found, name), getattr(expected, name), equal_nan=True), name


@pytest.mark.parametrize("values", [made_up()[0], made_up()[:1]], ids=["no axis", "one system"])
def test_a_single_system_has_nothing_to_be_compared_with(values) -> None:
    with refused(InputError):
        compare_pairs(bootstrap(values, seed=SEED))


# Weighted mean differences: resampled item by item, mirrored, and next to others.


FEW_RESAMPLES, OTHER_SEED = 40, 3

# Quarters, so that sums are exact and ties are ties.
ITEMS = st.lists(
    st.tuples(st.integers(-8, 8), st.integers(-8, 8), st.integers(0, 6)), min_size=1, max_size=12
)


def as_statistics(items: list[tuple[int, int, int]]) -> np.ndarray:
    table = np.array(items, np.float64)
    table[:, :2] *= (table[:, 2:] > 0) / 4
    return table


def found_by(statistics: np.ndarray, test: str):
    size = np.ones((len(statistics), statistics.shape[-1] - 1))
    options = {"resamples": FEW_RESAMPLES, "seed": OTHER_SEED}
    return weighted_differences(statistics, size, test=test, **options)


def test_rounding_leaves_no_dust() -> None:
    """0.1 + 0.2 − 0.3 is 0, as an end of an interval, too."""
    table = np.array([[0.1, 1], [0.2, 1], [-0.3, 1]] * 12)
    assert table[:, 0].sum() != 0
    found = found_by(table[np.newaxis], "bootstrap")
    assert found.difference.tolist() == [[0]]
    ends = [weighted_differences(table[np.newaxis], [[size]], seed=1) for size in (1, 0)]
    assert ends[0].low.tolist() == ends[1].low.tolist()
    only = weighted_differences(np.array([[[1e-17, 1], [1e-17, 1]]]), [[0.5]], seed=1)
    assert (only.difference, only.low, only.high) == ([[0]], [[0]], [[0]])


@given(ITEMS)
def test_the_definition(items) -> None:
    table = as_statistics(items)
    found = {test: found_by(table[np.newaxis], test) for test in ("bootstrap", "randomization")}
    total = table[:, 2].sum()
    for column in range(2):
        if not total:
            assert np.isnan(found["bootstrap"].difference).all()
            assert np.isnan(found["bootstrap"].p_value).all()
            continue
        difference = table[:, column].sum() / total
        assert found["bootstrap"].difference[0, column] == difference
        drawn = [table[rows] for rows in oracle.draws(len(table), FEW_RESAMPLES, OTHER_SEED)]
        means = [rows[:, column].sum() / rows[:, 2].sum() for rows in drawn if rows[:, 2].any()]
        lost = FEW_RESAMPLES - len(means)  # without a difference: not short of it
        extreme = lost + sum(
            abs(mean - np.mean(means)) >= abs(difference) - 1e-10 for mean in means
        )
        assert found["bootstrap"].p_value[0, column] == (extreme + 1) / (FEW_RESAMPLES + 1)
        ends = np.quantile(means, [0.025, 0.975])
        assert found["bootstrap"].low[0, column] == pytest.approx(ends[0], abs=1e-12)
        assert found["bootstrap"].high[0, column] == pytest.approx(ends[1], abs=1e-12)
        flipped = [
            np.where(swapped, -table[:, column], table[:, column]).sum() / total
            for swapped in oracle.swaps(len(table), FEW_RESAMPLES, OTHER_SEED)
        ]
        extreme = sum(abs(one) >= abs(difference) - 1e-10 for one in flipped)
        assert found["randomization"].p_value[0, column] == (extreme + 1) / (FEW_RESAMPLES + 1)


@given(ITEMS, st.sampled_from(["bootstrap", "randomization"]), st.randoms())
def test_negated_and_next_to_others(items, test, draw) -> None:
    table = as_statistics(items) * [1 / 3, 1 / 7, 1]
    found = found_by(table[np.newaxis], test)
    mirrored = found_by((table * [-1, -1, 1])[np.newaxis], test)
    assert (found.difference == -mirrored.difference)[~np.isnan(found.difference)].all()
    assert (found.low == -mirrored.high)[~np.isnan(found.low)].all()
    assert found.p_value.tobytes() == mirrored.p_value.tobytes()
    others = [np.array(draw.sample(table.tolist(), len(table))) for _ in range(3)]
    together = found_by(np.array([others[0], table, *others[1:]]), test)
    for name in ("difference", "low", "high", "p_value"):
        assert getattr(together, name)[1].tobytes() == getattr(found, name)[0].tobytes()


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_without_any_difference(test) -> None:
    found = found_by(np.array([[[0.0, 2.0], [0.0, 0.0], [0.0, 5.0]]]), test)
    assert (found.difference, found.low, found.high, found.p_value) == (0, 0, 0, 1)


def test_refusals() -> None:
    with refused(InputError):
        weighted_differences(np.zeros((0, 3, 2)), np.zeros((0, 1)), seed=1)
    with refused(UsageError):
        weighted_differences(np.ones((1, 3, 2)), np.ones((1, 1)), seed=-1)
