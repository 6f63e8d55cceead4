"""A few links, or the numbers of sentences, must not make millions of words."""

from __future__ import annotations

import itertools

import pytest

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
    rows, batches = 0, read_alignments(path, file_format, **texts)
    try:
        for batch in batches:
            rows += len(batch)
    except InputError as error:
        return rows, str(error)
    return rows, None


def test_far_links_are_refused_where_they_are_too_many(tmp_path) -> None:
    path = tmp_path / "links"
    path.write_text(FAR * 1000)
    rows, told = rows_until_the_refusal(path)
    words = 1_000_001  # of a row: one in the source
    allowed = (WORDS_IN_ANY_CASE + WORDS_FOR_A_BYTE * 9000) // words
    assert rows == allowed
    assert told == (
        f"{path}:{allowed + 1}: the links up to here imply far too many words and sentences for "
        "9000 bytes; give the texts as well if there really are that many"
    )


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
    with pytest.raises(InputError, match=r"links:3: .* too many words"):
        for _ in pieces:
            pass


def test_gaps_between_sentences_are_refused_where_they_are_too_many(tmp_path) -> None:
    path = tmp_path / "links"
    path.write_text("".join(f"{1 + 1_000_000 * i} 1 1\n" for i in range(30)))
    size = path.stat().st_size
    allowance = Allowance("links", by_line=False, has_text=(False, False), in_any_case=10_000)
    no_texts = SentenceLengths(None, "source"), SentenceLengths(None, "target")
    links = LinkInput(path, 0, *no_texts, allowance.count_bytes)
    with pytest.raises(InputError) as caught:
        list(allowance.checked(READERS["naacl"](links)))
    told = str(caught.value)
    assert f" for {size} bytes" in told
    pair = int(told.split("sentence pair ")[1].split(":", maxsplit=1)[0])
    assert pair == 1 + (10_000 + WORDS_FOR_A_BYTE * size) // WORDS_OF_A_SENTENCE


def test_a_text_tells_how_long_sentences_are(tmp_path) -> None:
    path, source, target = tmp_path / "links", tmp_path / "source", tmp_path / "target"
    path.write_text(FAR * 5)
    source.write_text("a\n" * 5)
    target.write_text(("b " * 1_000_000 + "\n") * 5)
    assert rows_until_the_refusal(path)[0] == 4
    assert rows_until_the_refusal(path, source=source, target=target) == (5, None)
    rows, told = rows_until_the_refusal(path, source=source)
    assert rows == 4
    assert "give the texts as well if" in str(told)


def test_links_of_long_sentences_with_few_links_are_no_trouble(tmp_path) -> None:
    path = tmp_path / "links"
    lines = [f"{n}-{n + 1}\n" for n in itertools.islice(itertools.cycle(range(150)), 100_000)]
    path.write_text("".join(lines))
    assert rows_until_the_refusal(path) == (100_000, None)
