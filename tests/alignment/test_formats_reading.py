"""A few links, or the numbers of sentences, must not make millions of words."""

from __future__ import annotations

import itertools

import pytest

from messages import check, refused
from wordorder import InputError
from wordorder.alignment import convert_alignments, read_alignments
from wordorder.alignment.formats.reading import (
    WORDS_FOR_A_BYTE,
    WORDS_IN_ANY_CASE,
    WORDS_OF_A_SENTENCE,
    Allowance,
    LinkInput,
    SentenceLengths,
)
from wordorder.alignment.formats.registry import READERS
from wordorder.permutation import permutation_text

FAR = "0-999999\n"


def rows_until_the_refusal(path, file_format="pharaoh", **texts):
    """How many rows were read, and what was said then, if anything."""
    rows, batches = 0, read_alignments(path, file_format, **texts)
    try:
        for batch in batches:
            rows += len(batch)
    except InputError as error:
        check(str(error))
        return rows, str(error)
    return rows, None


def test_far_links_are_refused_where_they_are_too_many(tmp_path) -> None:
    path = tmp_path / "links"
    path.write_text(FAR * 1000)
    rows, told = rows_until_the_refusal(path)
    words = 1_000_001  # of a row: one in the source
    allowed = (WORDS_IN_ANY_CASE + WORDS_FOR_A_BYTE * 9000) // words
    assert rows == allowed
    assert told.startswith(f"{path}:{allowed + 1}: ")


@pytest.mark.slow
@pytest.mark.parametrize("made", ["convert", "permutations"])
def test_nothing_writes_gigabytes_for_kilobytes(tmp_path, made) -> None:
    path = tmp_path / "links"
    path.write_text("999999-999999\n" * 1000)
    pieces = (
        convert_alignments(path, "talbot")
        if made == "convert"
        else permutation_text(path, written_as="order")
    )
    with refused(InputError):
        for _ in pieces:
            pass


def test_gaps_between_sentences_are_refused_where_they_are_too_many(tmp_path) -> None:
    path = tmp_path / "links"
    path.write_text("".join(f"{1 + 1_000_000 * i} 1 1\n" for i in range(30)))
    size = path.stat().st_size
    allowance = Allowance("links", by_line=False, has_text=(False, False), in_any_case=10_000)
    no_texts = SentenceLengths(None, "source"), SentenceLengths(None, "target")
    links = LinkInput(path, 0, *no_texts, allowance.count_bytes)
    with refused(InputError) as caught:
        list(allowance.checked(READERS["naacl"](links)))
    pair = 1 + (10_000 + WORDS_FOR_A_BYTE * size) // WORDS_OF_A_SENTENCE
    told = str(caught.value)
    assert f" {pair}: " in told
    assert f" {size} bytes" in told


def test_a_text_tells_how_long_sentences_are(tmp_path) -> None:
    path, source, target = tmp_path / "links", tmp_path / "source", tmp_path / "target"
    path.write_text(FAR * 5)
    source.write_text("a\n" * 5)
    target.write_text(("b " * 1_000_000 + "\n") * 5)
    assert rows_until_the_refusal(path)[0] == 4
    assert rows_until_the_refusal(path, source=source, target=target) == (5, None)
    assert rows_until_the_refusal(path, source=source)[0] == 4


def test_links_of_long_sentences_with_few_links_are_no_trouble(tmp_path) -> None:
    path = tmp_path / "links"
    lines = [f"{n}-{n + 1}\n" for n in itertools.islice(itertools.cycle(range(150)), 100_000)]
    path.write_text("".join(lines))
    assert rows_until_the_refusal(path) == (100_000, None)
