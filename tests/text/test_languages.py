"""The language table: what must hold of every row, and how a code finds its row."""

from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import given, strategies as st

from messages import refused
from wordorder.errors import UsageError
from wordorder.text import LANGUAGES, language, tokenizer_names

# Stemmer.algorithms() of PyStemmer 3.1.0, asked on CPython 3.11.
PYSTEMMER_3_1_0 = """
    arabic armenian basque catalan czech danish dutch dutch_porter english esperanto estonian
    finnish french german greek hindi hungarian indonesian irish italian lithuanian nepali
    norwegian persian polish porter portuguese romanian russian serbian sesotho spanish swedish
    tamil turkish yiddish
"""
# Older algorithms for languages that have a better one.
SUPERSEDED = {"dutch_porter", "porter"}


def test_codes_aliases_and_names_are_unique() -> None:
    codes = [code.lower() for row in LANGUAGES for code in (row.code, *row.aliases)]
    assert len(set(codes)) == len(codes)
    assert len({row.name for row in LANGUAGES}) == len(LANGUAGES)


def test_the_table_is_sorted_so_that_a_row_is_found() -> None:
    codes = [row.code.lower() for row in LANGUAGES]
    assert codes == sorted(codes)


def test_every_snowball_stemmer_is_used() -> None:
    used = {row.stemmer for row in LANGUAGES} - {None}
    assert used == set(PYSTEMMER_3_1_0.split()) - SUPERSEDED


def test_a_row_is_well_formed() -> None:
    for row in LANGUAGES:
        assert re.fullmatch("[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?", row.code)
        assert all(re.fullmatch("[a-z]{2,3}", alias) for alias in row.aliases)
        assert row.name == row.name.strip() != ""
        assert row.tokenizer in tokenizer_names()


def test_a_row_is_found_by_all_its_codes() -> None:
    for row in LANGUAGES:
        for code in (row.code, *row.aliases):
            assert language(code) is row
            assert language(code.upper().replace("-", "_")) is row


def test_a_variant_has_the_resources_of_its_language() -> None:
    for row in LANGUAGES:
        main = language(row.code.partition("-")[0])
        assert row.stemmer == main.stemmer
        assert row.synonyms == main.synonyms
        if row.code != "ja-Latn":  # which is written with spaces
            assert row.tokenizer == main.tokenizer


def test_a_language_is_frozen_and_has_slots() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        language("en").code = "fr"  # type: ignore[misc]
    assert not hasattr(language("en"), "__dict__")


def test_only_english_has_synonyms() -> None:
    assert [row.code for row in LANGUAGES if row.synonyms] == ["en"]


@pytest.mark.parametrize(
    ("tokenizer", "codes"),
    [
        ("zh", ["zh", "zh-CN", "zh-TW", "zh-Hant-HK", "zho_Hans", "yue", "lzh"]),
        ("ja-mecab", ["ja", "ja-JP", "jpn_Jpan"]),
        ("ko-mecab", ["ko", "ko-KR", "kor"]),
        ("char", ["th", "lo", "my", "km", "bo", "dz", "tha_Thai"]),
        ("13a", ["en", "de", "hi", "vi", "ar", "ja-Latn"]),
    ],
)
def test_tokenizers(tokenizer: str, codes: list[str]) -> None:
    assert {language(code).tokenizer for code in codes} == {tokenizer}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("EN", "en"),
        ("en-US", "en"),
        ("en_GB", "en"),
        ("de-CH-1996", "de"),
        ("pt_BR", "pt-BR"),
        ("PT-br-abl1943", "pt-BR"),
        ("pt-AO", "pt"),
        ("zh-Hans-CN", "zh-Hans"),
        ("zh_cn", "zh-CN"),
        ("zh-SG", "zh"),
        ("zho-TW", "zh-TW"),
        ("cmn-Hant", "zh-Hant"),
        ("sr-Latn-RS", "sr"),
        ("de-x-private", "de"),
        ("deu", "de"),
        ("eng", "en"),
        ("jpn", "ja"),
        ("kor", "ko"),
        ("arb_Arab", "ar"),
        ("nob", "nb"),
        ("iw", "he"),
    ],
)
def test_fallback_from_the_full_tag_to_shorter_ones(code: str, expected: str) -> None:
    assert language(code).code == expected


@pytest.mark.parametrize(
    "code",
    ["german", "cro", "portugese", "en US", "en_US.UTF-8", "zzz-TW", "", "x-mine"],
)
def test_errors_say_what_may_have_been_meant(code: str) -> None:
    with refused(UsageError):
        language(code)


@pytest.mark.parametrize("code", ["e", "-en", "en-", "en--US", "en-toolongsubtag", "én", "en\n"])
def test_malformed_codes(code: str) -> None:
    with refused(UsageError):
        language(code)


@pytest.mark.slow
@given(st.text(max_size=30) | st.from_regex("[a-zA-Z]{1,4}([-_][a-zA-Z0-9]{1,9})*", fullmatch=True))
def test_any_code_gives_a_row_of_its_language_or_a_usage_error(code: str) -> None:
    try:
        known = language(code)
    except UsageError:
        return
    primary = re.split("[-_]", code.lower())[0]
    assert primary in (known.code.partition("-")[0], *known.aliases)


@pytest.mark.parametrize("pair", ["de-en", "en-ja", "EN_ZH", "cs-en"])
def test_a_pair_of_languages_is_refused(pair) -> None:
    with refused(UsageError):
        language(pair)


@pytest.mark.parametrize("code", ["en-GB", "fr-ca", "es-AR", "pt-br", "zh-CN", "en-uk"])
def test_a_region_is_no_language(code) -> None:
    assert language(code).code.startswith(code[:2])
