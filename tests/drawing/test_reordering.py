"""Sentences before and after reordering: words, arcs and lines, in the terminal and in pictures."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st
from rich.cells import cell_len

from messages import refused
from syntax_strategies import heads
from wordorder import UsageError
from wordorder.drawing import (
    ReferencePlace,
    ReorderingDrawing,
    ReorderingDrawings,
    ReorderingLayout,
    layout_reordering,
)

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

SVG = "{http://www.w3.org/2000/svg}"
TEXTS = st.sampled_from(["a", "rice", "新た", "<b>&", "long" * 5, ",", "e\u0301", "שלום", "\x00"])
LABELS = st.sampled_from(["det", "nsubj:pass", "obj", "", "格", '"<&'])
RICE = (["We", "eat", "rice"], ["PRON", "VERB", "NOUN"], [1, -1, 1], ["nsubj", "root", "obj"])
PLACES = [ReferencePlace(0, True), ReferencePlace(2, False), ReferencePlace(1, True)]


@st.composite
def layouts(draw: DrawFn) -> ReorderingLayout:
    tree = draw(heads())
    count = len(tree)
    words, tags, labels = (
        draw(st.lists(texts, min_size=count, max_size=count)) for texts in (TEXTS, TEXTS, LABELS)
    )
    places = draw(st.permutations(range(count)))
    moved = draw(st.sets(st.sampled_from(range(count))))
    ranks = draw(st.none() | st.permutations(range(count)))
    reference = ranks and [ReferencePlace(rank, draw(st.booleans())) for rank in ranks]
    return layout_reordering(words, tags, tree, labels, places, moved, reference)


@given(layouts())
def test_the_same_arcs_stand_on_both_sides(layout: ReorderingLayout) -> None:
    places = [word.place for word in layout.words]
    before = {(places[arc.head], places[arc.dependent]) for arc in layout.before}
    assert before == {(arc.head, arc.dependent) for arc in layout.after}
    assert len(layout.before) == len(layout.words) - 1


@given(layouts())
def test_arcs_of_one_level_do_not_overlap(layout: ReorderingLayout) -> None:
    for arcs in (layout.before, layout.after):
        for arc in arcs:
            for other in arcs:
                if arc is not other and arc.level == other.level:
                    (a, b), (c, d) = (sorted((x.head, x.dependent)) for x in (arc, other))
                    assert b <= c or d <= a


@given(layouts(), st.integers(40, 200))
def test_text_has_a_line_for_each_word_and_fits(layout: ReorderingLayout, width: int) -> None:
    lines = layout.to_text(width=width, color=False).split("\n")
    rows = lines[-len(layout.words) :]
    assert len(lines) - len(rows) in (0, 1)
    assert all(cell_len(line) <= width for line in lines)
    colored = layout.to_text(width=width, color=True)
    assert re.sub(r"\x1b\[\d+m", "", colored) == "\n".join(lines)


@given(layouts())
def test_pictures_are_xml_with_every_word_twice(layout: ReorderingLayout) -> None:
    root = ElementTree.fromstring(layout.to_svg())
    shown = [text.text for text in root.iter(f"{SVG}text")]
    for word in layout.words:
        text = word.text.replace("\x00", "\ufffd")
        assert shown.count(text) >= 2
    assert len(list(root.iter(f"{SVG}path"))) == 5 * len(layout.words) - 4


def test_words_that_follow_as_in_the_reference() -> None:
    def followers(places: list[int], ranks: list[int]) -> list[bool]:
        reference = [ReferencePlace(rank, True) for rank in ranks]
        return [w.follows for w in layout_reordering(*RICE, places, [], reference).reordered]

    assert followers([0, 2, 1], [0, 2, 1]) == [True, True, True]
    assert followers([0, 1, 2], [0, 2, 1]) == [True, False, False]
    assert followers([2, 1, 0], [0, 1, 2]) == [False, False, False]


def test_in_a_wide_terminal() -> None:
    layout = layout_reordering(*RICE, [0, 2, 1], [2], PLACES)
    assert layout.to_text(width=80, color=False) == (
        "                source             new order, numbered by the reference\n"
        "┌─▶  nsubj  PRON    We ⠤⠤⠤⠤⠤⠤⠤⠤ 1  We   ◀───┐\n"
        "├──  root   VERB   eat ⠤⣀⣀  ⣀⣀⠤ 2  rice ◀─┐ │\n"
        "└─▶  obj    NOUN  rice ⠤⠒⠒⠉⠉⠒⠒⠤ 3  eat  ──┴─┘"
    )


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (45, "├──  root   VERB   eat ⠤⣀⣀  ⣀⣀⠤ 2  rice ◀─┐ │"),
        (44, "├──  root   VERB   eat ⠤⣀⣀  ⣀⣀⠤ 2  rice"),
        (36, "├──  root    eat ⠤⣀⣀  ⣀⣀⠤ 2  rice"),
        (30, "├──   eat ⠤⣀⣀  ⣀⣀⠤ 2  rice"),
        (24, " eat ⠤⣀⣀  ⣀⣀⠤ 2  rice"),
        (1, " eat ⠤⣀⣀  ⣀⣀⠤ 2  rice"),
    ],
)
def test_what_has_no_room_is_left_out(width: int, line: str) -> None:
    layout = layout_reordering(*RICE, [0, 2, 1], [2], PLACES)
    assert layout.to_text(width=width, color=False).split("\n")[-2] == line


def test_long_words_are_cut() -> None:
    layout = layout_reordering(
        ["incomprehensible", "words"], ["", ""], [1, -1], ["", ""], [1, 0], []
    )
    assert layout.to_text(width=24, color=False).split("\n")[-2:] == [
        "incomp… ⠤⣀⣀  ⣀⣀⠤ words",
        "  words ⠤⠒⠒⠉⠉⠒⠒⠤ incomp…",
    ]


def test_one_word() -> None:
    layout = layout_reordering(["Go"], ["VERB"], [-1], ["root"], [0], [])
    assert layout.to_text(width=80, color=False).split("\n")[-1] == "root  VERB  Go ⠤⠤⠤⠤⠤⠤⠤⠤ Go"
    assert "1 word, 0 of them moved" in layout.to_svg()


def test_unlinked_words_and_breaks_have_their_ink() -> None:
    layout = layout_reordering(*RICE, [0, 1, 2], [], PLACES)
    root = ElementTree.fromstring(layout.to_svg())
    classes = {text.text: text.get("class") for text in root.iter(f"{SVG}text")}
    assert (classes["We"], classes["eat"]) == ("linked", "unlinked")
    assert (classes["1"], classes["3"]) == ("small end", "small end broken")
    assert "\x1b[33m3" in layout.to_text(width=80, color=True)


def test_the_layout_is_plain_data() -> None:
    layout = layout_reordering(*RICE, [0, 2, 1], [2], PLACES)
    document = json.loads(json.dumps(layout.to_dict()))
    assert document["words"][2]["moved"] is True
    assert document["after"][0] == {"head": 2, "dependent": 0, "level": 2, "crossing": False}


@pytest.mark.parametrize("width", [0, -3, "wide"])
def test_no_width(width: object) -> None:
    with refused(UsageError):
        layout_reordering(*RICE, [0, 2, 1], []).to_text(width=width, color=False)  # type: ignore[arg-type]


def test_several_with_titles() -> None:
    layout = layout_reordering(*RICE, [0, 2, 1], [])
    drawings = ReorderingDrawings(
        (ReorderingDrawing("one <1>", layout), ReorderingDrawing("two", layout))
    )
    text = drawings.to_text()
    assert text.startswith("one <1>\n\n")
    assert "\n\ntwo\n\n" in text
    root = ElementTree.fromstring(drawings.to_svg())
    titles = [t.text for t in root.iter(f"{SVG}text") if t.get("class") == "title"]
    assert titles == ["one <1>", "two"]
    assert drawings._repr_svg_() == drawings.to_svg()
