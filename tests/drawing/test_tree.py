"""Trees: their layout, in a terminal and as SVG."""

from __future__ import annotations

import re
import tracemalloc
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from drawing.shapes import KINDS, by_level, children_of, deep_layout, layouts, span, wide_layout
from wordorder import Permutation
from wordorder.drawing import layout_tree, render_tree_svg
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


SVG = "{http://www.w3.org/2000/svg}"

# What XML can hold; no control characters.
ANY_LABEL = st.text(
    st.characters(blacklist_categories=("Cc", "Cs", "Cn"), blacklist_characters="\ufffe\uffff"),
    min_size=1,
)


@pytest.fixture(scope="module")
def paper() -> str:
    return Permutation.parse("⟨5, 7, 4, 6, 3, 1, 2⟩").tree().to_svg()


def texts(svg: str) -> list[str]:
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", text)]


@given(layouts)
def test_every_label_is_there_in_order_with_its_kind(layout) -> None:
    elements = list(ElementTree.fromstring(layout.to_svg()).iter(f"{SVG}text"))
    assert [(e.text, e.get("class")) for e in elements] == [(n.label, n.kind) for n in layout.nodes]


@pytest.mark.parametrize("label", ["<script>alert(1)</script>", "&amp;", "a\"b'c", "]]>", "<!--"])
def test_labels_cannot_leave_their_element(label) -> None:
    svg = layout_tree([label], ["leaf"], [1]).to_svg()
    assert texts(svg) == [label]
    assert f">{label}<" not in svg


@given(ANY_LABEL)
def test_any_text_makes_well_formed_xml(label) -> None:
    assert texts(layout_tree([label], ["leaf"], [1]).to_svg()) == [label]


@given(layouts)
def test_everything_lies_inside_the_picture(layout) -> None:
    root = ElementTree.fromstring(layout.to_svg())
    left, top, width, height = numbers(root.get("viewBox"))
    assert (left, top) == (0, 0)
    assert [width, height] == [float(root.get("width")), float(root.get("height"))]
    [group] = root.iter(f"{SVG}g")
    across, down = numbers(group.get("transform"))
    per_cell = (width - 2 * across) / layout.width
    for node, text in zip(layout.nodes, group.iter(f"{SVG}text"), strict=True):
        half = per_cell * len(node.label) / 2
        x = across + float(text.get("x"))
        assert x - half >= 0
        assert x + half <= width
        assert 0 < down + float(text.get("y")) < height


@given(layouts)
def test_labels_on_a_level_do_not_touch(layout) -> None:
    elements = ElementTree.fromstring(layout.to_svg()).iter(f"{SVG}text")
    ends: dict[str, float] = {}
    for node, text in zip(layout.nodes, elements, strict=True):
        x, half = float(text.get("x")), 9 * len(node.label) / 2
        assert x - half > ends.get(text.get("y"), -100)
        ends[text.get("y")] = x + half


@given(layouts)
def test_each_line_runs_from_a_parent_to_its_child(layout) -> None:
    root = ElementTree.fromstring(layout.to_svg())
    place = [(float(t.get("x")), float(t.get("y"))) for t in root.iter(f"{SVG}text")]
    lines = [numbers(path.get("d")) for path in root.iter(f"{SVG}path")]
    expected = [(n.parent, i) for i, n in enumerate(layout.nodes) if n.parent >= 0]
    for (x1, y1, x2, y2), (parent, child) in zip(lines, expected, strict=True):
        assert (x1, x2) == (place[parent][0], place[child][0])
        assert place[parent][1] < y1 < y2 < place[child][1]


def test_nothing_comes_from_outside_and_nothing_runs(paper) -> None:
    root = ElementTree.fromstring(paper)
    assert {element.tag for element in root.iter()} == {
        f"{SVG}{name}" for name in ("svg", "style", "rect", "g", "path", "text")
    }
    without_namespace = paper.replace('xmlns="http://www.w3.org/2000/svg"', "", 1)
    assert not re.search(r"script|href|url\(|@import|://|\bon\w+=|<!|<\?", without_namespace)


def test_light_and_dark_have_their_own_colours(paper) -> None:
    style = ElementTree.fromstring(paper).find(f"{SVG}style").text
    light, dark = style.split("@media(prefers-color-scheme:dark)")
    for name in ("ground", *KINDS):
        [in_light] = re.findall(rf"\.{name}{{fill:(#\w+)}}", light)
        [in_dark] = re.findall(rf"\.{name}{{fill:(#\w+)}}", dark)
        assert in_light != in_dark


def test_rules_apply_to_the_picture_only(paper) -> None:
    # A notebook puts the picture into its page, style sheet and all.
    root = ElementTree.fromstring(paper)
    style = root.find(f"{SVG}style").text.replace("@media(prefers-color-scheme:dark){", "")
    selectors = [rule.partition("{")[0] for rule in style.split("}") if rule]
    assert selectors
    assert all(selector.startswith(f".{root.get('class')} ") for selector in selectors)


def test_several_trees_stand_one_under_the_other() -> None:
    layouts = [Permutation.identity(n).tree().layout() for n in (3, 1, 8)]
    root = ElementTree.fromstring(render_tree_svg(layouts))
    tops = [numbers(group.get("transform"))[1] for group in root.iter(f"{SVG}g")]
    bottoms = [
        top + max(float(text.get("y")) for text in group.iter(f"{SVG}text"))
        for top, group in zip(tops, root.iter(f"{SVG}g"), strict=True)
    ]
    assert bottoms[0] < tops[1]
    assert bottoms[1] < tops[2]
    assert float(root.get("width")) == float(
        ElementTree.fromstring(layouts[2].to_svg()).get("width")
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [lambda: deep_layout(20_000, children=2), lambda: wide_layout(50_000)],
    ids=["deep", "wide"],
)
def test_very_large_trees(make) -> None:
    layout = make()
    svg = layout.to_svg()
    assert svg.count("<text ") == len(layout.nodes)
    assert len(svg) < 200 * len(layout.nodes)
