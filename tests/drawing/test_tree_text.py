from __future__ import annotations

import re
import tracemalloc

import pytest
from hypothesis import given

from drawing.shapes import by_level, deep_layout, layouts, span, wide_layout
from wordorder import Permutation
from wordorder.drawing import layout_tree

UP, DOWN, LEFT, RIGHT = "┴│├┤┼┘└╵", "┬│├┤┼┐┌╷", "─┬┴┤┼┐┘", "─┬┴├┼┌└"
OUTLINE_LINE = r"((?:[│ ]  )*(?:[├└]─ )?)(\S+)"
COLOR = re.compile(r"\x1b\[[0-9;]*m")

DRAWN = {
    "⟨2, 4, 5, 6, 1, 3⟩": """\
   ⟨2,4,1,3⟩
┌─────┬┴────┬──┐
2  ⟨1,2,3⟩  1  3
   ┌──┼──┐
   4  5  6""",
    "⟨5, 7, 4, 6, 3, 1, 2⟩": """\
       ⟨3,2,1⟩
    ┌─────┴─┬────┐
⟨2,4,1,3⟩   3  ⟨1,2⟩
┌──┬┴─┬──┐     ┌─┴┐
5  7  4  6     1  2""",
    "⟨6, 1, 4, 2, 3, 5⟩": """\
  ⟨2,1⟩
┌───┴────┐
6     ⟨1,2,3⟩
   ┌────┬┴──────┐
   1  ⟨2,1⟩     5
      ┌─┴──┐
      4  ⟨1,2⟩
         ┌─┴┐
         2  3""",
}

OUTLINE = """\
⟨3,2,1⟩
├─ ⟨2,4,1,3⟩
│  ├─ 5
│  ├─ 7
│  ├─ 4
│  └─ 6
├─ 3
└─ ⟨1,2⟩
   ├─ 1
   └─ 2"""


def top_down(layout) -> list[str]:
    return layout.to_text(width=layout.width, color=False).split("\n")


def outline(layout) -> list[str]:
    return layout.to_text(width=layout.width - 1, color=False).split("\n")


def cells(line: str, arms: str) -> list[int]:
    return [column for column, character in enumerate(line) if character in arms]


# Known drawings


@pytest.mark.parametrize("text", DRAWN)
def test_drawings_of_the_papers_permutations(text) -> None:
    assert Permutation.parse(text).tree().to_text() == DRAWN[text]


def test_outline_where_the_drawing_is_too_wide() -> None:
    tree = Permutation.parse("⟨5, 7, 4, 6, 3, 1, 2⟩").tree()
    width = tree.layout().width
    assert tree.to_text(width=width - 1) == OUTLINE
    assert tree.to_text(width=width) == DRAWN["⟨5, 7, 4, 6, 3, 1, 2⟩"]


@pytest.mark.parametrize("width", [1, 80])
def test_a_single_node_is_its_label(width) -> None:
    assert layout_tree(["1"], ["leaf"], [1]).to_text(width=width, color=False) == "1"


# Any drawing


@given(layouts)
def test_each_level_shows_its_labels_in_order_and_in_place(layout) -> None:
    lines = top_down(layout)
    assert len(lines) == 2 * layout.levels - 1
    for line, level in zip(lines[::2], by_level(layout), strict=True):
        nodes = [layout.nodes[number] for number in level]
        assert line.split() == [node.label for node in nodes]
        assert [line[slice(*span(node))] for node in nodes] == [node.label for node in nodes]


@given(layouts)
def test_branches_connect_each_child_with_its_parent(layout) -> None:
    lines, levels, nodes = top_down(layout), by_level(layout), layout.nodes
    inner = {node.parent for node in nodes}
    for line, above, below in zip(lines[1::2], levels, levels[1:], strict=False):
        parents = [number for number in above if number in inner]
        assert cells(line, UP) == [nodes[number].column for number in parents]
        assert cells(line, DOWN) == [nodes[number].column for number in below]
        assert [column + 1 for column in cells(line, RIGHT)] == cells(line, LEFT)
        assert len(line.split()) == len(parents)


@given(layouts)
def test_no_line_is_wider_than_the_layout_or_ends_in_blanks(layout) -> None:
    for line in top_down(layout):
        assert len(line) <= layout.width
        assert line == line.rstrip()


@given(layouts)
def test_an_outline_shows_every_node_on_its_level(layout) -> None:
    lines = outline(layout)
    leads, labels = zip(*(re.fullmatch(OUTLINE_LINE, line).groups() for line in lines), strict=True)
    assert list(labels) == [node.label for node in layout.nodes]
    assert [len(lead) for lead in leads] == [3 * node.level for node in layout.nodes]


@given(layouts)
def test_an_outline_leaves_no_line_hanging(layout) -> None:
    lines = outline(layout)
    for line, next_line in zip(lines, [*lines[1:], ""], strict=True):
        for column in cells(line, "│├"):
            assert next_line[column] in "│├└"


@given(layouts)
def test_colour_changes_nothing_but_colour(layout) -> None:
    for width in (layout.width, layout.width - 1):
        plain = layout.to_text(width=width, color=False)
        assert "\x1b" not in plain
        assert COLOR.sub("", layout.to_text(width=width, color=True)) == plain


# Very large trees


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "width", "shown"),
    [
        (lambda: deep_layout(20_000, children=2), 80, "39,999 nodes and 20,000 levels: too large"),
        (lambda: deep_layout(20_000, children=1), 80, "x\n│\n" * 19_999 + "x"),
        (lambda: wide_layout(50_000), 80, "├─ 49998\n└─ 49999"),
        (lambda: wide_layout(20_000), 10**6, "  19998  19999"),
    ],
    ids=["deep", "deep and narrow", "wide", "wide on a wider screen"],
)
def test_very_large_trees_are_drawn_in_linear_memory(make, width, shown) -> None:
    layout = make()
    tracemalloc.start()
    text = layout.to_text(width=width, color=False)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert shown in text
    assert peak < 50_000_000
