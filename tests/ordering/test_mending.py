"""Misplaced words and mending moves, against every block tried at every place."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from oracles import mending
from strategies import every, long_permutations, permutations
from wordorder import (
    InputError,
    Permutation,
    UsageError,
    permutation_scores,
)
from wordorder.ordering import mending_moves, mending_moves_batch, misplaced_words
from wordorder.permutation import PermutationBatch

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLE = Permutation.parse("⟨2, 4, 5, 6, 1, 3⟩")
ALL = 1000  # more moves than any permutation here needs


def assert_mended_as_by_the_oracle(ranks: Sequence[int], most: int) -> None:
    found, expected = mending_moves(ranks, most), mending.mending_moves(ranks, most)
    assert [(m.start, m.stop, m.to, tuple(m.permutation)) for m in found] == [
        (m.start, m.stop, m.to, m.ranks) for m in expected
    ]
    for name in ("gain", "kendall"):
        assert [getattr(move, name) for move in found] == pytest.approx(
            [float(getattr(move, name)) for move in expected], rel=0, abs=1e-12
        )


def kendall(ranks: Permutation | Sequence[int]) -> float:
    return permutation_scores(ranks, "kendall")["kendall"]


def first_move(text: str) -> tuple[int, int, int]:
    move = mending_moves(Permutation.parse(text), most=1)[0]
    return move.start, move.stop, move.to


# Misplaced words


@pytest.mark.parametrize("n", range(7))
def test_misplaced_are_the_words_outside_the_first_longest_increasing_subsequence(n: int) -> None:
    for ranks in every(n):
        in_place = next(
            chosen
            for size in range(n, -1, -1)
            for chosen in combinations(range(n), size)
            if all(ranks[i] < ranks[j] for i, j in pairwise(chosen))
        )
        assert misplaced_words(ranks) == tuple(sorted({*range(n)} - {*in_place}))


@given(permutations(min_size=2))
def test_ulam_says_how_many_words_are_misplaced(ranks: list[int]) -> None:
    misplaced = (len(ranks) - 1) * (1 - permutation_scores(ranks, "ulam")["ulam"])
    assert len(misplaced_words(ranks)) == pytest.approx(misplaced)


def test_of_swapped_words_the_second_is_misplaced() -> None:
    assert misplaced_words(Permutation.parse("⟨2, 1, 4, 3⟩")) == (1, 3)


# Mending moves


@pytest.mark.parametrize("n", [*range(6), pytest.param(6, marks=pytest.mark.slow)])
def test_every_short_permutation_is_mended_as_by_the_oracle(n: int) -> None:
    for ranks in every(n):
        assert_mended_as_by_the_oracle(ranks, most=ALL)


@given(permutations(max_size=12), st.integers(0, 4))
def test_any_permutation_is_mended_as_by_the_oracle(ranks: list[int], most: int) -> None:
    assert_mended_as_by_the_oracle(ranks, most)


@given(st.one_of(permutations(), long_permutations()))
def test_gains_add_up_to_what_kendall_rises(ranks: list[int]) -> None:
    moves = mending_moves(ranks)
    before = kendall(ranks)
    for move in moves:
        assert move.gain > 0
        assert move.kendall == kendall(move.permutation)
        assert move.kendall - before == pytest.approx(move.gain, abs=1e-12)
        before = move.kendall


@given(st.one_of(permutations(), long_permutations()))
def test_a_move_puts_a_block_before_the_word_it_names(ranks: list[int]) -> None:
    before = ranks
    for move in mending_moves(ranks):
        block = before[move.start : move.stop]
        assert max(block) - min(block) == len(block) - 1
        after = mending.moved(before, move.start, move.stop, move.to)
        assert move.permutation == Permutation(after)
        before = list(after)


@pytest.mark.slow
@given(permutations(min_size=1))
def test_fewer_moves_are_the_first_ones_and_enough_moves_mend_all(ranks: list[int]) -> None:
    moves = mending_moves(ranks, ALL)
    assert mending_moves(ranks) == moves[:3]
    assert mending_moves(ranks, 0) == ()
    mended = moves[-1].permutation if moves else Permutation(ranks)
    assert mended == Permutation.identity(len(ranks))


@pytest.mark.parametrize("n", [0, 1, 2, 100])
def test_the_right_order_needs_no_move(n: int) -> None:
    assert mending_moves(Permutation.identity(n)) == ()
    assert misplaced_words(Permutation.identity(n)) == ()


@given(st.integers(2, 300), st.data())
def test_one_block_at_the_wrong_place_is_mended_by_one_move(n: int, data: st.DataObject) -> None:
    cuts = st.lists(st.integers(0, n), min_size=3, max_size=3, unique=True).map(sorted)
    first, middle, last = data.draw(cuts)
    words = range(n)
    ranks = [*words[:first], *words[middle:last], *words[first:middle], *words[last:]]
    (move,) = mending_moves(ranks)
    assert move.permutation == Permutation.identity(n)
    assert move.kendall == 1
    assert move.stop - move.start == min(middle - first, last - middle)


def test_a_later_move_may_gain_more_than_an_earlier_one() -> None:
    gains = [move.gain for move in mending_moves(Permutation.parse("⟨3, 1, 4, 2⟩"))]
    assert gains == pytest.approx([1 / 6, 2 / 6])


def test_of_equal_gains_the_shorter_block_is_moved() -> None:
    assert first_move("⟨2, 3, 4, 1⟩") == (3, 4, 0)
    assert first_move("⟨4, 1, 2, 3⟩") == (0, 1, 4)


def test_of_equal_gains_and_lengths_the_first_block_is_moved() -> None:
    assert first_move("⟨2, 1, 4, 3⟩") == (0, 1, 2)


def test_of_equal_gains_of_one_block_the_nearest_place_is_taken() -> None:
    assert first_move("⟨3, 1, 4, 2⟩") == (0, 1, 2)  # not 4
    assert first_move("⟨3, 9, 11, 1, 12, 5, 6, 7, 8, 2, 4, 10⟩") == (5, 9, 11)  # not 1


def test_of_equally_near_places_the_left_one_is_taken() -> None:
    assert first_move("⟨2, 8, 10, 4, 5, 6, 7, 1, 3, 9⟩") == (3, 7, 1)  # not 9


def test_the_moves_of_the_example_are_those_of_the_documentation() -> None:
    first, second = mending_moves(EXAMPLE)
    assert (first.start, first.stop, first.to) == (1, 4, 6)
    assert (first.gain, first.kendall) == pytest.approx((6 / 15, 14 / 15))
    assert first.permutation == Permutation.parse("⟨2, 1, 3, 4, 5, 6⟩")
    assert (second.start, second.stop, second.to, second.kendall) == (0, 1, 2, 1.0)
    assert {type(first.start), type(first.stop), type(first.to)} == {int}
    assert {type(first.gain), type(first.kendall)} == {float}


@pytest.mark.slow
def test_long_permutations_of_any_shape_are_mended() -> None:
    n = 30_000
    perfect_shuffle = [*range(0, n, 2), *range(1, n, 2)]
    for long in (Permutation.random(n, 1), Permutation.inverted(n), Permutation(perfect_shuffle)):
        assert len(mending_moves(long, most=1)) == 1


def test_what_cannot_be_mended_is_refused() -> None:
    with refused(UsageError):
        mending_moves(EXAMPLE, most=-1)
    for function in (mending_moves, misplaced_words):
        with refused(InputError):
            function([0, 0])


# Many permutations at once


@pytest.mark.slow
@given(
    st.lists(st.one_of(permutations(max_size=60), long_permutations(80)), max_size=5),
    st.integers(0, 4),
    st.sampled_from([1, 3]),
)
def test_many_permutations_are_mended_as_by_a_plain_scan(rows, most: int, threads: int) -> None:
    batch = PermutationBatch.from_permutations(rows)
    found = mending_moves_batch(batch, most, threads=threads)
    assert len(found.offsets) == len(rows) + 1
    for row, ranks in enumerate(rows):
        part = slice(*found.offsets[row : row + 2])
        expected = mending.scanned_moves(ranks, most)
        columns = (found.start[part], found.stop[part], found.to[part])
        assert list(zip(*(one.tolist() for one in columns), strict=True)) == [
            (start, stop, to) for start, stop, to, _ in expected
        ]
        pairs = max(1, len(ranks) * (len(ranks) - 1) // 2)
        gains = [gained / pairs for *_, gained in expected]
        assert found.gain[part].tolist() == pytest.approx(gains)


@pytest.mark.parametrize("n", range(6))
def test_the_plain_scan_finds_the_moves_of_the_oracle(n: int) -> None:
    for ranks in every(n):
        expected = [(m.start, m.stop, m.to) for m in mending.mending_moves(ranks)]
        assert [move[:3] for move in mending.scanned_moves(ranks, 3)] == expected


@pytest.mark.slow
def test_every_permutation_of_seven_words_is_mended_as_by_a_plain_scan() -> None:
    rows = list(every(7))
    found = mending_moves_batch(PermutationBatch.from_permutations(rows))
    moves = zip(found.start.tolist(), found.stop.tolist(), found.to.tolist(), strict=True)
    expected = [mending.scanned_moves(ranks, 3) for ranks in rows]
    assert list(moves) == [move[:3] for row in expected for move in row]
    assert np.diff(found.offsets).tolist() == [len(row) for row in expected]


def test_no_permutations_no_moves() -> None:
    found = mending_moves_batch(PermutationBatch.from_permutations([]))
    assert [len(column) for column in found] == [1, 0, 0, 0, 0]
    with refused(UsageError):
        mending_moves_batch(PermutationBatch.from_permutations([[1, 0]]), -1)
