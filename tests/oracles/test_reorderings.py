"""The oracles of reorderings, pinned to published and to hand-made values."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given

from oracles.alignments import Links
from oracles.reorderings import (
    Found,
    Pair,
    Span,
    Spans,
    Tree,
    all_reorderings,
    anticipation,
    anticipation_scaled,
    constituency_reorderings,
    dependency_reorderings,
    is_consistent,
    is_itg,
    reordering_sets,
    reorderings,
    retained,
    retained_by,
    rquantity,
    simple_operators,
    source_width,
    spans,
    target_width,
    width_class,
)
from oracles.trees import flattened_tree, nodes
from reordering_strategies import (
    Dependencies,
    with_projective,
)
from strategies import every

pytestmark = pytest.mark.slow  # these try the oracles, which change rarely

BOTH = pytest.mark.parametrize("branching", ["right", "left"])


def linked(text: str) -> Links:
    """Links written as `0-1 1-0`."""
    return {(int(i), int(j)) for i, j in (pair.split("-") for pair in text.split())}


def one_to_one(*ranks: int) -> Links:
    """The 1-1 alignment of 1-based ranks, as papers write them."""
    return {(i, rank - 1) for i, rank in enumerate(ranks)}


def inverted(n: int) -> Links:
    return {(i, n - 1 - i) for i in range(n)}


# Consistency


@pytest.mark.parametrize(
    ("text", "words", "consistent"),
    [
        ("0-0 1-1 2-2", [0, 1], True),
        # The targets 0 and 2 of 0 and 1 have target 1 of word 2 between them.
        ("0-0 1-2 2-1", [0, 1], False),
        # Target 1 without links disturbs nobody, and so does word 1 without links.
        ("0-0 2-2 3-3", [0, 2], True),
        # Word 2 shares the last target of 0 and 1, and the last target belongs to the range.
        ("0-0 1-1 2-1", [0, 1], False),
        ("0-0 1-1 2-1", [1, 2], True),
        # One word alone: another stands between its two targets.
        ("0-0 0-2 1-1", [0], False),
        ("0-0 0-2 1-1", [1], True),
    ],
)
def test_is_consistent(text: str, words: list[int], consistent: bool) -> None:
    assert is_consistent(linked(text), words) == consistent


# Reorderings without a tree


def test_all_reorderings_of_three_inverted_words() -> None:
    assert all_reorderings(inverted(3)) == [
        [((0,), (1,)), ((0,), (1, 2))],
        [((0, 1), (2,)), ((1,), (2,))],
    ]


@pytest.mark.parametrize(
    ("text", "right", "left"),
    [
        ("", [], []),
        ("3-2", [], []),
        ("0-0 1-1 2-2", [], []),
        (
            "0-3 1-2 2-1 3-0",
            [((0,), (1, 2, 3)), ((1,), (2, 3)), ((2,), (3,))],
            [((0,), (1,)), ((0, 1), (2,)), ((0, 1, 2), (3,))],
        ),
        # Two blocks in order within: only the boundary between them is reordered.
        ("0-2 1-3 2-0 3-1", [((0, 1), (2, 3))], [((0, 1), (2, 3))]),
        # The same with words without links on both sides, before, inside and behind the blocks.
        ("1-4 3-6 4-1 6-3", [((1, 3), (4, 6))], [((1, 3), (4, 6))]),
        # 1-n and m-n: {0} × {2, 3} moves behind {1, 2} × {0, 1}.
        ("0-2 0-3 1-0 1-1 2-0 2-1", [((0,), (1, 2))], [((0,), (1, 2))]),
        # Target 1 is shared by both blocks, so neither is consistent.
        ("0-1 0-2 1-0 1-1", [], []),
        # Word 1 has links on both sides of word 0: there is nothing whole to move.
        ("0-1 1-0 1-2", [], []),
        # 0 and 1 are inverted inside a block that itself moves.
        ("0-2 1-1 2-0", [((0,), (1, 2)), ((1,), (2,))], [((0,), (1,)), ((0, 1), (2,))]),
        ("0-3 1-2 2-0 3-1", [((0,), (1, 2, 3)), ((1,), (2, 3))], [((0,), (1,)), ((0, 1), (2, 3))]),
    ],
)
def test_reorderings(text: str, right: list[Pair], left: list[Pair]) -> None:
    assert reorderings(linked(text)) == reorderings(linked(text), branching="right") == right
    assert reorderings(linked(text), branching="left") == left


@BOTH
def test_no_reorderings_in_a_simple_permutation(branching: str) -> None:
    assert reorderings(one_to_one(2, 4, 1, 3), branching) == []
    assert reorderings(one_to_one(3, 1, 4, 2), branching) == []


def binarised(links: Links, branching: str) -> list[Pair]:
    """The inverted nodes of the flattened tree, binarised to the right or to the left."""
    tree = flattened_tree([j for _, j in sorted(links)])
    pairs = []
    for node in nodes(tree):
        if node.kind == "inverted":
            for one, other in pairwise(node.children):
                start = one.start if branching == "right" else node.start
                end = node.end if branching == "right" else other.end
                pairs.append((tuple(range(start, one.end)), tuple(range(other.start, end))))
    return sorted(pairs, key=lambda pair: pair[1][0])


@BOTH
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_one_to_one_reorderings_are_the_inverted_nodes(n: int, branching: str) -> None:
    for ranks in every(n):
        links = set(enumerate(ranks))
        assert reorderings(links, branching) == binarised(links, branching)


# With a constituency tree

# The paper's example: in the target, direction and time stand behind the verb, the time last.
PAPER_TREE = (
    "VP",
    ("NP-TMP", ("NT", 0), ("NN", 1)),
    ("PP-DIR", ("P", 2), ("NP", ("NR", 3))),
    ("VP", ("VV", 4), ("NP", ("NN", 5))),
)
PAPER_LINKS = linked("4-0 5-1 2-2 3-3 0-4 1-5")


def test_constituents_of_the_paper() -> None:
    assert constituency_reorderings(PAPER_LINKS, PAPER_TREE) == [
        Found((0, 1), (2, 3), True, "VP", ["NP-TMP"], ["PP-DIR"]),
        Found((0, 1, 2, 3), (4, 5), True, "VP", ["NP-TMP", "PP-DIR"], ["VP"]),
    ]
    assert constituency_reorderings(PAPER_LINKS, PAPER_TREE, sibling_branching="right") == [
        Found((0, 1), (2, 3, 4, 5), True, "VP", ["NP-TMP"], ["PP-DIR", "VP"]),
        Found((2, 3), (4, 5), True, "VP", ["PP-DIR"], ["VP"]),
    ]


@pytest.mark.parametrize(
    ("text", "tree", "found"),
    [
        # Without syntax 0 | 1 2 3 is the first; the tree allows what is whole: 0 1 | 2 3.
        (
            "0-3 1-2 2-1 3-0",
            ("S", ("NP", ("D", 0), ("N", 1)), ("VP", ("V", 2), ("X", 3))),
            [
                Found((0,), (1,), True, "NP", ["D"], ["N"]),
                Found((0, 1), (2, 3), True, "S", ["NP"], ["VP"]),
                Found((2,), (3,), True, "VP", ["V"], ["X"]),
            ],
        ),
        # Words 1 and 2 change places across the middle of S: no whole children, so no labels.
        (
            "0-0 1-2 2-1 3-3",
            ("S", ("NP", ("D", 0), ("N", 1)), ("VP", ("V", 2), ("X", 3))),
            [Found((1,), (2,), False, None, [], [])],
        ),
        # Children without linked words, at 1 and 3, are skipped, inside a run too.
        (
            "0-2 2-1 4-0",
            ("S", ("A", 0), ("B", 1), ("C", 2), ("D", 3), ("E", 4)),
            [
                Found((0,), (2,), True, "S", ["A"], ["C"]),
                Found((0, 2), (4,), True, "S", ["A", "C"], ["E"]),
            ],
        ),
        # Chains: the parent is the lowest node over both words, a child the highest of its chain.
        (
            "0-1 1-0",
            ("ROOT", ("S", ("NP", ("NX", ("N", 0))), ("VP", ("V", 1)))),
            [Found((0,), (1,), True, "S", ["NP"], ["VP"])],
        ),
        # A child is whole only with all its linked words: 0 stays out of A, but is part of NP.
        (
            "0-0 1-2 2-1",
            ("S", ("NP", ("D", 0), ("N", 1)), ("V", 2)),
            [Found((1,), (2,), False, None, [], [])],
        ),
        # If 0 has no link, NP has only 1 to move.
        (
            "1-2 2-1",
            ("S", ("NP", ("D", 0), ("N", 1)), ("V", 2)),
            [Found((1,), (2,), True, "S", ["NP"], ["V"])],
        ),
        ("", ("S", ("N", 0), ("V", 1)), []),
        ("0-0", ("N", 0), []),
    ],
)
def test_constituency_reorderings(text: str, tree: Tree, found: list[Found]) -> None:
    assert constituency_reorderings(linked(text), tree) == found


def test_what_is_not_syntactic_branches_by_itself() -> None:
    # 1 2 3 are inverted, and the tree puts 0 with 1, 3 with 4: nothing whole moves at 1 | 2.
    links = linked("0-0 1-3 2-2 3-1 4-4")
    tree = ("S", ("X", ("A", 0), ("B", 1)), ("C", 2), ("Y", ("D", 3), ("E", 4)))
    for sibling_branching in ("left", "right"):
        right = constituency_reorderings(links, tree, sibling_branching)
        assert [one[:2] for one in right] == [((1,), (2, 3)), ((2,), (3,))]
        left = constituency_reorderings(links, tree, sibling_branching, "left")
        assert [one[:2] for one in left] == [((1,), (2,)), ((1, 2), (3,))]
        assert not any(one.syntactic for one in left + right)


# With a dependency tree


def test_dependency_reorderings() -> None:
    # the dog saw it → the dog it saw: the object passes the head alone.
    heads, deprels, upos = [1, 2, -1, 2], ["det", "nsubj", "root", "obj"], ["DET", "N", "V", "PRON"]
    svo_to_sov = linked("0-0 1-1 2-3 3-2")
    assert dependency_reorderings(svo_to_sov, heads, deprels, upos) == [
        Found((2,), (3,), True, "V", ["self"], ["obj"])
    ]
    # it saw the dog: all three units of the verb are inverted, the subject as a whole.
    svo_to_ovs = linked("0-2 1-3 2-1 3-0")
    assert dependency_reorderings(svo_to_ovs, heads, deprels, upos) == [
        Found((0, 1), (2,), True, "V", ["nsubj"], ["self"]),
        Found((0, 1, 2), (3,), True, "V", ["nsubj", "self"], ["obj"]),
    ]
    assert dependency_reorderings(svo_to_ovs, heads, deprels, upos, "right") == [
        Found((0, 1), (2, 3), True, "V", ["nsubj"], ["self", "obj"]),
        Found((2,), (3,), True, "V", ["self"], ["obj"]),
    ]
    # The article and its noun change places under the noun; the verb without links is skipped.
    assert dependency_reorderings(linked("0-2 1-1 3-0"), heads, deprels, upos) == [
        Found((0,), (1,), True, "N", ["det"], ["self"]),
        Found((0, 1), (3,), True, "V", ["nsubj"], ["obj"]),
    ]


# Word 3 depends on word 0 over the root 2: the subtree {0, 3} has a gap. 1 and 4 depend on 2 too.
GAP = ([2, 2, -1, 0, 2], ["obl", "nsubj", "root", "acl", "obj"], ["N", "N", "V", "V", "N"])


@pytest.mark.parametrize(
    ("text", "sibling_branching", "found"),
    [
        # Only 1 | 2 touches units on both sides. Neither run may reach over 0 or 3.
        (
            "0-4 1-3 2-2 3-1 4-0",
            "left",
            [
                Found((0,), (1, 2, 3, 4), False, None, [], []),
                Found((1,), (2,), True, "V", ["nsubj"], ["self"]),
                Found((2,), (3, 4), False, None, [], []),
                Found((3,), (4,), False, None, [], []),
            ],
        ),
        (
            "0-4 1-3 2-2 3-1 4-0",
            "right",
            [
                Found((0,), (1, 2, 3, 4), False, None, [], []),
                Found((1,), (2,), True, "V", ["nsubj"], ["self"]),
                Found((2,), (3, 4), False, None, [], []),
                Found((3,), (4,), False, None, [], []),
            ],
        ),
        # Not even if 3 goes elsewhere, and 1 | 2 4 would be consistent without it.
        (
            "1-3 2-2 3-4 4-1",
            "right",
            [
                Found((1,), (2,), True, "V", ["nsubj"], ["self"]),
                Found((1, 2, 3), (4,), False, None, [], []),
            ],
        ),
        # Between 0 and 3 themselves the lowest head is 0, and its dependent 3 has no gap.
        ("0-1 3-0", "left", [Found((0,), (3,), True, "N", ["self"], ["acl"])]),
        # Without a link at 3 nothing linked is jumped over; 0 is still in no unit.
        (
            "0-4 1-3 2-2 4-0",
            "right",
            [
                Found((0,), (1, 2, 4), False, None, [], []),
                Found((1,), (2, 4), True, "V", ["nsubj"], ["self", "obj"]),
                Found((2,), (4,), True, "V", ["self"], ["obj"]),
            ],
        ),
        # Without links at 0 and 3 the dependent with the gap is skipped.
        (
            "1-3 2-2 4-0",
            "left",
            [
                Found((1,), (2,), True, "V", ["nsubj"], ["self"]),
                Found((1, 2), (4,), True, "V", ["nsubj", "self"], ["obj"]),
            ],
        ),
    ],
)
def test_a_dependent_with_a_gap_is_no_unit(
    text: str, sibling_branching: str, found: list[Found]
) -> None:
    assert dependency_reorderings(linked(text), *GAP, sibling_branching) == found


def test_a_gap_counts_with_or_without_a_link() -> None:
    # {0, 2} has word 1 in its gap, which has no link; still it is no unit under 3.
    heads, names = [3, 3, 0, -1], ["x"] * 4
    assert dependency_reorderings(linked("0-1 2-2 3-0"), heads, names, names) == [
        Found((0, 2), (3,), False, None, [], [])
    ]


def test_no_run_reaches_over_a_word_outside_the_parent() -> None:
    # Word 1 has the dependents 0 and 3, and depends on 2, which lies between 1 and 3.
    heads = [1, 2, -1, 1]
    deprels, upos = ["a", "b", "root", "d"], ["A", "B", "C", "D"]
    assert dependency_reorderings(inverted(4), heads, deprels, upos, "right") == [
        Found((0,), (1,), True, "B", ["a"], ["self"]),
        # {0, 1, 3} has a gap, so under 2 there is no unit but 2 itself.
        Found((1,), (2, 3), False, None, [], []),
        Found((2,), (3,), False, None, [], []),
    ]
    # Nor if word 2 goes elsewhere, and 0 | 1 3 would be consistent without it.
    assert dependency_reorderings(linked("0-3 1-2 2-4 3-1"), heads, deprels, upos, "right") == [
        Found((0,), (1,), True, "B", ["a"], ["self"]),
        Found((0, 1, 2), (3,), False, None, [], []),
    ]


def as_constituency(heads: list[int], deprels: list[str], upos: list[str], word: int) -> Tree:
    """A projective tree with a node for each head, its units below it; deprels stand above."""
    units = {
        other: as_constituency(heads, deprels, upos, other) for other in dependents(heads, word)
    }
    units[word] = ("self", word)
    return (deprels[word], (upos[word], *(units[other] for other in sorted(units))))


def dependents(heads: list[int], head: int) -> list[int]:
    return [word for word in range(len(heads)) if heads[word] == head]


@BOTH
@given(with_projective())
def test_projective_dependencies_are_constituents(
    branching: str, drawn: tuple[tuple[Links, int, int], Dependencies]
) -> None:
    (links, _, _), (heads, deprels, upos) = drawn
    tree = as_constituency(heads, deprels, upos, heads.index(-1))
    expected = constituency_reorderings(links, tree, branching)
    assert dependency_reorderings(links, heads, deprels, upos, branching) == expected


# Measures


def test_widths_of_four_inverted_words() -> None:
    links = inverted(4)
    found = reorderings(links)
    assert [source_width(links, a, b) for a, b in found] == [4, 3, 2]
    assert [target_width(links, a, b) for a, b in found] == [4, 3, 2]
    assert rquantity(links, 4, found) == Fraction(9, 4)


@BOTH
@pytest.mark.parametrize("n", range(1, 9))
def test_inverted_words_have_the_highest_rquantity(n: int, branching: str) -> None:
    found = reorderings(inverted(n), branching)
    assert rquantity(inverted(n), n, found) == Fraction(sum(range(2, n + 1)), n)


def test_spans_count_words_without_links() -> None:
    # A = 1 3 with the targets 5 and 9, B = 5 7 with 1 and 2. All other words are free, also word 4
    # between the blocks and targets 3 and 4 between theirs.
    links = linked("1-5 3-9 5-1 7-2")
    [(a, b)] = reorderings(links)
    assert spans(links, a, b) == Spans((1, 3), (5, 9), (5, 7), (1, 2))
    assert source_width(links, a, b) == 7
    assert target_width(links, a, b) == 9
    assert rquantity(links, 12, [(a, b)]) == Fraction(5 + 2, 12)


def test_rquantity_of_what_a_tree_found() -> None:
    # 2 + 2 and 4 + 2 target words of 6; without the tree 2 + 4 and 2 + 2, which is the same here.
    found = constituency_reorderings(PAPER_LINKS, PAPER_TREE)
    assert rquantity(PAPER_LINKS, 6, found) == Fraction(10, 6)
    # Blocks of unlike sizes, 1, 1 and 2 words: to the left 1 + 1, 2 + 2, to the right 1 + 3, 1 + 2.
    links = linked("0-3 1-2 2-0 3-1")
    tree = ("S", ("A", 0), ("B", 1), ("C", ("D", 2), ("E", 3)))
    assert rquantity(links, 4, constituency_reorderings(links, tree)) == Fraction(6, 4)
    assert rquantity(links, 4, reorderings(links)) == Fraction(7, 4)


def test_rquantity_without_links() -> None:
    assert rquantity(set(), 5, reorderings(set())) == 0


def test_width_class() -> None:
    expected = ["short"] * 3 + ["medium"] * 4 + ["long"] * 2
    assert [width_class(width) for width in range(2, 11)] == expected


@pytest.mark.parametrize(
    ("links", "n", "operators"),
    [
        (one_to_one(2, 4, 1, 3), 4, [(2, 4, 1, 3)]),
        (one_to_one(4, 3, 2, 1), 4, []),
        (one_to_one(2, 5, 3, 1, 4), 5, [(2, 5, 3, 1, 4)]),
        # ⟨2,4,1,3⟩ with ⟨3,1,4,2⟩ in the place of its first word: the outer one comes first.
        (one_to_one(4, 2, 5, 3, 7, 1, 6), 7, [(2, 4, 1, 3), (3, 1, 4, 2)]),
        # `lrscore` looks at first targets only, and puts word 4, without links, behind word 3.
        (one_to_one(2, 4, 1, 3) | {(0, 9)}, 5, [(2, 4, 1, 3)]),
        # Words 0 and 1 share a target and stay in order: no simple node is left.
        (linked("0-1 1-1 2-0 3-2"), 4, []),
    ],
)
def test_simple_nodes(links: Links, n: int, operators: list[tuple[int, ...]]) -> None:
    assert simple_operators(links, n) == operators
    assert is_itg(links, n) == (operators == [])


def test_nothing_is_said_of_no_links() -> None:
    assert is_itg(set(), 3) is None
    assert simple_operators(set(), 3) == []


# Reordering test sets


def test_reordering_sets() -> None:
    sentences = [
        (20, Fraction(2), 1),
        (19, Fraction(9), 9),  # too short
        (39, Fraction(1, 2), 2),
        (40, Fraction(0), 0),  # too long
        (30, Fraction(0), 0),
        (30, Fraction(1, 3), 1),
        (25, Fraction(1, 2), 1),  # as much as line 3, which comes first
        (25, Fraction(3), 4),
        (25, Fraction(0), 0),
    ]
    # 5 = 2 + 2 + 1.
    assert reordering_sets(sentences) == {
        "none": [5, 9],
        "low": [6, 3],
        "medium": [7, 1],
        "high": [8],
    }
    assert reordering_sets(sentences, low=40, high=50) == {
        "none": [4],
        "low": [],
        "medium": [],
        "high": [],
    }
    assert reordering_sets(sentences, low=1, high=19)["low"] == [2]


# Retained reorderings

REFERENCE = linked("1-3 2-4 3-1 4-2")  # A = 1 2, B = 3 4


@pytest.mark.parametrize(
    ("translation", "phrases", "rule"),
    [
        # The blocks have changed places, whatever happens inside them and around them.
        ("1-3 2-4 3-1 4-2", None, "order"),
        ("1-4 2-3 3-2 4-1 0-5 5-0", [], "order"),
        # Words 2 and 3 have no links, which is ignored.
        ("1-7 4-2", None, "order"),
        # The links of B surround a word from outside: not consistent, but in the right order.
        ("1-8 2-9 3-1 4-3 5-2", None, "order"),
        # One phrase covers words 1 to 4, or more; links are not asked for.
        ("1-1 2-2 3-3 4-4", [(0, 0), (1, 4)], "phrase"),
        ("", [(0, 9)], "phrase"),
        ("1-3 2-4 3-1 4-2", [(1, 4)], "phrase"),
        # Two phrases that together cover both blocks are not one.
        ("1-1 2-2 3-3 4-4", [(1, 2), (3, 4)], None),
        ("1-1 2-2 3-3 4-4", [(0, 3), (2, 4), (2, 9)], None),
        # 1 | 2 3 4: the same first and last word, another inner boundary. 2 is before 3, so it is
        # not by order.
        ("1-4 2-1 3-2 4-3", None, "shifted"),
        # 0 | 1 2 3 and 2 | 3 4 5 reach one word further to the left or right on both sides.
        ("0-4 1-1 2-2 3-3 4-5", None, "shifted"),
        ("0-0 1-1 2-5 3-2 4-3 5-4", None, "shifted"),
        # By two words on both sides: 3 | 4 5 6.
        ("1-0 2-1 3-9 4-2 5-3 6-4", None, None),
        # Another width: 1 | 2 3, 0 | 1 2 3 4, 1 | 2 3 4 5.
        ("1-3 2-1 3-2 4-4", None, None),
        ("0-5 1-1 2-2 3-3 4-4", None, None),
        ("1-5 2-1 3-2 4-3 5-4", None, None),
        # The blocks share a target, so not every target of B comes before those of A.
        ("1-2 2-2 3-1 4-2", None, None),
        ("1-1 2-2 3-3 4-4", None, None),
    ],
)
def test_retained(translation: str, phrases: list[Span] | None, rule: str | None) -> None:
    [(a, b)] = reorderings(REFERENCE)
    given_all = (REFERENCE, a, b, linked(translation), phrases)
    assert retained_by(*given_all) == rule
    assert retained(*given_all) == ("retained" if rule else "lost")


@pytest.mark.parametrize("translation", ["", "1-0 2-1", "3-1 4-0", "0-3 1-2 2-1 5-0"])
def test_a_block_without_links_is_unjudgeable(translation: str) -> None:
    # Not even a reordering at the right place helps: in the last one 0 1 2 5 are all inverted.
    [(a, b)] = reorderings(REFERENCE)
    assert retained(REFERENCE, a, b, linked(translation)) == "unjudgeable"
    assert retained_by(REFERENCE, a, b, linked(translation)) is None
    assert retained(REFERENCE, a, b, linked(translation), [(1, 4)]) == "retained"


def test_branching_decides_what_may_be_shifted() -> None:
    # 0 1 2 are inverted and 3 stays behind them. To the right this gives 1 | 2, one word to the
    # left of 2 | 3; to the left it gives 0 | 1 and 0 1 | 2.
    reference, translation = linked("2-1 3-0"), linked("0-2 1-1 2-0 3-3")
    assert retained_by(reference, (2,), (3,), translation, branching="right") == "shifted"
    assert retained_by(reference, (2,), (3,), translation, branching="left") is None
    assert retained(reference, (2,), (3,), translation, branching="left") == "lost"


# Anticipation


@pytest.mark.parametrize(
    ("text", "k", "shares"),
    [
        ("", 1, (0, 0)),
        ("0-0 1-1", 0, (2, 2)),
        ("0-0 1-1", 1, (0, 2)),
        # Target 0 links to 3, three words further; targets 1 to 3 come late.
        ("3-0 0-1 1-2 2-3", 3, (1, 4)),
        ("3-0 0-1 1-2 2-3", 4, (0, 4)),
        # One link of many is enough, and a target counts once.
        ("0-0 2-0 3-0 4-1", 2, (2, 2)),
        # The word must be further by k or more, not by k.
        ("5-0", 2, (1, 1)),
    ],
)
def test_anticipation(text: str, k: int, shares: tuple[int, int]) -> None:
    assert anticipation(linked(text), k) == shares


@pytest.mark.parametrize(
    ("text", "lengths", "k", "shares"),
    [
        ("", (3, 3), 1, (0, 0)),
        # Equally long: the same as without scale.
        ("3-0 0-1 1-2 2-3", (4, 4), 3, (1, 4)),
        ("3-0 0-1 1-2 2-3", (4, 4), 4, (0, 4)),
        # Half as many target words: word 1 stands where source word 2 does, in time.
        ("0-0 2-1", (4, 2), 0, (2, 2)),
        ("0-0 2-1", (4, 2), 1, (0, 2)),
        ("0-0 3-1", (4, 2), 1, (1, 2)),
        # Twice as many: target word 2 stands where source word 1 does, and 1 before it.
        ("1-2", (2, 4), 0, (1, 1)),
        ("1-1", (2, 4), 0, (1, 1)),
        ("1-3", (2, 4), 0, (0, 1)),
    ],
)
def test_anticipation_to_scale(
    text: str, lengths: tuple[int, int], k: int, shares: tuple[int, int]
) -> None:
    assert anticipation_scaled(linked(text), *lengths, k) == shares
