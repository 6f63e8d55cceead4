"""Every metric against the slow, obvious implementation, and against SciPy."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings, strategies as st

from oracles import metrics, trees
from strategies import (
    every,
    grown,
    inflated,
    long_permutations,
    permutations,
    ragged,
    shares,
    substituted,
)
from wordorder import Permutation, metric_names, ordering_scores, permutation_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import SearchStrategy

TOLERANCE = 1e-12


def uneven(operator: tuple[int, ...]) -> float:
    """An operator score that no two operators share, below 0 for some and above 1 for others."""
    return sum(rank / (place + 2) ** 2 for place, rank in enumerate(operator)) - 1


op_scores: SearchStrategy[str | Callable[[tuple[int, ...]], float]] = st.sampled_from(
    [*metrics.FLAT, uneven]
)


def wanted(ranks: Sequence[int], names: Sequence[str], **options: object) -> dict[str, float]:
    return {name: metrics.score(name, tuple(ranks), **options) for name in names}


def assert_close(found: dict[str, float], expected: dict[str, float]) -> None:
    assert found == pytest.approx(expected, rel=0, abs=TOLERANCE, nan_ok=True)


def test_the_metrics_are_those_of_the_specification() -> None:
    assert metric_names() == metrics.METRICS
    assert metric_names(flat=True) == metrics.FLAT


@cache
def scores_of_all(n: int) -> dict[str, np.ndarray]:
    return ordering_scores(*ragged(every(n)))


@pytest.mark.parametrize("name", metrics.METRICS)
@pytest.mark.parametrize(
    "n", [*range(6), *(pytest.param(n, marks=pytest.mark.slow) for n in (6, 7))]
)
def test_every_short_permutation_has_the_oracles_score(n: int, name: str) -> None:
    expected = [metrics.score(name, ranks) for ranks in every(n)]
    np.testing.assert_allclose(scores_of_all(n)[name], expected, rtol=0, atol=TOLERANCE)


@given(permutations(), shares, shares)
def test_any_permutation_has_the_oracles_scores(
    ranks: list[int], beta: float, gamma: float
) -> None:
    found = permutation_scores(ranks, beta=beta, gamma=gamma)
    assert_close(found, wanted(ranks, metrics.METRICS, beta=beta, gamma=gamma))


@pytest.mark.slow
@pytest.mark.parametrize("n", [61, 62, 63, 64, 65, 66, 67, 130])
def test_both_algorithms_give_the_oracles_scores(n: int) -> None:
    for seed in range(3):
        ranks = grown(n, seed)
        assert_close(permutation_scores(ranks), wanted(ranks, metrics.METRICS))


@pytest.mark.slow
@settings(max_examples=8)
@given(substituted(st.integers(61, 110)), shares, shares)
def test_longer_permutations_have_the_oracles_scores(
    ranks: list[int], beta: float, gamma: float
) -> None:
    found = permutation_scores(ranks, beta=beta, gamma=gamma)
    assert_close(found, wanted(ranks, metrics.METRICS, beta=beta, gamma=gamma))


@given(long_permutations())
def test_long_permutations_have_the_oracles_flat_scores(ranks: list[int]) -> None:
    assert_close(permutation_scores(ranks, metrics.FLAT), wanted(ranks, metrics.FLAT))


# Few children are added one by one, many by vectors


@pytest.mark.parametrize("many", [14, 15, 16, 17, 18])
def test_nodes_of_few_and_of_many_children_have_the_oracles_scores(many: int) -> None:
    for place in (0, many // 2, many - 2):
        ranks = inflated(inflated(range(many), many - 1, [1, 3, 0, 2]), place, [1, 0])
        assert_close(
            permutation_scores(ranks, metrics.RECURSIVE, beta=0.3),
            wanted(ranks, metrics.RECURSIVE, beta=0.3),
        )


@given(permutations(), shares, st.one_of(st.none(), op_scores))
def test_pet_and_pef_do_not_depend_on_being_asked_together(
    ranks: list[int], beta: float, op_score: str | Callable[[tuple[int, ...]], float] | None
) -> None:
    together = permutation_scores(ranks, metrics.RECURSIVE, beta=beta, op_score=op_score)
    for name in metrics.RECURSIVE:
        alone = permutation_scores(ranks, name, beta=beta, op_score=op_score)
        np.testing.assert_array_equal(alone[name], together[name])


# Beta and the operator score


@pytest.mark.parametrize("op_score", [*metrics.FLAT, uneven])
@pytest.mark.parametrize("name", metrics.RECURSIVE)
def test_any_operator_score_agrees_on_every_short_permutation(
    name: str, op_score: str | Callable[[tuple[int, ...]], float]
) -> None:
    for n in range(6):
        found = ordering_scores(*ragged(every(n)), name, beta=0.3, op_score=op_score)[name]
        expected = [metrics.score(name, p, beta=0.3, op_score=op_score) for p in every(n)]
        np.testing.assert_allclose(found, expected, rtol=0, atol=TOLERANCE)


@given(permutations(), shares, op_scores)
def test_any_operator_score_agrees_on_any_permutation(
    ranks: list[int], beta: float, op_score: str | Callable[[tuple[int, ...]], float]
) -> None:
    found = permutation_scores(ranks, metrics.RECURSIVE, beta=beta, op_score=op_score)
    assert_close(found, wanted(ranks, metrics.RECURSIVE, beta=beta, op_score=op_score))


@pytest.mark.slow
@settings(max_examples=8)
@given(substituted(st.integers(61, 110)), shares, op_scores)
def test_any_operator_score_agrees_on_longer_permutations(
    ranks: list[int], beta: float, op_score: str | Callable[[tuple[int, ...]], float]
) -> None:
    found = permutation_scores(ranks, metrics.RECURSIVE, beta=beta, op_score=op_score)
    assert_close(found, wanted(ranks, metrics.RECURSIVE, beta=beta, op_score=op_score))


# A batch is nothing but its rows, whatever stood in the buffers before


@given(st.lists(permutations(max_size=90), max_size=6), st.one_of(st.none(), op_scores))
def test_a_batch_scores_each_row_as_if_it_were_alone(
    rows: list[list[int]], op_score: str | Callable[[tuple[int, ...]], float] | None
) -> None:
    batch = ordering_scores(*ragged(rows), op_score=op_score)
    alone = [permutation_scores(row, op_score=op_score) for row in rows]
    for name, column in batch.items():
        np.testing.assert_array_equal(column, np.array([scores[name] for scores in alone]))


# Pet_count for any n


def share_of_trees(count: int, n: int) -> float:
    return float(Fraction(count - 1, trees.catalan(n - 1) - 1))


def pet_count(ranks: Sequence[int]) -> float:
    return permutation_scores(ranks, "pet_count")["pet_count"]


@pytest.mark.parametrize("n", [35, 36, 37, 38, 600, 5000])
def test_pet_count_is_right_for_long_permutations(n: int) -> None:
    half = n // 2
    swapped = [*range(half), half + 1, half, *range(half + 2, n)]
    half_inverted = [*range(half), *reversed(range(half, n))]
    assert pet_count(range(n)) == 1
    assert pet_count(range(n)[::-1]) == 1
    assert pet_count(swapped) == pytest.approx(share_of_trees(trees.catalan(n - 2), n), rel=1e-12)
    assert pet_count(half_inverted) == pytest.approx(
        share_of_trees(trees.catalan(half) * trees.catalan(n - half - 1), n), rel=1e-12
    )


@pytest.mark.parametrize("n", [37, 600, 5000])
def test_pet_count_of_a_random_permutation_is_the_share_of_the_exact_count(n: int) -> None:
    permutation = Permutation.random(n, 1)
    assert pet_count(permutation) == share_of_trees(permutation.forest().count(), n)


@pytest.mark.parametrize("n", [30, 36, 37, 40, 100, 500, 530, 600])
@pytest.mark.parametrize("k", [2, 3, 4, 10])
def test_few_trees_are_a_small_share_but_not_nothing(n: int, k: int) -> None:
    # One linear node in a simple one: Catalan(k - 1) PETs, of which 1 is taken off.
    half = (n - k + 1) // 2
    simple = [*range(1, 2 * half, 2), *range(0, 2 * half, 2)]
    ranks = inflated(simple, half, range(k))
    expected = share_of_trees(trees.catalan(k - 1), len(ranks))
    assert pet_count(ranks) == pytest.approx(expected, rel=1e-11, abs=2e-323)


@pytest.mark.slow
@pytest.mark.parametrize(
    "permutation", [Permutation.identity(10**6), Permutation.random(10**6, 1)], ids=["1..n", "any"]
)
def test_a_million_words_are_scored(permutation: Permutation) -> None:
    scores = permutation_scores(permutation)
    assert all(0 <= score <= 1 for score in scores.values())
    assert (set(scores.values()) == {1.0}) == (permutation == Permutation.identity(10**6))


@pytest.mark.parametrize("n", [1024, 1025, 3000, 200_000, 2_000_001])
def test_sums_of_distances_do_not_overflow(n: int) -> None:
    scores = permutation_scores(Permutation.inverted(n), metrics.FLAT)
    assert scores["spearman"] == pytest.approx(0, abs=TOLERANCE)
    assert scores["footrule"] == pytest.approx(0, abs=TOLERANCE)
    assert scores["kendall"] == 0


# SciPy as a judge from outside


@given(st.one_of(permutations(min_size=2), long_permutations()))
def test_kendall_and_spearman_are_scipys_between_0_and_1(ranks: list[int]) -> None:
    scores = permutation_scores(ranks, "kendall,spearman")
    places = range(len(ranks))
    tau = scipy.stats.kendalltau(ranks, places).statistic
    rho = scipy.stats.spearmanr(ranks, places).statistic
    assert scores["kendall"] == pytest.approx((tau + 1) / 2, abs=TOLERANCE)
    assert scores["spearman"] == pytest.approx((rho + 1) / 2, abs=TOLERANCE)
