from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawing.shapes import KINDS, deep_layout, layouts, wide_layout
from wordorder import Permutation
from wordorder.drawing import layout_tree, render_svg

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
    root = ElementTree.fromstring(render_svg(layouts))
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
