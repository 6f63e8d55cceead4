"""Lifting to projective trees: against the definition, and what stays as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from messages import refused
from oracles import lifting as oracle
from reordering_batches import dependency_batch
from syntax_strategies import all_trees, heads
from wordorder import _kernels
from wordorder.errors import InputError
from wordorder.syntax import DependencyBatch, DependencyTree
from wordorder.syntax.tree import LIMITS

if TYPE_CHECKING:
    from collections.abc import Iterable


def batch_of(rows: Iterable[list[int]]) -> DependencyBatch:
    return dependency_batch((row, ["dep"] * len(row), ["X"] * len(row)) for row in rows)


def sentence(found: list[int]) -> DependencyTree:
    line = "{}\tw\t_\tX\t_\t_\t{}\tdep\t_\t_\n"
    return DependencyTree.parse("".join(line.format(n, h + 1) for n, h in enumerate(found, 1)))


def lifted(rows: list[list[int]]) -> list[list[int]]:
    trees, counts = batch_of(rows).projective()
    found = [part.tolist() for part in np.split(trees.heads, trees.offsets[1:-1])]
    changed = [
        sum(a != b for a, b in zip(one, other, strict=True))
        for one, other in zip(rows, found, strict=True)
    ]
    assert counts.tolist() == changed
    return found


@pytest.mark.parametrize("words", range(1, 6))
def test_all_small_trees(words: int) -> None:
    trees = list(all_trees(words))
    assert len(trees) == words ** (words - 1)  # Cayley's formula, with any word as the root
    assert lifted(trees) == [oracle.lifted(tree) for tree in trees]


@pytest.mark.slow
def test_all_trees_of_six_words() -> None:
    trees = list(all_trees(6))
    assert len(trees) == 6**5
    assert lifted(trees) == [oracle.lifted(tree) for tree in trees]


@given(st.lists(heads(), min_size=1, max_size=5))
def test_larger_trees(trees: list[list[int]]) -> None:
    assert lifted(trees) == [oracle.lifted(tree) for tree in trees]


@st.composite
def deep_trees(draw: st.DrawFn) -> list[int]:
    """Trees of more words than a row of bits has, with long paths."""
    order = draw(st.permutations(range(draw(st.integers(60, 75)))))
    found = [-1] * len(order)
    for place, word in enumerate(order[1:], 1):
        found[word] = order[draw(st.integers(max(0, place - 4), place - 1))]
    return found


@pytest.mark.slow
@settings(max_examples=8)
@given(deep_trees())
def test_trees_of_many_words(tree: list[int]) -> None:
    assert lifted([tree]) == [oracle.lifted(tree)]


@given(heads())
def test_the_lifted_tree_keeps_what_it_can(tree: list[int]) -> None:
    (found,) = lifted([tree])
    assert oracle.is_projective(found)
    assert oracle.is_projective(tree) == (found == tree)
    for word in range(len(tree)):
        assert oracle.below(found, word) <= oracle.below(tree, word)
        if oracle.is_contiguous(tree, word):
            kept = oracle.span(tree, word)
            assert all(found[other] in kept for other in kept if other != word)


def source_order(tree: list[int], node: int) -> list[int]:
    """The words below a node, every head among its dependents' subtrees where it stands itself."""
    units = sorted([node, *(word for word, head in enumerate(tree) if head == node)])
    return [
        word for unit in units for word in ([node] if unit == node else source_order(tree, unit))
    ]


@given(heads())
def test_source_order_is_the_identity(tree: list[int]) -> None:
    (found,) = lifted([tree])
    assert source_order(found, found.index(-1)) == list(range(len(tree)))


@given(heads())
def test_single_trees_are_lifted_alike(tree: list[int]) -> None:
    found = sentence(tree).projective()
    assert found.tree == sentence(oracle.lifted(tree))
    assert found.lifted == sum(a != b for a, b in zip(tree, oracle.lifted(tree), strict=True))


def test_rows_without_words_and_slices() -> None:
    batch = batch_of([[-1], [], [2, -1, 1, 1, 2], [1, -1]])
    assert batch.projective().lifted.tolist() == [0, 0, 2, 0]
    part = batch.rows(1, 3).projective()
    assert part.lifted.tolist() == [0, 2]
    assert part.trees.heads.tolist() == oracle.lifted([2, -1, 1, 1, 2])


BAD = {
    "cycle": [-1, 2, 1],
    "own head": [-1, 1],
    "no root": [1, 0],
    "two roots": [-1, -1],
    "past the end": [-1, 2],
    "far past the end": [-1, 2**31 - 1],
    "below the root": [-1, -2],
    "far below": [-1, -(2**31)],
}


@pytest.mark.parametrize("row", BAD.values(), ids=BAD)
def test_what_is_no_tree_is_refused(row: list[int]) -> None:
    with refused(InputError):
        batch_of([[-1], row]).projective()


def test_the_kernel_refuses_hostile_arrays() -> None:
    heads = np.array([-1, 0], np.int32)
    for wrong in ([0, 3], [-1, 2], [2, 0], []):
        with pytest.raises(InputError):
            _kernels.lift_heads(_kernels.Ragged(heads, np.array(wrong, np.int64)), 10)
    crossing = np.array([2, -1, 1], np.int32)
    with refused(InputError):
        _kernels.lift_heads(_kernels.Ragged(crossing, np.array([0, 3])), 2)


@pytest.mark.slow
def test_the_worst_sentence_takes_a_moment() -> None:
    """Half the words hang on the end of a long chain that they must climb."""
    half = LIMITS.words // 2
    tree = [2 * half - 1] * half + [-1] + list(range(half, 2 * half - 1))
    trees, counts = batch_of([tree]).projective()
    assert counts.tolist() == [half]
    assert trees.heads.tolist() == [half] * half + tree[half:]
