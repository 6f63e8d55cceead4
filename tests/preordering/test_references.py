"""Orders against the reference orders of links, by definition and in batches."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment_strategies import alignments
from oracles import tree_orders as oracle
from reordering_batches import alignment_batch, dependency_batch
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
    judged = references.judge(batch_of(orders), linked_only=linked_only)
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
    some = references.rows(np.array(chosen, np.int64))
    found = some.scores(
        batch_of([orders[row] for row in chosen]), "kendall", linked_only=linked_only
    )
    of_all = references.scores(batch_of(orders), "kendall", linked_only=linked_only)
    np.testing.assert_array_equal(found, of_all[chosen])


def test_trees_of_other_sentences_are_refused() -> None:
    references = ReferenceOrders.from_alignments(alignment_batch([({(0, 0)}, 2, 1)]))
    trees = dependency_batch([([-1, 0, 0], ["x"] * 3, ["x"] * 3)])
    with pytest.raises(InputError, match="the parse has 3 words, but the reference order has 2"):
        references.refuse_other_sentences(trees)
    with pytest.raises(InputError, match="found 1 parse and 0 reference orders"):
        references.rows(np.array([], np.int64)).refuse_other_sentences(trees)
    references.refuse_other_sentences(dependency_batch([([-1, 0], ["x"] * 2, ["x"] * 2)]))
