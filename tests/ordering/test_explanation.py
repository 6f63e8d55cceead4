"""What the metrics counted, against plain loops."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from math import log10

import numpy as np
import pytest
from hypothesis import given

from messages import refused
from oracles import forests, metrics, trees
from strategies import every, permutations
from wordorder import InputError, Permutation, UsageError, _kernels, explain, permutation_scores
from wordorder.ordering import METRICS, PermutationCounts, longest_increasing_positions

EXAMPLE = Permutation.parse("⟨2, 4, 5, 6, 1, 3⟩")


def counts(ranks: list[int]) -> PermutationCounts:
    return explain(Permutation(ranks), ["kendall"]).counts


@given(permutations(min_size=1, max_size=90))
def test_flat_counts_are_those_of_plain_loops(ranks: list[int]) -> None:
    n = len(ranks)
    found = counts(ranks)
    shifts = [abs(rank - place) for place, rank in enumerate(ranks)]
    assert found.n == n
    assert found.pairs == len(list(combinations(ranks, 2)))
    assert found.inversions == sum(left > right for left, right in combinations(ranks, 2))
    assert found.unmoved == shifts.count(0)
    assert found.distance == sum(shifts)
    assert found.squared_distance == sum(shift * shift for shift in shifts)
    assert found.breaks == sum(b != a + 1 for a, b in pairwise([-1, *ranks, n]))
    assert len(found.increasing) == metrics.longest_increasing(ranks)


@pytest.mark.parametrize(
    "n", [2000, 200_000, *(pytest.param(n, marks=pytest.mark.slow) for n in (1_000_000, 2_000_001))]
)
def test_sums_of_squares_are_exact_integers(n: int) -> None:
    permutation = Permutation.random(n, 1)
    squares = (permutation.ranks.astype(np.int64) - np.arange(n)) ** 2
    assert _kernels.counts(permutation.ranks)["squared_distance"] == int(squares.sum())


@given(permutations(min_size=1, max_size=90))
def test_runs_are_the_longest_stretches_of_successors(ranks: list[int]) -> None:
    runs = counts(ranks).runs
    starts = [first for first, _ in runs]
    assert [place for first, last in runs for place in range(first, last + 1)] == [
        *range(len(ranks))
    ]
    for place in range(1, len(ranks)):
        assert (place in starts) == (ranks[place] != ranks[place - 1] + 1)


@given(permutations(min_size=1, max_size=40))
def test_tree_counts_are_those_of_the_oracle(ranks: list[int]) -> None:
    found = counts(ranks)
    operators = trees.pet_operators(trees.flattened_tree(ranks))
    lengths = [len(operator) for operator in operators]
    assert found.operators == Counter(f"⟨{','.join(map(str, o))}⟩" for o in operators)
    assert found.nodes == len(lengths)
    assert found.binary_nodes == lengths.count(2)
    assert found.longest_operator == max(lengths, default=0)
    assert found.pets == forests.pet_count(ranks)


def test_counts_are_plain_data() -> None:
    data = counts([1, 3, 4, 5, 0, 2]).to_dict()
    assert data["increasing"] == [0, 1, 2, 3]
    assert data["runs"] == [[0, 0], [1, 3], [4, 4], [5, 5]]
    assert all(type(data[name]) is int for name in ("n", "pairs", "inversions", "breaks", "pets"))


def test_a_count_that_no_double_holds_is_null_beside_its_logarithm() -> None:
    small, large = (counts(list(range(n))).to_dict() for n in (20, 100))
    assert small["pets"] == trees.catalan(19)
    assert large["pets"] is None
    assert [small["log10_pets"], large["log10_pets"]] == pytest.approx(
        [log10(trees.catalan(19)), log10(trees.catalan(99))]
    )


# The longest increasing subsequence


@cache
def positions_longest_first(n: int) -> list[tuple[int, ...]]:
    """All sets of positions, long before short, then in lexicographic order."""
    return [chosen for size in range(n, -1, -1) for chosen in combinations(range(n), size)]


@pytest.mark.parametrize("n", [*range(7), pytest.param(7, marks=pytest.mark.slow)])
def test_the_lexicographically_smallest_longest_increasing_subsequence_is_found(n: int) -> None:
    for ranks in every(n):
        smallest = next(
            chosen
            for chosen in positions_longest_first(n)
            if all(ranks[i] < ranks[j] for i, j in pairwise(chosen))
        )
        assert longest_increasing_positions(Permutation(ranks)) == smallest


# Explanations


@given(permutations(min_size=1, max_size=90).map(Permutation))
def test_an_explanation_has_a_score_and_a_sentence_for_every_metric(p: Permutation) -> None:
    explanation = explain(p)
    assert explanation.permutation == p
    assert explanation.scores == permutation_scores(p)
    assert list(explanation.sentences()) == list(explanation.scores) == list(METRICS)
    assert all(re.fullmatch(r"[^\n]{5,}", said) for said in explanation.sentences().values())
    assert len(str(explanation).splitlines()) == 1 + len(METRICS)


def test_weights_and_operator_scores_reach_the_scores() -> None:
    for options in ({"beta": 0.2, "gamma": 0.5}, {"op_score": "kendall"}):
        scores = explain(EXAMPLE, "pef", **options).scores
        assert scores == permutation_scores(EXAMPLE, "pef", **options)
        assert scores != permutation_scores(EXAMPLE, "pef")


def test_sentences_say_what_was_counted() -> None:
    assert explain(EXAMPLE).sentences() == {
        "kendall": "8 of 15 pairs in the right order",
        "kendall_sqrt": "8 of 15 pairs in the right order",
        "hamming": "0 of 6 words at their place",
        "spearman": "squared distances from the right place add up to 38",
        "footrule": "distances from the right place add up to 14",
        "ulam": "longest increasing subsequence has 4 of 6 words: 1–4",
        "fuzzy": "4 runs of neighbours: 1 | 2–4 | 5 | 6",
        "fuzzy_bounded": "5 of 7 neighbours broken, both ends included",
        "pet_size": "3 nodes in a permutation tree",
        "pet_count": "2 permutation trees",
        "max_op": "longest operator has 4 parts",
        "avg_op": "operators 1×⟨2,4,1,3⟩, 2×⟨1,2⟩",
        "binary_nodes": "2 of 3 nodes binary",
        "pet": "operators 1×⟨2,4,1,3⟩, 2×⟨1,2⟩, in the left-branching tree",
        "pef": "operators 1×⟨2,4,1,3⟩, 2×⟨1,2⟩, in 2 permutation trees",
    }


def test_one_thing_is_not_written_as_several() -> None:
    said = explain(Permutation([0, 1])).sentences()
    assert said["fuzzy"] == "1 run of neighbours: 1–2"
    assert said["pet_size"] == "1 node in a permutation tree"
    assert said["pet_count"] == "1 permutation tree"


@pytest.mark.parametrize("n", [100, 2000, 9000])
def test_long_permutations_are_explained_in_few_words(n: int) -> None:
    # Catalan(8999) has more digits than Python writes by default.
    for permutation in (Permutation.identity(n), Permutation.random(n, 1)):
        assert all(len(said) < 1000 for said in explain(permutation).sentences().values())


def test_huge_numbers_of_trees_are_given_by_their_magnitude() -> None:
    magnitude = len(str(trees.catalan(99))) - 1
    said = explain(Permutation.identity(100), "pet_count").sentences()
    assert said["pet_count"] == f"about 10^{magnitude} permutation trees"


def test_no_words_have_nothing_to_explain() -> None:
    with refused(InputError):
        explain(Permutation([]))


def test_an_unknown_metric_is_not_explained() -> None:
    with refused(UsageError):
        explain(EXAMPLE, "ulm")


def test_every_metric_says_what_it_rewards() -> None:
    assert tuple(METRICS) == metrics.METRICS
    assert all(metric.name == name and metric.rewards for name, metric in METRICS.items())
