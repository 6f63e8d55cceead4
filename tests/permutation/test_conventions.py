"""From an alignment to a permutation, and groups with free inner order."""

from __future__ import annotations

import copy
import math
import pickle
from itertools import pairwise, permutations as every_order, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from alignment_strategies import alignments, long_alignments, marked_alignments
from messages import refused
from oracles import alignments as oracles
from wordorder import (
    Alignment,
    AlignmentBatch,
    InputError,
    Permutation,
    UsageError,
    metric_names,
    permutation_scores,
)
from wordorder.permutation import CONVENTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DrawFn

    from oracles.alignments import Links

Drawn = tuple[set[tuple[int, int]], int, int]

# Every shape with at most 9 cells; those that are far from square are left to the slow part.
QUICK = list(product(range(4), range(4)))
REST = [s for s in product(range(1, 10), range(1, 10)) if s[0] * s[1] <= 9 and s not in QUICK]
SHAPES = [*QUICK, *(pytest.param(*shape, marks=pytest.mark.slow) for shape in REST)]


def cells(text: str) -> Links:
    """Links written as one comma-separated cell per target word."""
    return {
        (int(i), j)
        for j, cell in enumerate(text.split(","))
        for i in cell.split("_")
        if cell  # an empty cell is a target word without links
    }


def group_words(permutation: Permutation) -> list[list[int]]:
    """The words of each group, in their order."""
    return [[int(permutation.order[place]) for place in group] for group in permutation.groups]


# Against the oracles


def assert_as_the_oracles_say(links: Links, n: int, m: int) -> None:
    alignment = Alignment(links, n, m)
    lrscore, reference, matched = (
        Permutation.from_alignment(alignment, convention) for convention in CONVENTIONS
    )
    assert list(lrscore) == oracles.lrscore_ranks(links, n)
    assert reference.order.tolist() == oracles.reference_order(links, n)
    assert group_words(reference) == oracles.reference_groups(links, n)
    assert group_words(reference) == list(map(list, alignment.groups()))
    assert list(matched) == oracles.matched_ranks(links)
    assert lrscore.groups == matched.groups == ()
    assert Permutation.from_alignment(alignment) == lrscore
    if links:
        names = [f"w{word}" for word in range(n)]
        assert reference.arranged(names) == oracles.arranged(names, links)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "m"), SHAPES)
def test_every_small_alignment_has_the_oracles_permutations(n: int, m: int) -> None:
    for links in oracles.every_alignment(n, m):
        assert_as_the_oracles_say(links, n, m)


@given(alignments())
def test_any_alignment_has_the_oracles_permutations(drawn: Drawn) -> None:
    assert_as_the_oracles_say(*drawn)


@pytest.mark.slow
@settings(max_examples=8)
@given(long_alignments(max_size=100))
def test_long_alignments_have_the_oracles_permutations(drawn: Drawn) -> None:
    assert_as_the_oracles_say(*drawn)


@given(marked_alignments(5))
def test_a_possible_link_is_a_link(drawn: tuple[Links, Links, int, int]) -> None:
    sure, possible, n, m = drawn
    marked, plain = Alignment(sure, n, m, possible=possible), Alignment(sure | possible, n, m)
    for convention in CONVENTIONS:
        found = Permutation.from_alignment(marked, convention)
        assert found == Permutation.from_alignment(plain, convention)


@given(st.integers(0, 12).flatmap(lambda n: st.permutations(range(n))))
def test_of_1_1_alignments_all_conventions_say_the_same(targets: list[int]) -> None:
    n = len(targets)
    alignment = Alignment(enumerate(targets), n, n)
    for convention in CONVENTIONS:
        found = Permutation.from_alignment(alignment, convention)
        assert found == Permutation(targets)
        turned = Permutation.from_alignment(alignment.transpose(), convention)
        assert turned == found.inverse()


# Worked values


@pytest.mark.parametrize(
    ("targets", "permutation"),
    [
        ("t1 t2 t3 t4 t5 t6 t7 t8 t9 t10", "1 2 3 4 5 6 7 8 9 10"),
        ("t1 t2 t3 t4 t6 t5 t7 t8 t9 t10", "1 2 3 4 •6 •5 •7 8 9 10"),
        ("t6 t7 t8 t9 t10 t1 t2 t3 t4 t5", "6 7 8 9 10 •1 2 3 4 5"),
        ("t10 t1 t2 t3 t4 t5 t6 t7 t8 t9", "2 3 4 5 6 7 8 9 10 •1"),
    ],
    ids="abcd",
)
def test_birch_and_osborne_2010_table_1(targets: str, permutation: str) -> None:
    # Figure 1 writes the target words down the side as the reference has them; t_i is linked to
    # s_i. Table 1 gives ranks from 1, with bullets between words that are no neighbours.
    links = [(int(name[1:]) - 1, place) for place, name in enumerate(targets.split())]
    ranks = permutation.replace("•", "")
    for convention in CONVENTIONS:
        found = Permutation.from_alignment(Alignment(links, 10, 10), convention)
        assert found == Permutation.parse(ranks)
        assert str(found) == f"⟨{', '.join(ranks.split())}⟩"


def test_the_example_of_s1_3() -> None:
    found = Permutation.from_alignment(Alignment([(0, 6), (1, 5)], 3, 7), "lrscore")
    assert found.order.tolist() == [1, 2, 0]
    assert list(found) == [2, 0, 1]


MORTGAGE = "How Can I Qualify For A Mortgage Tax Deduction ?"
DISEASE = "We do not claim to cure , prevent or treat any disease ."


@pytest.mark.parametrize(
    ("source", "alignment", "expected"),
    [
        (
            MORTGAGE,
            "6,6,7_8,4,3,3,3,3,3,0,0,0,0,0,1,1,9,9",
            "A Mortgage {{ Tax Deduction }} For I Qualify How Can ?",
        ),
        (
            MORTGAGE,
            "2,2,0,0,0,6,6,6,7_8,4,3,3,3,1,1,1,1,1,9",
            "I How A Mortgage {{ Tax Deduction }} For Qualify Can ?",
        ),
        (
            DISEASE,
            "10,11,,5,6,7,,8,9,,,4,,,,2,2,2,12",
            "any disease cure , prevent or treat claim to We do not .",
        ),
        (
            DISEASE,
            "0,0,,10,11,,5,6,7,8,9,,,,3,4,2,2,12",
            "We any disease cure , prevent or treat claim to do not .",
        ),
    ],
)
def test_the_four_rows_of_s1_4(source: str, alignment: str, expected: str) -> None:
    words = source.split()
    given_links = Alignment(cells(alignment), len(words), alignment.count(",") + 1)
    reference = Permutation.from_alignment(given_links, "reference")
    assert reference.arranged(words) == expected
    # The same as an order, without the braces.
    assert [words[word] for word in reference.order] == [
        word for word in expected.split() if word not in ("{{", "}}")
    ]


def test_tax_deduction_may_be_said_either_way() -> None:
    links = Alignment(cells("6,6,7_8,4,3,3,3,3,3,0,0,0,0,0,1,1,9,9"), 10, 18)
    reference = Permutation.from_alignment(links, "reference")
    order = reference.order.tolist()
    assert reference.groups == (range(2, 4),)
    turned = [*order[:2], order[3], order[2], *order[4:]]
    for system in (order, turned):
        relative = Permutation.from_order(system).relative_to(reference)
        assert relative == Permutation.identity(10)
    plain = Permutation(reference.ranks)
    assert permutation_scores(Permutation.from_order(turned).relative_to(plain))["kendall"] < 1


@pytest.mark.parametrize(
    ("text", "n", "expected"),
    [
        # Word 0 waits in front of the group and is no member; word 2 stands inside, word 4 last.
        ("1-0 3-0", 5, "a {{ b c d }} e"),
        # Word 1 waits in front of word 2, which is no member: outside.
        ("0-5 2-0 3-5", 4, "b c {{ a d }}"),
        ("0-1 1-0 2-1 3-0", 4, "{{ b d }} {{ a c }}"),
        # Only first targets make a group.
        ("0-2 0-3 1-3", 2, "a b"),
        ("0-2 0-3 1-2", 2, "{{ a b }}"),
    ],
)
def test_groups_are_written_in_braces(text: str, n: int, expected: str) -> None:
    reference = Permutation.from_alignment(Alignment.parse(text, n), "reference")
    assert reference.arranged("abcde"[:n]) == expected


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        # The reference positions 7, 2, 5 have the ranks 2, 0, 1.
        ("1-7 3-2 4-5", [2, 0, 1]),
        # A 2–1 match contributes one position, a 1–2 match both.
        ("0-1 1-1 2-0", [1, 0]),
        ("0-2 0-1 1-0", [1, 2, 0]),
        # A 2–3 match, interrupted on both sides, stands where its first word stands.
        ("0-1 0-4 2-5 2-1 1-0 3-3", [1, 3, 4, 0, 2]),
    ],
)
def test_matched_words_stand_where_the_hypothesis_has_them(text: str, ranks: list[int]) -> None:
    assert list(Permutation.from_alignment(Alignment.parse(text), "matched")) == ranks


# No links, no order


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 7), (5, 0), (0, 5), (0, 0)])
def test_without_links_no_metric_has_a_value(convention: Any, n: int, m: int) -> None:
    permutation = Permutation.from_alignment(Alignment([], n, m), convention)
    assert len(permutation) == 0
    assert permutation == Permutation([])
    scores = permutation_scores(permutation)
    assert tuple(scores) == metric_names()
    assert all(math.isnan(score) for score in scores.values())


@pytest.mark.parametrize(
    "name",
    [
        "refrence",
        None,
        "",
    ],
)
def test_an_unknown_convention_is_refused(name: Any) -> None:
    for text in ("", "0-0"):
        with refused(UsageError):
            Permutation.from_alignment(Alignment.parse(text), name)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_batch_of_alignments_is_not_taken_for_one(convention: Any) -> None:
    # It looks like one from inside, but all its ranks in a row are no permutation.
    batch: Any = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-0")] * 2)
    with pytest.raises((TypeError, InputError)):
        Permutation.from_alignment(batch, convention)


# A system's order against a reference with groups


@st.composite
def grouped(draw: DrawFn) -> tuple[Permutation, list[int]]:
    """A reference with groups, and a system's order of the same words."""
    n = draw(st.integers(0, 9))
    order = draw(st.permutations(range(n)))
    bounds = sorted(draw(st.sets(st.integers(0, n))))
    groups = [(a, b) for a, b in pairwise(bounds) if b - a > 1 and draw(st.booleans())]
    ranks = Permutation.from_order(order).ranks
    return Permutation(ranks, groups=groups), draw(st.permutations(range(n)))


@given(grouped())
def test_groups_are_settled_as_the_system_has_them(drawn: tuple[Permutation, list[int]]) -> None:
    reference, system = drawn
    relative = Permutation.from_order(system).relative_to(reference)
    expected = oracles.relative_ranks(system, reference.order.tolist(), group_words(reference))
    assert list(relative) == expected
    assert relative.groups == ()


@given(alignments(8), st.data())
def test_any_order_against_a_reference_from_an_alignment(drawn: Drawn, data: st.DataObject) -> None:
    links, n, m = drawn
    reference = Permutation.from_alignment(Alignment(links, n, m), "reference")
    system = data.draw(st.permutations(range(len(reference))))
    expected = oracles.relative_ranks(
        system, oracles.reference_order(links, n), oracles.reference_groups(links, n)
    )
    assert list(Permutation.from_order(system).relative_to(reference)) == expected
    own = Permutation(reference.ranks)
    assert own.relative_to(reference) == reference.relative_to(reference)
    assert own.relative_to(reference) == Permutation.identity(len(reference))


def test_no_better_order_is_searched_for() -> None:
    # The members take the group's places, 1 to 3, in the order 2 1 0 that the system has them in,
    # although it has word 3 between them.
    reference = Permutation(Permutation.from_order([3, 0, 1, 2]).ranks, groups=[(1, 4)])
    assert list(Permutation.from_order([2, 1, 3, 0]).relative_to(reference)) == [1, 2, 0, 3]


def test_groups_of_the_system_do_not_count() -> None:
    system = Permutation([1, 0, 2], groups=[(0, 2)])
    assert list(system.relative_to(Permutation([0, 1, 2]))) == [1, 0, 2]


def test_every_order_of_a_group_is_right_and_no_other() -> None:
    reference = Permutation([0, 1, 2, 3, 4], groups=[(1, 4)])
    right = [
        order
        for order in every_order(range(5))
        if Permutation.from_order(order).relative_to(reference) == Permutation.identity(5)
    ]
    assert right == [(0, *middle, 4) for middle in every_order([1, 2, 3])]


def test_different_lengths_do_not_go_together_with_groups_either() -> None:
    reference = Permutation([0, 1, 2], groups=[(0, 2)])
    with refused(InputError):
        Permutation([1, 0]).relative_to(reference)


@pytest.mark.parametrize("words", [[], ["a"], ["a", "b", "c", "d"]])
def test_words_that_do_not_fit_are_refused(words: list[str]) -> None:
    with refused(InputError):
        Permutation([2, 0, 1]).arranged(words)


def test_words_without_groups_are_arranged_plainly() -> None:
    assert Permutation([2, 0, 1]).arranged(["c", "a", "b"]) == "a b c"
    assert Permutation([]).arranged([]) == ""


# Groups are part of the value


def test_groups_are_ranges_of_places() -> None:
    p = Permutation([4, 3, 2, 1, 0], groups=[(3, 5), (0, 2)])
    assert p.groups == (range(2), range(3, 5))
    assert repr(p) == "Permutation([4, 3, 2, 1, 0], groups=[(0, 2), (3, 5)])"
    assert str(p) == "⟨5, 4, 3, 2, 1⟩"
    assert Permutation([0, 1]).groups == ()


@settings(max_examples=20)
@given(grouped())
def test_groups_survive_repr_pickle_and_copies(drawn: tuple[Permutation, list[int]]) -> None:
    p, _ = drawn
    duplicates: list[Callable[[Any], Any]] = [
        copy.copy,
        copy.deepcopy,
        lambda p: pickle.loads(pickle.dumps(p)),
        lambda p: eval(repr(p)),
    ]
    for duplicate in duplicates:
        assert duplicate(p) == p
        assert duplicate(p).groups == p.groups
        assert hash(duplicate(p)) == hash(p)


@settings(max_examples=20)
@given(alignments(6))
def test_a_reference_survives_repr_and_pickle(drawn: Drawn) -> None:
    p = Permutation.from_alignment(Alignment(*drawn), "reference")
    for q in (eval(repr(p)), pickle.loads(pickle.dumps(p)), copy.deepcopy(p)):
        assert (q, q.groups) == (p, p.groups)


def test_groups_tell_permutations_apart() -> None:
    plain, grouped = Permutation([0, 1, 2]), Permutation([0, 1, 2], groups=[(0, 2)])
    other = Permutation([0, 1, 2], groups=[(1, 3)])
    assert plain != grouped
    assert grouped != other
    assert len({plain, grouped, other, Permutation([0, 1, 2], groups=iter([(0, 2)]))}) == 3


def test_inverse_and_compose_drop_groups() -> None:
    p = Permutation([1, 0, 2], groups=[(0, 2)])
    identity = Permutation.identity(3)
    for made in (p.inverse(), p.compose(identity), identity.compose(p), p.relative_to(p)):
        assert made.groups == ()


def test_metrics_do_not_look_at_groups() -> None:
    assert permutation_scores(Permutation([1, 0, 2], groups=[(0, 2)])) == permutation_scores(
        Permutation([1, 0, 2])
    )


WRONG_GROUPS: list[list[Any]] = [
    [(0, 1)],
    [(1, 1)],
    [(2, 0)],
    [(-1, 2)],
    [(0, 5)],
    [(3, 5)],
    [(4, 6)],
    [(0, 2), (1, 3)],
    [(0, 2), (0, 2)],
    [(0, 4), (1, 3)],
    [(0, 10**30)],
]


@pytest.mark.parametrize("groups", WRONG_GROUPS, ids=repr)
def test_what_are_no_groups_is_refused(groups: list[Any]) -> None:
    with refused(InputError):
        Permutation([0, 1, 2, 3], groups=groups)


def test_groups_side_by_side_are_apart() -> None:
    assert Permutation([0, 1, 2, 3], groups=[(2, 4), (0, 2)]).groups == (range(2), range(2, 4))
    whole = Permutation([0, 1], groups=[(np.int64(0), np.int8(2))])
    assert whole.groups == (range(2),)


@pytest.mark.parametrize("groups", [[("0", "2")], ["02"], [None], 5, None], ids=repr)
def test_groups_of_another_type_are_refused(groups: Any) -> None:
    with pytest.raises((TypeError, InputError)):
        Permutation([0, 1, 2, 3], groups=groups)


@pytest.mark.parametrize("groups", [[(0,)], [(0, 1, 2)], [(0, 2), ()]], ids=repr)
def test_groups_that_are_no_pairs_are_an_input_error(groups: Any) -> None:
    with pytest.raises((TypeError, InputError)):
        Permutation([0, 1, 2, 3], groups=groups)


@pytest.mark.parametrize("group", [(0.5, 2.9), (0.0, 2.0)], ids=repr)
def test_groups_are_not_rounded(group: Any) -> None:
    with pytest.raises((TypeError, InputError)):
        Permutation([0, 1, 2, 3], groups=[group])


def test_the_ranks_of_a_reference_cannot_be_overwritten() -> None:
    p = Permutation.from_alignment(Alignment.parse("0-0 1-0"), "reference")
    for array in (p.ranks, p.order):
        with refused(ValueError):
            array[0] = 1
