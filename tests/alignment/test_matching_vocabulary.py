"""Words as numbers: case folded word by word, blocks of lines, and a bound for the memory."""

from __future__ import annotations

import sys
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from wordorder import _kernels
from wordorder.alignment.matching.texts import _match_contexts, match_contexts
from wordorder.alignment.matching.vocabulary import GrowingArray, Vocabulary, as_block, folded
from wordorder.alignment.matching.word_data import WordData
from wordorder.text import open_parallel_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

# Letters whose lower case is more than one letter or depends on those around, with what is
# looked through on the way to them: combining marks, apostrophes, a soft hyphen.
LETTERS = "aAΣσςΑİIıßẞǅÉ'’.:\u0301\u0307\u00ad-1日\u00a0\u2028\u3000\x0b\r\x00"
WORDS = st.text(st.sampled_from(LETTERS), min_size=1, max_size=6)
NO_BLANKS = st.characters(exclude_characters=" \t\n", exclude_categories=["Cs"])
ENGLISH = st.sampled_from(["cars", "Car", "walks", "Walked", "big", "large", "automobile", "x"])
LINES = st.lists(st.lists(WORDS | st.text(NO_BLANKS, min_size=1), max_size=6), max_size=6)


def as_text(lines: Sequence[Sequence[str]], blank: str = " ") -> bytes:
    return "".join(f"{blank.join(words)}\n" for words in lines).encode()


# --- Case


@given(LINES, st.sampled_from([" ", "\t", "  "]))
@example([["ΟΔΟΣ", "ΣΑΣ", "ΑΣ'", "Α\u0301Σ\u0301", "Σ"], ["ΑΣ", "Α"], ["ΑΣ"], ["Α"]], " ")
@example([["ΑΣ.", ".Α", "ΑΣ\u00ad", "\u00adΑ", "'Σ", "Σ'"]], "\t")
@example([["İSTANBUL", "I", "ı", "i\u0307", "STRASSE", "Straße", "ẞ", "É", "E\u0301"]], " ")
def test_words_are_folded_as_the_whole_text_is(lines: list[list[str]], blank: str) -> None:
    text = as_text(lines, blank)
    words = Vocabulary(fold_case=True)
    found = words.number(text)
    expected = _kernels.Interner()
    rows = expected.intern(text.decode().lower().encode())
    assert found.values.tolist() == rows.values.tolist()
    assert found.offsets.tolist() == rows.offsets.tolist()
    assert words.words(0) == expected.words(0)
    assert len(words) == len(expected)
    assert (found.values.dtype, found.offsets.dtype) == (np.int32, np.int64)


@pytest.mark.slow
def test_no_character_becomes_a_blank_or_nothing_when_folded() -> None:
    for character in map(chr, range(sys.maxunicode + 1)):
        lower = character.lower()
        assert lower == character or (lower and set(lower).isdisjoint(" \t\n"))


@given(LINES)
def test_case_may_be_kept(lines: list[list[str]]) -> None:
    words = Vocabulary(fold_case=False)
    found = words.number(as_text(lines))
    written = [words.words(0)[number] for number in found.values]
    assert written == list(chain.from_iterable(lines))
    assert np.diff(found.offsets).tolist() == list(map(len, lines))
    assert len(words) == len(set(chain.from_iterable(lines)))


@given(LINES, st.integers(1, 20))
@example([["Σ" * 8]] * 3, 1)
def test_a_text_is_folded_in_pieces_of_whole_lines(lines: list[list[str]], piece: int) -> None:
    text = as_text(lines)
    lower = text.decode().lower().encode()
    assert folded(text, piece=piece) == lower
    assert folded(text.removesuffix(b"\n"), piece=piece) == lower.removesuffix(b"\n")


# --- Blocks


@given(LINES, st.booleans())
def test_a_word_has_the_same_number_in_all_blocks(lines: list[list[str]], fold_case: bool) -> None:
    blocks, together = Vocabulary(fold_case=fold_case), Vocabulary(fold_case=fold_case)
    ids = [number for line in lines for number in blocks.number(as_text([line])).values]
    assert ids == together.number(as_text(lines)).values.tolist()
    assert blocks.words(0) == together.words(0)


@given(st.lists(st.lists(st.integers(-9, 9), max_size=9)))
def test_an_array_grows(blocks: list[list[int]]) -> None:
    array: GrowingArray[np.int64] = GrowingArray(np.int64)
    for count, block in enumerate(blocks, 1):
        array.extend(block)
        assert array.values.tolist() == list(chain.from_iterable(blocks[:count]))
    assert array.values.dtype == np.int64


def test_an_array_is_not_copied_at_every_block() -> None:
    array: GrowingArray[np.int32] = GrowingArray(np.int32)
    rooms = set()
    for number in range(10_000):
        array.extend([number])
        rooms.add(len(array._room))
    assert len(rooms) < 20
    assert array.values.tolist() == list(range(10_000))


@given(st.lists(st.lists(ENGLISH)))
def test_classes_are_the_same_in_any_blocks(lines: list[list[str]]) -> None:
    blocks, together = (
        WordData(("exact", "stem", "synonym"), "en", {"x": [0], "car": [0]}, fold_case=True)
        for _ in range(2)
    )
    for line in lines:
        blocks.vocabulary.number(as_text([line]))
        blocks.look_up_new_words()
    together.vocabulary.number(as_text(lines))
    together.look_up_new_words()
    for data in (blocks, together):
        assert data.stems is not None
        assert data.synonyms is not None
        assert len(data.stems) == len(data.synonyms) == len(data.vocabulary)
    np.testing.assert_array_equal(blocks.stems, together.stems)
    np.testing.assert_array_equal(blocks.synonyms.values, together.synonyms.values)
    np.testing.assert_array_equal(blocks.synonyms.offsets, together.synonyms.offsets)


# --- Memory


@pytest.mark.parametrize("fold_case", [True, False])
def test_a_vocabulary_is_full_beyond_its_bound(fold_case: bool) -> None:
    words = Vocabulary(fold_case=fold_case)
    for text, full in ((b"a b a\n", False), (b"b c\n", False), (b"a b\n", False), (b"D\n", True)):
        words.number(text)
        assert words.is_full(most_words=3) == full
    assert not words.is_full()


@pytest.mark.parametrize("fold_case", [True, False])
def test_long_words_fill_it_as_well(fold_case: bool) -> None:
    words = Vocabulary(fold_case=fold_case)
    words.number("ä".encode() * 10)
    assert not words.is_full(most_characters=10)
    words.number(b"b")
    assert words.is_full(most_characters=10)


@pytest.mark.parametrize(("most_words", "vocabularies"), [(0, 6), (3, 6), (30, 3), (1000, 1)])
def test_a_new_vocabulary_changes_no_match_by_context(
    tmp_path: Path, most_words: int, vocabularies: int
) -> None:
    lines = [f"a{k % 5} B a{k % 3} c{k} b" for k in range(40)]
    files = [tmp_path / "hyp", tmp_path / "ref"]
    for file, side in zip(files, (lines, lines[::-1]), strict=True):
        file.write_bytes(as_block(side))
    expected = [str(row) for batch in match_contexts(*files) for row in batch]
    made = []

    def new() -> Vocabulary:
        made.append(Vocabulary(fold_case=True))
        return made[-1]

    with open_parallel_text(files, most_lines=7) as text:
        batches = list(_match_contexts(text, new, most_words=most_words))
    assert [str(row) for batch in batches for row in batch] == expected
    assert len(made) == vocabularies
