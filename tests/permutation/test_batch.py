"""PermutationBatch: nothing but its rows, from alignments and against a reference."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from alignment_strategies import alignments
from messages import refused
from oracles import alignments as oracles
from strategies import permutations, ragged
from wordorder import (
    Alignment,
    AlignmentBatch,
    InputError,
    Permutation,
    PermutationBatch,
    UsageError,
    _kernels,
    ordering_scores,
)
from wordorder.permutation import CONVENTIONS

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

Drawn = tuple[set[tuple[int, int]], int, int]

some_alignments = st.lists(alignments(6).map(lambda drawn: Alignment(*drawn)), max_size=4)


@st.composite
def batches(draw: DrawFn) -> tuple[PermutationBatch, list[list[int]]]:
    """A batch, whole or with values before and behind its rows, with its rows one by one."""
    rows = draw(st.lists(permutations(max_size=7), max_size=6))
    values, offsets = ragged(rows)
    before, behind = draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
    padding = np.full(before, 99, np.int32), np.full(behind, 99, np.int32)
    padded = np.concatenate([padding[0], values, padding[1]])
    return PermutationBatch(padded, offsets + before), rows


# From alignments


@given(some_alignments, st.data())
def test_every_row_is_that_of_its_alignment(rows: list[Alignment], data: st.DataObject) -> None:
    start, stop = sorted(data.draw(st.tuples(*[st.integers(0, len(rows))] * 2)))
    whole = AlignmentBatch.from_alignments(rows, first_line=5)
    for batch, expected in ((whole, rows), (whole.rows(start, stop), rows[start:stop])):
        for convention in CONVENTIONS:
            made = PermutationBatch.from_alignments(batch, convention)
            alone = [Permutation.from_alignment(row, convention) for row in expected]
            assert list(made) == alone
            assert [p.groups for p in made] == [p.groups for p in alone]
            assert made.first_line == batch.first_line
            assert made.lengths.tolist() == [len(p) for p in alone]
            has_groups = any(p.groups for p in alone)
            assert (made.group_starts is not None) == has_groups


def test_a_row_without_links_has_no_words_and_shifts_nothing() -> None:
    rows = [Alignment.parse("0-1 1-0"), Alignment([], 5, 5), Alignment.parse("0-0")]
    batch = PermutationBatch.from_alignments(AlignmentBatch.from_alignments(rows))
    assert batch.offsets.tolist() == [0, 2, 2, 3]
    assert batch.values.tolist() == [1, 0, 0]
    scores = ordering_scores(batch.values, batch.offsets, "kendall")["kendall"]
    np.testing.assert_array_equal(scores, [0, np.nan, 1])


def test_lrscore_is_the_default_and_others_are_refused() -> None:
    alignments = AlignmentBatch.from_alignments([Alignment([(0, 6), (1, 5)], 3, 7)])
    assert list(PermutationBatch.from_alignments(alignments)[0]) == [2, 0, 1]
    with refused(UsageError):
        PermutationBatch.from_alignments(alignments, "lr")  # type: ignore[arg-type]


# Orders


@pytest.mark.slow
@given(batches())
def test_orders_are_those_of_the_rows(drawn: tuple[PermutationBatch, list[list[int]]]) -> None:
    batch, rows = drawn
    orders = batch.orders
    assert len(batch) == len(rows)
    assert orders.dtype == batch.values.dtype
    for k, row in enumerate(rows):
        assert list(batch[k]) == row
        part = orders[batch.offsets[k] : batch.offsets[k + 1]]
        assert part.tolist() == Permutation(row).order.tolist()
    # As text, a line for each row.
    assert batch.to_text() == "".join(" ".join(map(str, row)) + "\n" for row in rows)
    orders = [Permutation(row).order for row in rows]
    assert batch.to_text(order=True) == "".join(" ".join(map(str, row)) + "\n" for row in orders)


def test_orders_of_nothing() -> None:
    for offsets in ([0], [0, 0], [0, 0, 0]):
        batch = PermutationBatch(np.empty(0, np.int32), np.array(offsets, np.int64))
        assert batch.orders.tolist() == []
        assert list(batch) == [Permutation([])] * (len(offsets) - 1)


# Against a reference


def relative(system: Permutation, reference: Permutation) -> Permutation:
    """Of one row; undefined if either side is."""
    if not len(system) or not len(reference):
        return Permutation([])
    return system.relative_to(reference)


@st.composite
def systems_and_references(
    draw: DrawFn,
) -> tuple[list[Alignment], list[list[int]]]:
    """Reference alignments, and for each an order of as many words, or no order."""
    references, orders = [], []
    for links, n, m in draw(st.lists(alignments(6), max_size=4)):
        references.append(Alignment(links, n, m))
        orders.append(draw(st.permutations(range(n))) if draw(st.integers(0, 4)) else [])
    return references, orders


@given(systems_and_references(), st.integers(0, 3))
def test_relative_orders_are_those_of_the_rows(
    drawn: tuple[list[Alignment], list[list[int]]], before: int
) -> None:
    references, orders = drawn
    values, offsets = ragged([Permutation.from_order(order).ranks for order in orders])
    padded = np.concatenate([np.full(before, 9, np.int32), values])
    systems = PermutationBatch(padded, offsets + before, first_line=3)
    alignments = AlignmentBatch.from_alignments(references)
    for convention in ("lrscore", "reference"):
        batch = PermutationBatch.from_alignments(alignments, convention)
        found = systems.relative_to(batch)
        assert list(found) == [relative(a, b) for a, b in zip(systems, batch, strict=True)]
        assert found.first_line == 3
        assert found.group_starts is None
    # The last one, of the reference convention, is also what the oracles say.
    for row, alignment, order in zip(found, references, orders, strict=True):
        links, n = set(alignment), alignment.source_length
        assert list(row) == oracles.relative_ranks(
            order, oracles.reference_order(links, n), oracles.reference_groups(links, n)
        )


@pytest.mark.slow
@settings(max_examples=25)
@given(st.lists(st.tuples(alignments(6), st.randoms(use_true_random=False)), max_size=5))
def test_a_slice_is_compared_like_its_rows(drawn: list[tuple[Drawn, Any]]) -> None:
    rows = [Alignment(*alignment) for alignment, _ in drawn]
    reference = PermutationBatch.from_alignments(AlignmentBatch.from_alignments(rows), "reference")
    orders = [
        rng.sample(range(len(p)), len(p)) for (_, rng), p in zip(drawn, reference, strict=True)
    ]
    values, offsets = ragged([Permutation.from_order(order).ranks for order in orders])
    systems = PermutationBatch(values, offsets)
    for start in range(len(rows)):
        part, other = (
            PermutationBatch(batch.values, batch.offsets[start:], start + 1, batch.group_starts)
            for batch in (systems, reference)
        )
        expected = [relative(systems[k], reference[k]) for k in range(start, len(rows))]
        assert list(part.relative_to(other)) == expected


def test_the_worked_example_of_s2_3() -> None:
    # Words a b c d; the reference says b d a c, the hypothesis b a c d.
    orders = np.array([1, 3, 0, 2, 1, 0, 2, 3], np.int32)
    four = np.array([0, 4], np.int64)
    reference, hypothesis = (
        PermutationBatch(Permutation.from_order(order).ranks, four)
        for order in (orders[:4], orders[4:])
    )
    assert list(hypothesis.relative_to(reference)[0]) == [0, 2, 3, 1]


def test_undefined_rows_shift_nothing() -> None:
    systems = PermutationBatch(*ragged([[1, 0], [0, 1, 2], [], [2, 1, 0]]))
    reference = PermutationBatch(*ragged([[0, 1], [], [1, 0], [2, 1, 0]]))
    found = systems.relative_to(reference)
    assert found.offsets.tolist() == [0, 2, 2, 2, 5]
    assert found.values.tolist() == [1, 0, 0, 1, 2]


def test_batches_that_do_not_go_together_are_refused() -> None:
    two, three = PermutationBatch(*ragged([[0], [0]])), PermutationBatch(*ragged([[0]] * 3))
    with refused(InputError):
        two.relative_to(three)
    long = PermutationBatch(*ragged([[0], [0, 1]]))
    with refused(InputError):
        two.relative_to(long)


@pytest.mark.parametrize(
    ("system", "starts"),
    [
        ([0, 0], [0, 1]),
        ([0, 2], [0, 1]),
        ([0, -1], [0, 1]),
        ([0, 1], [0, 2]),
        ([0, 1], [-1, 0]),
        ([0, 1], [1, 1]),
        ([0, 1, 2], [0, 0, 1]),
    ],
)
def test_the_kernel_refuses_values_that_are_no_permutations(
    system: list[int], starts: list[int]
) -> None:
    rows = _kernels.Ragged(*ragged([system]))
    with refused(InputError):
        _kernels.relative_permutations(rows, np.array(starts, np.int32))


# What is no batch


@pytest.mark.parametrize(
    "arguments",
    [
        ([0, 1], []),
        ([0, 1], [0, 50_000_000]),
        ([0, 1], [-1, 2]),
        ([0, 0], [0, 1, 2, 1]),
        ([0, 7_000_000], [0, 2]),
        ([0, 0, -1], [0, 1, 3]),
        ([0, 1, 1], [0, 1, 3]),
        ([*range(99), 0], [0, 100]),
        ([0, 1], [0, 2], 1, [0]),
        ([0, 1], [0, 2], 1, [0, 1, 2]),
    ],
)
def test_what_is_no_batch_is_refused(arguments: tuple[Any, ...]) -> None:
    with refused(InputError):
        PermutationBatch(*arguments)


@pytest.mark.parametrize(
    ("starts", "fit"),
    [
        ([2, 0, 1], True),
        ([2, 0, 0], True),
        ([1, 0, 1], True),
        ([0, 0, 0], True),
        ([3, 0, 1], False),
        ([2, -1, 1], False),
        ([2, 0, 7_000_000], False),
        ([2, 1, 1], False),
        ([0, 0, 1], False),
        ([1, 0, 0], False),
    ],
)
def test_group_starts_must_fit_the_ranks(starts: list[int], fit: bool) -> None:
    # Values before the rows and behind them are nobody's.
    arguments = [9, 0, 2, 0, 1, 9], [1, 2, 5], 1, [9, 0, *starts, 9]
    if fit:
        assert len(PermutationBatch(*arguments)) == 2
        return
    with refused(InputError):
        PermutationBatch(*arguments)


def test_a_pickle_is_no_way_around() -> None:
    batch = PermutationBatch([1, 0], [0, 2])
    make, (values, *others) = batch.__reduce__()
    assert list(make(values, *others)[0]) == [1, 0]
    with refused(InputError):
        make(values * 7_000_000, *others)


# Rows


def test_there_are_no_other_rows() -> None:
    batch = PermutationBatch(*ragged([[0], [1, 0]]))
    assert batch[np.int64(1)] == Permutation([1, 0])
    for row in (2, -1, 10**9):
        with pytest.raises(IndexError):
            batch[row]


def test_rows_belong_to_nobody_else() -> None:
    values, offsets = ragged([[0, 1], [1, 0]])
    starts = np.array([0, 0, 1, 0], np.int32)
    batch = PermutationBatch(values, offsets, group_starts=starts)
    first, second = batch
    values[:] = 9
    starts[:] = 9
    assert (first, second) == (Permutation([0, 1], groups=[(0, 2)]), Permutation([1, 0]))


def test_copies_have_the_same_rows() -> None:
    rows = [Alignment.parse("0-0 1-0 2-0"), Alignment([], 2, 2), Alignment.parse("0-1 1-0")]
    batch = PermutationBatch.from_alignments(
        AlignmentBatch.from_alignments(rows, first_line=4), "reference"
    )
    for duplicate in (copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert list(duplicate) == list(batch)
        assert duplicate.first_line == 4


def test_single_permutations_are_put_together() -> None:
    rows = [Permutation([1, 0]), [0], Permutation([]), Permutation([0, 2, 1], groups=[(1, 3)])]
    batch = PermutationBatch.from_permutations(rows, first_line=7)
    assert (len(batch), batch.first_line) == (4, 7)
    assert [batch[row].ranks.tolist() for row in range(4)] == [[1, 0], [0], [], [0, 2, 1]]
    assert [len(batch[row].groups) for row in range(4)] == [0, 0, 0, 1]
    assert PermutationBatch.from_permutations(rows[:2]).group_starts is None
    assert len(PermutationBatch.from_permutations([])) == 0
    with refused(InputError):
        PermutationBatch.from_permutations([[1, 1]])
