from __future__ import annotations

import json
import sys
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from drawing.alignments import links_between, plain_words, words
from drawing.twins import measure
from wordorder.drawing.crossing import CrossingLink, layout_crossing
from wordorder.drawing.measuring import shortened, word_direction
from wordorder.drawing.palette import DIM, KINDS, MOVED

widths = st.one_of(st.integers(1, 1600), st.floats(200, 1600))
NEARLY = 0.2  # pixels that rounding may cost


@st.composite
def layouts(draw, words=words, longest=30):
    above, below = (draw(st.lists(words, max_size=longest)) for _ in range(2))
    links = [CrossingLink(*link) for link in draw(links_between(len(above), len(below)))]
    positions = st.integers(0, len(below) - 1) if below else st.nothing()
    moved = draw(st.lists(st.lists(positions, min_size=1), max_size=3)) if below else []
    return layout_crossing(above, below, links, width=draw(widths), measure=measure, moved=moved)


def side(layout, name):
    return [word for word in layout.words if word.side == name]


def span(word) -> tuple[float, float]:
    start = {"start": 0, "middle": word.width / 2, "end": word.width}[word.anchor]
    return word.x - start, word.x - start + word.width


@given(layouts())
def test_words_never_overlap(layout) -> None:
    for name in ("above", "below"):
        placed = sorted((word.y, *span(word)) for word in side(layout, name))
        for (y, _, right), (other_y, left, _) in pairwise(placed):
            if y == other_y:
                assert left - right >= 18 - NEARLY
            else:
                assert other_y - y >= 22


def test_a_column_leaves_the_other_as_much_as_it_needs() -> None:
    long, short = "incomprehensibilities" * 4, "a"
    layout = layout_crossing([long], [short], [], width=240, measure=measure)
    assert [word.shown for word in layout.words] == ["incomprehensi…", "a"]


@given(layouts())
def test_everything_lies_inside(layout) -> None:
    for word in layout.words:
        left, right = span(word)
        assert -NEARLY <= left <= right <= layout.width + NEARLY
        assert 11 <= word.y <= layout.height - 11 + NEARLY
    for box in layout.moved:
        assert -NEARLY <= box.x <= box.x + box.width <= layout.width + NEARLY
        assert 0 <= box.y <= box.y + box.height <= layout.height + NEARLY
    for link in layout.links:
        for curve in link.curves:
            assert all(-NEARLY <= x <= layout.width + NEARLY for x in curve[::2])
            assert all(0 <= y <= layout.height + NEARLY for y in curve[1::2])


@given(st.lists(words, max_size=30), st.lists(words, max_size=30), widths)
def test_a_diagram_is_no_wider_than_asked(above, below, width) -> None:
    layout = layout_crossing(above, below, [], width=width, measure=measure)
    assert layout.width <= max(width, 240) + NEARLY


@given(layouts())
def test_every_link_ends_at_its_words(layout) -> None:
    above, below = side(layout, "above"), side(layout, "below")
    for link in layout.links:
        start, end = above[link.above], below[link.below]
        x, y, *_ = link.curves[0]
        *_, to_x, to_y = link.curves[-1]
        if start.anchor == "middle":
            assert (x, to_x) == (start.x, end.x)
            assert (y - start.y, end.y - to_y) == pytest.approx((11, 11), abs=NEARLY)
        else:
            assert (x - start.x, end.x - to_x) == pytest.approx((6, 6), abs=NEARLY)
            assert (y, to_y) == (start.y, end.y)


@given(layouts(plain_words))
def test_words_keep_their_order(layout) -> None:
    for name in ("above", "below"):
        places = [(word.y, word.x) for word in side(layout, name)]
        assert places == sorted(places)


@given(layouts())
def test_a_layout_is_plain_json(layout) -> None:
    data = json.loads(json.dumps(layout.to_dict(), allow_nan=False))
    assert [word["text"] for word in data["words"]] == [word.text for word in layout.words]


def test_a_link_between_rows_has_two_pieces_that_leave_and_enter_at_the_edges() -> None:
    sentence = [f"word{number}" for number in range(60)]
    links = [CrossingLink(58, 1), CrossingLink(1, 58), CrossingLink(5, 5)]
    layout = layout_crossing(sentence, sentence, links, width=800, measure=measure)
    down, _, up = layout.links
    assert [len(link.curves) for link in layout.links] == [2, 1, 2]
    assert (down.curves[0][-2], down.curves[1][0]) == (layout.width, 0)
    assert (up.curves[0][-2], up.curves[1][0]) == (0, layout.width)


def test_links_between_rows_pass_both_edges_at_heights_of_their_own() -> None:
    sentence = [f"word{number}" for number in range(60)]
    links = [CrossingLink(number, 59 - number) for number in range(60)]
    layout = layout_crossing(sentence, sentence, links, width=800, measure=measure)
    between = layout.links[0].curves[0][1], layout.below[0].y - 11
    heights = []
    for link in layout.links:
        if len(link.curves) == 2:
            leaving, entering = link.curves
            down = leaving[-1] - leaving[1]
            assert entering[-1] - entering[1] + down == pytest.approx(
                between[1] - between[0], abs=NEARLY
            )
            heights.append((leaving[-2], round(down, 1)))
    assert len(heights) == len(set(heights)) > 30


def test_sentences_from_the_right_are_mirrored() -> None:
    words = ["שלום", "עולם", "2009", "!"]
    layout = layout_crossing(words, ["a", "b", "c", "d"], [], width=800, measure=measure)
    places = [word.x for word in side(layout, "above")]
    assert places == sorted(places, reverse=True)
    assert {word.direction for word in side(layout, "above")} == {"rtl"}
    assert {word.direction for word in side(layout, "below")} == {"ltr"}
    narrow = layout_crossing(words, ["a"], [], width=300, measure=measure)
    assert [word.anchor for word in narrow.words] == ["end"] * 4 + ["start"]


def test_a_foreign_word_keeps_its_own_direction() -> None:
    layout = layout_crossing(["the", "word", "שלום", "."], [], [], width=800, measure=measure)
    assert [word.direction for word in layout.words] == ["ltr", "ltr", "rtl", "ltr"]


def test_a_group_has_a_box_for_every_part_that_judged_words_divide() -> None:
    words = list("abcdefg")
    links = [CrossingLink(n, n, judged=n != 3) for n in range(7) if n != 5]

    def boxes(group: list[int]) -> int:
        layout = layout_crossing(words, words, links, width=800, measure=measure, moved=[group])
        return len(layout.moved)

    assert [boxes([2]), boxes([1, 2])] == [1, 1]
    assert boxes([1, 4]) == 2  # 2 stands between them
    assert boxes([2, 4, 6]) == 1  # the words between are linked weakly or not at all


def test_boxes_are_numbered_by_group_and_end_with_their_row() -> None:
    words = [f"word{number}" for number in range(60)]
    layout = layout_crossing(
        words, words, [], width=800, measure=measure, moved=[[0, 1], range(60)]
    )
    rows = len({word.y for word in side(layout, "below")})
    assert [box.group for box in layout.moved] == [0] + [1] * rows


def test_confidence_makes_links_fade_and_titles_tell_it() -> None:
    links = [CrossingLink(0, 0, "stem", 0.5), CrossingLink(1, 1, "exact", 0.0, judged=False)]
    layout = layout_crossing(["a", "b"], ["c", "d"], [*links, CrossingLink(1, 0)], width=800)
    assert [link.opacity for link in layout.links] == [0.65, 1, 0.3]
    assert [layout.title(link) for link in layout.links] == [
        "a – c, stem, confidence 0.50",
        "b – c",
        "b – d, exact, confidence 0.00, not judged",
    ]


@given(words, st.floats(0, 400))
def test_words_are_cut_to_their_room_and_not_inside_characters(word, room) -> None:
    cut = shortened(word, room, measure)
    if cut == word:
        assert measure(word) <= room
        return
    start = cut.removesuffix("…")
    assert measure(cut) <= room or not start
    assert word.startswith(start)
    assert not unicodedata.combining(word[len(start)]) or not start


@pytest.mark.slow
def test_letters_run_as_unicode_says() -> None:
    letters = filter(str.isalpha, map(chr, range(sys.maxunicode + 1)))
    wrong = [
        letter
        for letter in letters
        if (word_direction(letter) == "rtl") != (unicodedata.bidirectional(letter) in ("R", "AL"))
    ]
    assert wrong == []


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("ink", [KINDS["leaf"], DIM])
@pytest.mark.parametrize("ground", ["light", "dark"])
def test_words_can_be_read_in_the_boxes_of_moved_words(ink, ground) -> None:
    pair = [luminance(getattr(color, ground)) + 0.05 for color in (ink, MOVED)]
    assert max(pair) / min(pair) >= 4.5


@pytest.mark.slow
def test_a_very_long_sentence() -> None:
    words = ["word", "of", "incomprehensibilities"] * 10_000
    layout = layout_crossing(words, words[::-1], [], width=800)
    assert layout.width <= 800
