"""The flattened tree, against the oracle and against its own definition."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from messages import refused
from oracles import forests, trees
from strategies import every, grown, inflated, long_permutations, permutations
from wordorder import InputError, Permutation, PermutationTree, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordorder.permutation import TreeNode

Described = tuple[str, range, range, trees.Operator]

SPEC_EXAMPLE = Permutation.parse("⟨2, 4, 5, 6, 1, 3⟩")
LONG_SIMPLE = [*range(1, 64, 2), *range(0, 64, 2)]  # ⟨2, 4, …, 64, 1, 3, …, 63⟩


def described(tree: PermutationTree) -> list[Described]:
    """Everything about the nodes, parents first; the spans tell who is whose child."""
    return [(node.kind, node.span, node.value_range, node.operator) for node in tree.nodes()]


@cache
def expected(ranks: tuple[int, ...], first: int = 0, lowest: int = 0) -> list[Described]:
    """The same from the oracle, for a block that starts at a position and a rank."""
    return [
        (
            node.kind,
            range(first + node.start, first + node.end),
            range(lowest + node.low, lowest + node.high + 1),
            node.operator,
        )
        for node in trees.nodes(trees.flattened_tree(ranks))
    ]


def assert_keeps_the_definition(ranks: Sequence[int], node: TreeNode) -> None:
    """One node as the definition wants it. Only the flattened tree has such nodes throughout."""
    children = node.children
    low = [child.value_range.start for child in children]
    assert sorted(ranks[node.span.start : node.span.stop]) == list(node.value_range)
    assert node.operator == trees.relative_order(low)
    if node.kind == "leaf":
        assert len(node.span) == 1
        assert not children
        return
    ends = [node.span.start, *(child.span.stop for child in children)]
    assert [child.span for child in children] == [range(a, b) for a, b in pairwise(ends)]
    assert ends[-1] == node.span.stop
    if node.kind == "simple":
        k = len(children)
        assert k >= 4
        assert all(j - i in (1, k) for i, j in forests.block_spans(node.operator))
    else:
        assert len(children) >= 2
        assert low == sorted(low, reverse=node.kind == "inverted")
        assert all(child.kind != node.kind for child in children)


@pytest.mark.parametrize("n", [*range(1, 7), pytest.param(7, marks=pytest.mark.slow)])
def test_every_short_permutation_has_the_oracles_tree(n: int) -> None:
    for ranks in every(n):
        assert described(Permutation(ranks).tree()) == expected(ranks)


@given(permutations(min_size=1))
def test_any_permutation_has_the_oracles_tree(ranks: list[int]) -> None:
    assert described(Permutation(ranks).tree()) == expected(tuple(ranks))


@pytest.mark.parametrize("n", [61, 62, 63, 64, 65, 66, 67, 100, 130])
def test_both_algorithms_give_the_oracles_tree(n: int) -> None:
    for seed in range(4):
        ranks = tuple(grown(n, seed))
        assert described(Permutation(ranks).tree()) == expected(ranks)


@pytest.mark.slow
@settings(max_examples=200)
@given(long_permutations())
def test_every_node_of_a_long_tree_keeps_the_definition(ranks: list[int]) -> None:
    tree = Permutation(ranks).tree()
    assert tree.root.span == range(len(ranks))
    for node in tree.nodes():
        assert_keeps_the_definition(ranks, node)


@pytest.mark.slow
@pytest.mark.parametrize("n", range(2, 7))
@pytest.mark.parametrize("position", [0, 31, 63])
def test_the_linear_algorithm_finds_every_short_permutation(n: int, position: int) -> None:
    # Inside a long simple permutation a short one is a node of its own, tree and all.
    for ranks in every(n):
        tree = Permutation(inflated(LONG_SIMPLE, position, ranks)).tree()
        nodes = described(tree)[position + 1 :][: len(expected(ranks))]
        assert tree.root.operator == tuple(rank + 1 for rank in LONG_SIMPLE)
        assert nodes == expected(ranks, position, LONG_SIMPLE[position])


def test_the_empty_permutation_has_no_tree() -> None:
    with refused(InputError):
        Permutation([]).tree()


# PETs


@pytest.mark.parametrize(("branching", "outer"), [("left", 1), ("right", 0)])
@pytest.mark.parametrize("n", range(1, 7))
def test_a_branching_pet_never_branches_to_the_other_side(branching, outer: int, n: int) -> None:
    for ranks in every(n):
        for node in Permutation(ranks).tree().pet(branching).nodes():
            if node.kind in ("monotone", "inverted"):
                assert len(node.children) == 2
                assert node.children[outer].kind != node.kind


@pytest.mark.slow
@given(permutations(min_size=1))
def test_a_pet_has_the_operators_of_the_oracle(ranks: list[int]) -> None:
    wanted = sorted(trees.pet_operators(trees.flattened_tree(ranks)))
    for branching in ("left", "right"):
        pet = Permutation(ranks).tree().pet(branching)
        assert sorted(node.operator for node in pet.nodes() if node.kind != "leaf") == wanted
        assert [node.value_range.start for node in pet.nodes() if node.kind == "leaf"] == ranks


def test_the_branching_must_be_left_or_right() -> None:
    with refused(UsageError):
        SPEC_EXAMPLE.tree().pet("up")


# Trees as values and as text


def test_trees_are_equal_if_all_their_nodes_are() -> None:
    tree = Permutation.identity(4).tree()
    assert tree == Permutation.identity(4).tree()
    assert hash(tree) == hash(Permutation.identity(4).tree())
    assert tree != tree.pet()
    assert tree.pet("left") != tree.pet("right")
    assert tree != Permutation.inverted(4).tree()
    assert tree != "tree"


def test_a_tree_of_simple_nodes_is_its_own_pet() -> None:
    tree = Permutation.parse("2 4 1 3").tree()
    assert tree == tree.pet("left") == tree.pet("right")


def test_a_tree_knows_its_permutation_and_its_size() -> None:
    tree = SPEC_EXAMPLE.tree()
    assert tree.permutation == SPEC_EXAMPLE
    assert len(tree) == len(list(tree.nodes())) == 8
    assert repr(tree) == "<PermutationTree (⟨2,4,1,3⟩ 2 (⟨1,2,3⟩ 4 5 6) 1 3)>"
    assert repr(tree.root) == "<TreeNode ⟨2,4,1,3⟩ over range(0, 6)>"


def bracketed(node: trees.Node) -> str:
    if not node.children:
        return str(node.low + 1)
    operator = ",".join(map(str, node.operator))
    return f"(⟨{operator}⟩ {' '.join(map(bracketed, node.children))})"


@given(permutations(min_size=1, max_size=30))
def test_brackets_nest_as_the_nodes_do(ranks: list[int]) -> None:
    assert Permutation(ranks).tree().to_brackets() == bracketed(trees.flattened_tree(ranks))


@given(permutations(min_size=1, max_size=30))
def test_latex_is_the_brackets_for_the_forest_package(ranks: list[int]) -> None:
    tree = Permutation(ranks).tree()
    first, body, last = tree.to_latex().split("\n")
    operator = re.compile(r"\{\$\\langle ([\d,]+) \\rangle\$\}")
    assert (first, last) == (r"\begin{forest}", r"\end{forest}")
    assert body.isascii()
    as_brackets = re.sub(r"\[(\d+)\]", r"\1", operator.sub(r"⟨\1⟩", body))
    assert as_brackets.translate(str.maketrans("[]", "()")) == tree.to_brackets()


@given(permutations(min_size=1, max_size=30))
def test_plain_data_holds_the_whole_tree(ranks: list[int]) -> None:
    tree = Permutation(ranks).tree()
    data = tree.to_dict()
    nodes = data["nodes"]
    assert data["schema"] == "wordorder/tree/1"
    assert data["ranks"] == ranks
    assert described(tree) == [
        (node["kind"], range(*node["span"]), range(*node["values"]), tuple(node["operator"]))
        for node in nodes
    ]
    for node, plain in zip(tree.nodes(), nodes, strict=True):
        spans = [[child.span.start, child.span.stop] for child in node.children]
        assert [nodes[child]["span"] for child in plain["children"]] == spans


def test_a_tree_shows_itself() -> None:
    tree = SPEC_EXAMPLE.tree()
    assert str(tree) == tree.to_text()
    assert "⟨2,4,1,3⟩" in str(tree)
    assert SPEC_EXAMPLE._repr_svg_() == tree._repr_svg_() == tree.to_svg()
    assert tree.to_svg().startswith("<svg")
    assert Permutation([])._repr_svg_() is None


# Any size and any depth


def zigzag(n: int) -> Permutation:
    """⟨1, n, 2, n − 1, …⟩: every node has one leaf, so the tree is as deep as it can be."""
    return Permutation([i // 2 if i % 2 == 0 else n - 1 - i // 2 for i in range(n)])


MILLION = {
    "monotone": lambda: Permutation.identity(10**6),
    "random": lambda: Permutation.random(10**6, 1),
    "deep": lambda: zigzag(10**6),
}


def test_a_zigzag_is_as_deep_as_it_is_long() -> None:
    assert bracketed(trees.flattened_tree(list(zigzag(5)))) == zigzag(5).tree().to_brackets()
    assert zigzag(5).tree().to_brackets() == "(⟨1,2⟩ 1 (⟨2,1⟩ 5 (⟨1,2⟩ 2 (⟨2,1⟩ 4 3))))"


@pytest.mark.slow
@pytest.mark.parametrize("make", MILLION.values(), ids=MILLION)
def test_a_million_words_have_a_tree_and_a_pet(make: Callable[[], Permutation]) -> None:
    tree = make().tree()
    assert tree.to_brackets().count("(") == len(tree) - 10**6
    assert len(tree.pet()) >= len(tree)


def test_the_width_of_a_drawing_is_at_least_1() -> None:
    tree = Permutation([1, 0]).tree()
    with refused(UsageError):
        tree.to_text(width="a")  # type: ignore[arg-type]
    with refused(UsageError):
        tree.to_text(width=0)
