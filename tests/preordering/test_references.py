"""Orders against the reference orders of links, by definition and in batches."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from alignment_strategies import alignments
from messages import refused
from oracles import tree_orders as oracle
from parse_texts import random_links, random_trees
from reordering_batches import alignment_batch, dependency_batch
from wordorder.alignment import AlignmentBatch
from wordorder.errors import InputError
from wordorder.permutation import Permutation, PermutationBatch
from wordorder.preordering import ReferenceOrders

both_readings = pytest.mark.parametrize("linked_only", [False, True])
CORPORA = st.lists(alignments(), min_size=1, max_size=5)


def any_orders(rows, seed: int) -> list[list[int]]:
    """An order of the source words of each sentence."""
    rng = Random(seed)
    return [rng.sample(range(n), n) for _, n, _ in rows]


def batch_of(orders: list[list[int]]) -> PermutationBatch:
    return PermutationBatch.from_permutations([Permutation(order).inverse() for order in orders])


@both_readings
@given(CORPORA, st.integers(0, 100))
def test_orders_are_judged_by_definition(linked_only: bool, rows, seed: int) -> None:
    references = ReferenceOrders.from_alignments(alignment_batch(rows))
    orders = any_orders(rows, seed)
    judged = references.relative(batch_of(orders), linked_only=linked_only)
    scores = references.scores(batch_of(orders), "fuzzy", linked_only=linked_only)
    for row, ((links, _, _), order) in enumerate(zip(rows, orders, strict=True)):
        if not links:
            assert not len(judged[row])
            assert np.isnan(scores[row])
            continue
        ranks = oracle.relative(order, links, linked_only=linked_only)
        assert judged[row].ranks.tolist() == ranks
        expected = oracle.score(order, links, "fuzzy", linked_only=linked_only)
        assert scores[row] == pytest.approx(expected, abs=1e-12)


@both_readings
@given(CORPORA, st.integers(0, 100), st.data())
def test_some_rows_are_judged_as_among_all(linked_only: bool, rows, seed: int, data) -> None:
    chosen = data.draw(st.lists(st.integers(0, len(rows) - 1)))
    references = ReferenceOrders.from_alignments(alignment_batch(rows))
    orders = any_orders(rows, seed)
    some = references.take(np.array(chosen, np.int64))
    found = some.scores(
        batch_of([orders[row] for row in chosen]), "kendall", linked_only=linked_only
    )
    of_all = references.scores(batch_of(orders), "kendall", linked_only=linked_only)
    np.testing.assert_array_equal(found, of_all[chosen])


def test_trees_of_other_sentences_are_refused() -> None:
    references = ReferenceOrders.from_alignments(alignment_batch([({(0, 0)}, 2, 1)]))
    trees = dependency_batch([([-1, 0, 0], ["x"] * 3, ["x"] * 3)])
    with refused(InputError):
        references.refuse_other_sentences(trees)
    with refused(InputError):
        references.take(np.array([], np.int64)).refuse_other_sentences(trees)
    references.refuse_other_sentences(dependency_batch([([-1, 0], ["x"] * 2, ["x"] * 2)]))


@pytest.mark.parametrize("rows", [[], [4], [0, 1, 2], [9, 3, 3, 0]])
def test_sentences_taken_are_those_of_their_rows(rows) -> None:
    trees = random_trees(1, 10)
    links = random_links(2, trees, 0.5)
    taken = ReferenceOrders.from_alignments(links).take(np.array(rows, np.int64))
    chosen = AlignmentBatch.from_alignments([links[row] for row in rows])
    expected = ReferenceOrders.from_alignments(chosen)
    assert taken.lengths.tolist() == expected.lengths.tolist()
    assert taken.linked.tolist() == expected.linked.tolist()
    assert taken.orders.values.tolist() == expected.orders.values.tolist()
    assert taken.orders.offsets.tolist() == expected.orders.offsets.tolist()
    assert _group_starts(taken) == _group_starts(expected)


def _group_starts(references):
    orders = references.orders
    return (orders.values if orders.group_starts is None else orders.group_starts).tolist()


@pytest.mark.parametrize("rows", [[], [4], [0, 1, 2], [9, 3, 3, 0]])
def test_trees_taken_are_those_of_their_rows(rows) -> None:
    trees = random_trees(1, 10)
    taken = trees.take(np.array(rows, np.int64))
    assert [str(tree) for tree in taken] == [str(trees[row]) for row in rows]
    assert taken.lines.tolist() == [trees.lines[row] for row in rows]
    found, morphology = taken.morphology(), trees.morphology()
    words = [
        morphology.names[form]
        for row in rows
        for form in morphology.forms[trees.offsets[row] : trees.offsets[row + 1]]
    ]
    assert [found.names[form] for form in found.forms] == words
