"""Sheets for judges: what is drawn, what is marked, and what a spreadsheet makes of it."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from wordorder.reorderings.sheet import (
    Sheet,
    SheetItem,
    draw_items,
    key_columns,
    marked,
    sheet_columns,
)

ITEM = SheetItem(
    line=7,
    retained=True,
    source=("der", "Mann", "gestern", "kam"),
    reference=("yesterday", "came", "the", "man"),
    translation=("the", "man", "did", "come", "yesterday"),
    a_source=(0, 1),
    b_source=(2, 3),
    a_reference=(2, 3),
    b_reference=(0, 1),
    a_translation=(0, 1),
    b_translation=(3, 4),
)
EMPTY = replace(ITEM, a_source=(), b_source=(), a_reference=(), b_reference=())

# What hurts in spreadsheets, in tables and on screens more often than chance would have it.
words = st.text(
    st.sampled_from("a'=+-@\"\t\n\r\\,;⟦⟧[]語\u00a0\u2028\u202e\x1b\x85")
    | st.characters(exclude_categories=["Cs"]),
    min_size=1,
    max_size=5,
)


def candidates(retained: int, others: int) -> list[SheetItem]:
    """So many of each kind, the kinds mixed, every one on a line of its own."""
    kinds = [True] * retained + [False] * others
    return [replace(ITEM, line=n, retained=kinds[n * 7 % len(kinds)]) for n in range(len(kinds))]


def as_tsv(items: list[SheetItem], judges: int) -> str:
    return Sheet(tuple(items), judges).records().text("tsv")


# Drawing


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.integers(0, 2**40))
def test_as_many_of_both_kinds_and_none_twice(retained, others, count, seed) -> None:
    kinds = [True] * retained + [False] * others
    given_items = [replace(ITEM, line=n, retained=kind) for n, kind in enumerate(kinds)]
    drawn = draw_items(given_items, count, seed)
    found = Counter(item.retained for item in drawn)
    assert (found[True], found[False]) == (min(count, retained), min(count, others))
    assert len({item.line for item in drawn}) == len(drawn)
    assert set(drawn) <= set(given_items)
    assert draw_items(given_items, count, seed) == drawn


def test_seeds_draw_differently() -> None:
    sheets = {tuple(i.line for i in draw_items(candidates(50, 47), 5, seed)) for seed in range(20)}
    assert len(sheets) == 20


def test_the_sheet_of_a_seed_stays_the_same() -> None:
    drawn = draw_items(candidates(6, 5), 2, seed=12345)
    assert [(item.line, item.retained) for item in drawn] == [
        (9, False),
        (7, True),
        (8, True),
        (4, False),
    ]


def test_places_and_ids_tell_nothing() -> None:
    # Each of the 10 places has a retained item in about half of 400 sheets; 6 standard deviations.
    sheets = [draw_items(candidates(23, 20), 5, seed) for seed in range(400)]
    by_place = [sum(sheet[place].retained for sheet in sheets) for place in range(10)]
    assert all(140 < count < 260 for count in by_place)
    # And no candidate is drawn more often than others: 5 of 23, 5 of 20.
    often = Counter(item.line for sheet in sheets for item in sheet)
    assert len(often) == 43
    assert all(40 < count < 160 for count in often.values())


# Marking


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ([], [], "the white house said so"),
        ([1, 2], [4], "the ⟦A: white house⟧ said ⟦B: so⟧"),
        ([4], [0, 1], "⟦B: the white⟧ house said ⟦A: so⟧"),
        ([0], [1], "⟦A: the⟧ ⟦B: white⟧ house said so"),
        ([0, 2], [4], "⟦A: the⟧ white ⟦A: house⟧ said ⟦B: so⟧"),
        ([0, 2], [1, 3], "⟦A: the⟧ ⟦B: white⟧ ⟦A: house⟧ ⟦B: said⟧ so"),
        ([1, 2, 3], [2], "the ⟦A: white⟧ ⟦AB: house⟧ ⟦A: said⟧ so"),
        ([2, 1], [2, 1], "the ⟦AB: white house⟧ said so"),
        (range(5), [], "⟦A: the white house said so⟧"),
    ],
)
def test_blocks_are_in_brackets(a, b, expected) -> None:
    assert marked(["the", "white", "house", "said", "so"], a, b) == expected


def test_nothing_to_mark() -> None:
    assert marked([], [], []) == ""


def test_brackets_of_words_are_not_those_of_blocks() -> None:
    text = marked(["[A:", "x]", "⟦B:", "y⟧"], [1], [])
    assert text == "[A: ⟦A: x]⟧ [[B: y]]"


@given(st.lists(words, max_size=8), st.sets(st.integers(0, 7)), st.sets(st.integers(0, 7)))
def test_marks_can_be_told_from_words(sentence, a, b) -> None:
    text = marked(sentence, a, b)
    assert text.count("⟦") == text.count("⟧")
    bare = text
    for mark in ("⟦AB: ", "⟦A: ", "⟦B: ", "⟧"):
        bare = bare.replace(mark, "")
    assert bare == " ".join(sentence).replace("⟦", "[[").replace("⟧", "]]")


# Columns


def test_columns_of_a_sheet() -> None:
    assert sheet_columns([ITEM, replace(ITEM, line=3, retained=False)], judges=2) == {
        "id": ["R001", "R002"],
        "line": [7, 3],
        "source": ["⟦A: der Mann⟧ ⟦B: gestern kam⟧"] * 2,
        "reference": ["⟦B: yesterday came⟧ ⟦A: the man⟧"] * 2,
        "translation": ["⟦A: the man⟧ did ⟦B: come yesterday⟧"] * 2,
        "judge_1": ["", ""],
        "judge_2": ["", ""],
    }


def test_columns_of_a_key() -> None:
    assert key_columns([ITEM, replace(ITEM, line=3, retained=False)]) == {
        "id": ["R001", "R002"],
        "line": [7, 3],
        "retained": ["yes", "no"],
    }


def test_the_sheet_does_not_tell_what_is_retained() -> None:
    items = candidates(4, 4)
    others = [replace(item, retained=not item.retained) for item in items]
    assert sheet_columns(items, 3) == sheet_columns(others, 3)


def test_ids_are_equally_long_and_differ() -> None:
    for count in (0, 1, 999, 1000):
        ids = key_columns([ITEM] * count)["id"]
        assert len(set(ids)) == count
        assert {len(name) for name in ids} <= {4 if count < 1000 else 5}
        assert ids == sheet_columns([ITEM] * count, 1)["id"]


@pytest.mark.parametrize(
    "first", ["=1+1", "+1", "-", "@SUM", "＝1", "－", '"', "\u00a0=1", "\u3000-"]
)
def test_cells_that_mean_more_than_text_begin_with_an_apostrophe(first) -> None:
    cell = sheet_columns([replace(EMPTY, source=(first, "x"))], 1)["source"][0]
    assert cell == f"'{first} x"


@pytest.mark.parametrize("first", ["a=1", "'", "[", "1", "語", "–"])
def test_other_cells_are_left_alone(first) -> None:
    assert sheet_columns([replace(EMPTY, source=(first,))], 1)["source"] == [first]


def test_what_cannot_be_seen_is_spelled_out() -> None:
    item = replace(EMPTY, source=("a\tb", "c\nd", "e\u2028", "\u202ef", "\x1b[31m"))
    cell = r"a\tb c\nd e\u2028 \u202ef \x1b[31m"
    assert sheet_columns([item], 1)["source"] == [cell]


def test_a_formula_in_a_block_is_text() -> None:
    item = replace(EMPTY, source=("=1",), a_source=(0,))
    assert sheet_columns([item], 1)["source"] == ["⟦A: =1⟧"]


@given(st.lists(words, max_size=6), st.sets(st.integers(0, 5)))
def test_spreadsheets_find_every_row_and_no_formula(sentence, block) -> None:
    item = replace(ITEM, source=tuple(sentence), a_source=tuple(block), b_source=())
    text = as_tsv([item, ITEM], judges=2)
    assert text.splitlines() == text[:-1].split("\n")  # nothing else ends a line
    # The csv module takes quotes for what spreadsheets take them for.
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True))
    assert [len(row) for row in rows] == [7, 7, 7]
    assert rows[2][0] == "R002"
    assert not any(cell.lstrip().startswith(tuple("=+-@＝＋－＠")) for row in rows for cell in row)
