from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from drawing.shapes import by_level, children_of, deep_layout, layouts, span, wide_layout
from wordorder.drawing import layout_tree
from wordorder.drawing.measuring import cells_in_pixels
from wordorder.drawing.tree import Lettering


@given(layouts)
def test_labels_on_a_level_stand_apart(layout) -> None:
    for level in by_level(layout):
        spans = [span(layout.nodes[number]) for number in level]
        assert all(right.left > left.right for left, right in pairwise(spans))


@given(layouts)
def test_nothing_stands_outside_the_width(layout) -> None:
    spans = [span(node) for node in layout.nodes]
    assert min(left for left, _ in spans) >= 0
    assert max(right for _, right in spans) <= layout.width


@given(layouts)
def test_a_parent_stands_above_its_children_as_far_as_its_label_allows(layout) -> None:
    below = [span(node) for node in layout.nodes]  # everything under a node, and itself
    for number in range(len(layout.nodes) - 1, 0, -1):
        parent = layout.nodes[number].parent
        below[parent] = type(below[parent])(
            min(below[parent].left, below[number].left),
            max(below[parent].right, below[number].right),
        )
    for parent, children in children_of(layout).items():
        node = layout.nodes[parent]
        columns = [layout.nodes[child].column for child in children]
        at_the_edge = (
            span(node).left == below[parent].left or span(node).right == below[parent].right
        )
        assert columns[0] <= node.column <= columns[-1] or at_the_edge


@given(layouts)
def test_levels_count_from_the_root(layout) -> None:
    assert layout.nodes[0].level == 0
    assert all(n.level == layout.nodes[n.parent].level + 1 for n in layout.nodes[1:])
    assert layout.levels == 1 + max(node.level for node in layout.nodes)


def test_a_single_node() -> None:
    layout = layout_tree(["word"], ["leaf"], [1])
    assert (layout.width, layout.levels) == (4, 1)
    assert span(layout.nodes[0]) == (0, 4)


@pytest.mark.slow
@pytest.mark.parametrize("children", [1, 2])
def test_a_very_deep_tree(children) -> None:
    assert deep_layout(20_000, children).levels == 20_000


@pytest.mark.slow
def test_a_very_wide_tree() -> None:
    layout = wide_layout(50_000)
    assert layout.levels == 2
    assert layout.nodes[0].column == pytest.approx(layout.width / 2, rel=0.01)


@given(layouts)
def test_labels_may_be_measured_in_pixels(layout) -> None:
    skip = [len(layout.nodes)] * len(layout.nodes)
    for number, node in enumerate(layout.nodes):
        behind = (
            later
            for later in range(number + 1, len(layout.nodes))
            if layout.nodes[later].level <= node.level
        )
        skip[number] = next(behind, len(layout.nodes))
    in_pixels = layout_tree(
        [node.label for node in layout.nodes],
        [node.kind for node in layout.nodes],
        skip,
        lettering=Lettering(cells_in_pixels, 18),
    )
    assert in_pixels.width == 9 * layout.width
    for level in by_level(in_pixels):
        placed = [in_pixels.nodes[number] for number in level]
        for left, right in pairwise(placed):
            halves = (cells_in_pixels(left.label) + cells_in_pixels(right.label)) / 2
            assert right.column - left.column - halves >= 17
