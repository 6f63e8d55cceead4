from __future__ import annotations

import re
from math import cos, radians, sin
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from drawing.alignments import KINDS, example, layouts, plain_words
from wordorder.drawing import layout_alignment, render_alignments_svg

SVG = "{http://www.w3.org/2000/svg}"
ANY_TEXT = st.text(st.characters(), min_size=1, max_size=20)  # control characters and all
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
HOSTILE = [
    "<script>alert(1)</script>",
    "&amp;",
    "a\"b'c",
    "]]>",
    "<!--",
    "\x00\x1b[31m",
    "\ud800",
    "\ufffe\uffff",
]


@pytest.fixture(scope="module")
def both() -> str:
    return render_alignments_svg([example(), example()], ["one", "two"], KINDS)


def parse(svg: str) -> ElementTree.Element:
    svg.encode()  # a lone surrogate could not even be written to a file
    return ElementTree.fromstring(svg)


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", text)]


def classes(element: ElementTree.Element) -> set[str]:
    return set(element.get("class", "").split())


@given(layouts())
def test_every_word_is_there_in_order(layout) -> None:
    shown = [(e.text, e.get("class")) for e in parse(layout.to_svg()).iter(f"{SVG}text")]
    assert shown == [
        (word.text, "linked" if word.linked else "unlinked")
        for word in (*layout.source, *layout.target)
    ]


@given(layouts(plain_words))
def test_every_link_has_its_line_in_its_ink(layout) -> None:
    root = parse(layout.to_svg())
    words = [float(text.get("x")) for text in root.iter(f"{SVG}text")]
    expected = []
    for link in layout.links:
        start, end = words[link.source], words[len(layout.source) + link.target]
        kind = {"inverted" if link.crossing else "monotone", "sure" if link.sure else "possible"}
        expected.append((start, end, sorted(kind)))
    drawn = []
    for path in root.iter(f"{SVG}path"):
        x = numbers(path.get("d"))[::2]
        drawn.append((x[0], x[-1], sorted(classes(path))))
    assert sorted(drawn) == sorted(expected)


@given(layouts(plain_words))
def test_every_link_has_its_square_in_its_ink(layout) -> None:
    marks = [e for e in parse(layout.to_svg("grid")).iter(f"{SVG}rect") if e.get("x")]
    for mark, link in zip(marks, layout.links, strict=True):
        assert (float(mark.get("x")) - 5) / 22 == link.target
        assert (float(mark.get("y")) - 5) / 22 == link.source
        assert classes(mark) == {
            "inverted" if link.crossing else "monotone",
            "sure" if link.sure else "possible",
        }


@given(layouts())
def test_everything_lies_inside_the_picture(layout) -> None:
    root = parse(layout.to_svg())
    left, top, width, height = numbers(root.get("viewBox"))
    assert [left, top, width, height] == [0, 0, float(root.get("width")), float(root.get("height"))]
    [group] = root.iter(f"{SVG}g")
    across, down = numbers(group.get("transform"))
    for word, text in zip((*layout.source, *layout.target), group.iter(f"{SVG}text"), strict=True):
        half = 9 * word.width / 2
        assert half <= across + float(text.get("x")) <= width - half
        assert 0 < down + float(text.get("y")) < height


def test_words_of_a_grid_lie_inside_the_picture() -> None:
    target = ["a", "b", "grandiloquence"]  # rises to the right, beyond its column
    root = parse(layout_alignment(["extraordinary", "c"], target, [], []).to_svg("grid"))
    outer, inner = (numbers(group.get("transform")) for group in root.iter(f"{SVG}g"))
    left, top = outer[0] + inner[0], outer[1] + inner[1]
    texts = list(root.iter(f"{SVG}text"))
    assert left + float(texts[0].get("x")) - 9 * len("extraordinary") >= 0
    x, y, slant = numbers(texts[-1].get("transform"))
    length = 9 * len("grandiloquence")
    assert left + x + length * cos(radians(slant)) <= float(root.get("width"))
    assert top + y + length * sin(radians(slant)) >= 0


@given(ANY_TEXT, st.sampled_from(KINDS))
def test_any_text_makes_well_formed_xml(word, kind) -> None:
    layout = layout_alignment([word], [word], [(0, 0)], [True])
    root = parse(render_alignments_svg([layout], [word], [kind]))
    shown = FORBIDDEN.sub("\ufffd", word).replace("\r\n", "\n").replace("\r", "\n")
    assert next(root.iter(f"{SVG}text")).text == shown


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("word", HOSTILE)
def test_words_cannot_leave_their_element(word, kind) -> None:
    svg = layout_alignment([word], ["x"], [(0, 0)], [True]).to_svg(kind)
    assert next(parse(svg).iter(f"{SVG}text")).text == FORBIDDEN.sub("\ufffd", word)
    assert f">{word}<" not in svg


def test_nothing_comes_from_outside_and_nothing_runs(both) -> None:
    assert {element.tag for element in parse(both).iter()} == {
        f"{SVG}{name}" for name in ("svg", "title", "style", "rect", "g", "path", "text")
    }
    without_namespace = both.replace('xmlns="http://www.w3.org/2000/svg"', "", 1)
    assert not re.search(r"script|href|url\(|@import|://|\bon\w+=|<!|<\?", without_namespace)


def test_the_picture_says_what_it_shows(both) -> None:
    root = parse(example().to_svg())
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == root.get("aria-label") == "Word alignment: 6 links, 3 of them crossing"
    assert parse(both).get("aria-label").startswith("2 word alignments: 12 links")


def test_light_and_dark_have_their_own_colours(both) -> None:
    style = parse(both).find(f"{SVG}style").text
    light, dark = style.split("@media(prefers-color-scheme:dark)")
    rules = {"ground": "fill", "linked": "fill", "unlinked": "fill", "title": "fill"}
    for name, property_name in {**rules, "monotone": "stroke", "inverted": "stroke"}.items():
        [in_light] = re.findall(rf" \.{name}{{{property_name}:(#\w+)}}", light)
        [in_dark] = re.findall(rf" \.{name}{{{property_name}:(#\w+)}}", dark)
        assert in_light != in_dark


def test_possible_links_are_dashed_or_hollow(both) -> None:
    style = parse(both).find(f"{SVG}style").text
    assert re.search(r" path\.possible{[^}]*stroke-dasharray:", style)
    assert re.search(r" rect\.possible{[^}]*fill:none", style)


def test_rules_apply_to_the_picture_only(both) -> None:
    # A notebook puts the picture into its page, style sheet and all.
    root = parse(both)
    style = root.find(f"{SVG}style").text.replace("@media(prefers-color-scheme:dark){", "")
    selectors = [rule.partition("{")[0] for rule in style.split("}") if rule]
    assert selectors
    assert all(selector.startswith(f".{root.get('class')} ") for selector in selectors)


def test_several_alignments_stand_one_under_the_other(both) -> None:
    root = parse(both)
    drawings = root.findall(f"{SVG}g")
    assert len(drawings) == 4
    tops = [numbers(group.get("transform"))[1] for group in drawings]
    assert tops == sorted(set(tops))
    titles = [text for text in root.findall(f"{SVG}text") if "title" in classes(text)]
    assert [text.text for text in titles] == ["one", "two"]
    assert tops[1] < float(titles[1].get("y")) < tops[2]


def test_long_words_are_cut_in_a_grid_but_told_in_full() -> None:
    word = "incomprehensibilities" * 4
    root = parse(layout_alignment([word], [word], [(0, 0)], [True]).to_svg("grid"))
    assert [text.text for text in root.iter(f"{SVG}text")] == [word[:29] + "…"] * 2
    assert [title.text for title in root.iter(f"{SVG}title")][1] == f"{word} – {word}"


def test_a_title_may_be_wider_than_its_picture() -> None:
    root = parse(render_alignments_svg([example()], ["a long title " * 20]))
    assert float(root.get("width")) > 12 * 20 * 7


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("source", "target"), [([], []), (["a"], []), ([], ["a"])])
def test_no_words(source, target, kind) -> None:
    root = parse(layout_alignment(source, target, [], []).to_svg(kind))
    assert [text.text for text in root.iter(f"{SVG}text")] == source + target


def test_no_alignments() -> None:
    assert parse(render_alignments_svg([])).get("aria-label").startswith("0 word alignments")


# Long sentences, and those that are read from right to left


LONG = [f"word{number}" for number in range(60)]


def placed(svg: str) -> dict[str, tuple[float, float]]:
    """Where each word stands."""
    texts = parse(svg).iter(f"{SVG}text")
    return {str(text.text): (float(text.get("x")), float(text.get("y"))) for text in texts}


def test_long_sentences_go_on_in_further_rows() -> None:
    target = [word.upper() for word in LONG]
    links = [(n, n) for n in range(58)] + [(58, 1), (59, 59)]
    svg = layout_alignment(LONG, target, sorted(links), [True] * 60).to_svg()
    root = parse(svg)
    assert float(root.get("width")) < 1200
    words = placed(svg)
    rows = sorted({y for word, (_, y) in words.items() if word in LONG})
    assert len(rows) > 2
    in_order = sorted(LONG, key=lambda word: (words[word][1], words[word][0]))
    assert in_order == LONG
    # The link back to the first row is cut into two pieces, one in each row.
    paths = [path for path in root.iter(f"{SVG}path") if path.find(f"{SVG}title") is not None]
    names = [path.findtext(f"{SVG}title") for path in paths]
    assert names.count("word58 – WORD1") == 2
    assert names.count("word5 – WORD5") == 1


def test_short_sentences_have_one_row() -> None:
    words = placed(example().to_svg())
    assert len({y for _, y in words.values()}) == 2


@pytest.mark.parametrize("words", [["שלום", "עולם", "!"], ["قرأت", "الكتاب", "2009"]])
def test_sentences_are_read_from_the_right_where_they_are_written_so(words: list[str]) -> None:
    layout = layout_alignment(["a", "b", "c"], words, [(0, 0), (1, 1), (2, 2)], [True] * 3)
    places = placed(layout.to_svg())
    assert [places[word][0] for word in "abc"] == sorted(places[word][0] for word in "abc")
    assert [places[word][0] for word in words] == sorted(
        (places[word][0] for word in words), reverse=True
    )
    grid = parse(layout.to_svg("grid"))
    marks = [
        (float(square.get("y")), float(square.get("x")))
        for square in grid.iter(f"{SVG}rect")
        if square.get("y")
    ]
    assert [x for _, x in sorted(marks)] == sorted((x for _, x in marks), reverse=True)


def test_a_foreign_word_does_not_turn_a_sentence() -> None:
    layout = layout_alignment(["the", "word", "שלום"], ["x"], [], [])
    places = placed(layout.to_svg())
    assert places["the"][0] < places["word"][0] < places["שלום"][0]


# Matched words


def test_links_fade_with_their_confidence_and_say_it() -> None:
    links, sure = [(0, 0), (1, 1), (2, 2)], [True, True, False]
    stages, confidence = ["exact", "stem", "synonym"], [1.0, 0.5, 0.2]
    layout = layout_alignment(list("abc"), list("def"), links, sure, stages, confidence)
    paths = parse(layout.to_svg()).findall(f".//{SVG}path")
    assert [(path.get("class"), path.get("stroke-opacity")) for path in paths] == [
        ("synonym possible", "0.44"),
        ("exact sure", None),
        ("stem sure", "0.65"),
    ]
    expected = ["a – d, exact, confidence 1.00", "b – e, stem, confidence 0.50"]
    expected.append("c – f, synonym, confidence 0.20, not judged")
    for kind in KINDS:
        titles = [element.text for element in parse(layout.to_svg(kind)).iter(f"{SVG}title")]
        assert sorted(titles[1:]) == expected
