"""The kernel that tries moves, against its slow twin."""

from __future__ import annotations

import numpy as np
import pytest

from oracles import rule_learning as oracle
from preordering.learning.corpora import random_links, random_trees
from wordorder.preordering import Entry, ReferenceOrders, WordTest
from wordorder.preordering.learning.corpus import LearningCorpus
from wordorder.preordering.learning.growing import EntryChoice
from wordorder.preordering.learning.moves import SOURCE_ORDER, Moves
from wordorder.preordering.learning.orders import CurrentOrders

ORDERS = [
    SOURCE_ORDER,
    tuple(map(Entry.parse, ["obj>", "*<", "reverse obl>", "self", "*>", "nsubj<"])),
    tuple(map(Entry.parse, ["obl[Number=Sing]>", "reverse *>", "self", "obl>", "*<"])),
    tuple(map(Entry.parse, ["obj[marker=of]>", "*<", "self", "*>", "reverse obj[marker=in]<"])),
    tuple(map(Entry.parse, ["obl:tmod<", "obl[upos=VERB]<", "*<", "*>", "self", "reverse obl<"])),
]


def _searched(seed, metric):
    trees = random_trees(seed, 120)
    references = ReferenceOrders.from_alignments(random_links(seed + 1, trees))
    corpus = LearningCorpus.of(trees, references)
    training = np.random.default_rng(seed).random(len(corpus)) < 0.7
    return trees, references, CurrentOrders(corpus, metric, training)


def _heads(corpus, head):
    is_head = np.isin(np.arange(len(corpus.head_words)), corpus.head_words)
    return np.flatnonzero(is_head & corpus.kinds.that_pass(head)[corpus.kinds.of_words])


@pytest.mark.parametrize("metric", ["fuzzy", "kendall", "ulam"])
def test_source_order_has_the_scores_of_no_rules(metric) -> None:
    trees, references, orders = _searched(1, metric)
    assert np.allclose(orders.scores, oracle.scores(trees, references, [], metric))


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["fuzzy", "kendall"])
@pytest.mark.parametrize("number", range(len(ORDERS)))
@pytest.mark.parametrize(
    "head", [WordTest(upos=("NOUN",)), WordTest(("VERB",), features=(("Case", ("Dat",)),))]
)
def test_gains_are_those_of_the_moved_rule(metric, number, head) -> None:
    trees, references, orders = _searched(number, metric)
    corpus, order = orders.corpus, ORDERS[number]
    heads = _heads(corpus, head)
    orders.arrange(heads, order)
    choice = EntryChoice.for_heads(orders, heads)
    moves = Moves.of(order, [*choice.plain, *choice.tested], corpus.kinds)
    gains = orders.move_gains(heads, moves)
    before = orders.scores
    tried = list(zip(*np.nonzero(moves.allowed), strict=True))
    assert tried
    for row, column in tried[:: max(1, len(tried) // 60)]:
        after = moves.made(int(row), int(column))
        expected = oracle.gain(trees, references, head, order, after, metric)
        assert np.allclose(gains.sums[:, row, column], expected[:, orders.training].sum(axis=1))
        squares = (expected[:, orders.training] ** 2).sum(axis=1)
        assert np.allclose(gains.squares[:, row, column], squares)
        orders.arrange(heads, after)
        assert np.allclose(orders.scores - before, expected)
        orders.arrange(heads, order)
    assert np.array_equal(orders.scores, before)
