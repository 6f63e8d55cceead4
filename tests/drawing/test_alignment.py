"""Alignments: their layout, and how a terminal shows them."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys

import pytest
from hypothesis import given, strategies as st
from rich.cells import cell_len

from drawing.alignments import KINDS, ODD_WORDS, example, layouts, links_between, plain_words, words
from messages import refused
from wordorder import UsageError
from wordorder.drawing import layout_alignment
from wordorder.drawing.alignment import BrailleCanvas
from wordorder.drawing.measuring import characters, cut
from wordorder.drawing.palette import STAGES


@given(links_between(8, 8))
def test_links_cross_as_the_definition_says(links) -> None:
    layout = layout_alignment(["x"] * 8, ["y"] * 8, links, [True] * len(links))
    for link, (i, j) in zip(layout.links, links, strict=True):
        crosses = any((i < other and j > end) or (i > other and j < end) for other, end in links)
        assert (link.source, link.target, link.crossing) == (i, j, crosses)


@given(layouts(plain_words))
def test_words_are_linked_where_a_link_ends(layout) -> None:
    sources = {link.source for link in layout.links}
    targets = {link.target for link in layout.links}
    assert [word.linked for word in layout.source] == [
        number in sources for number in range(len(layout.source))
    ]
    assert [word.linked for word in layout.target] == [
        number in targets for number in range(len(layout.target))
    ]


@given(layouts())
def test_widths_are_counted_in_cells(layout) -> None:
    assert all(word.width == cell_len(word.text) for word in (*layout.source, *layout.target))


@given(layouts(plain_words))
def test_every_word_has_a_line_of_its_own(layout) -> None:
    assert layout.lines == max(len(layout.source), len(layout.target))
    for column in (layout.source, layout.target):
        lines = [word.line for word in column]
        assert lines == sorted(set(lines))
        assert set(lines) <= set(range(layout.lines))


def test_the_longer_sentence_takes_every_line_and_the_shorter_one_is_spread() -> None:
    layout = layout_alignment(["a"] * 6, ["b"] * 3, [], [])
    assert [word.line for word in layout.source] == [0, 1, 2, 3, 4, 5]
    assert [word.line for word in layout.target] == [1, 3, 5]
    assert layout_alignment(["a"], ["b"] * 3, [], []).source[0].line == 1


@given(layouts())
def test_the_geometry_is_plain_json(layout) -> None:
    data = layout.to_dict()
    assert json.loads(json.dumps(data)) == data


def test_the_geometry_of_numpy_numbers_is_plain_json() -> None:
    numpy = pytest.importorskip("numpy")
    links = numpy.array([[0, 1], [1, 0]])
    data = layout_alignment(["a", "b"], ["c", "d"], links, numpy.array([True, False])).to_dict()
    links = json.loads(json.dumps(data))["links"]
    assert [(link["source"], link["target"], link["sure"]) for link in links] == [
        (0, 1, True),
        (1, 0, False),
    ]


@pytest.mark.parametrize("draw", ["to_svg", "to_text"])
def test_an_unknown_kind_is_refused(draw) -> None:
    options = {"width": 80, "color": False} if draw == "to_text" else {}
    with refused(UsageError):
        getattr(example(), draw)(kind="gird", **options)


@pytest.mark.slow
def test_drawing_is_imported_without_what_only_some_drawings_need() -> None:
    program = "import sys, wordorder.drawing; print({'rich', 'numpy'} & set(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True
    )
    assert run.stdout == "set()\n"


@pytest.mark.slow
def test_a_very_long_sentence() -> None:
    size, choose = 1000, random.Random(1).randrange
    links = sorted({(choose(size), choose(size)) for _ in range(3000)})
    layout = layout_alignment(["word"] * size, ["Wort"] * size, links, [True] * len(links))
    # A link that leads from one row of the picture to another is drawn in two pieces.
    assert len(links) < layout.to_svg("crossing").count("<path") <= 2 * len(links)
    assert layout.to_text(width=80, color=False, kind="grid").count("■") == len(links)
    assert len(layout.to_text(width=80, color=False, kind="crossing").split("\n")) == size


COLOR = re.compile(r"\x1b\[[0-9;]*m")
INVERTED, MONOTONE, DIM = "\x1b[33m", "\x1b[34m", "\x1b[2m"

DRAWN = {
    "crossing": """\
  the ⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⢤⠤ la
white ⠤⣀⡀ ⢀ ⠄⢐⣀⣁⡠⠤ casa
house ⠤⠔⠚⠛⠚⠫⢍⣁
   is ⠤⢄⣀⣀⡀   ⠉⠑⠒⠤ blanca
  big ⠤⢄⣀⣀⡈⠉⠉⠑⠒⠒⠢⠤ es
    .     ⠈⠉⠉⠑⠒⠒⠢⠤ grande""",
    "grid": """\
          b   g
          l   r
        c a   a
        a n   n
      l s c e d
      a a a s e
  the ■ · · · ·
white · · ■ · ·
house □ ■ · · ·
   is · · · ■ ·
  big · · · · ■
    . · · · · ·""",
}

PANELS = """\
       R   O
     I e   p
     n i   p
     d t   o
     o e   s
     n r   i
     e a   t
     s t i i
     i e t o
     a d s n
  印 ■ · · ·
  尼 ■ · · ·
重申 · ■ · ·
反对 · · · ■
外国 · · · ·
军队 · · · ·
进驻 · · · ·

         M P
       F i r
       o l e
       r i s
       e t e
       i a n
     t g r c
     o n y e
  印 · · · ·
  尼 · · · ·
重申 · · · ·
反对 □ · · ·
外国 · ■ · ·
军队 · · ■ ·
进驻 · · · ■"""

JAPANESE = """\
         é 新
     こ  t し
     れはé い
This ■ · · ·
  is · ■ · ·
 new · · · ■"""


def text(layout, kind: str, width: int = 80) -> str:
    return layout.to_text(width=width, color=False, kind=kind)


# Known drawings


@pytest.mark.parametrize("kind", KINDS)
def test_drawings_of_a_small_example(kind) -> None:
    assert text(example(), kind) == DRAWN[kind]


def test_wide_characters_and_characters_with_marks_fit_their_column() -> None:
    target = ["これ", "は", ODD_WORDS[1], "新しい"]
    layout = layout_alignment(["This", "is", "new"], target, [(0, 0), (1, 1), (2, 3)], [True] * 3)
    assert [characters(line) for line in text(layout, "grid").split("\n")] == [
        characters(line.replace("é", "e\N{COMBINING ACUTE ACCENT}"))
        for line in JAPANESE.split("\n")
    ]


def test_a_wide_grid_is_split_into_even_panels() -> None:
    layout = layout_alignment(
        ["印", "尼", "重申", "反对", "外国", "军队", "进驻"],
        ["Indonesia", "Reiterated", "its", "Opposition", "to", "Foreign", "Military", "Presence"],
        [(0, 0), (1, 0), (2, 1), (3, 3), (3, 4), (4, 5), (5, 6), (6, 7)],
        [True, True, True, True, False, True, True, True],
    )
    assert text(layout, "grid", 20) == PANELS
    assert "\n\n" not in text(layout, "grid", 21)  # where everything fits exactly


@pytest.mark.parametrize(
    ("source", "target", "grid", "crossing"),
    [
        ([], [], "", ""),
        (["a", "b"], [], "a\nb", "a\nb"),
        ([], ["a", "b"], "a b", f"{'':14}a\n{'':14}b"),
        (["a"], ["b"], "  b\na ·", f"a{'':14}b"),
    ],
)
def test_no_words_or_no_links(source, target, grid, crossing) -> None:
    layout = layout_alignment(source, target, [], [])
    assert text(layout, "grid") == grid
    assert text(layout, "crossing") == crossing


def test_long_words_are_cut() -> None:
    word = "internationalisation"
    layout = layout_alignment([2 * word, "a"], [2 * word], [(0, 0)], [True])
    lines = text(layout, "grid").split("\n")
    assert [line.strip() for line in lines[:20]] == [*word[:19], "…"]
    assert lines[20:] == ["internationalisatio… ■", f"{'a':>20} ·"]
    assert text(layout, "crossing", 20) == "in… ⠤⢄⣀⣀⡀\n  a     ⠈⠉⠉⠑⠒⠒⠢⠤ in…"
    assert text(layout, "crossing", 60).count("…") == 2
    assert text(layout, "crossing", 100).count(word) == 4


# Any drawing


@given(layouts(), st.integers(1, 200))
def test_no_line_is_wider_than_the_terminal_or_ends_in_blanks(layout, width) -> None:
    for kind in KINDS:
        for line in text(layout, kind, width).split("\n"):
            assert cell_len(line) <= max(width, 20)
            assert line == line.rstrip()


@given(layouts(), st.integers(20, 100))
def test_colour_changes_nothing_but_colour(layout, width) -> None:
    for kind in KINDS:
        plain = layout.to_text(width=width, color=False, kind=kind)
        assert "\x1b" not in plain
        assert COLOR.sub("", layout.to_text(width=width, color=True, kind=kind)) == plain


@given(layouts(plain_words), st.integers(20, 60))
def test_a_grid_has_a_mark_for_each_link_in_panels_of_even_size(layout, width) -> None:
    marks = [["·"] * len(layout.target) for _ in layout.source]
    for link in layout.links:
        marks[link.source][link.target] = "■" if link.sure else "□"
    panels = [panel.split("\n") for panel in text(layout, "grid", width).split("\n\n")]
    for number, row in enumerate(reversed(marks), start=1):
        parts = ["".join(re.findall("[■□·]", panel[-number])) for panel in panels]
        assert "".join(parts) == "".join(row)
        assert max(map(len, parts)) - min(map(len, parts)) <= 1


@given(layouts(plain_words))
def test_lines_begin_and_end_at_linked_words_only(layout) -> None:
    left = max((word.width for word in layout.source), default=0)
    between = max(12, min(40, 2 * layout.lines))
    lines = [line.ljust(left + between + 2) for line in text(layout, "crossing").split("\n")]
    for word in layout.source:
        assert (lines[word.line][left + 1] != " ") == word.linked
    sure = {link.target for link in layout.links if link.sure}  # others may end in a gap
    for number, word in enumerate(layout.target):
        if number in sure or not word.linked:
            assert (lines[word.line][left + between] != " ") == word.linked


def test_crossing_links_have_their_own_colour_and_words_without_links_are_dim() -> None:
    for kind in KINDS:
        drawn = example().to_text(width=80, color=True, kind=kind)
        assert INVERTED in drawn
        assert MONOTONE in drawn
        assert f"{DIM}.\x1b[0m" in drawn
        assert f"{DIM}big" not in drawn


def test_a_cell_that_a_crossing_link_touches_has_its_colour() -> None:
    layout = layout_alignment(["a", "b"], ["c", "d"], [(0, 0), (0, 1), (1, 0)], [True] * 3)
    first = layout.to_text(width=80, color=True, kind="crossing").split("\n")[0]
    assert re.findall(r"\x1b\[(\d+)m([⠀-⣿]+)", first)[0][0] == "33"


# What the drawings are made of


@given(words)
def test_a_word_is_cut_into_its_characters(word) -> None:
    pieces = characters(word)
    assert "".join(pieces) == word
    assert all(cell_len(piece) <= 2 for piece in pieces)


@given(words, st.integers(1, 40))
def test_a_word_is_cut_to_size(word, room) -> None:
    short = cut(word, room)
    assert cell_len(short) <= room
    assert short == word or (short.endswith("…") and word.startswith(short[:-1]))


@pytest.mark.parametrize(
    ("start", "end", "dotted", "cells"),
    [
        ((0, 0), (7, 7), False, ["⠑⢄  ", "  ⠑⢄"]),
        ((0, 7), (7, 0), False, ["  ⡠⠊", "⡠⠊  "]),
        ((0, 2), (7, 2), False, ["⠤⠤⠤⠤", "    "]),
        ((0, 2), (7, 2), True, ["⠄⠠ ⠄", "    "]),
        ((3, 0), (3, 7), False, [" ⢸  ", " ⢸  "]),
    ],
)
def test_lines_of_dots(start, end, dotted, cells) -> None:
    canvas = BrailleCanvas(lines=2, columns=4)
    canvas.draw(start, end, dotted=dotted)
    assert canvas.cells() == cells


# Very large alignments


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_too_large_is_not_drawn(kind) -> None:
    size = 5000
    links = [(word, size - 1 - word) for word in range(size)]
    layout = layout_alignment(["a"] * size, ["b"] * size, links, [True] * size)
    assert text(layout, kind).startswith("(an alignment of 5,000 and 5,000 words")
    assert ": too large " in text(layout, kind)


def test_links_are_coloured_by_their_stage() -> None:
    stages = ["exact", "stem", "synonym", "paraphrase"]
    links = [(i, i) for i in range(4)]
    layout = layout_alignment([*"abcd"], [*"abcd"], links, [True] * 4, stages)
    drawn = layout.to_text(width=40, color=True, kind="crossing").splitlines()
    for line, stage in zip(drawn, stages, strict=True):
        assert f"\x1b[{STAGES[stage].terminal}m" in line
    grid = layout.to_text(width=40, color=True, kind="grid")
    assert all(f"\x1b[{STAGES[stage].terminal}m■" in grid for stage in stages)
    svg = layout.to_svg()
    assert all(f'class="{stage} sure"' in svg for stage in stages)
