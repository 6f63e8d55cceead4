"""Reorderings, found in one batch, against the slow, obvious implementation."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from alignment_strategies import alignments
from messages import refused
from oracles import reorderings as oracles
from oracles.alignments import every_alignment
from oracles.trees import flattened_tree, nodes
from reordering_batches import (
    Drawn,
    alignment_batch,
    by_row,
    constituency_batch,
    dependency_batch,
    linked,
    shortest,
    turned,
)
from reordering_strategies import (
    any_heads,
    constituent,
    labelled,
    reordered_alignments,
    with_constituency,
    with_dependencies,
)
from strategies import every, grown, permutations
from wordorder import Alignment, InputError, Permutation, UsageError
from wordorder.alignment import AlignmentBatch
from wordorder.reorderings import BRANCHINGS, extract_reorderings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wordorder.reorderings import Branching, ReorderingBatch

BOTH = pytest.mark.parametrize("branching", BRANCHINGS)
BOTH_OF_SIBLINGS = pytest.mark.parametrize("sibling_branching", BRANCHINGS)
SMALL_SHAPES = [(n, m) for n, m in product(range(1, 10), repeat=2) if n * m <= 9]


def spans(found: ReorderingBatch) -> list[list[tuple[int, ...]]]:
    """First and last word of A and B in the source, then in the target, row by row."""
    return by_row(found, map(tuple, found.spans.T.tolist()))


def oracle_spans(links: set[tuple[int, int]], found: Iterable[Any]) -> list[tuple[int, ...]]:
    rows = (oracles.spans(links, a, b) for a, b, *_ in found)
    return [(*s.a_source, *s.b_source, *s.a_target, *s.b_target) for s in rows]


def assert_as_the_oracle_says(rows: Iterable[Drawn], branching: Branching) -> None:
    rows = list(rows)
    batch = alignment_batch(rows)
    found = extract_reorderings(batch, branching=branching)
    expected = [oracles.reorderings(links, branching) for links, _, _ in rows]
    assert spans(found) == [
        oracle_spans(links, pairs) for (links, _, _), pairs in zip(rows, expected, strict=True)
    ]
    assert not found.syntactic.any()
    assert found.labels is None
    # With the boundaries between target words, without trees: the same of the turned links.
    over_target = extract_reorderings(batch, over="target", branching=branching)
    turned_links = [turned(row)[0] for row in rows]
    assert spans(over_target) == [
        [(*s[4:], *s[:4]) for s in oracle_spans(links, oracles.reorderings(links, branching))]
        for links in turned_links
    ]


# Without trees


@BOTH
@pytest.mark.parametrize(
    "n", [1, 2, 3, 4, 5, *(pytest.param(n, marks=pytest.mark.slow) for n in (6, 7))]
)
def test_all_permutations(n: int, branching: Branching) -> None:
    assert_as_the_oracle_says(((set(enumerate(ranks)), n, n) for ranks in every(n)), branching)


@pytest.mark.slow
@BOTH
def test_all_small_alignments(branching: Branching) -> None:
    assert_as_the_oracle_says(
        ((links, n, m) for n, m in SMALL_SHAPES for links in every_alignment(n, m)), branching
    )


@BOTH
@given(drawn=st.lists(st.one_of(reordered_alignments(), alignments(12)), max_size=8))
def test_any_alignments(branching: Branching, drawn: list[Drawn]) -> None:
    assert_as_the_oracle_says(drawn, branching)


@pytest.mark.slow
@BOTH
@given(drawn=reordered_alignments(25))
def test_longer_alignments(branching: Branching, drawn: Drawn) -> None:
    assert_as_the_oracle_says([drawn], branching)


@BOTH
@given(
    more=st.sampled_from([1, 63, 64, 65]),
    drawn=st.lists(st.one_of(reordered_alignments(25), alignments(12)), max_size=4),
)
def test_words_in_order_behind_a_sentence_change_nothing(
    branching: Branching, more: int, drawn: list[Drawn]
) -> None:
    # Short sentences are looked through in another way than long ones.
    longer = [
        (links | {(n + i, m + i) for i in range(more)}, n + more, m + more) for links, n, m in drawn
    ]
    found = extract_reorderings(alignment_batch(longer), branching=branching)
    assert spans(found) == spans(extract_reorderings(alignment_batch(drawn), branching=branching))


def binarised(inverted: Iterable[Sequence[range]], branching: Branching) -> list[tuple[int, ...]]:
    """A and B at each boundary between the children of inverted nodes, from left to right."""
    found = []
    for children in inverted:
        for one, other in pairwise(children):
            start = one.start if branching == "right" else children[0].start
            end = children[-1].stop if branching == "right" else other.stop
            found.append((start, one.stop - 1, other.start, end - 1))
    return sorted(found, key=lambda pair: pair[2])


def one_row(ranks: Sequence[int]) -> AlignmentBatch:
    return alignment_batch([(set(enumerate(ranks)), len(ranks), len(ranks))])


@BOTH
@given(ranks=permutations(1, 25))
def test_without_more_than_one_link_a_word_they_are_inverted_nodes(
    branching: Branching, ranks: list[int]
) -> None:
    inverted = [
        [range(child.start, child.end) for child in node.children]
        for node in nodes(flattened_tree(ranks))
        if node.kind == "inverted"
    ]
    (found,) = spans(extract_reorderings(one_row(ranks), branching=branching))
    assert [span[:4] for span in found] == binarised(inverted, branching)


@BOTH
def test_a_sentence_of_thousands_of_words(branching: Branching) -> None:
    ranks = grown(3000, seed=7)
    inverted = [
        [child.span for child in node.children]
        for node in Permutation(ranks).tree().nodes()
        if node.kind == "inverted"
    ]
    (found,) = spans(extract_reorderings(one_row(ranks), branching=branching))
    assert len(found) > 100
    assert [span[:4] for span in found] == binarised(inverted, branching)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("0-1 1-3 2-0 3-2", []),  # ⟨2, 4, 1, 3⟩
        ("0-3 1-2 2-1 3-0", [(0, 0, 1, 3), (1, 1, 2, 3), (2, 2, 3, 3)]),
        # Words without links before, between and behind the blocks.
        ("1-4 3-6 4-1 6-3", [(1, 3, 4, 6)]),
    ],
)
def test_small_examples(text: str, found: list[tuple[int, ...]]) -> None:
    (spans_of_the_row,) = spans(extract_reorderings(alignment_batch([shortest(linked(text))])))
    assert [span[:4] for span in spans_of_the_row] == found


@pytest.mark.parametrize("n", [1, 2, 3, 4, 10, 57])
def test_the_rquantity_of_inverted_words(n: int) -> None:
    found = extract_reorderings(one_row(range(n)[::-1]))
    assert found.rquantity()[0] == pytest.approx(sum(range(2, n + 1)) / n)
    assert found.source_widths().tolist() == list(range(n, 1, -1))


def test_no_links_no_reordering() -> None:
    found = extract_reorderings([Alignment([], 3, 2)])
    assert (len(found), found.rquantity().tolist()) == (0, [0])


def test_no_target_words_no_rquantity() -> None:
    found = extract_reorderings(alignment_batch([(set(), 1, 1), (set(), 1, 0)], first_line=41))
    assert len(found) == 0
    with refused(InputError):
        found.rquantity()


# Long sentences: nothing is quadratic

LONG = 100_000


def long_row(sources: Any, targets: Any, n: int, m: int) -> AlignmentBatch:
    ends = np.array([0, max(n, m)])
    columns = (np.broadcast_to(side, max(n, m)).astype(np.int32) for side in (sources, targets))
    return AlignmentBatch(*columns, ends, np.array([n]), np.array([m]))


@BOTH
def test_many_inverted_words(branching: Branching) -> None:
    every_word = np.arange(LONG)
    batch = long_row(every_word, every_word[::-1], LONG, LONG)
    found = extract_reorderings(batch, branching=branching)
    assert found.rquantity()[0] == pytest.approx((LONG * (LONG + 1) / 2 - 1) / LONG)
    widths = found.source_widths() if branching == "right" else found.source_widths()[::-1]
    assert (widths == np.arange(LONG, 1, -1)).all()


@pytest.mark.parametrize(
    ("sources", "targets", "n", "m"),
    [
        (np.arange(LONG), np.arange(LONG), LONG, LONG),
        (0, np.arange(LONG), 1, LONG),
        (np.arange(LONG), 0, LONG, 1),
    ],
    ids=["monotone", "one source word", "one target word"],
)
def test_many_words_that_do_not_move(sources: Any, targets: Any, n: int, m: int) -> None:
    batch = long_row(sources, targets, n, m)
    for over, branching in product(("source", "target"), BRANCHINGS):
        assert len(extract_reorderings(batch, over=over, branching=branching)) == 0


def test_many_words_in_any_order() -> None:
    # In such an order hardly any two neighbours have neighbouring ranks, and nothing else moves.
    ranks = np.random.default_rng(7).permutation(LONG)
    found = extract_reorderings(long_row(np.arange(LONG), ranks, LONG, LONG))
    swapped = np.flatnonzero(np.diff(ranks) == -1)
    assert found.spans[1].tolist() == swapped.tolist() != []
    assert (found.source_widths() == 2).all()


# With trees


def names(found: ReorderingBatch) -> list[list[tuple[Any, ...]]]:
    return by_row(found, ((one.syntactic, one.parent, one.a.label, one.b.label) for one in found))


def oracle_names(found: Iterable[oracles.Found]) -> list[tuple[Any, ...]]:
    return [
        (
            one.syntactic,
            one.parent,
            "+".join(one.a_labels) if one.syntactic else None,
            "+".join(one.b_labels) if one.syntactic else None,
        )
        for one in found
    ]


def of_constituents(drawn: Drawn, tree: Any, **options: Any) -> list[oracles.Found]:
    return oracles.constituency_reorderings(drawn[0], tree, **options)


def of_dependencies(drawn: Drawn, tree: Any, **options: Any) -> list[oracles.Found]:
    return oracles.dependency_reorderings(drawn[0], *tree, **options)


KINDS = pytest.mark.parametrize(
    ("pairs", "trees_of", "oracle"),
    [
        pytest.param(with_constituency(), constituency_batch, of_constituents, id="constituents"),
        pytest.param(with_dependencies(), dependency_batch, of_dependencies, id="dependencies"),
    ],
)


@pytest.mark.slow
@KINDS
@BOTH
@BOTH_OF_SIBLINGS
@given(data=st.data())
def test_trees_over_the_source(
    pairs: Any,
    trees_of: Callable[..., Any],
    oracle: Callable[..., list[oracles.Found]],
    branching: Branching,
    sibling_branching: Branching,
    data: st.DataObject,
) -> None:
    drawn = data.draw(st.lists(pairs, min_size=1, max_size=8))
    options = {"branching": branching, "sibling_branching": sibling_branching}
    rows = [row for row, _ in drawn]
    found = extract_reorderings(
        alignment_batch(rows), trees_of(tree for _, tree in drawn), **options
    )
    expected = [oracle(*pair, **options) for pair in drawn]
    assert names(found) == list(map(oracle_names, expected))
    assert spans(found) == [
        oracle_spans(row[0], pairs) for row, pairs in zip(rows, expected, strict=True)
    ]


@KINDS
@given(data=st.data())
def test_trees_over_the_target(
    pairs: Any,
    trees_of: Callable[..., Any],
    oracle: Callable[..., list[oracles.Found]],
    data: st.DataObject,
) -> None:
    # The side of the tree comes first in what is drawn.
    drawn = data.draw(st.lists(pairs.filter(lambda pair: pair[0][2] > 0), min_size=1, max_size=6))
    trees = trees_of(tree for _, tree in drawn)
    rows = [turned(row) for row, _ in drawn]
    found = extract_reorderings(alignment_batch(rows), trees, over="target")
    expected = [oracle(*pair) for pair in drawn]
    assert names(found) == list(map(oracle_names, expected))
    assert [[(*s[4:], *s[:4]) for s in row] for row in spans(found)] == [
        oracle_spans(row[0], pairs) for (row, _), pairs in zip(drawn, expected, strict=True)
    ]
    # RQuantity is still a share of target words, which here are those of the tree.
    for (_, _, m), blocks, quantity in zip(rows, expected, found.rquantity(), strict=True):
        total = sum(a[-1] - a[0] + b[-1] - b[0] + 2 for a, b, *_ in blocks)
        assert quantity == pytest.approx(total / m)


def sample(kind: str, count: int = 30) -> tuple[list[Drawn], list[Any]]:
    """Sentence pairs with trees that are the same in every run."""
    rng = random.Random(5)
    rows: list[Drawn] = []
    trees: list[Any] = []
    for _ in range(count):
        n = rng.randint(1, 12)
        order = rng.sample(range(n), n) if rng.random() < 0.3 else list(range(n))[::-1]
        rows.append(({(i, j) for i, j in enumerate(order) if rng.random() < 0.9}, n, n + 1))
        trees.append(
            constituent(rng, range(n)) if kind == "penn" else labelled(rng, any_heads(rng, n))
        )
    return rows, trees


@pytest.mark.parametrize(
    ("kind", "trees_of"), [("penn", constituency_batch), ("ud", dependency_batch)]
)
def test_rows_do_not_depend_on_their_batch(kind: str, trees_of: Callable[..., Any]) -> None:
    rows, trees = sample(kind)
    batch, tree_batch = alignment_batch(rows), trees_of(trees)
    together = extract_reorderings(batch, tree_batch)
    alone = [
        extract_reorderings(alignment_batch([row]), trees_of([tree]))
        for row, tree in zip(rows, trees, strict=True)
    ]
    assert len(together) > 30
    assert spans(together) == [spans(one)[0] for one in alone]
    assert names(together) == [names(one)[0] for one in alone]
    cut = extract_reorderings(batch.rows(7, 20), tree_batch.rows(7, 20))
    assert spans(cut) == spans(together)[7:20]
    assert names(cut) == names(together)[7:20]
    assert [one.line for one in cut] == [one.line for one in together if 8 <= one.line <= 20]


def test_one_reordering_as_an_object() -> None:
    # "white house" behind "said yesterday", on the second line.
    tree = ("S", ("NP", ("J", 0), ("N", 1)), ("VP", ("V", 2), ("R", 3)))
    rows = [(set(), 4, 1), (linked("0-3 1-4 2-1 3-2"), 4, 6)]
    found = extract_reorderings(alignment_batch(rows), constituency_batch([tree, tree]))
    (one,) = found
    assert one == found[0]
    assert (one.line, one.syntactic, one.parent) == (2, True, "S")
    assert one.a == (range(2), range(3, 5), "NP")
    assert one.b == (range(2, 4), range(1, 3), "VP")
    assert (one.source_width, one.target_width, one.width_class) == (4, 4, "short")
    for number in (-1, 1):
        with pytest.raises(IndexError):
            found[number]


def test_a_deep_tree_is_no_problem() -> None:
    # A chain of 4000 heads, the longest that a file may have, over words that are all inverted.
    n = 4000
    heads = [-1, *range(n - 1)]
    trees = dependency_batch([(heads, ["dep"] * n, ["X"] * n)])
    found = extract_reorderings(one_row(range(n)[::-1]), trees)
    assert found.syntactic.all()
    assert {(one.a.label, one.b.label) for one in found} == {("self", "dep")}
    assert found.source_widths().tolist() == list(range(n, 1, -1))


# What cannot be used


TWO = [(linked("0-1 1-0"), 2, 2)] * 2
FLAT = ("S", ("N", 0), ("V", 1))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_tree_for_every_sentence_pair(count: int) -> None:
    with refused(InputError):
        extract_reorderings(alignment_batch(TWO), constituency_batch([FLAT] * count))


@pytest.mark.parametrize("over", ["source", "target"])
def test_a_tree_has_the_words_of_its_sentence(over: Any) -> None:
    longer = ("S", FLAT, ("V", 2))
    with refused(InputError):
        extract_reorderings(
            alignment_batch(TWO, first_line=6), constituency_batch([FLAT, longer]), over=over
        )


@pytest.mark.parametrize(
    "heads",
    [
        [1, 0],
        [0, -1],
        [-1, 2],
        [-2, 0],
    ],
)
def test_heads_that_are_no_tree(heads: list[int]) -> None:
    trees = dependency_batch([(heads, ["dep"] * 2, ["X"] * 2)] * 2)
    with refused(InputError):
        extract_reorderings(alignment_batch(TWO), trees)


@pytest.mark.parametrize(
    ("column", "node", "value"),
    [
        ("parents", 0, 0),
        ("parents", 1, 2),
        ("parents", 1, -1),
        ("parents", 1, -2),
        ("first", 2, 0),
        ("first", 1, -1),
        ("last", 2, 2),
        ("last", 0, 2),
        ("last", 1, -1),
    ],
)
def test_nodes_that_are_no_tree(column: str, node: int, value: int) -> None:
    trees = constituency_batch([FLAT])
    values = getattr(trees, column).copy()
    values[node] = value
    with refused(InputError):
        extract_reorderings(alignment_batch(TWO[:1]), replace(trees, **{column: values}))


@pytest.mark.parametrize(
    "options", [{"over": "sauce"}, {"branching": "up"}, {"sibling_branching": "righ"}]
)
def test_options_that_are_not_known(options: dict[str, Any]) -> None:
    with refused(UsageError):
        extract_reorderings(alignment_batch(TWO), **options)


def test_the_names_of_very_long_runs_are_shortened() -> None:
    n = 120
    links = {(i, n - 1 - i) for i in range(n)}
    heads = [-1, *[0] * (n - 1)]
    deprels = ["root", *(f"d{word}" for word in range(1, n))]
    trees = dependency_batch([(heads, deprels, ["X"] * n)])
    found = extract_reorderings([Alignment(links, n, n)], trees)
    labels = [one.a.label for one in found]
    assert labels[49] == "+".join(["self", *(f"d{word}" for word in range(1, 50))])
    ends = ["self", *(f"d{w}" for w in range(1, 25)), "…", *(f"d{w}" for w in range(26, 51))]
    assert labels[50] == "+".join(ends)
