"""Trees to draw: any shape for Hypothesis, and two that break careless programs."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import strategies as st

from strategies import permutations
from wordorder import Permutation
from wordorder.drawing import TreeLayout, layout_tree

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

KINDS = ("leaf", "monotone", "inverted", "simple")


class Span(NamedTuple):
    """The cells of a label: from `left` up to, but not including, `right`."""

    left: int
    right: int


def span(node) -> Span:
    left = node.column - (len(node.label) - 1) // 2
    return Span(left, left + len(node.label))


def by_level(layout: TreeLayout) -> list[list[int]]:
    """The numbers of the nodes on each level, from left to right."""
    levels: list[list[int]] = [[] for _ in range(layout.levels)]
    for number, node in enumerate(layout.nodes):
        levels[node.level].append(number)
    return levels


def children_of(layout: TreeLayout) -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    for number, node in enumerate(layout.nodes):
        children.setdefault(node.parent, []).append(number)
    del children[-1]
    return children


def with_levels(labels: list[str], levels: list[int]) -> TreeLayout:
    """Lay out the nodes, in pre-order, that stand on these levels."""
    skip = [len(levels)] * len(levels)
    path: list[int] = []
    for number, level in enumerate(levels):
        while len(path) > level:
            skip[path.pop()] = number
        path.append(number)
    return layout_tree(labels, [KINDS[len(label) % 4] for label in labels], skip)


@st.composite
def any_layouts(draw: DrawFn) -> TreeLayout:
    """Trees of any shape, nodes with a single child included, with labels of any length."""
    levels = [0]
    for _ in range(draw(st.integers(0, 30))):
        levels.append(draw(st.integers(1, levels[-1] + 1)))
    label = st.text(string.ascii_letters, min_size=1, max_size=15)
    labels = draw(st.lists(label, min_size=len(levels), max_size=len(levels)))
    return with_levels(labels, levels)


@st.composite
def permutation_layouts(draw: DrawFn) -> TreeLayout:
    """The trees that the package draws today: flattened ones and PETs."""
    tree = Permutation(draw(permutations(min_size=1, max_size=40))).tree()
    return draw(st.sampled_from([tree, tree.pet("left"), tree.pet("right")])).layout()


layouts = st.one_of(permutation_layouts(), any_layouts())


def deep_layout(depth: int, children: int) -> TreeLayout:
    """A tree that goes down to the right, each inner node with so many children."""
    levels = [0]
    for level in range(1, depth):
        levels += [level] * children
    return with_levels(["x"] * len(levels), levels)


def wide_layout(leaves: int) -> TreeLayout:
    """A root and its leaves."""
    return with_levels(["root", *map(str, range(leaves))], [0, *[1] * leaves])
