"""Forests of PETs: how many, which ones, and the chart of the papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from messages import refused
from oracles import forests, trees
from strategies import every, grown, permutations
from wordorder import InputError, Permutation, PermutationForest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.permutation import TreeNode


def nested(node: TreeNode) -> forests.Pet:
    """A PET in the oracle's form: a rank, or an operator and its children."""
    if node.kind == "leaf":
        return node.value_range.start
    return node.operator, tuple(map(nested, node.children))


def assert_lists_all_pets(ranks: Sequence[int]) -> None:
    forest = Permutation(ranks).forest()
    pets = list(forest)
    wanted = forests.pets(ranks)
    assert {nested(pet.root) for pet in pets} == set(wanted)
    assert len(pets) == len(set(wanted)) == forest.count()
    assert pets[0] == forest.tree.pet("left")
    assert pets[-1] == forest.tree.pet("right")


def assert_charts_agree(ranks: Sequence[int]) -> None:
    entries = list(Permutation(ranks).forest().chart())
    chart = {(e.start, e.end): (e.operator, list(e.inferences)) for e in entries}
    assert len(chart) == len(entries)
    assert chart == forests.chart(ranks)


@pytest.mark.parametrize("n", [*range(1, 6), pytest.param(6, marks=pytest.mark.slow)])
def test_all_pets_of_every_short_permutation_are_listed(n: int) -> None:
    for ranks in every(n):
        assert_lists_all_pets(ranks)


@pytest.mark.slow
@settings(max_examples=50)
@given(permutations(min_size=7, max_size=9))
def test_all_pets_of_any_permutation_are_listed(ranks: list[int]) -> None:
    assert_lists_all_pets(ranks)


@pytest.mark.parametrize("n", range(1, 7))
def test_the_chart_of_every_short_permutation_is_the_oracles(n: int) -> None:
    for ranks in every(n):
        assert_charts_agree(ranks)


@given(permutations(min_size=1, max_size=30))
def test_the_chart_of_any_permutation_is_the_oracles(ranks: list[int]) -> None:
    assert_charts_agree(ranks)


@given(permutations(min_size=1, max_size=40))
def test_the_count_is_that_of_both_oracles(ranks: list[int]) -> None:
    count = Permutation(ranks).forest().count()
    assert count == forests.pet_count(ranks)
    assert count == trees.binarisations(trees.flattened_tree(ranks))


# The exact integer, whatever its size


@pytest.mark.parametrize(
    ("permutation", "count"),
    [
        (Permutation.identity(5000), trees.catalan(4999)),
        (Permutation.inverted(5000), trees.catalan(4999)),
        (
            Permutation([*range(2499), 2500, 2499, *range(2501, 5000)]),
            trees.catalan(4998),
        ),
        (
            Permutation([*range(2500), *range(4999, 2499, -1)]),
            trees.catalan(2500) * trees.catalan(2499),
        ),
    ],
    ids=["identity", "inverted", "one swap", "half inverted"],
)
def test_five_thousand_words_have_an_exact_count(permutation: Permutation, count: int) -> None:
    assert permutation.forest().count() == count


@pytest.mark.parametrize("seed", range(5))
def test_a_long_permutation_has_the_oracles_count(seed: int) -> None:
    ranks = grown(300, seed)
    assert Permutation(ranks).forest().count() == forests.pet_count(ranks) > 1


def test_different_pets_of_one_forest_hash_differently() -> None:
    # Else a set of PETs takes quadratic time.
    pets = list(Permutation.identity(6).forest())
    assert len({hash(pet) for pet in pets}) > len(pets) / 2


def test_two_walks_through_one_forest_do_not_disturb_each_other() -> None:
    forest = Permutation.identity(4).forest()
    pairs = list(zip(forest, forest, strict=True))
    assert len(pairs) == 5
    assert all(a == b for a, b in pairs)


def test_the_first_pet_of_a_long_permutation_comes_at_once() -> None:
    forest = Permutation.identity(5000).forest()
    assert next(iter(forest)) == forest.tree.pet("left")


def test_the_empty_permutation_has_no_forest() -> None:
    with refused(InputError):
        Permutation([]).forest()


def test_a_forest_says_whose_it_is() -> None:
    permutation = Permutation([1, 0])
    assert repr(permutation.forest()) == "<PermutationForest over ⟨2, 1⟩>"
    assert PermutationForest(permutation).tree == permutation.tree()
