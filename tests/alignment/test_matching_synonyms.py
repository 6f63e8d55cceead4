"""Classes of synonyms: WordNet's where the language has them, and a user's own groups."""

from __future__ import annotations

import gzip
import hashlib
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from wordorder.alignment.matching.synonyms import (
    OwnSynonyms,
    read_synonym_groups,
    synonym_classes,
    synsets,
    wordnet_table,
)
from wordorder.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WORDS = ["cars", "lorry", "automobile", "truck", "straße", "", "42"]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.tsv"
    path.write_text("Cars\tstraße\nlorry\tcars\n", encoding="utf-8")
    return path


def rows(
    words: list[str], language: str | None, own: Path | None = None, *, fold_case: bool = True
) -> list[list[int]]:
    groups = None if own is None else OwnSynonyms(own, fold_case=fold_case).numbers_of
    values, offsets = synonym_classes(words, language, groups)
    assert (values.dtype, offsets.dtype) == (np.int32, np.int64)
    assert offsets[0] == 0
    assert offsets[-1] == len(values)
    return [row.tolist() for row in np.split(values, offsets[1:-1])] if words else []


# --- Classes


@pytest.mark.slow
def test_english_words_have_wordnets_synsets() -> None:
    assert rows(WORDS, "en") == [list(synsets(word)) for word in WORDS]
    assert rows(WORDS, "en_GB") == rows(WORDS, "en")


@pytest.mark.parametrize("language", ["de", "zh-TW", "sw", None])
def test_without_wordnet_the_rows_are_empty(language: str | None) -> None:
    assert rows(WORDS, language) == [[]] * len(WORDS)


@pytest.mark.slow
def test_own_groups_stand_behind_wordnets(own: Path) -> None:
    first = wordnet_table().synset_count
    expected = [list(synsets(word)) for word in WORDS]
    expected[WORDS.index("cars")] += [first, first + 1]
    expected[WORDS.index("straße")] += [first]
    expected[WORDS.index("lorry")] += [first + 1]
    assert rows(WORDS, "en", own) == expected


@pytest.mark.parametrize("language", ["de", None])
def test_own_groups_alone(own: Path, language: str | None) -> None:
    assert rows(WORDS, language, own) == [[0, 1], [1], [], [], [0], [], []]


@pytest.mark.parametrize("language", ["en", "de", None])
@pytest.mark.parametrize("with_own", [True, False])
def test_no_words(own: Path, language: str | None, with_own: bool) -> None:
    groups = OwnSynonyms(own).numbers_of if with_own else None
    values, offsets = synonym_classes([], language, groups)
    assert (values.size, offsets.tolist()) == (0, [0])
    assert (values.dtype, offsets.dtype) == (np.int32, np.int64)


def test_a_word_may_be_given_twice(own: Path) -> None:
    assert rows(["cars", "x", "cars"], None, own) == [[0, 1], [], [0, 1]]


def test_case_may_matter(own: Path) -> None:
    assert rows(["cars", "Cars", "straße"], None, own) == [[0, 1], [], [0]]
    assert rows(["cars", "Cars", "straße"], None, own, fold_case=False) == [[1], [0], [0]]


def test_an_unknown_language_is_refused() -> None:
    with refused(UsageError):
        synonym_classes(["car"], "xx")


@given(
    groups=st.lists(st.lists(st.sampled_from("abcdef"), min_size=2, max_size=4), max_size=6),
    words=st.lists(st.sampled_from("abcdefgh"), max_size=8, unique=True),
)
def test_words_share_a_class_if_and_only_if_they_share_a_group(
    tmp_path_factory: pytest.TempPathFactory, groups: list[list[str]], words: list[str]
) -> None:
    path = tmp_path_factory.mktemp("groups") / "own.tsv"
    path.write_text("".join("\t".join(group) + "\n" for group in groups))
    classes = dict(zip(words, rows(words, "de", path), strict=True))
    for one in words:
        assert classes[one] == sorted(set(classes[one]))
        for other in words:
            together = any(one in group and other in group for group in groups)
            assert together == (not set(classes[one]).isdisjoint(classes[other]))


@pytest.mark.slow
def test_other_languages_do_not_read_the_table() -> None:
    script = (
        "from wordorder.alignment.matching import synonyms\n"
        "synonyms.synonym_classes(['car'], 'de')\n"
        "assert synonyms.wordnet_table.cache_info().currsize == 0\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


# --- The user's file


def read(path: Path, data: bytes, **options: Any) -> list[tuple[str, ...]]:
    path.write_bytes(data)
    return list(read_synonym_groups(path, **options))


@pytest.mark.parametrize(
    ("data", "groups"),
    [
        (b"", []),
        (b"\n \n\t\n", []),
        (b"# lorry\ttruck\n#lorry\ttruck\n#\n", []),
        (b"lorry\ttruck", [("lorry", "truck")]),
        (b"\xef\xbb\xbflorry\ttruck\r\n", [("lorry", "truck")]),
        (b"\tlorry \t\t truck\t\n", [("lorry", "truck")]),
        (b"a\tb\tc\n\nb\td\n", [("a", "b", "c"), ("b", "d")]),
        (b"USA\tusa\tAmerica\n", [("usa", "america")]),
        (b"USA\tusa\n", [("usa",)]),
        (b"no.\t#\n1,000\t1.000\t1000\n", [("no.", "#"), ("1,000", "1.000", "1000")]),
        ("Straße\t家\u3000屋\n".encode(), [("straße", "家\u3000屋")]),
        (gzip.compress(b"lorry\ttruck\n", mtime=0), [("lorry", "truck")]),
    ],
)
def test_groups(tmp_path: Path, data: bytes, groups: list[tuple[str, ...]]) -> None:
    assert read(tmp_path / "own.tsv", data) == groups


def test_groups_with_their_case(tmp_path: Path) -> None:
    assert read(tmp_path / "own", b"USA\tusa\n", fold_case=False) == [("USA", "usa")]


@pytest.mark.parametrize(
    "data",
    [
        b"lorry\n",
        b"a\tb\n\n# c\nlorry,truck\n",
        b"a\tb\nlorry truck\n",
        b"New York\tthe  Big Apple\n",
        b" # note\n",
        pytest.param(b"x" * 5000, id="long"),
        b"\x1b[31mred\n",
        b"a\tb\n\xff\tc\n",
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, data: bytes) -> None:
    with refused(InputError) as caught:
        read(tmp_path / "own.tsv", data)
    assert len(str(caught.value)) < 250


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with refused(InputError):
        _ = OwnSynonyms(tmp_path / "nowhere.tsv").numbers_of


def test_groups_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    assert len(read(path, b"a\tb\n# c\nc\td\n", most_groups=2)) == 2
    with refused(InputError):
        read(path, b"a\tb\n# c\nc\td\n\ne\tf\n", most_groups=2)


# --- Read once


def test_groups_are_read_at_first_use_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    groups = OwnSynonyms(path)
    path.write_text("lorry\ttruck\n")
    assert groups.numbers_of == {"lorry": [0], "truck": [0]}
    path.unlink()
    assert groups.numbers_of == {"lorry": [0], "truck": [0]}
    assert pickle.loads(pickle.dumps(groups)).numbers_of == groups.numbers_of


def test_threads_do_not_share_out_standard_input(stdin: Callable[[bytes], object]) -> None:
    data = "".join(f"a{number}\tb{number}\n" for number in range(5000)).encode()
    stdin(data)
    groups = OwnSynonyms("-")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: groups.numbers_of, range(4)))
    assert [len(numbers_of) for numbers_of in found] == [10_000] * 4


def test_what_is_wrong_with_standard_input_is_said_every_time(
    stdin: Callable[[bytes], object],
) -> None:
    stdin(b"a\tb\nlorry\nc\td\n")
    groups = OwnSynonyms("-")
    for _ in range(2):
        with refused(InputError):
            _ = groups.numbers_of


@pytest.mark.parametrize("from_standard_input", [True, False])
@pytest.mark.parametrize("fold_case", [True, False])
def test_the_digest_is_that_of_the_text(
    tmp_path: Path, stdin: Callable[[bytes], object], from_standard_input: bool, fold_case: bool
) -> None:
    text = "# from our glossary\n\nLorry\tStraße\n".encode()
    raw = gzip.compress(text.replace(b"\n", b"\r\n"))
    path = tmp_path / "own.tsv"
    path.write_bytes(raw)
    stdin(raw)
    groups = OwnSynonyms("-" if from_standard_input else path, fold_case=fold_case)
    assert groups.digest == groups.digest == hashlib.sha256(text).hexdigest()
