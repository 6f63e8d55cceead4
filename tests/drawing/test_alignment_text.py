from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from drawing.alignments import KINDS, ODD_WORDS, example, layouts, plain_words, words
from wordorder.drawing import layout_alignment
from wordorder.drawing.braille import Canvas
from wordorder.drawing.cells import characters, cut
from wordorder.drawing.palette import STAGES

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
    canvas = Canvas(lines=2, columns=4)
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
