"""Holm's correction, clusters, Student's t and the critical difference of ranks."""

from __future__ import annotations

import math
from itertools import combinations, product
from math import nan

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy import stats

from messages import refused
from oracles import statistics as oracle
from wordorder import InputError, UsageError
from wordorder.statistics import critical_difference, find_clusters, holm, student_p, t_test
from wordorder.statistics.significance import normal_range_quantile

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
    "p",
    [
        [0.1, 1.5],
        [-0.1],
        0.5,
        ["a"],
        [[0.1], [0.1, 0.2]],
    ],
)
def test_what_is_no_p_value_is_refused(p: object) -> None:
    with refused(InputError):
        holm(p)


# Clusters against all sets of systems, whatever the order in which systems are given.


def matrices(size: int, verdicts, margins=None):
    """`beats` and `margin` from a verdict (1: the first is better) and a margin for each pair."""
    beats, margin = np.zeros((size, size), dtype=bool), np.zeros((size, size))
    for (a, b), verdict, by in zip(
        combinations(range(size), 2), verdicts, margins or verdicts, strict=True
    ):
        beats[a, b], beats[b, a] = verdict > 0, verdict < 0
        margin[a, b], margin[b, a] = by, -by
    return beats, margin


def check(beats, margin) -> None:
    found = find_clusters(beats, margin)
    groups = {c: frozenset(np.flatnonzero(found.cluster == c).tolist()) for c in found.cluster}
    assert set(groups.values()) == oracle.clusters(beats.tolist())
    assert sorted(groups) == list(range(1, len(groups) + 1))
    assert sorted(found.order.tolist()) == list(range(len(beats)))
    assert (np.diff(found.cluster[found.order]) >= 0).all()
    for better, worse in combinations(sorted(groups), 2):
        assert all(beats[a, b] for a in groups[better] for b in groups[worse])


def test_every_outcome_among_up_to_four_systems() -> None:
    for size in range(5):
        for verdicts in product([-1, 0, 1], repeat=size * (size - 1) // 2):
            check(*matrices(size, verdicts))


@st.composite
def outcomes(draw):
    size = draw(st.integers(2, 9))
    pairs = list(combinations(range(size), 2))
    if draw(st.booleans()):  # some systems beat all later ones, so that there are boundaries
        tops = draw(st.sets(st.integers(0, size - 1)))
        verdicts = [int(a in tops) or draw(st.sampled_from([-1, 0, 1])) for a, _ in pairs]
    else:
        verdicts = [draw(st.sampled_from([-1, 0, 1])) for _ in pairs]
    margin = st.floats(-1, 1) | st.just(float("nan"))
    return matrices(size, verdicts, [draw(margin) for _ in pairs])


@given(outcomes(), st.randoms(use_true_random=False))
def test_clusters_do_not_depend_on_the_order_of_systems(outcome, random) -> None:
    beats, margin = outcome
    check(beats, margin)
    shuffled = list(range(len(beats)))
    random.shuffle(shuffled)
    place = np.ix_(shuffled, shuffled)
    found, again = find_clusters(beats, margin), find_clusters(beats[place], margin[place])
    assert again.cluster.tolist() == found.cluster[shuffled].tolist()


def test_equal_systems_are_ranked_by_their_mean_margin() -> None:
    beats, margin = matrices(4, [0, 0, 1, 0, 1, 1], [-0.2, float("nan"), 0.5, 0.1, 0.3, 0.3])
    assert find_clusters(beats, margin).order.tolist() == [1, 0, 2, 3]  # .2, .15, .1
    assert find_clusters(beats, margin).cluster.tolist() == [1, 1, 1, 2]


def test_what_is_no_comparison_is_refused() -> None:
    with refused(InputError):
        find_clusters([[False, True]], [[0.0, 0.1]])
    with refused(InputError):
        find_clusters([[False, True], [True, False]], np.zeros((2, 2)))


# Student's t and the critical difference of ranks, against SciPy.


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
