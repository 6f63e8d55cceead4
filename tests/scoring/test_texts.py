"""Texts that go together, and what systems are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wordorder as wo
from wordorder import Resampling
from wordorder.errors import InputError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

REFERENCE = ["we have seen the house", "she reads a book"]
SYSTEM = ["we the house have seen", "a book she reads"]


def kendall(reference, system) -> list[float]:
    return wo.score(reference, system, resampling=Resampling(1)).segment("kendall")[0].tolist()


# --- Forms of a text


@pytest.fixture
def files(tmp_path) -> tuple[Path, Path]:
    paths = tmp_path / "ref.txt", tmp_path / "sys.txt"
    for path, lines in zip(paths, (REFERENCE, SYSTEM), strict=True):
        path.write_text("".join(f"{line}\n" for line in lines))
    return paths


def test_a_text_is_a_path_or_sentences(files) -> None:
    expected = kendall(REFERENCE, SYSTEM)
    assert expected == [0.6, pytest.approx(1 / 3)]
    for reference in (REFERENCE, tuple(REFERENCE), files[0], str(files[0]), [files[0]]):
        for system in (SYSTEM, tuple(SYSTEM), files[1], str(files[1]), {"A": SYSTEM}):
            assert kendall(reference, system) == expected


def test_several_references_are_lists_or_paths(files) -> None:
    assert kendall([REFERENCE, SYSTEM], SYSTEM) == [1, 1]
    assert kendall(list(files), files[1]) == [1, 1]
    assert kendall([files[0], SYSTEM], SYSTEM) == [1, 1]


def test_systems_are_named_by_their_keys_or_their_file(files) -> None:
    assert wo.score(REFERENCE, files[1], resampling=Resampling(1)).systems == ("sys",)
    assert wo.score(REFERENCE, SYSTEM, resampling=Resampling(1)).systems == ("system",)
    two = wo.score(REFERENCE, {"B": files[1], "A": SYSTEM}, resampling=Resampling(1))
    assert two.systems == ("B", "A")


@pytest.mark.parametrize("tokenize", ["13a", "none", "char"])
@pytest.mark.parametrize("blank", ["\n", "\r", "\t", "\x0b", "\x85", "\u2028", "\u3000"])
def test_a_line_end_inside_a_sentence_is_a_blank(blank, tokenize) -> None:
    sentences = [f"a{blank}b", "c d"]
    found = wo.score(sentences, ["b a", "c d"], tokenize=tokenize, resampling=Resampling(1))
    assert found.sentence_count == 2
    assert found.segment("kendall").tolist() == [[0, 1]]


# --- What does not go together


@pytest.mark.parametrize(
    ("reference", "systems", "error", "message"),
    [
        (["a"], {"A": ["a", "b"]}, InputError, "has 1 line.*system A has 2"),
        ([["a"], ["a", "b"]], ["a"], InputError, "reference 1 has 1 line.*reference 2 has 2"),
        ([], ["a"], InputError, "has no lines"),
        (["a"], [], InputError, "has no lines"),
        (["a"], {"A": ["a"], "B": []}, InputError, "system B has no lines"),
        (["a"], {}, UsageError, "at least one reference and one system"),
        (["a", "b"], ["a", None], UsageError, "is a NoneType, not text"),
        (["a", "b"], ["a", 3], UsageError, "is a int, not text"),
    ],
    ids=str,
)
def test_refusals(reference, systems, error, message) -> None:
    with pytest.raises(error, match=message):
        wo.score(reference, systems, resampling=Resampling(1))


def test_a_missing_sentence_of_the_reference_is_named() -> None:
    with pytest.raises(UsageError, match="is a NoneType, not text"):
        wo.score(["the house", None], ["the house", "b"], resampling=Resampling(1))
