"""Permutation: ranks and orders, the laws they obey, and what is refused."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.lib.stride_tricks import as_strided

from messages import refused
from oracles import metrics
from strategies import permutations
from wordorder import InputError, Permutation, UsageError, permutation_scores
from wordorder.arrays import as_int32, as_integers, frozen

if TYPE_CHECKING:
    from collections.abc import Callable


def same_length(count: int, max_size: int = 12) -> st.SearchStrategy[tuple[Permutation, ...]]:
    """Several permutations that can be composed."""
    return st.integers(0, max_size).flatmap(
        lambda n: st.tuples(*[permutations(n, n).map(Permutation)] * count)
    )


MAKERS: dict[str, Callable[[], Permutation]] = {
    "constructor": lambda: Permutation([1, 2, 0]),
    "from_order": lambda: Permutation.from_order([2, 0, 1]),
    "parse": lambda: Permutation.parse("2 3 1"),
    "identity": lambda: Permutation.identity(3),
    "inverted": lambda: Permutation.inverted(3),
    "random": lambda: Permutation.random(3, 1),
    "inverse": lambda: Permutation([1, 2, 0]).inverse(),
    "compose": lambda: Permutation([1, 2, 0]).compose(Permutation([1, 2, 0])),
    "relative_to": lambda: Permutation([1, 2, 0]).relative_to(Permutation([0, 2, 1])),
    "pickle": lambda: pickle.loads(pickle.dumps(Permutation([1, 2, 0]))),
}


# Ranks and orders


def test_ranks_are_not_orders() -> None:
    # Word 0 goes to place 1, word 1 to place 2, word 2 to place 0: at place 0 stands word 2.
    permutation = Permutation([1, 2, 0])
    assert permutation.ranks.tolist() == [1, 2, 0]
    assert permutation.order.tolist() == [2, 0, 1]
    assert Permutation.from_order([2, 0, 1]) == permutation
    assert Permutation.from_order([1, 2, 0]) != permutation


@given(permutations().map(Permutation))
def test_order_undoes_ranks(p: Permutation) -> None:
    words = list(range(len(p)))
    assert [int(p.order[rank]) for rank in p] == words
    assert [int(p.ranks[word]) for word in p.order] == words


@given(permutations())
def test_a_permutation_is_the_sequence_of_its_ranks(ranks: list[int]) -> None:
    p = Permutation(ranks)
    assert len(p) == len(ranks)
    assert list(p) == ranks
    assert [p[word] for word in range(len(p))] == ranks
    assert p.ranks.dtype == np.int32
    assert eval(repr(p)) == p
    assert Permutation.parse(str(p)) == p


def test_text_counts_from_1_and_repr_from_0() -> None:
    p = Permutation([1, 3, 0, 2])
    assert str(p) == "⟨2, 4, 1, 3⟩"
    assert repr(p) == "Permutation([1, 3, 0, 2])"
    assert str(Permutation([])) == "⟨⟩"


def test_a_word_that_does_not_exist_has_no_rank() -> None:
    with pytest.raises(IndexError):
        Permutation([0, 1])[2]


# The group, and orders relative to each other


@given(same_length(3))
def test_permutations_form_a_group(three: tuple[Permutation, ...]) -> None:
    p, q, r = three
    identity = Permutation.identity(len(p))
    assert p.compose(q).compose(r) == p.compose(q.compose(r))
    assert p.compose(identity) == identity.compose(p) == p
    assert p.compose(p.inverse()) == p.inverse().compose(p) == identity
    assert p.inverse().inverse() == p
    assert p.compose(q).inverse() == q.inverse().compose(p.inverse())


@given(same_length(2))
def test_compose_does_the_argument_first(two: tuple[Permutation, ...]) -> None:
    then, first = two
    assert list(then.compose(first)) == [then[first[word]] for word in range(len(first))]


def test_relative_order_reads_the_hypothesis_and_writes_reference_ranks() -> None:
    # Words a b c d; the reference says b d a c, the hypothesis b a c d.
    reference = Permutation.from_order([1, 3, 0, 2])
    hypothesis = Permutation.from_order([1, 0, 2, 3])
    relative = hypothesis.relative_to(reference)
    assert list(relative) == [0, 2, 3, 1]
    assert permutation_scores(relative, "kendall")["kendall"] == pytest.approx(4 / 6)
    assert permutation_scores(relative, "hamming")["hamming"] == 1 / 4


@given(same_length(2))
def test_relative_order_is_reference_after_inverse(two: tuple[Permutation, ...]) -> None:
    hypothesis, reference = two
    relative = hypothesis.relative_to(reference)
    assert relative == reference.compose(hypothesis.inverse())
    assert (relative == Permutation.identity(len(relative))) == (hypothesis == reference)


@given(same_length(2).filter(lambda two: len(two[0]) > 1))
def test_relative_scores_compare_the_two_rankings(two: tuple[Permutation, ...]) -> None:
    hypothesis, reference = two
    pairs = list(combinations(range(len(reference)), 2))
    discordant = sum(
        (hypothesis[i] - hypothesis[j]) * (reference[i] - reference[j]) < 0 for i, j in pairs
    )
    equal = sum(map(int.__eq__, hypothesis, reference))
    scores = permutation_scores(hypothesis.relative_to(reference), "kendall,hamming")
    assert scores["kendall"] == pytest.approx(float(1 - Fraction(discordant, len(pairs))))
    assert scores["hamming"] == pytest.approx(equal / len(reference))


@given(permutations(max_size=130).map(Permutation), st.sampled_from([None, *metrics.FLAT]))
def test_only_pet_depends_on_the_direction(p: Permutation, op_score: str | None) -> None:
    there = permutation_scores(p, op_score=op_score)
    back = permutation_scores(p.inverse(), op_score=op_score)
    del there["pet"], back["pet"]
    assert there == pytest.approx(back, rel=0, abs=1e-12, nan_ok=True)


def test_pet_depends_on_the_direction() -> None:
    # An inverted node over one monotone block: whether the block comes first or last matters.
    p = Permutation.parse("⟨4, 3, 1, 2⟩")
    there, back = (permutation_scores(x, "pet")["pet"] for x in (p, p.inverse()))
    assert (there, back) == pytest.approx((0.2, 0.16))


def test_an_asymmetric_operator_score_depends_on_the_direction() -> None:
    p = Permutation.parse("⟨2, 4, 1, 3⟩")
    score = {(1, 2): 1.0, (2, 1): 0.0, (2, 4, 1, 3): 0.75, (3, 1, 4, 2): 0.25}
    there, back = (
        permutation_scores(x, "pef", op_score=score.__getitem__)["pef"] for x in (p, p.inverse())
    )
    assert (there, back) == (0.75, 0.25)


@pytest.mark.parametrize("operation", [Permutation.compose, Permutation.relative_to])
def test_different_lengths_do_not_go_together(operation: Callable[..., Permutation]) -> None:
    with refused(InputError):
        operation(Permutation([1, 0]), Permutation([1, 0, 2]))


# Values: equality, copies, immutability


@given(permutations(max_size=5), permutations(max_size=5))
def test_equal_ranks_make_equal_permutations(a: list[int], b: list[int]) -> None:
    p, q = Permutation(a), Permutation(np.array(b, np.uint8))
    assert (p == q) == (a == b)
    assert (p != q) == (a != b)
    assert len({p, q}) == 1 + (a != b)


def test_a_permutation_equals_nothing_else() -> None:
    assert Permutation([0, 1]) != [0, 1]
    assert Permutation([]) != ()


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))]
)
@pytest.mark.parametrize("ranks", [[], [0], [2, 0, 1], list(range(100))])
def test_copies_are_equal(duplicate: Callable[[Any], Any], ranks: list[int]) -> None:
    p = Permutation(ranks)
    assert duplicate(p) == p
    assert hash(duplicate(p)) == hash(p)
    assert type(duplicate(p)) is Permutation


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_nothing_can_be_overwritten(make: Callable[[], Permutation]) -> None:
    p = make()
    for array in (p.ranks, p.order):
        assert not array.flags.writeable
        with refused(ValueError):
            array[0] = 0
    with pytest.raises(AttributeError):
        p.ranks = np.array([0, 1, 2])  # type: ignore[misc]
    with pytest.raises(AttributeError):
        p.name = "new"  # type: ignore[attr-defined]


def test_the_callers_array_is_neither_shared_nor_frozen() -> None:
    source = np.array([1, 0], np.int32)
    p = Permutation(source)
    source[:] = [0, 1]
    assert list(p) == [1, 0]


# Ways to make one


@pytest.mark.parametrize("n", [0, 1, 2, 5, 64, 65])
def test_identity_and_inverted_are_what_they_say(n: int) -> None:
    assert list(Permutation.identity(n)) == list(range(n))
    assert list(Permutation.inverted(n)) == list(range(n))[::-1]


def test_random_permutations_depend_on_the_seed_alone() -> None:
    drawn = [Permutation.random(20, 7) for _ in range(2)]
    assert drawn[0] == drawn[1]
    rng = np.random.default_rng(7)
    assert Permutation.random(20, rng) == drawn[0]
    assert Permutation.random(20, rng) != drawn[0]
    assert Permutation.random(0, 1) == Permutation([])


def test_every_permutation_is_drawn() -> None:
    rng = np.random.default_rng(1)
    assert len({Permutation.random(3, rng) for _ in range(200)}) == 6


@pytest.mark.parametrize("make", [Permutation.identity, Permutation.inverted])
def test_a_negative_length_is_refused(make: Callable[[int], Permutation]) -> None:
    with refused(UsageError):
        make(-1)
    with refused(UsageError):
        Permutation.random(-2, 1)


@pytest.mark.parametrize(
    "ranks",
    [
        (1, 0),
        range(1, -1, -1),
        np.array([1, 0], np.uint8),
        np.array([1, 0], np.uint64),
        np.array([1, 0], ">i8"),
        np.array([1, 9, 0, 9])[::2],
        Permutation([1, 0]),
    ],
    ids=repr,
)
def test_any_sequence_of_integers_will_do(ranks: Any) -> None:
    assert list(Permutation(ranks)) == [1, 0]


@pytest.mark.parametrize("nothing", [[], (), np.array([]), np.array([], np.int8)], ids=repr)
def test_no_words_are_a_permutation(nothing: Any) -> None:
    assert len(Permutation(nothing)) == 0


# What is refused

NOT_PERMUTATIONS = [
    [0, 0, 1],
    [2, 2, 2],
    [0, 2],
    [-1, 0],
    [5],
    [2, 1],
    [*range(99), 98],
    [*range(99), -(2**31)],
]


@pytest.mark.parametrize("ranks", NOT_PERMUTATIONS)
def test_what_is_no_permutation_is_refused_with_the_defect(ranks: list[int]) -> None:
    with refused(InputError):
        Permutation(ranks)


WRONG_TYPES = [
    [[0, 1]],
    [[0], [1, 2]],
    [0, [1]],
    3,
    "01",
    {0, 1},
    [None],
    [0.0, 1.0],
    [True, False],
    ["a", "b"],
    [0, 2**40],
    [-(2**40)],
    [2**63],
    [10**30],
]


@pytest.mark.parametrize("ranks", WRONG_TYPES, ids=lambda value: repr(value)[:40])
def test_what_are_no_ranks_is_refused(ranks: Any) -> None:
    with refused(InputError):
        Permutation(ranks)


@pytest.mark.parametrize("ranks", [[0, 2**63], [0, "1"], [0, 0.5]], ids=repr)
def test_mixed_values_are_an_input_error_too(ranks: Any) -> None:
    with pytest.raises(InputError):
        Permutation(ranks)


# The arrays behind it


@pytest.mark.parametrize("convert", [as_int32, as_integers])
def test_a_fitting_array_that_nobody_writes_is_read_without_a_copy(
    convert: Callable[..., np.ndarray],
) -> None:
    array = frozen(np.arange(5, dtype=np.int32))
    assert np.shares_memory(convert(array, "values"), array)
    assert np.shares_memory(convert(array[1:], "values"), array)


def test_arrow_arrays_and_their_slices_are_read_without_a_copy() -> None:
    arrow = pytest.importorskip("pyarrow")
    lists = arrow.array([[1, 0], [0], [0, 1]], arrow.list_(arrow.int32()))
    chunked = arrow.chunked_array([lists.values])
    for array in (lists.values, lists[1:].values, lists.offsets, lists[1:].offsets, chunked):
        numbers = np.asarray(array)
        assert as_int32(numbers, "values") is numbers


def test_read_only_views_of_owners_that_nobody_knows_are_copied() -> None:
    class Lender:
        def __init__(self, array: np.ndarray) -> None:
            address, _ = array.__array_interface__["data"]
            self.__array_interface__ = {**array.__array_interface__, "data": (address, True)}

    array = np.arange(5, dtype=np.int32)
    for view in (as_strided(array, writeable=False), np.asarray(Lender(array))):
        assert not view.flags.writeable
        assert np.shares_memory(view, array)
        taken = as_int32(view, "values")
        assert not np.shares_memory(taken, array)
        assert not taken.flags.writeable


def test_what_somebody_may_write_is_copied() -> None:
    array = np.arange(5, dtype=np.int32)
    view = array[:]
    view.flags.writeable = False
    buffer = memoryview(bytearray(array.tobytes())).toreadonly()
    for other in (array, view, np.frombuffer(buffer, np.int32)):
        taken = as_int32(other, "values")
        assert not np.shares_memory(taken, other)
        assert not taken.flags.writeable
    assert as_int32(np.frombuffer(array.tobytes(), np.int32), "values").tolist() == array.tolist()


def test_the_refused_array_is_named() -> None:
    with refused(InputError):
        as_int32([0, 2**31], "links")
