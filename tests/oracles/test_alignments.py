"""The oracles of alignments, pinned to published and to hand-made values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oracles.alignments import (
    Links,
    arranged,
    blocked_words,
    components,
    compose,
    coverage,
    crossing_counts,
    grow_diag_final_and,
    lrscore_ranks,
    matched_ranks,
    one_to_one,
    quality,
    reference_groups,
    reference_order,
    relative_ranks,
)

pytestmark = pytest.mark.slow  # these try the oracles, which change rarely


def linked(text: str) -> Links:
    """Links written as `0-1 1-0`."""
    return {(int(i), int(j)) for i, j in (pair.split("-") for pair in text.split())}


def cells(text: str) -> Links:
    """Links written as one comma-separated cell per target word."""
    return {
        (int(i), j)
        for j, cell in enumerate(text.split(","))
        for i in cell.split("_")
        if cell  # an empty cell is a target word without links
    }


# LRscore convention


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
    # s_i. Table 1 gives ranks from 1, with bullets between words that are no neighbours. In (d) an
    # order in the place of the ranks would be ⟨10, 1, …, 9⟩.
    links = {(int(name[1:]) - 1, place) for place, name in enumerate(targets.split())}
    expected = [int(rank) - 1 for rank in permutation.replace("•", "").split()]
    assert lrscore_ranks(links, 10) == expected


@pytest.mark.parametrize(
    ("text", "n", "ranks"),
    [
        # The definition's own example, order 1 2 0. "Target + 1" would put word 2 at target 6,
        # where word 0 stands already.
        ("0-6 1-5", 3, [2, 0, 1]),
        # A first word without links stands before everything, and the next one behind it: 0 1 3 2.
        ("2-1 3-0", 4, [0, 1, 3, 2]),
        # Word 1 stands directly behind word 0, in front of word 2 with the same target: 0 1 2.
        ("0-0 2-0", 3, [0, 1, 2]),
        # Several link-less words in a row keep their order behind word 0: 3 0 1 2.
        ("0-1 3-0", 4, [1, 2, 3, 0]),
        # Of several targets only the first counts: word 0 has 1, word 1 has 0.
        ("0-1 0-2 1-0 1-9", 2, [1, 0]),
        # Equal first targets: source order, whatever the other targets are.
        ("0-1 0-9 1-1 2-0", 3, [1, 2, 0]),
        # No links, no order.
        ("", 3, []),
        ("", 0, []),
    ],
)
def test_lrscore_ranks(text: str, n: int, ranks: list[int]) -> None:
    assert lrscore_ranks(linked(text), n) == ranks


# Reference-order convention

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
    assert arranged(source.split(), cells(alignment)) == expected


@pytest.mark.parametrize(
    ("text", "n", "order", "groups"),
    [
        # Word 0 waits in front of the group's first member and stands outside; word 2 waits in
        # front of its second and stands inside.
        ("1-0 3-0", 4, [0, 1, 2, 3], [[1, 2, 3]]),
        # Word 4 has no linked word to its right: last, and outside the group.
        ("1-0 3-0", 5, [0, 1, 2, 3, 4], [[1, 2, 3]]),
        # Word 1 is first and no member. Word 2 waits in front of word 3, its nearest linked word to
        # the right, and so stands inside.
        ("0-5 1-0 3-5", 4, [1, 0, 2, 3], [[0, 2, 3]]),
        # Word 1 stands between the members in the source, but waits in front of word 2, which is
        # first and no member: outside.
        ("0-5 2-0 3-5", 4, [1, 2, 0, 3], [[0, 3]]),
        # Groups in reference order, not in source order; three members, then two.
        ("0-7 1-2 2-7 3-2 4-2", 5, [1, 3, 4, 0, 2], [[1, 3, 4], [0, 2]]),
        # Only first targets make a group: 0 and 1 share target 3, which is first for 1 alone.
        ("0-2 0-3 1-3", 2, [0, 1], []),
        ("0-2 0-3 1-2", 2, [0, 1], [[0, 1]]),
        # A linked word alone with its target is no group, even with a link-less one in front.
        ("1-0", 2, [0, 1], []),
        # All link-less words but the trailing one go in front of the only linked word.
        ("2-4", 4, [0, 1, 2, 3], []),
        # No links, no order.
        ("", 3, [], []),
        ("", 0, [], []),
    ],
)
def test_reference_order_and_groups(
    text: str, n: int, order: list[int], groups: list[list[int]]
) -> None:
    assert reference_order(linked(text), n) == order
    assert reference_groups(linked(text), n) == groups


def test_link_less_words_are_printed_inside_or_outside_of_a_group() -> None:
    assert arranged("abcde", linked("1-0 3-0")) == "a {{ b c d }} e"
    assert arranged("abcd", linked("0-5 2-0 3-5")) == "b c {{ a d }}"
    assert arranged("abcd", linked("0-1 1-0 2-1 3-0")) == "{{ b d }} {{ a c }}"
    assert arranged("ab", set()) == ""


# Matches, and the components they are made of


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("0-1 1-0", [([0], [1]), ([1], [0])]),
        # 0 and 2 share target 1, and 2 has target 3 besides; 1 is alone; first source words 0, 1.
        ("0-1 2-1 2-3 1-0", [([0, 2], [1, 3]), ([1], [0])]),
        # A chain 0-0, 1-0, 1-1, 2-1 hangs together although its ends share no word.
        ("0-0 1-0 1-1 2-1", [([0, 1, 2], [0, 1])]),
        # Two parts, 0-0 with 2-0 and 1-1 with 3-1, become one by the link 0-1.
        ("0-0 2-0 1-1 3-1 0-1", [([0, 1, 2, 3], [0, 1])]),
    ],
)
def test_components(text: str, parts: list[tuple[list[int], list[int]]]) -> None:
    assert components(linked(text)) == parts


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        # Unmatched words on both sides do not enter: the reference positions 7, 2, 5 have the
        # ranks 2, 0, 1.
        ("1-7 3-2 4-5", [2, 0, 1]),
        # A 2–1 match contributes its one position, a 1–2 match both.
        ("0-1 1-1 2-0", [1, 0]),
        ("0-2 0-1 1-0", [1, 2, 0]),
        # A 2–3 match, interrupted on both sides, stands where its first word 0 stands: positions
        # 1, 4, 5, then 0 of word 1, then 3 of word 3; ranks among 0 1 3 4 5.
        ("0-1 0-4 2-5 2-1 1-0 3-3", [1, 3, 4, 0, 2]),
        ("", []),
    ],
)
def test_matched_ranks(text: str, ranks: list[int]) -> None:
    assert matched_ranks(linked(text)) == ranks


# Coverage


def test_coverage() -> None:
    # Words 0 and 2 of 4 are linked; two links of one word count once.
    assert coverage(linked("0-1 0-2 2-0"), 4) == Fraction(1, 2)
    assert coverage(set(), 4) == 0
    assert coverage(set(), 0) is None


# A system's order in a reference's


@pytest.mark.parametrize(
    ("system", "reference", "groups", "ranks"),
    [
        # The system says 2 0 1, the reference 0 1 2: in the reference these words stand at 2, 0, 1.
        ([2, 0, 1], [0, 1, 2], [], [2, 0, 1]),
        # And the other way round: 0 stands at place 1 of 2 0 1, 1 at place 2, 2 at place 0.
        ([0, 1, 2], [2, 0, 1], [], [1, 2, 0]),
        # The group 0 1 is turned into 1 0, as the system has it: reference 1 0 2.
        ([1, 0, 2], [0, 1, 2], [[0, 1]], [0, 1, 2]),
        # Members that the system has apart take the group's places in the system's order: 1 0 2.
        ([1, 2, 0], [0, 1, 2], [[0, 1]], [0, 2, 1]),
        # No search for a better order: 3 words, the group 0 1 2 becomes 2 1 0 in places 1 to 3.
        ([2, 1, 3, 0], [3, 0, 1, 2], [[0, 1, 2]], [1, 2, 0, 3]),
        # Two groups, each in its own places: reference 1 0 3 2.
        ([3, 1, 2, 0], [0, 1, 2, 3], [[0, 1], [2, 3]], [2, 0, 3, 1]),
        # Nothing can be said of an undefined order.
        ([], [], [], []),
        ([0, 1], [], [], []),
        ([], [0, 1], [], []),
    ],
)
def test_relative_ranks(
    system: list[int], reference: list[int], groups: list[list[int]], ranks: list[int]
) -> None:
    assert relative_ranks(system, reference, groups) == ranks


# Crossing links, blocked words


@pytest.mark.parametrize(
    ("text", "blocked"),
    [
        # Every range is one word: nothing lies between.
        ("0-1 1-0", set()),
        # The component {0, 2} × {0} reaches over word 1, which belongs to another: all three.
        ("0-0 2-0 1-1", {0, 1, 2}),
        # Word 1 is without links, so the range of 0 and 2 is not interrupted.
        ("0-0 2-0 3-1", set()),
        # Target range 0 to 2 of word 0 contains target 1 of word 3: the source words linked into
        # the range, 0 and 3, are blocked; word 1 between them is not, its target lies outside.
        ("0-0 0-2 3-1 1-4", {0, 3}),
        # Word 4 has no target in the range 0 to 2 of word 0. But it shares target 5 with word 3,
        # and the range 1 to 5 of these two contains target 2 of word 0.
        ("0-0 0-2 3-1 3-5 4-5", {0, 3, 4}),
        # One source range and one target range, far from each other; word 6 is free.
        ("0-0 2-0 1-1 6-2 3-3 3-5 4-4", {0, 1, 2, 3, 4}),
        # Nested ranges: 0–4 contains 1–3, which contains 2. All five are in the widest.
        ("0-0 4-0 1-1 3-1 2-2", {0, 1, 2, 3, 4}),
        ("", set()),
    ],
)
def test_blocked_words(text: str, blocked: set[int]) -> None:
    assert blocked_words(linked(text)) == blocked


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        # The three pairs of 0-2, 1-1, 2-0 all cross.
        ("0-2 1-1 2-0", (3, 3)),
        # 0-1 and 0-2 share a source word, 0-1 and 1-1 a target word: neither pair counts. What is
        # left is 0-2 with 1-1, and they cross.
        ("0-1 0-2 1-1", (1, 1)),
        # All of 2 × 2: the two diagonals differ on both sides, one of them crosses.
        ("0-0 0-1 1-0 1-1", (1, 2)),
        ("0-0 1-1", (0, 1)),
        ("0-0", (0, 0)),
        ("", (0, 0)),
    ],
)
def test_crossing_counts(text: str, counts: tuple[int, int]) -> None:
    assert crossing_counts(linked(text)) == counts


# Composing, thinning, symmetrising


def test_compose() -> None:
    # 0 reaches 5 and 6 over 1, 2 reaches 6 over 4; 3 of the first and 9 of the second lead nowhere.
    first, second = linked("0-1 0-3 2-4"), linked("1-5 1-6 4-6 9-0")
    assert compose(first, second) == linked("0-5 0-6 2-6")
    assert compose(first, set()) == compose(set(), second) == set()


@pytest.mark.parametrize(
    ("sure", "possible", "kept"),
    [
        # 0-0 takes both words; 0-1 and 1-0 come too late; 1-1 is free.
        ("0-0 0-1 1-0 1-1", "", "0-0 1-1"),
        # The sure 1-0 goes first although the possible 0-0 is smaller; 0-1 is free again.
        ("1-0", "0-0 0-1", "0-1 1-0"),
        # By source, then target: 0-2 before 1-1 and 1-2, so 1-1 stays.
        ("0-2 1-1 1-2", "2-0", "0-2 1-1 2-0"),
        # A link that is not kept takes no words: 0-1 is lost to 0-0, so 2-1 finds 1 free.
        ("0-0 0-1 2-1", "", "0-0 2-1"),
        ("", "", ""),
    ],
)
def test_one_to_one(sure: str, possible: str, kept: str) -> None:
    assert one_to_one(linked(sure), linked(possible)) == linked(kept)


@pytest.mark.parametrize(
    ("forward", "reverse", "n", "m", "expected"),
    [
        # Grow: 0-0 is shared; its neighbour 1-1 is in the union and new on both sides.
        ("0-0 1-1", "0-0", 2, 2, "0-0 1-1"),
        # Grow asks for one free word: 0-1 is free on the target side, 1-0 on the source side. After
        # them both words of 1-1 are taken.
        ("0-0 0-1 1-1", "0-0 1-0", 2, 2, "0-0 0-1 1-0"),
        # Straight neighbours come before diagonal ones, so 1-0 and 0-1 shut 1-1 out; without them
        # it is in.
        ("0-0 1-1 1-0 0-1", "0-0", 2, 2, "0-0 0-1 1-0"),
        # Growing goes on from what was added, back to the left too: 1-1, then 0-2.
        ("2-0 1-1", "2-0 0-2", 3, 3, "0-2 1-1 2-0"),
        # Final-and: 2-2 is no neighbour of 0-0 but free on both sides; 0-2 is not.
        ("0-0 2-2", "0-0 0-2", 3, 3, "0-0 2-2"),
        # Without an intersection there is nothing to grow from. Forward goes first, so its 0-1
        # takes the word that the reverse 0-0 needs; the other way round it is the reverse.
        ("0-1", "0-0", 1, 2, "0-1"),
        ("0-0", "0-1", 1, 2, "0-0"),
        # Final-and reads a direction by source, then target: 0-1 shuts 0-2 and 1-1 out.
        ("0-1 0-2 1-1", "", 2, 3, "0-1"),
        ("", "", 3, 3, ""),
        ("", "", 0, 0, ""),
    ],
)
def test_grow_diag_final_and(forward: str, reverse: str, n: int, m: int, expected: str) -> None:
    assert grow_diag_final_and(linked(forward), linked(reverse), n, m) == linked(expected)


@pytest.mark.parametrize(
    ("forward", "reverse", "n", "m", "expected"),
    [
        (
            "0-0 1-1 2-1 3-2 4-4 5-4",
            "1-0 1-2 2-1 2-3 4-4 5-5",
            6,
            6,
            "0-0 1-0 1-1 1-2 2-1 2-3 3-2 4-4 5-4 5-5",
        ),
        (
            "0-0 1-0 2-0 3-2 4-3",
            "1-2 2-0 2-1 3-3",
            5,
            4,
            "0-0 1-0 1-2 2-0 2-1 3-2 3-3 4-3",
        ),
        (
            "0-1 2-1 3-3",
            "0-0 0-1 1-2 2-3 2-4",
            4,
            5,
            "0-0 0-1 1-2 2-1 2-3 2-4 3-3",
        ),
        (
            "0-1 1-3 2-2 3-3 4-3 5-5 6-4",
            "0-0 0-1 3-2 3-3 4-4 5-5",
            7,
            6,
            "0-0 0-1 1-3 2-2 3-2 3-3 4-3 4-4 5-5 6-4",
        ),
        (
            "0-1 1-1 2-2 4-5 5-5",
            "0-0 1-1 2-2 3-3 3-4 3-5 4-6",
            6,
            7,
            "0-0 0-1 1-1 2-2 3-3 3-4 3-5 4-5 4-6 5-5",
        ),
        (
            "0-0 1-0 2-3 3-3",
            "0-0 1-1 1-2 2-4 3-3",
            4,
            5,
            "0-0 1-0 1-1 1-2 2-3 2-4 3-3",
        ),
    ],
)
def test_grow_diag_final_and_reaches_what_nltk_prints(
    forward: str, reverse: str, n: int, m: int, expected: str
) -> None:
    # nltk 3.10.4 grow_diag_final_and. It always prints the union, for it looks up whether a word is
    # aligned in the wrong place. So these are pairs of which every link is reached.
    assert grow_diag_final_and(linked(forward), linked(reverse), n, m) == linked(expected)


# printgrow of symal.cpp (Moses, commit 14d2a67) with diagonal, final and both; forward links have
# one source word for each target word (its b), reverse links one target word for each source word
# (its a). In all of these, links of the union are left out.
SYMAL = [
    ("0-0 1-2 2-1 3-3", "0-0 1-1 2-3 3-0 4-4", 5, 5, "0-0 1-1 1-2 2-1 2-3 3-0 4-4"),
    ("1-0 2-1 3-2 3-3 4-4", "0-0 1-0 2-2 3-4 4-4", 5, 5, "0-0 1-0 2-1 2-2 3-2 3-3 4-4"),
    ("1-1 1-2 3-3 3-4 4-0", "0-1 1-0 2-3 3-3 4-4", 5, 5, "0-1 1-0 1-1 1-2 2-3 3-3 3-4 4-4"),
    ("0-0 2-1 3-4 4-2", "0-3 1-1 2-1 3-1 4-0 5-2", 6, 5, "0-0 1-1 2-1 3-1 4-0 4-2 5-2"),
    ("0-0 3-3 4-2 4-4 5-1", "0-3 1-0 2-2 3-2 4-2 5-4", 6, 5, "0-0 2-2 3-2 3-3 4-2 4-4 5-1"),
    ("2-0 2-3 3-2 4-4", "0-0 2-1 3-2 4-3 5-4", 6, 5, "2-0 2-1 2-3 3-2 4-3 4-4 5-4"),
]

# Both grow 2-2 and 2-4 from 1-3. Then one of 3-2 and 3-4 takes word 3. Target by target, 2-4 is
# still ahead when 1-3 is visited, and 2-2 behind: 3-4 gets in. Source by source it would be 3-2.
VISITED = ("0-1 1-3 2-2 3-4", "0-1 1-3 2-4 3-2", 4, 5, "0-1 1-3 2-2 2-4 3-4")


@pytest.mark.parametrize(("forward", "reverse", "n", "m", "expected"), [*SYMAL, VISITED])
def test_grow_diag_final_and_gives_what_symal_prints(
    forward: str, reverse: str, n: int, m: int, expected: str
) -> None:
    assert grow_diag_final_and(linked(forward), linked(reverse), n, m) == linked(expected)


# Quality against gold links


def test_quality() -> None:
    # Of 4 predicted links 3 are gold (0-0, 1-1, 2-1), 2 of them sure; of the 3 sure ones 2-2 is
    # missed. Precision 3/4, recall 2/3, f1 = 2 · 3/4 · 2/3 / (17/12) = 12/17, aer = 1 - 5/7.
    sure = linked("0-0 1-1 2-2")
    predicted, gold = linked("0-0 1-1 2-1 3-0"), sure | linked("2-1 1-2")
    assert quality(predicted, sure, gold) == {
        "precision": Fraction(3, 4),
        "recall": Fraction(2, 3),
        "f1": Fraction(12, 17),
        "aer": Fraction(2, 7),
    }


def test_quality_of_all_and_of_nothing() -> None:
    sure, gold = linked("0-0"), linked("0-0 1-1")
    perfect = {"precision": 1, "recall": 1, "f1": 1, "aer": 0}
    # Possible links may be left out or given: no error either way.
    assert quality(sure, sure, gold) == quality(gold, sure, gold) == perfect
    wrong = {"precision": 0, "recall": 0, "f1": 0, "aer": 1}
    assert quality(linked("1-0"), sure, gold) == wrong
    nothing = {"precision": None, "recall": 0, "f1": None, "aer": 1}
    assert quality(set(), sure, gold) == nothing
    only_possible = {"precision": 1, "recall": None, "f1": None, "aer": 0}
    assert quality(linked("1-1"), set(), gold) == only_possible
    assert set(quality(set(), set(), gold).values()) == {None}
