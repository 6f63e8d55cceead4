"""One rule to name files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from messages import refused
from wordorder import UsageError
from wordorder.text import names_of_files, natural_order


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("A", "A"),
        ("out/A.txt", "A"),
        ("A.txt.gz", "A"),
        ("newstest2013.de-en.online-A", "newstest2013.de-en.online-A"),
        ("newstest2013.de-en.CNGL_DCU.2703", "newstest2013.de-en.CNGL_DCU.2703"),
        ("test.online-A.en", "test.online-A"),
        (".hidden", ".hidden"),
        ("links.align", "links"),
        ("-", "<stdin>"),
        (Path("a/b.de"), "b"),
        ("e\x1b.en", "e\x1b"),
    ],
)
def test_a_file_is_named_without_folder_and_ending(path, name) -> None:
    assert names_of_files([path])[0] == name


def test_a_name_does_not_depend_on_the_other_files() -> None:
    alone = names_of_files(["out/test.A.en"])
    assert names_of_files(["out/test.A.en", "out/test.B.en"])[:1] == alone
    assert names_of_files(["out/test.A.en", "elsewhere/x.txt"])[:1] == alone


def test_files_of_one_name_are_told_apart_by_their_folders() -> None:
    assert names_of_files(["en-ja/links", "en-fr/links"]) == ["en-ja", "en-fr"]
    assert names_of_files(["a/x.en", "a/x.de"]) == ["x.en", "x.de"]
    assert names_of_files(["x.en", "a/x.en"]) == ["x.en", "a/x.en"]


def test_the_same_file_twice_is_refused() -> None:
    with refused(UsageError):
        names_of_files(["a.txt", "a.txt"])


def test_names_may_be_given() -> None:
    assert names_of_files(["a.txt", "a.txt"], ["A", "B"]) == ["A", "B"]
    with refused(UsageError):
        names_of_files(["a", "b"], ["A", ""])
    for names in (["A"], ["A", "B", "C"]):
        with refused(UsageError):
            names_of_files(["a", "b"], names)
    with refused(UsageError):
        names_of_files(["a", "b"], ["A", "A"])


@given(st.lists(st.text("ab./-", min_size=1, max_size=8), min_size=1, max_size=4, unique=True))
def test_names_are_different_or_refused(paths) -> None:
    try:
        names = names_of_files(paths)
    except UsageError:
        return
    assert len(set(names)) == len(paths)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["sys1", "sys10", "sys2"], ["sys1", "sys2", "sys10"]),
        (["a/s10.en", "a/s8.en", "a/s9.en"], ["a/s8.en", "a/s9.en", "a/s10.en"]),
        (["B.txt", "a.txt"], ["B.txt", "a.txt"]),
        (["base", "sys10", "sys2", "sys1"], ["base", "sys10", "sys2", "sys1"]),  # as somebody typed
        (["x", "x1", "x1a", "x²", "x٣"], ["x", "x1", "x1a", "x٣", "x²"]),
        (["sys10", "sys2"], ["sys10", "sys2"]),  # the first of two is the baseline
        ([], []),
    ],
)
def test_what_a_shell_sorted_gets_its_natural_order(files, expected) -> None:
    assert natural_order(files) == expected
