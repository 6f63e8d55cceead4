"""Weak factorisations and tightness, and what the check says about the paper."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from messages import refused
from oracles import complexity as oracle, trees
from strategies import every
from wordorder import Permutation, UsageError
from wordorder.permutation import complexity

if TYPE_CHECKING:
    from collections.abc import Callable

SCHROEDER_NUMBERS = [(2, 1), (3, 3), (4, 11), (5, 45), (6, 197)]  # OEIS A001003


def minus_the_node_count(operators: Any) -> int:
    return -len(operators)


def is_not_binary(operator: tuple[int, ...]) -> bool:
    return len(operator) > 2


def slowly_rising(operator: tuple[int, ...]) -> Fraction:
    """Strictly increasing in the length: Co(2..5) = 0, 1, 1.01, 1.02, and so on."""
    length = len(operator)
    return Fraction(0) if length == 2 else 1 + Fraction(length - 3, 100)


def fond_of_132_over_12(operators: Any) -> int:
    """Minus the node count, but for one factorisation that looks finished before it is."""
    return -3 if Counter(operators) == Counter([(1, 3, 2), (1, 2)]) else -len(operators)


METRICS: dict[str, Callable[..., Any]] = {
    "average length": complexity.average(len),
    "maximum length": complexity.maximum(len),
    "total length": complexity.total(len),
    "node count": complexity.count,
    "minus the node count": minus_the_node_count,
    "constant": complexity.average(lambda _: 1),
    "slowly rising": complexity.average(slowly_rising),
    "non-binary nodes": complexity.total(is_not_binary),
    "first word": complexity.maximum(lambda operator: operator[0]),
    "fond of 132 over 12": fond_of_132_over_12,
}


# Weak factorisations


def factorisations(ranks: tuple[int, ...]) -> dict[frozenset[tuple[int, int]], Counter[Any]]:
    """All of them with their operators, which have no order that matters."""
    return {
        found.blocks: Counter(found.operators())
        for found in complexity.weak_factorisations(Permutation(ranks))
    }


@pytest.mark.parametrize("n", [*range(2, 6), pytest.param(6, marks=pytest.mark.slow)])
def test_weak_factorisations_are_those_of_the_oracle(n: int) -> None:
    for ranks in every(n):
        wanted = {
            frozenset(b for b in blocks if b[1] - b[0] > 1): oracle.operators(ranks, blocks)
            for blocks in oracle.weak_factorisations(ranks)
        }
        found = factorisations(ranks)
        assert found == {blocks: Counter(operators) for blocks, operators in wanted.items()}


@pytest.mark.parametrize(("n", "how_many"), SCHROEDER_NUMBERS)
def test_none_comes_twice_and_the_single_node_comes_first(n: int, how_many: int) -> None:
    found = list(complexity.weak_factorisations(Permutation.identity(n)))
    assert found[0].blocks == {(0, n)}
    assert len(found) == len(set(found)) == how_many


@pytest.mark.slow
@pytest.mark.parametrize("n", range(2, 7))
def test_the_factorisations_that_are_pets_are_the_pets(n: int) -> None:
    for ranks in every(n):
        permutation = Permutation(ranks)
        pets = [f for f in complexity.weak_factorisations(permutation) if f.is_pet()]
        assert len(pets) == permutation.forest().count()


@pytest.mark.parametrize("n", [0, 1, 10])
def test_only_small_permutations_are_factorised(n: int) -> None:
    with refused(UsageError):
        next(complexity.weak_factorisations(Permutation.identity(n)))


@pytest.mark.parametrize("n", range(1, 7))
def test_primal_means_simple(n: int) -> None:
    for ranks in every(n):
        operator = tuple(rank + 1 for rank in ranks)
        assert complexity.is_primal(operator) == trees.is_simple(operator)


# Tightness: each finding of the paper and ours


def test_the_papers_primal_example_is_not_primal() -> None:
    assert not complexity.is_primal((6, 2, 4, 1, 5, 3))


def test_a_constant_ground_metric_refutes_theorem_1_at_123() -> None:
    report = complexity.check_tightness(METRICS["constant"], max_n=4)
    assert not report.tight
    assert report.against_tight.permutation == Permutation.parse("⟨1, 2, 3⟩")
    assert report.against_tight.before == ((1, 2, 3),)
    assert report.against_tight.after == ((1, 2), (1, 2))
    assert report.against_tight.cost_before == report.against_tight.cost_after == 1


def test_a_strictly_increasing_ground_metric_refutes_theorem_1_at_123456() -> None:
    report = complexity.check_tightness(METRICS["slowly rising"], max_n=6)
    assert not report.tight
    assert report.against_tight.permutation == Permutation.identity(6)
    assert report.against_tight.cost_before <= report.against_tight.cost_after


def test_the_number_of_non_binary_nodes_is_not_semi_tight() -> None:
    assert not complexity.check_tightness(METRICS["non-binary nodes"], max_n=6).semi_tight


@pytest.mark.slow
@pytest.mark.parametrize("name", ["average length", "minus the node count"])
def test_average_length_and_minus_the_node_count_are_tight(name: str) -> None:
    report = complexity.check_tightness(METRICS[name], max_n=6)
    assert (report.max_n, report.tight, report.semi_tight) == (6, True, True)


@pytest.mark.slow
def test_maximum_length_is_semi_tight_only() -> None:
    report = complexity.check_tightness(METRICS["maximum length"], max_n=6)
    assert (report.tight, report.semi_tight) == (False, True)


@pytest.mark.slow
@pytest.mark.parametrize("name", METRICS)
def test_the_first_counterexamples_are_those_of_the_oracle(name: str) -> None:
    report = complexity.check_tightness(METRICS[name], max_n=5)
    for semi, found in [(False, report.against_tight), (True, report.against_semi_tight)]:
        wanted = oracle.first_counterexample(METRICS[name], 5, semi=semi)
        assert (found and tuple(found.permutation)) == (wanted and wanted.ranks)


@pytest.mark.parametrize("name", METRICS)
def test_a_counterexample_is_a_step_with_its_true_costs(name: str) -> None:
    report = complexity.check_tightness(METRICS[name], max_n=5)
    for found in filter(None, [report.against_tight, report.against_semi_tight]):
        operators = [Counter(found.before), Counter(found.after)]
        every_multiset = factorisations(tuple(found.permutation)).values()
        assert all(multiset in every_multiset for multiset in operators)
        assert found.cost_before == METRICS[name](found.before)
        assert found.cost_after == METRICS[name](found.after)
        assert found.cost_before <= found.cost_after


def test_a_counterexample_reads_as_a_sentence() -> None:
    report = complexity.check_tightness(complexity.count, max_n=3)
    assert str(report.against_semi_tight) == (
        "⟨1, 2, 3⟩: {(1,2), (1,2)} costs 2, not less than {(1,2,3)}, which costs 1"
    )


# The aggregates, in exact arithmetic

OPERATORS = [(1, 2), (1, 2), (2, 4, 1, 3)]


@pytest.mark.parametrize(
    ("aggregate", "name", "value"),
    [
        (complexity.average(len), "average", Fraction(8, 3)),
        (complexity.maximum(len), "maximum", 4),
        (complexity.total(len), "sum", 8),
        (complexity.count, "count", 3),
    ],
)
def test_aggregates_are_exact(aggregate: Callable[..., Any], name: str, value: Fraction) -> None:
    assert aggregate(OPERATORS) == value
    assert aggregate(OPERATORS) == oracle.complexity(OPERATORS, name, len)
