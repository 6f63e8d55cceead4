"""NAACL's form: a line for each link, sentences and words from 1."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given, strategies as st

from alignment_strategies import marked_alignments
from format_files import IN_ONE_FOLDER, Case, reader, text_of
from messages import refused
from wordorder.alignment import Alignment, AlignmentBatch, read_alignments, write_alignments
from wordorder.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

read = reader("naacl")

alignments = marked_alignments(5).map(lambda a: Alignment(a[0], a[2], a[3], possible=a[1]))


def test_marks_probabilities_and_zeros_in_front(folder: Path) -> None:
    lines = f"{'0' * 5000}1 1 2\n1 2\t1 P\n\n \t\n01 3 3 S 0.5\n1 4 4 P 1e-3\n1 5 5 .25\n"
    assert read(folder, lines) == [
        Alignment([(0, 1), (2, 2), (4, 4)], 5, 5, possible=[(1, 0), (3, 3)])
    ]


def test_a_link_that_is_both_is_sure(folder: Path) -> None:
    assert read(folder, "1 1 1 P\n1 1 1 S\n1 1 1 P\n") == [Alignment([(0, 0)], 1, 1)]


def test_null_is_linked_with_nothing(folder: Path) -> None:
    assert read(folder, "1 0 7\n1 9 0 P\n2 1 1\n3 0 0\n") == [
        Alignment([], 0, 0),
        Alignment([(0, 0)], 1, 1),
        Alignment([], 0, 0),
    ]


def test_a_sentence_that_is_not_named_has_no_links(folder: Path) -> None:
    source, target = text_of([1, 2, 3, 4]), text_of([4, 3, 2, 1])
    assert read(folder, "3 1 2\n") == [*[Alignment([], 0, 0)] * 2, Alignment([(0, 1)], 1, 2)]
    for texts in ((source, None), (None, target), (source, target)):
        rows = read(folder, "3 1 2\n", *texts)
        assert list(map(str, rows)) == ["", "", "0-1", ""]
    assert [row.source_length for row in rows] == [1, 2, 3, 4]
    assert [row.target_length for row in rows] == [4, 3, 2, 1]


def test_a_file_without_links_has_the_sentences_of_the_text(folder: Path) -> None:
    assert read(folder, "", text_of([2, 0])) == [Alignment([], 2, 0), Alignment([], 0, 0)]


def test_a_gap_may_be_long_but_is_not_held_in_memory(folder: Path) -> None:
    folder.joinpath("links").write_text("1000000 1 1\n")
    batches = read_alignments("links", "naacl")
    assert [(len(batch), batch.first_line) for batch in itertools.islice(batches, 3)] == [
        (1000, 1),
        (1000, 1001),
        (1000, 2001),
    ]
    batches.close()


def test_a_probability_of_any_length_is_read_at_once(folder: Path) -> None:
    assert read(folder, f"1 1 1 {'1' * 1_000_000}\n") == [Alignment([(0, 0)], 1, 1)]
    with refused(InputError):
        read(folder, f"1 1 1 {'1' * 1_000_000}x\n")


REFUSED = {
    "too few": Case("1 2\n"),
    "too many": Case("1 2 3 S 1 2"),
    "no digits": Case("1 1 1\n1 1 ²\n"),
    "control characters": Case(f"1 \x1b[31m{'x' * 50} 1"),
    "mark": Case("1 1 1 s"),
    "two probabilities": Case("1 1 1 1 .5"),
    "no probability": Case("1 1 1 P nan"),
    "sentence 0": Case("0 1 1"),
    "endless number": Case("9" * 5000 + " 1 1"),
    "order": Case("2 1 1\n\n5 1 1\n3 1 1\n"),
    "gap": Case("2 1 1\n1000003 1 1\n"),
    "behind the text": Case("1 1 1\n4 1 1\n", source="a\nb\n"),
    "different texts": Case("1 1 1\n", source="a\nb\n", target="a\n"),
    "outside": Case("1 3 2\n", source="a b\n", target="a b\n"),
    "outside the only text": Case("1 1 1\n1 7 2\n", target="a\n"),
    "a million words": Case("1 1000001 1\n", target="a\n"),
}


def test_the_longest_sentence_without_a_text_has_a_million_words(folder: Path) -> None:
    assert read(folder, "1 1000000 1\n")[0].source_length == 1_000_000


@IN_ONE_FOLDER
@given(st.lists(alignments, max_size=4))
def test_what_is_written_is_read_again(folder: Path, rows: list[Alignment]) -> None:
    text = write_alignments(AlignmentBatch.from_alignments(rows), "naacl")
    source = text_of([row.source_length for row in rows])
    target = text_of([row.target_length for row in rows])
    assert read(folder, text, source, target) == rows
    # Without texts the sentences end with their last linked word, and the file with its last link.
    again = read(folder, text)
    assert list(map(str, again)) == list(map(str, rows))[: len(again)]
    assert not any(map(len, rows[len(again) :]))


def test_a_batch_is_written_from_its_first_line_and_first_link_on() -> None:
    one, two = np.array([0, 1], np.int32), np.array([1, 0], np.int32)
    batch = AlignmentBatch(
        one, two, np.array([1, 2]), two[:1] + 1, one[:1] + 1, np.array([True, False]), 7
    )
    assert (
        write_alignments(batch, "naacl") == write_alignments(batch, "naacl", base=1) == "7 2 1 P\n"
    )
