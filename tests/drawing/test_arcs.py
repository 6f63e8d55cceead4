"""Dependency arcs: where they stand, in the terminal and in pictures."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st
from rich.cells import cell_len

from oracles.lifting import is_projective, lifted
from syntax_strategies import heads
from wordorder.drawing import ArcLayout, PlacedArc, layout_arcs
from wordorder.drawing.arcs_svg import WIDEST

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

SVG = "{http://www.w3.org/2000/svg}"
TEXTS = st.sampled_from(["a", "rice", "新た", "a b", "<b>&", "long" * 5, ",", "e\u0301"])
LABELS = st.sampled_from(["det", "nsubj:pass", "obj", "", "格", '"<&'])
WHAT = (
    ["What", "did", "you", "see"],
    ["PRON", "AUX", "PRON", "VERB"],
    [3, -1, 1, 1],
    ["obj", "root", "nsubj", "xcomp"],
)
HEBREW = (["הילדה", "קראה", "ספר"], ["NOUN", "VERB", "NOUN"], [1, -1, 1], ["nsubj", "root", "obj"])


@st.composite
def layouts(draw: DrawFn) -> ArcLayout:
    parents = draw(heads())
    words, tags, labels = (
        draw(st.lists(texts, min_size=len(parents), max_size=len(parents)))
        for texts in (TEXTS, TEXTS, LABELS)
    )
    return layout_arcs(words, tags, parents, labels)


def ends_of(arc: PlacedArc) -> list[tuple[int, int]]:
    """The words and columns at the ends of an arc."""
    if arc.head < 0:
        return [(arc.dependent, arc.end)]
    return [(arc.head, arc.start), (arc.dependent, arc.end)]


def overlap(first: PlacedArc, second: PlacedArc) -> bool:
    (a, b), (c, d) = (sorted((arc.start, arc.end)) for arc in (first, second))
    return a <= d and c <= b


@given(layouts())
def test_words_and_arcs_have_room(layout: ArcLayout) -> None:
    for word in layout.words:
        assert word.width >= max(cell_len(word.text), cell_len(word.tag))
    assert all(a.left + a.width < b.left for a, b in pairwise(layout.words))
    assert layout.words[-1].left + layout.words[-1].width == layout.width
    ends = [end for arc in layout.arcs for end in ends_of(arc)]
    assert max(Counter(column for _, column in ends).values()) == 1
    for number, column in ends:
        word = layout.words[number]
        assert word.left <= column < word.left + word.width
    for arc in layout.arcs:
        if arc.head >= 0:
            assert abs(arc.start - arc.end) >= cell_len(arc.label) + 3
    for first, second in combinations(layout.arcs, 2):
        assert first.level != second.level or not overlap(first, second)
    assert max(arc.level for arc in layout.arcs) == layout.levels


@given(layouts())
def test_crossing_arcs_are_those_that_cross(layout: ArcLayout) -> None:
    def crosses(first: PlacedArc, second: PlacedArc) -> bool:
        (a, b), (c, d) = (sorted((arc.head, arc.dependent)) for arc in (first, second))
        if second.head < 0:
            return a < second.dependent < b
        return a < c < b < d or c < a < d < b

    for arc in layout.arcs:
        expected = arc.head >= 0 and any(crosses(arc, other) for other in layout.arcs)
        assert arc.crossing == expected
    assert is_projective([arc.head for arc in layout.arcs]) != any(a.crossing for a in layout.arcs)


@given(layouts())
def test_the_layout_is_plain_data(layout: ArcLayout) -> None:
    document = json.loads(json.dumps(layout.to_dict()))
    assert [word["text"] for word in document["words"]] == [word.text for word in layout.words]
    assert [arc["head"] for arc in document["arcs"]] == [arc.head for arc in layout.arcs]


def test_arcs_above_the_words() -> None:
    assert layout_arcs(*WHAT).to_text(width=60, color=False).split("\n") == [
        "    root",
        " ┌────┼─────obj──────────┐",
        " │    │ ┌────xcomp─────┐ │",
        " │    │ │ ┌─nsubj─┐    │ │",
        " ▼    ▼ │ │       ▼    ▼ │",
        "What   did       you   see",
        "PRON   AUX       PRON  VERB",
    ]


def test_wide_characters_stand_below_their_arcs() -> None:
    layout = layout_arcs(["新た", "な", "米"], ["", "", ""], [2, 0, -1], ["acl", "aux", "root"])
    assert layout.to_text(width=60, color=False).split("\n") == [
        "            root",
        "┌────acl────┐ │",
        "│ ┌─aux─┐   │ │",
        "▼ │     ▼   │ ▼",
        "新た    な   米",
    ]


def test_a_narrow_terminal_gets_an_outline() -> None:
    assert layout_arcs(*WHAT).to_text(width=20, color=False).split("\n") == [
        "┌─ What  obj of see  PRON",
        "did  root  AUX",
        "├─ you  nsubj  PRON",
        "└─ see  xcomp  VERB",
    ]


def test_so_do_words_from_right_to_left() -> None:
    assert layout_arcs(*HEBREW).to_text(width=200, color=False).split("\n") == [
        "┌─ הילדה  nsubj  NOUN",
        "קראה  root  VERB",
        "└─ ספר  obj  NOUN",
    ]


def test_colours() -> None:
    text = layout_arcs(*WHAT).to_text(width=60, color=True)
    assert "\x1b[33mobj\x1b[0m" in text
    assert "\x1b[34mnsubj\x1b[0m" in text
    assert "\x1b[35mroot\x1b[0m" in text
    assert "\x1b[2mAUX\x1b[0m" in text
    narrow = layout_arcs(*WHAT).to_text(width=9, color=True)
    assert "\x1b[33mobj of see\x1b[0m" in narrow


@given(layouts(), st.booleans())
def test_lines_of_a_terminal(layout: ArcLayout, color: bool) -> None:
    lines = layout.to_text(width=layout.width, color=False).split("\n")
    assert len(lines) == layout.levels + 3
    assert all(cell_len(line) <= layout.width for line in lines)
    assert lines[layout.levels].count("▼") == len(layout.words)
    outline = layout.to_text(width=0, color=False).split("\n")
    assert len(outline) == len(layout.words)
    assert layout.to_text(width=0, color=color).count("\n") == len(layout.words) - 1


@given(layouts())
def test_words_of_an_outline_stand_below_their_heads(layout: ArcLayout) -> None:
    lifted_heads = lifted([arc.head for arc in layout.arcs])
    for word, line in enumerate(layout.to_text(width=0, color=False).split("\n")):
        depth, at = 0, word
        while lifted_heads[at] >= 0:
            depth, at = depth + 1, lifted_heads[at]
        assert line[3 * depth :].startswith(layout.words[word].text)
        assert set(line[: 3 * depth]) <= set("┌├└─│ ")


def elements(layout: ArcLayout, name: str, kind: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(layout.to_svg())
    return [
        element for element in root.iter(f"{SVG}{name}") if kind in element.get("class", "").split()
    ]


@given(layouts())
def test_a_picture_has_all_words_labels_and_arrows(layout: ArcLayout) -> None:
    words = [element.text for element in elements(layout, "text", "leaf")]
    assert words == [word.text for word in layout.words]
    labels = {element.text for element in elements(layout, "text", "label")}
    assert labels == {arc.label for arc in layout.arcs if arc.label}
    assert len(elements(layout, "path", "arrow")) == len(layout.words)
    root = ElementTree.fromstring(layout.to_svg())
    for text in root.iter(f"{SVG}text"):
        assert 0 <= float(text.get("x", "")) <= float(root.get("width", ""))


def test_what_a_picture_says() -> None:
    svg = layout_arcs(*WHAT).to_svg()
    assert 'aria-label="Dependency tree: 4 words, 1 of the arcs crossing"' in svg
    assert "<title>see → What: obj</title>" in svg
    assert "<title>did: root</title>" in svg
    assert "prefers-color-scheme:dark" in svg
    assert "<script" not in svg


def test_hostile_text_is_escaped() -> None:
    svg = layout_arcs(["</text><script>"], ['"&'], [-1], ["<b>\x00"]).to_svg()
    assert "<script>" not in svg
    assert "\x00" not in svg
    ElementTree.fromstring(svg)


@pytest.mark.parametrize("words", [["a"] * 60, ["א"] * 60])
def test_long_sentences_take_several_rows(words: list[str]) -> None:
    layout = layout_arcs(words, ["X"] * 60, [-1, *range(59)], ["nsubj:pass"] * 60)
    root = ElementTree.fromstring(layout.to_svg())
    assert layout.width > 3 * WIDEST
    assert float(root.get("width", "")) < 9 * WIDEST + 150
    labels = [
        element.text for element in root.iter(f"{SVG}text") if "label" in element.get("class", "")
    ]
    assert len(labels) >= 60


def test_words_from_right_to_left_are_mirrored() -> None:
    places = [
        float(element.get("x", "")) for element in elements(layout_arcs(*HEBREW), "text", "leaf")
    ]
    assert places == sorted(places, reverse=True)


def test_long_words_and_labels_are_cut() -> None:
    layout = layout_arcs(["w" * 10_000], ["t" * 300], [-1], ["r" * 300])
    assert layout.width == 60
    assert layout.words[0].text.endswith("w…")
    assert cell_len(layout.arcs[0].label) == 24
