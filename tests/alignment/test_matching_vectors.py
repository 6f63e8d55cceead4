"""Matching by vectors: similar words, and where the vectors come from."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import pickle
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from kernel_calls import match_words
from messages import refused
from oracles import matching as oracle, vectors as vector_oracle
from oracles.vectors import LENGTH, VECTORS, Least, Word
from wordorder.alignment.matching.match_batch import STAGES
from wordorder.alignment.matching.matcher import Matcher
from wordorder.alignment.matching.vectors import (
    SubwordVectors,
    VectorSource,
    read_word_vectors,
)
from wordorder.alignment.matching.word_data import FoundVectors, VectorRows
from wordorder.errors import InputError, MissingExtraError, UsageError
from wordorder.text import language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracles.vectors import Link, Vector

ONE = 1 << 20
WORDS = 5


# --- The kernel


def ragged(sentence: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    return np.array(sentence, np.int32), np.array([0, len(sentence)], np.int64)


def arrays(words: Sequence[Word], least: Least) -> tuple[Any, ...]:
    known = [word.vector for word in words if word.vector is not None]
    numbers = iter(range(len(known)))
    rows = [-1 if word.vector is None else next(numbers) for word in words]
    values = np.array(known, np.int16).reshape(len(known), -1 if known else 1)
    only = np.array([word.only_in_references for word in words], np.uint8)
    letters = np.array([ord(letter) for word in words for letter in word.letters], np.int32)
    ends = np.cumsum([0, *(len(word.letters) for word in words)], dtype=np.int64)
    return np.array(rows, np.int32), values, only, (letters, ends), tuple(least)


def matched(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    vectors: tuple[Any, ...],
    weight: int = ONE // 2,
    stems: Sequence[int] = (),
) -> tuple[dict[Link, int], list[float], int]:
    found = match_words(
        ragged(hypothesis),
        ragged(reference),
        WORDS,
        np.array(stems, np.int32) if stems else None,
        None,
        None,
        [ONE, ONE if stems else 0, 0, weight, 0],
        1,
        vectors,
    )
    covered, chunks, similarities = found.covered, found.chunks, found.similarities
    assert found.exact.tolist() == [True]
    pairs = zip(found.links.sources.tolist(), found.links.targets.tolist(), strict=True)
    links = dict(zip(pairs, found.stages.tolist(), strict=True))
    assert list(links) == sorted(links)
    worth = {0: ONE, 1: ONE, VECTORS: weight}
    assert covered.tolist() == [2 * sum(worth[stage] for stage in links.values())]
    joined = sum((i - 1, j - 1) in links for i, j in links)
    assert chunks.tolist() == [len(links) - joined]
    return links, similarities.tolist(), int(covered[0])


def unit(angle: float) -> Vector:
    return round(LENGTH * np.cos(angle)), round(LENGTH * np.sin(angle))


def known(*vectors: Vector | None) -> list[Word]:
    return [Word(vector) for vector in vectors]


SENTENCES = st.lists(st.integers(0, WORDS - 1), max_size=6)
KNOWN = st.lists(
    st.builds(
        Word, st.none() | st.floats(0, 6.3).map(unit), st.booleans(), st.text("abc", max_size=4)
    ),
    min_size=WORDS,
    max_size=WORDS,
)
COSINES = st.sampled_from([1e-9, 0.1, 0.3, 0.7, 0.999])
STEMS = st.lists(st.integers(0, 3), min_size=WORDS, max_size=WORDS)


@given(SENTENCES, SENTENCES, KNOWN, st.builds(Least, COSINES, COSINES), STEMS, st.booleans())
def test_similar_words_are_matched_as_by_trying_all(
    hypothesis: list[int],
    reference: list[int],
    words: list[Word],
    least: Least,
    stems: list[int],
    weighs_little: bool,
) -> None:
    weight = 1 if weighs_little else ONE
    links, similarities, _ = matched(hypothesis, reference, arrays(words, least), weight, stems)
    by_stem = oracle.candidates(
        hypothesis, reference, oracle.Knowledge((ONE, ONE, 0, 0), stems=stems)
    )
    similar = vector_oracle.candidates(
        hypothesis, reference, words, least.anywhere, weight, by_stem
    )
    candidates = [*by_stem, *similar]
    stage_of = {(m.hypothesis.start, m.reference.start): m.stage for m in candidates}
    # What is added beside a match is never a candidate: the search would have taken it.
    searched = {link: stage for link, stage in links.items() if link in stage_of}
    assert all(stage_of[link] == stage for link, stage in searched.items())
    covered = 2 * sum(weight if stage == VECTORS else ONE for stage in searched.values())
    assert covered == oracle.best_value_by_table(candidates).covered
    assert links == vector_oracle.with_neighbours(searched, hypothesis, reference, words, least)
    for ((i, j), stage), similarity in zip(links.items(), similarities, strict=True):
        cosine = vector_oracle.cosine(words[hypothesis[i]], words[reference[j]])
        assert similarity == (cosine if stage == VECTORS else 1)


def test_a_word_has_candidates_whatever_the_other_words_are() -> None:
    # Sentences are compared on the words that they share: what a word could be matched with must
    # not change with the words beside it.
    vectors = arrays(known(unit(0), unit(0.5), unit(1), None, unit(3)), Least(0.8))
    alone = matched([0], [1, 2, 3, 1], vectors)[0]
    assert alone == {(0, 0): VECTORS}
    assert matched([3, 0, 2], [1, 2, 3, 1], vectors)[0] == {(0, 2): 0, (1, 0): 3, (2, 1): 0}


def test_only_the_most_similar_words_match() -> None:
    vectors = arrays(known(unit(0), unit(0.2), unit(0.4), None, None), Least(0.5))
    assert matched([0], [2, 1], vectors)[0] == {(0, 1): VECTORS}
    # So the second of two equal words stays alone.
    assert len(matched([0, 0], [2, 1], vectors)[0]) == 1


def test_any_words_match_between_two_matches() -> None:
    vectors = arrays(known(unit(0), unit(3), None, None, None), Least(0.9))
    links, similarities, _ = matched([2, 0, 3], [2, 1, 3], vectors)
    assert links == {(0, 0): 0, (1, 1): VECTORS, (2, 2): 0}
    assert similarities[1] == pytest.approx(np.cos(3), abs=1e-4)
    # Not a word without a vector, which may be nonsense.
    assert matched([2, 4, 3], [2, 1, 3], vectors)[0] == {(0, 0): 0, (2, 2): 0}


def test_doubtful_words_have_vectors_in_references_only() -> None:
    words = [Word(unit(0)), Word(unit(0.1), only_in_references=True), *known(None, None, None)]
    vectors = arrays(words, Least(0.9))
    assert matched([0], [1], vectors)[0] == {(0, 0): VECTORS}
    assert matched([1], [0], vectors)[0] == {}


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("osama", "usama", True),
        ("goverment", "government", True),
        ("articel", "article", True),
        ("xining", "xiling", True),
        ("keenana", "kinana", False),
        ("abcde", "badce", False),
        ("", "a", False),
        ("", "", False),
    ],
)
def test_doubtful_words_match_words_spelt_alike(one: str, other: str, alike: bool) -> None:
    for one_vector, other_vector in ((None, None), (None, unit(0)), (unit(1), None)):
        words = [Word(one_vector, letters=one), Word(other_vector, letters=other)]
        vectors = arrays([*words, *known(None, None, None)], Least(0.9))
        for pair in [0], [1]:
            links, similarities, _ = matched(pair, [1 - pair[0]], vectors)
            assert (links, similarities) == (({(0, 0): VECTORS}, [1]) if alike else ({}, []))
    # Of two words that have vectors, the vectors decide.
    words = [Word(unit(0), letters=one), Word(unit(2), letters=other), *known(None, None, None)]
    assert matched([0], [1], arrays(words, Least(0.9)))[0] == {}


def test_only_some_places_of_a_very_long_reference_are_looked_at() -> None:
    vectors = arrays(known(unit(0), unit(0.1), unit(3), None, None), Least(0.8))
    reference = [2] * 2000 + [1]
    found = match_words(
        ragged([0]), ragged(reference), WORDS, None, None, None, [ONE, 0, 0, ONE, 0], 1, vectors
    )
    assert (len(found.stages), found.exact.tolist()) == (0, [False])


@pytest.mark.parametrize(
    "change",
    [
        {0: np.zeros(4, np.int32)},
        {0: np.full(5, 1, np.int32)},
        {1: np.full((1, 2), 20000, np.int16)},
        {2: np.zeros(4, np.uint8)},
        {3: ragged([])},
        {4: (0.0, 0.5)},
        {4: (0.5, float("nan"))},
    ],
)
def test_wrong_vectors_are_refused(change: dict[int, Any]) -> None:
    letters = np.zeros(0, np.int32), np.zeros(6, np.int64)
    flags = np.zeros(5, np.uint8)
    good = [np.zeros(5, np.int32), np.full((1, 2), 100, np.int16), flags, letters, (0.5, 0.5)]
    assert matched([0], [1], tuple(good))[0] == {}
    with refused(InputError):
        matched([0], [1], tuple(change.get(k, value) for k, value in enumerate(good)))


@given(
    st.lists(
        st.lists(st.floats(-(2.0**100), 2.0**100, width=32), min_size=3, max_size=3).filter(any),
        max_size=5,
    )
)
def test_vectors_are_rounded_to_whole_numbers(vectors: list[list[float]]) -> None:
    rows = VectorRows()
    places = np.arange(len(vectors), dtype=np.int32) * 2
    values = np.array(vectors, np.float32).reshape(-1, 3)
    frequent = np.tile(np.array([0, 1, 1, 0], np.uint8), len(vectors))[: 2 * len(vectors)]
    rows.extend(frequent, FoundVectors(places, values, places % 3 == 0))
    assert rows.only_in_references[places].tolist() == (places % 3 == 0).tolist()
    assert rows.row_of_word.tolist() == [x for row in range(len(vectors)) for x in (row, -1)]
    wholes = rows.values if vectors else ()
    for place, vector, whole in zip(places, values.astype(float), wholes, strict=True):
        length = (0.8 if frequent[place] else 1) * LENGTH
        expected = length * vector / np.linalg.norm(vector)
        assert np.abs(whole - expected).max() <= 0.5 + 1e-6


# --- Text files

TEXT = "4 3\nthe 1 0 0\nHouse 0 1 0\nhouse 0 0.9 0.1 \nhome\t0 0.8 0.2\nA b 0 1 1\n"


@pytest.mark.parametrize(
    ("name", "compress"),
    [("v.vec", bytes), ("v.gz", gzip.compress), ("v.xz", lzma.compress)],
)
def test_files_are_plain_or_compressed(tmp_path: Path, name: str, compress: Any) -> None:
    file = tmp_path / name
    file.write_bytes(compress(TEXT.encode()))
    places, values = read_word_vectors(file, ["home", "x", "house"], fold_case=True)
    assert places.tolist() == [0, 2]
    assert values.tolist() == [[0, np.float32(0.8), np.float32(0.2)], [0, *np.float32([0.9, 0.1])]]
    places, values = read_word_vectors(file, ["House", "THE"], fold_case=False)
    assert (places.tolist(), values.tolist()) == ([0], [[0, 1, 0]])


def test_a_word_takes_the_vector_of_its_own_case_then_the_first(tmp_path: Path) -> None:
    file = tmp_path / "v.txt"
    file.write_text("HOUSE 1 0\nHouse 0 1\nThe 1 2\nthe 3 4\nTHE 5 6\nthe 7 8\nzero 0 0\n")
    places, values = read_word_vectors(file, ["the", "house", "zero"], fold_case=True)
    assert (places.tolist(), values.tolist()) == ([0, 1], [[3, 4], [1, 0]])


def test_blank_lines_and_repeated_spaces_are_harmless(tmp_path: Path) -> None:
    file = tmp_path / "v.txt"
    for text in ("a 1 2\nb 3 4\n\n", "2  2\na  1  2\nb \t3 4 \n", "a   1 2\n\n \nb 3   4"):
        file.write_text(text)
        places, values = read_word_vectors(file, ["a", "b"], fold_case=True)
        assert (places.tolist(), values.tolist()) == ([0, 1], [[1, 2], [3, 4]])


@pytest.mark.parametrize(
    "text",
    [
        "a 1 2\nb 1\n",
        "a 1 2\nb 1 2 3\n",
        "9 3\na 1 2\n",
        "a\n",
        "a 1 x2\n",
        "c 1 x2\na 1 2 3\n",
        "a 1 nan\n",
        "a 1e99 1\n",
        "a 1e999 1\n",
        "a inf 1\n",
        "a 1_0 1\n",
        "\n\n",
        "c 1 2\n",
        "a 0 0\n",
        "",
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "v.txt"
    file.write_text(text)
    matcher = Matcher(vectors=file)
    with refused(InputError):
        matcher.match(["a b"], ["b a"])


def test_a_compression_that_is_not_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "v.bz2"
    file.write_bytes(bz2.compress(TEXT.encode()))
    with refused(InputError):
        Matcher(vectors=file).match(["a"], ["b"])


# --- The matcher

NEAR = "big 1 0.1\nlarge 1 0\nold 0 1\nancient 0.2 1\n"


@pytest.fixture
def near(tmp_path: Path) -> Path:
    file = tmp_path / "near.txt"
    file.write_text(NEAR)
    return file


def test_similar_words_match(near: Path, tmp_path: Path) -> None:
    matcher = Matcher(vectors=near)
    batch = matcher.match(["a Big old x"], ["the ancient large a"])
    assert str(batch.alignments[0]) == "0-3 1-2 2-1"
    assert batch.stages_of(0) == ("exact", "vectors", "vectors")
    assert batch.similarity == pytest.approx([1, 1 / 1.01**0.5, 1 / 1.04**0.5], abs=1e-4)
    assert batch.covered.tolist() == [4]
    assert Matcher(vectors=near, weights={"vectors": 0.25}).match(["big"], ["large"]).covered == 0.5
    assert len(Matcher(vectors=near, min_similarity=0.999).match(["big"], ["large"]).stages) == 0
    assert len(Matcher(vectors=near, stages=["exact"]).match(["big"], ["large"]).stages) == 0
    # Each text is read with the vectors of its own words.
    assert len(matcher.match(["ancient"], ["old"]).stages) == 1
    again = pickle.loads(pickle.dumps(matcher))
    assert again.signature == matcher.signature
    assert len(again.match(["ancient"], ["old"]).stages) == 1
    files = [tmp_path / name for name in ("hypothesis", "reference")]
    for file, text in zip(files, ("big\nold\n", "large\nancient\n"), strict=True):
        file.write_text(text)
    assert [len(found.stages) for found in matcher.match_files(*files)] == [2]


def test_the_signature_names_source_content_and_similarity(near: Path) -> None:
    assert STAGES == ("exact", "stem", "synonym", "vectors", "paraphrase")
    signature = Matcher("de", vectors=near).signature
    assert signature.startswith("match:exact+stem+vectors|weights:exact=1+stem=1+vectors=0.5|")
    assert "|vectors:near.txt-" in signature
    assert signature.endswith("|similarity:0.4")
    other = Matcher("de", vectors=near, min_similarity=0.5).signature
    near.write_text(NEAR + "new 1 1\n")
    assert len({signature, other, Matcher("de", vectors=near).signature}) == 3
    assert "vectors" not in Matcher("de", vectors=near, stages=["exact"]).signature


@pytest.mark.parametrize(
    "arguments",
    [
        {"vectors": "-"},
        {"min_similarity": 0.5},
        {"stages": ["exact", "vectors"]},
        {"vectors": "x", "min_similarity": 0.0},
        {"vectors": "x", "min_similarity": "x"},
        {"vectors": "x", "min_similarity": 1.1},
        {"vectors": "wordllama", "lang": "de"},
        {"vectors": "wordllama"},
    ],
)
def test_what_cannot_be_is_refused_at_once(arguments: dict[str, Any]) -> None:
    with refused(UsageError):
        Matcher(**arguments)


# --- Folders with vectors of subwords


def write_model(folder: Path, **tensors: np.ndarray) -> None:
    """A folder in model2vec's format, whose tokeniser knows whole words only."""
    words = {"[UNK]": 0, "big": 1, "large": 2, "old": 3}
    tokenizer = {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "Whitespace"},
        "model": {"type": "WordLevel", "vocab": words, "unk_token": "[UNK]"},
    }
    folder.mkdir(exist_ok=True)
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    kinds = {"f2": "F16", "f4": "F32", "i8": "I64"}
    header, content = {}, b""
    for name, array in tensors.items():
        data = array.tobytes()
        header[name] = {
            "dtype": kinds[array.dtype.str[1:]],
            "shape": array.shape,
            "data_offsets": [len(content), len(content) + len(data)],
        }
        content += data
    text = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + content)


ROWS = np.array([[0, 0], [1, 0.25], [1, 0], [0, 1]])


@pytest.mark.parametrize(
    "tensors",
    [
        {"embeddings": ROWS.astype("<f4")},
        {"embedding.weight": ROWS.astype("<f2")},
        {
            "embeddings": ROWS[::-1].astype("<f4"),
            "mapping": np.array([3, 2, 1, 0], "<i8"),
            "weights": np.array([1, 2, 4, 1], "<f4"),
        },
    ],
)
def test_a_folder_of_model2vec(tmp_path: Path, tensors: dict[str, np.ndarray]) -> None:
    pytest.importorskip("tokenizers")
    folder = tmp_path / "model"
    write_model(folder, **tensors)
    matcher = Matcher(vectors=folder)
    batch = matcher.match(["big unknown"], ["odd large"])
    assert str(batch.alignments[0]) == "0-1"
    assert batch.similarity == pytest.approx([1 / (1 + 1 / 16) ** 0.5], abs=1e-4)
    assert "|vectors:model-" in matcher.signature
    assert pickle.loads(pickle.dumps(matcher)).match(["big"], ["large"]).similarity.size == 1
    longest = SubwordVectors.in_folder(folder).find(["old " * 100, "old"])
    assert longest[0].tolist() == [1]


def test_a_bad_folder_is_named(tmp_path: Path) -> None:
    pytest.importorskip("tokenizers")
    folder = tmp_path / "model"
    write_model(folder, embeddings=ROWS.astype("<f4"))
    weights = folder / "model.safetensors"
    good = weights.read_bytes()
    nan = np.full((4, 2), np.nan, "<f4")
    for content in [
        b"",
        good[:20],
        good[:-4],
        b"\xff" * 100,
        good.replace(b"embeddings", b"embedding_"),
        good[: -nan.nbytes] + nan.tobytes(),
    ]:
        weights.write_bytes(content)
        with refused(InputError):
            Matcher(vectors=folder).match(["big"], ["large"])
    weights.unlink()
    with refused(InputError):
        Matcher(vectors=folder).match(["big"], ["large"])
    (folder / "tokenizer.json").write_text("{}")
    with refused(InputError):
        Matcher(vectors=folder).match(["big"], ["large"])


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("wordllama", "tokenizers"):
        monkeypatch.setitem(sys.modules, package, None)
    for arguments in {"vectors": "wordllama", "lang": "en"}, {"vectors": tmp_path}:
        with refused(MissingExtraError):
            Matcher(**arguments)


# --- wordllama


@pytest.mark.slow
def test_wordllama_knows_similar_words_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tokenizers")
    if not any(Path(folder, "wordllama").is_dir() for folder in sys.path):
        pytest.skip("wordllama is not installed")

    def refuse(*_: object) -> None:
        raise AssertionError("no connection must be made")

    monkeypatch.setattr("socket.socket.connect", refuse)
    monkeypatch.delitem(sys.modules, "wordllama", raising=False)  # other tests import it
    matcher = Matcher("en-GB", vectors="wordllama")
    assert "|vectors:wordllama-" in matcher.signature
    assert "|similarity:0.2|" in matcher.signature
    assert "|links:en-" in matcher.signature
    batch = matcher.match(["the reporter smiled ."], ["a correspondent laughed ."])
    assert str(batch.alignments[0]) == "0-0 1-1 2-2 3-3"
    assert batch.stages_of(0) == ("vectors", "vectors", "vectors", "exact")
    assert "wordllama" not in sys.modules


@pytest.mark.slow
def test_nonsense_is_doubtful_though_it_has_subwords() -> None:
    pytest.importorskip("wordllama")
    pytest.importorskip("tokenizers")
    words = "smiled organisations well-known 2,600 's , no.17 chick's"
    words += " qxzjkvwqxz xx12qz balofu wuk-tak §§ † ~~~ ※"
    source = VectorSource("wordllama", language("en"))
    found = source.find(words.split(), fold_case=True)
    assert found.places[~found.doubtful].tolist() == [0, 1, 2, 3, 4, 5, 6, 7]


@pytest.mark.slow
def test_random_words_match_nothing() -> None:
    pytest.importorskip("wordllama")
    pytest.importorskip("tokenizers")
    rng = np.random.default_rng(20)
    syllables = [a + b for a in "bcdfghjklmnprstvwz" for b in "aeiou"]
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choice(list(letters), 8)) for _ in range(300)]
    words += ["".join(rng.choice(syllables, 4)) for _ in range(300)]
    reference = (
        "after the talks in hong kong the president of sri lanka , mr. gunawan , said on thursday "
        "that the government would not pay for the airstrikes near ramallah until the year 2010 ."
    )
    matcher = Matcher("en", vectors="wordllama")
    assert matcher.match(words, [reference] * len(words)).stages.size == 0
    # Nor between and beside words that do match.
    inside = [f"the {word} of the government" for word in words]
    assert all(
        1 not in alignment.links[:, 0]
        for alignment in matcher.match(inside, ["the president of the government"] * 600).alignments
    )
