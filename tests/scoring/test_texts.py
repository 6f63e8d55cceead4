"""Texts that go together, and what systems are called."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import wordorder as wo
from messages import refused
from wordorder import Resampling
from wordorder.errors import InputError, UsageError

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


@pytest.mark.slow
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


class Column:
    """What data frames have in common: it can be gone through, and is neither true nor false."""

    def __init__(self, rows) -> None:
        self._rows = rows

    def __iter__(self):
        return iter(self._rows)

    def __bool__(self) -> bool:
        raise ValueError("the truth value of a column is ambiguous")


def test_sentences_come_from_anything_that_can_be_gone_through() -> None:
    expected = kendall(REFERENCE, SYSTEM)
    assert kendall(Column(REFERENCE), {"A": Column(SYSTEM)}) == expected
    assert kendall((line for line in REFERENCE), (line for line in SYSTEM)) == expected
    assert kendall([Column(REFERENCE), iter(SYSTEM)], SYSTEM) == [1, 1]
    assert kendall(dict.fromkeys(REFERENCE).keys(), np.array(SYSTEM)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_columns_of_data_frames(package) -> None:
    frame = pytest.importorskip(package).DataFrame({"ref": REFERENCE, "A": SYSTEM})
    assert kendall(frame["ref"], {"A": frame["A"]}) == kendall(REFERENCE, SYSTEM)
    holes = pytest.importorskip(package).DataFrame({"ref": REFERENCE, "A": ["a", None]})
    with refused(InputError):
        wo.score(holes["ref"], {"A": holes["A"]})


@pytest.mark.slow
@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_whole_data_frame_is_no_text(package) -> None:
    """It would give the names of its columns for sentences."""
    frame = pytest.importorskip(package).DataFrame({"ref": REFERENCE, "A": SYSTEM})
    for texts in ((frame["ref"], frame), (frame, frame["A"]), (frame["ref"], {"A": frame})):
        with refused(InputError):
            wo.score(*texts)


def test_a_word_that_is_also_the_name_of_a_file_is_a_sentence(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("LICENSE").write_text("")
    assert kendall(["LICENSE"], ["LICENSE"]) == [1]


def test_an_empty_line_at_the_end_is_told() -> None:
    with refused(InputError):
        wo.score(["a"], {"A": ["a", ""]})


def test_the_source_and_labels_may_be_columns_too() -> None:
    links = wo.SourceLinks(Column(["x y", "z"]), aligner="ibm1")
    assert links.source == ("x y", "z")
    result = wo.score(REFERENCE, SYSTEM, labels=Column(["p", "q"]), resampling=Resampling(1))
    assert result.buckets["label"].names == ("p", "q")
    with refused(InputError):
        wo.SourceLinks(None, aligner="ibm1")


def test_names_of_files_are_not_taken_for_sentences(files) -> None:
    names = [str(file) for file in files]
    for texts in ((names, SYSTEM), (REFERENCE, names), (REFERENCE, {"A": names[:1]})):
        with refused(InputError):
            wo.score(*texts)


# --- What does not go together


@pytest.mark.parametrize(
    ("reference", "systems", "error"),
    [
        (["a"], {"A": ["a", "b"]}, InputError),
        ([["a"], ["a", "b"]], ["a"], InputError),
        ([], ["a"], InputError),
        (["a"], [], InputError),
        (["a"], {"A": ["a"], "B": []}, InputError),
        (["a"], {}, UsageError),
        (["a", "b"], ["a", None], InputError),
        (["a", "b"], {"A": ["a", float("nan")]}, InputError),
        (["a", "b"], ["a", 3], InputError),
        (["a", "b"], ["a", b"b"], InputError),
        (None, ["a"], InputError),
        (["a"], None, InputError),
        (3, ["a"], InputError),
        (b"a", ["a"], InputError),
        ({"a": ["a"]}, ["a"], InputError),
        (["a"], {"A": None}, InputError),
        (["a"], {1: ["a"]}, InputError),
        ([None], ["a"], InputError),
        ([["a"], None], ["a"], InputError),
    ],
    ids=str,
)
def test_refusals(reference, systems, error) -> None:
    with refused(error):
        wo.score(reference, systems, resampling=Resampling(1))


def test_a_missing_sentence_of_the_reference_is_named() -> None:
    with refused(InputError):
        wo.score(["the house", None], ["the house", "b"], resampling=Resampling(1))
