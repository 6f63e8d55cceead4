"""Values that the specification or a known trap pins down."""

from __future__ import annotations

from itertools import combinations
from math import isnan, sqrt

import pytest
from hypothesis import given, strategies as st

from oracles import metrics
from strategies import every, permutations, shares
from wordorder import Permutation, ordering_scores, permutation_scores

ONE_FOR_SEPARABLE = ("pet_size", "max_op", "avg_op", "binary_nodes")
ONE_FOR_MONOTONE = metrics.FLAT + metrics.RECURSIVE


def score(text: str, name: str) -> float:
    return permutation_scores(Permutation.parse(text), name)[name]


# The worked values


@pytest.mark.parametrize(
    ("text", "pef", "pet"),
    [
        ("⟨6,1,4,2,3,5⟩", 0.3616, 0.3616),
        ("⟨6,1,5,2,3,4⟩", 0.3040, 0.3040),
        ("⟨2,4,5,6,1,3⟩", 0.4, 0.4),
        ("⟨5,7,4,6,3,1,2⟩", 0.14, 0.20),
        ("⟨6,7,8,9,10,1,2,3,4,5⟩", 0.4, 0.4),
    ],
)
def test_pef_and_pet_have_the_worked_values(text: str, pef: float, pet: float) -> None:
    for given_weights in ({}, {"beta": 0.6, "gamma": 0.0}):
        scores = permutation_scores(Permutation.parse(text), ("pef", "pet"), **given_weights)
        assert scores == pytest.approx({"pef": pef, "pet": pet}, abs=1e-12)


def test_a_node_over_leaves_is_worth_its_operator_whatever_beta_is() -> None:
    for ranks, worth in [(range(9), 1.0), (range(9)[::-1], 0.25), ([1, 3, 0, 2], 0.0)]:
        scores = permutation_scores(ranks, metrics.RECURSIVE, beta=0.1, gamma=0.25)
        assert set(scores.values()) == {worth}


# Short permutations


@pytest.mark.parametrize("name", metrics.METRICS)
def test_no_words_are_undefined_and_one_word_is_in_order(name: str) -> None:
    # Traps: an empty alignment scored as perfect; 0 for "hello" against "hello".
    nothing, hello = ordering_scores([0], [0, 0, 1], name)[name]
    assert isnan(nothing)
    assert hello == 1


@pytest.mark.parametrize("name", metrics.METRICS)
def test_two_words_follow_the_formula_or_are_worth_1(name: str) -> None:
    inverted = {"fuzzy_bounded": 0.0} | dict.fromkeys(metrics.ZERO_OVER_ZERO_AT_2, 1.0)
    inverted["binary_nodes"] = 1.0
    assert score("1 2", name) == 1
    assert score("2 1", name) == inverted.get(name, 0.0)


# The range, and who gets a 1


@given(permutations(min_size=1, max_size=90), shares, shares)
def test_all_scores_lie_between_0_and_1(ranks: list[int], beta: float, gamma: float) -> None:
    scores = permutation_scores(ranks, beta=beta, gamma=gamma)
    assert {name: value for name, value in scores.items() if not 0 <= value <= 1} == {}


@given(st.integers(1, 300), shares, shares)
def test_the_monotone_permutation_scores_exactly_1(n: int, beta: float, gamma: float) -> None:
    assert set(permutation_scores(range(n), beta=beta, gamma=gamma).values()) == {1.0}


def winners(name: str, n: int) -> set[tuple[int, ...]]:
    scores = {ranks: permutation_scores(ranks, name)[name] for ranks in every(n)}
    return {ranks for ranks, value in scores.items() if value == 1}


def is_separable(ranks: tuple[int, ...]) -> bool:
    """No four words stand to each other as in ⟨2,4,1,3⟩ or ⟨3,1,4,2⟩."""
    return not any(b > d > a > c or c > a > d > b for a, b, c, d in combinations(ranks, 4))


@pytest.mark.parametrize("n", [3, 4, 5, 6])
@pytest.mark.parametrize("name", ONE_FOR_SEPARABLE)
def test_tree_shape_metrics_give_1_to_the_separable(name: str, n: int) -> None:
    assert winners(name, n) == set(filter(is_separable, every(n)))


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_pet_count_gives_1_to_monotone_and_inverted(n: int) -> None:
    assert winners("pet_count", n) == {tuple(range(n)), tuple(range(n)[::-1])}


@pytest.mark.parametrize("n", [3, 4, 5, 6])
@pytest.mark.parametrize("name", ONE_FOR_MONOTONE)
def test_all_other_metrics_give_1_to_the_monotone_alone(name: str, n: int) -> None:
    assert winners(name, n) == {tuple(range(n))}


# Traps that others fell into (DESIGN)


def test_the_average_operator_is_not_rounded_down() -> None:
    # Operators of 4, 2 and 2 words: 8/3 on average.
    assert score("⟨2,4,1,3,5,6⟩", "avg_op") == pytest.approx(1 - (8 / 3 - 2) / 4)


def test_the_square_root_is_taken_in_kendall_sqrt_alone() -> None:
    assert score("⟨2,1,3⟩", "kendall") == pytest.approx(2 / 3)
    assert score("⟨2,1,3⟩", "kendall_sqrt") == pytest.approx(1 - sqrt(1 / 3))


def test_pairs_need_not_be_neighbours_to_be_in_order() -> None:
    # 7 of 10 pairs are in order, though no word follows its predecessor.
    assert score("⟨1,3,5,2,4⟩", "kendall") == pytest.approx(0.7)
    assert score("⟨1,3,5,2,4⟩", "fuzzy") == 0


def test_neighbours_must_follow_each_other_to_make_a_run() -> None:
    # Reversed neighbours are no run; the ends count in the bounded version alone.
    assert score("⟨4,3,2,1⟩", "fuzzy") == 0
    assert score("⟨1,2,4,3⟩", "fuzzy") == pytest.approx(1 / 3)
    assert score("⟨1,2,4,3⟩", "fuzzy_bounded") == pytest.approx(2 / 5)


def test_orders_are_scored_by_their_ranks() -> None:
    # As ranks ⟨4,3,1,2⟩ is worth 0.2, as an order 0.16.
    ranks, order = (Permutation.parse("⟨4,3,1,2⟩", order=order) for order in (False, True))
    assert permutation_scores(ranks, "pet")["pet"] == pytest.approx(0.2)
    assert permutation_scores(order, "pet")["pet"] == pytest.approx(0.16)
