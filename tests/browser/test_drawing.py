"""Diagrams and trees as SVG elements."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from drawing.twins import named_cases
from wordorder import Permutation
from wordorder.reporting.page import joined, palette, style_sheet

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<script>alert(1)</script>",
    "&amp;",
    "a\"b'c",
    "]]>",
    "\x00\x1b[31m",
    "שלום",
    "x" * 2000,
]
PROGRAM = joined("drawing.js").removesuffix("})();\n") + (
    "Object.assign(window, { crossingSvg, layoutCrossing, standalone, textMeasure, treeSvg });\n"
    "})();\n"
)
DRAW = """([{ above, below, links, moved, width }, title]) => {
  const layout = layoutCrossing(above, below, links, { width, measure: textMeasure(), moved });
  window.svg = crossingSvg(layout, { title });
  document.body.append(window.svg);
}"""


@pytest.fixture
def blank(opened):
    """A page with nothing but the colours and the program."""

    def open_blank(**how):
        style = f"<style>{style_sheet()} body {{ margin: 0 }}</style>"
        return opened(
            f"<!doctype html><meta charset=utf-8>{style}<script>{PROGRAM}</script>", **how
        )

    return open_blank


def drawn(page, case, title="Line 1"):
    page.evaluate(DRAW, [case, title])
    return page.locator("svg")


def hostile_case(width: int) -> dict:
    links = [{"above": n, "below": n, "stage": "stem", "confidence": 0.5} for n in range(7)]
    return {"above": HOSTILE, "below": HOSTILE, "links": links, "width": width, "moved": [[1, 2]]}


# Both have room for the first word, in any font.
@pytest.mark.parametrize("width", [600, 1400])
def test_words_stay_words(blank, width) -> None:
    svg = drawn(blank(), hostile_case(width), "<b>")
    shown = svg.locator("text").evaluate_all("texts => texts.map(one => one.firstChild.data)")
    assert shown[:6] == shown[7:13] == HOSTILE[:6]
    assert shown[6].endswith("…")
    assert svg.locator("text title").first.text_content() == HOSTILE[6]
    assert svg.get_attribute("role") == "img"
    assert svg.get_attribute("aria-label") == svg.locator("> title").text_content() == "<b>"
    assert svg.locator("path title").first.text_content() == (
        f"{HOSTILE[0]} – {HOSTILE[0]}, stem, confidence 0.50"
    )


@pytest.mark.parametrize("name", ["a sentence", "a hundred words", "from the right"])
@pytest.mark.parametrize("width", [360, 1400])
def test_words_have_room_as_the_browser_draws_them(blank, name, width) -> None:
    case = {**named_cases()[name], "width": width}
    svg = drawn(blank(), case)
    boxes = svg.locator("text").evaluate_all(
        "texts => texts.map(one => one.getBBox())"
        ".map(({x, y, width}) => [Math.round(y), x, x + width])"
    )
    right = float(svg.get_attribute("width"))
    assert right <= width
    assert all(start >= -1 and end <= right + 1 for _, start, end in boxes)
    for side in (boxes[: len(case["above"])], boxes[len(case["above"]) :]):
        for (y, _, end), (other_y, start, _) in pairwise(sorted(side)):
            assert y != other_y or start - end > 16


def test_words_of_columns_stand_at_their_links_in_both_directions(blank) -> None:
    case = {**named_cases()["from the right"], "width": 360}
    svg = drawn(blank(), case)
    ends = svg.locator("text").evaluate_all(
        "texts => texts.map(one => one.getBBox()).map(({x, width}) => [x, x + width])"
    )
    left, right = ends[: len(case["above"])], ends[len(case["above"]) :]
    assert max(end for _, end in left) - min(end for _, end in left) < 2
    assert max(start for start, _ in right) - min(start for start, _ in right) < 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_page(blank, scheme) -> None:
    svg = drawn(blank(scheme=scheme), hostile_case(800))
    stroke = svg.locator("path").first.evaluate("path => getComputedStyle(path).stroke")
    colour = palette()[scheme]["stem"]
    expected = ", ".join(str(int(colour[start : start + 2], 16)) for start in (1, 3, 5))
    assert stroke == f"rgb({expected})"


@pytest.mark.parametrize("dark", [False, True])
def test_a_file_has_its_colours_and_size_inside(blank, dark) -> None:
    page = blank()
    drawn(page, hostile_case(800))
    options = {"palette": palette(), "dark": dark, "millimetres": 84}
    text = page.evaluate("options => standalone(window.svg, options)", options)
    root = ElementTree.fromstring(text)
    assert not re.search(r"var\(|script>|url\(", text.replace("&lt;script&gt;", ""))
    colours = palette()["dark" if dark else "light"]
    assert root.find(f"{SVG}rect").get("fill") == colours["ground"]
    assert {path.get("stroke") for path in root.iter(f"{SVG}path")} == {colours["stem"]}
    assert root.get("width") == "84.00mm"
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert words[:4] == HOSTILE[:4]
    assert words[4] == "\ufffd\ufffd[31m"


def test_a_small_file_is_not_enlarged(blank) -> None:
    page = blank()
    drawn(page, {"above": ["a"], "below": ["b"], "links": [], "moved": [], "width": 800})
    text = page.evaluate(
        "palette => standalone(window.svg, { palette, millimetres: 84 })", palette()
    )
    assert float(ElementTree.fromstring(text).get("width").removesuffix("mm")) < 20


def test_a_tree_shows_its_labels_in_their_colours(blank) -> None:
    page = blank()
    layout = Permutation.parse("2 4 5 6 1 3").tree().layout()
    page.evaluate(
        "layout => document.body.append(treeSvg(layout, { title: 'Tree' }))",
        json.loads(json.dumps(layout.to_dict())),
    )
    shown = page.locator("svg text").evaluate_all(
        "texts => texts.map(one => [one.textContent, one.getAttribute('class')])"
    )
    assert shown == [[node.label, node.kind] for node in layout.nodes]
    assert page.locator("svg path").count() == len(layout.nodes) - 1
