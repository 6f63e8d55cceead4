"""Words with the same stem: every language of the table, and words that are all ending."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import Stemmer
from hypothesis import given, strategies as st

from messages import refused
from wordorder.alignment.matching.word_data import stem_classes
from wordorder.errors import UsageError
from wordorder.text import LANGUAGES, Language

STEMMED = [row for row in LANGUAGES if row.stemmer is not None]
WORDS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), max_size=20)


@pytest.mark.parametrize(
    ("language", "same", "other"),
    [
        ("en", ["walk", "walks", "walked", "walking"], "stroll"),
        ("de", ["haus", "hauses", "hause"], "mauer"),
        ("fr", ["continuer", "continué", "continuait"], "finir"),
        ("ru", ["книга", "книги", "книгу"], "стол"),
        ("fi", ["talo", "talon", "talossa"], "katu"),
        ("tr", ["evler", "ev"], "sokak"),
        ("ar", ["كتاب", "الكتاب"], "بيت"),
        ("cs", ["ženy", "ženám"], "muž"),
    ],
)
def test_forms_of_a_word_have_one_number(language: str, same: list[str], other: str) -> None:
    numbers = stem_classes([*same, other], language)
    assert numbers.tolist() == [0] * len(same) + [1]


@pytest.mark.parametrize("row", STEMMED, ids=lambda row: row.code)
def test_every_stemmer_of_the_table_exists(row: Language) -> None:
    assert stem_classes(["a", "b", "a"], row.code).tolist() == [0, 1, 0]


@pytest.mark.parametrize("code", ["EN", "en_GB", "eng", "en-Latn-US"])
def test_a_language_is_found_by_all_its_codes(code: str) -> None:
    assert stem_classes(["houses", "house"], code).tolist() == [0, 0]


@pytest.mark.parametrize("language", ["ja", "zh-TW", "hr", "sw"])
def test_without_a_stemmer_a_word_is_its_own_stem(language: str) -> None:
    assert stem_classes(["walk", "walks", "", "walk"], language).tolist() == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ne", ["छ", "छौ", "दा", "यो"]),
        ("el", ["εισ", "αγα", "αμέ"]),
        ("en", ["''s", ""]),
        ("nl", ["'s", ""]),
        ("tr", ["'", "''", "'''"]),
        ("ar", ["ـ", "ــ"]),
    ],
)
def test_words_without_a_stem_are_not_all_the_same(language: str, words: list[str]) -> None:
    assert stem_classes(words, language).tolist() == list(range(len(words)))


@pytest.mark.parametrize("language", ["en", "sw"])
def test_no_words_have_no_numbers(language: str) -> None:
    numbers = stem_classes([], language)
    assert (numbers.shape, numbers.dtype) == ((0,), np.int32)


def test_any_sequence_of_words_will_do() -> None:
    assert stem_classes(("cats", "cat"), "en").tolist() == [0, 0]
    assert stem_classes(np.array(["cats", "cat"]).tolist(), "en").tolist() == [0, 0]


def test_a_very_long_word_is_no_trouble() -> None:
    assert stem_classes(["ox" * 50_000 + "s", "ox" * 50_000], "en").tolist() == [0, 0]


def test_an_unknown_language_is_refused() -> None:
    with refused(UsageError):
        stem_classes(["walk"], "xx")


@pytest.mark.parametrize("language", ["en", "de", "ru", "hi"])
@given(words=WORDS)
def test_numbers_are_equal_where_stems_are(language: str, words: list[str]) -> None:
    algorithm = next(row.stemmer for row in LANGUAGES if row.code == language)
    stems = [Stemmer.Stemmer(algorithm).stemWord(word) or word for word in words]
    first_of_each = list(dict.fromkeys(stems))
    assert stem_classes(words, language).tolist() == [first_of_each.index(stem) for stem in stems]


@pytest.mark.slow
def test_the_stemmer_is_imported_on_use() -> None:
    script = (
        "import sys\n"
        "from wordorder.alignment.matching.word_data import stem_classes\n"
        "stem_classes(['a'], 'sw')\n"
        "assert 'Stemmer' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
