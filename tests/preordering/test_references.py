"""Some of the sentences of a corpus, taken out of parses and reference orders."""

from __future__ import annotations

import numpy as np
import pytest

from preordering.learning.corpora import random_links, random_trees
from wordorder.alignment import AlignmentBatch
from wordorder.preordering import ReferenceOrders


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
