"""Talbot's cells: one for each target word, with its source words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from alignment_strategies import alignments
from format_files import IN_ONE_FOLDER, Case, reader, text_of
from messages import refused
from wordorder.alignment import Alignment, AlignmentBatch, write_alignments
from wordorder.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

read = reader("talbot")

sure_alignments = alignments(5).map(lambda a: Alignment(*a))


MORTGAGE = "How Can I Qualify For A Mortgage Tax Deduction ?\n"
CURE = "We do not claim to cure , prevent or treat any disease .\n"
PAPER = {  # the four rows of the paper, with their links written out
    "6,6,7_8,4,3,3,3,3,3,0,0,0,0,0,1,1,9,9\n": (
        MORTGAGE,
        18,
        "0-9 0-10 0-11 0-12 0-13 1-14 1-15 3-4 3-5 3-6 3-7 3-8 4-3 6-0 6-1 7-2 8-2 9-16 9-17",
    ),
    "2,2,0,0,0,6,6,6,7_8,4,3,3,3,1,1,1,1,1,9\n": (
        MORTGAGE,
        19,
        "0-2 0-3 0-4 1-13 1-14 1-15 1-16 1-17 2-0 2-1 3-10 3-11 3-12 4-9 6-5 6-6 6-7 7-8 8-8 9-18",
    ),
    "10,11,,5,6,7,,8,9,,,4,,,,2,2,2,12\n": (
        CURE,
        19,
        "2-15 2-16 2-17 4-11 5-3 6-4 7-5 8-7 9-8 10-0 11-1 12-18",
    ),
    "0,0,,10,11,,5,6,7,8,9,,,,3,4,2,2,12\n": (
        CURE,
        19,
        "0-0 0-1 2-16 2-17 3-14 4-15 5-6 6-7 7-8 8-9 9-10 10-3 11-4 12-18",
    ),
}


@pytest.mark.parametrize("line", PAPER)
def test_the_rows_of_the_paper(folder: Path, line: str) -> None:
    source, target_length, links = PAPER[line]
    (row,) = read(folder, line, source)
    assert str(row) == links
    assert (row.source_length, row.target_length) == (len(source.split()), target_length)
    assert read(folder, line) == [row]  # the last source word is linked
    assert write_alignments(AlignmentBatch.from_alignments([row]), "talbot") == line


def test_an_empty_line_has_no_target_words_unless_the_text_has_one(folder: Path) -> None:
    assert read(folder, "\n \t\n", text_of([0, 2])) == [Alignment([], 0, 0), Alignment([], 2, 0)]
    assert read(folder, "\n\n", None, text_of([1, 0])) == [Alignment([], 0, 1), Alignment([], 0, 0)]


def test_only_the_ends_of_a_line_may_have_blanks(folder: Path) -> None:
    assert read(folder, " \t0,,1 \t\n") == [Alignment([(0, 0), (1, 2)], 2, 3)]


def test_a_word_that_is_given_twice_counts_once(folder: Path) -> None:
    assert read(folder, "1_0_1\n") == [Alignment([(0, 0), (1, 0)], 2, 1)]


REFUSED = {
    "blank in front of a cell": Case("0, 1\n"),
    "blank cell": Case("0,\t,1\n"),
    "no digits": Case("0\n1,٣\n"),
    "no word between": Case("0,1__2\n"),
    "pharaoh": Case("0-0 1-1\n"),
    "outside": Case("0\n0,1_5\n", source="a\na b\n"),
    "endless number": Case("9" * 5000),
    "a million cells": Case("," * 1_000_000),
    "too few cells": Case("0,,\n0\n", target="a b c\na b\n"),
    "too many cells": Case("0,,\n", target="a\n"),
    "no cells": Case("\n", None, "a b"),
}


def test_possible_links_cannot_be_written() -> None:
    rows = [Alignment([(0, 0)], 1, 1), Alignment([(0, 0)], 2, 2, possible=[(1, 0)])]
    batch = AlignmentBatch.from_alignments(rows, first_line=7)
    with refused(InputError):
        write_alignments(batch, "talbot")
    assert write_alignments(batch.only_sure(), "talbot", base=1) == "0\n0,\n"


@pytest.mark.slow
@IN_ONE_FOLDER
@given(st.lists(sure_alignments, max_size=4))
def test_what_is_written_is_read_again(folder: Path, rows: list[Alignment]) -> None:
    text = write_alignments(AlignmentBatch.from_alignments(rows), "talbot")
    source = text_of([row.source_length for row in rows])
    target = text_of([row.target_length for row in rows])
    assert read(folder, text, source, target) == rows
    for row, again in zip(rows, read(folder, text, source), strict=True):
        if row.target_length == 1 and not row:
            assert again.target_length == 0  # which looks the same
        else:
            assert again == row
