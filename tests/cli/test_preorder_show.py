"""`wordorder preorder show`, and the options of parsers, which other commands share."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

if TYPE_CHECKING:
    from pathlib import Path

RICE = (
    "1\tWe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
    "2\teat\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
    "3\trice\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n\n"
)
DRAWN = """sentence 1: 3 words, 1 moved

                source          new order
┌─▶  nsubj  PRON    We ⠤⠤⠤⠤⠤⠤⠤⠤ We   ◀───┐
├──  root   VERB   eat ⠤⣀⣀  ⣀⣀⠤ rice ◀─┐ │
└─▶  obj    NOUN  rice ⠤⠒⠒⠉⠉⠒⠒⠤ eat  ──┴─┘
"""


@pytest.fixture
def files(tmp_path) -> Path:
    tmp_path.joinpath("parses.conllu").write_text(RICE, encoding="utf-8")
    tmp_path.joinpath("text.txt").write_text("We eat rice\n", encoding="utf-8")
    tmp_path.joinpath("gold.align").write_text("0-0 1-2 2-1\n", encoding="utf-8")
    tmp_path.joinpath("parser.py").write_text(f"import sys\nprint({RICE!r}, end='')\n")
    return tmp_path


@pytest.fixture
def show(run, files):
    def show(*arguments: object, source: str = "parses.conllu") -> str:
        outcome = run("preorder", "show", files / source, *arguments)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return show


@pytest.fixture
def refused(run, files):
    def refused(*arguments: object) -> None:
        outcome = run("preorder", "show", files / "text.txt", "--rules", "none", *arguments)
        assert outcome.code != 0
        assert outcome.out == ""
        assert outcome.err.count("\n") == 1

    return refused


def test_a_tree_before_and_after(show) -> None:
    assert show("--rules", "head-final-after") == DRAWN


def test_with_links_it_has_places_and_scores(show, files) -> None:
    text = show("--rules", "head-final-after", "--align", files / "gold.align")
    assert "fuzzy: all words 1.000 (source order 0.000)" in text.replace("\n", " ")
    assert " 3  eat" in text


def test_pictures(show, files) -> None:
    show("--rules", "none", "--svg", files / "out.svg")
    root = ElementTree.parse(files / "out.svg").getroot()
    assert root.get("class") == "wordorder-reordering"


def test_more_sentences_are_hinted_at(show, files) -> None:
    files.joinpath("parses.conllu").write_text(RICE * 6, encoding="utf-8")
    assert show("--rules", "none").endswith("(there are more; choose sentences with --lines)\n")
    assert show("--rules", "none", "--lines", "6").startswith("sentence 6:")


def test_a_command_parses_a_text(show, files) -> None:
    command = f"'{sys.executable}' '{files / 'parser.py'}'"
    for raw in ((), ("--raw",)):
        options = ("--rules", "head-final-after", "--parser-cmd", command, *raw)
        assert show(*options, source="text.txt") == DRAWN


@pytest.mark.slow
def test_a_parser_that_is_not_installed(refused) -> None:
    refused("--parser", "spacy:xx_no_such_model")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--parser", "udpipe"],
        ["--parser", "spacy:"],
        ["--parser", "ginza", "--parser-cmd", "x"],
        ["--raw"],
        ["--parser-cmd", "no-such-parser"],
        ["--parser-cmd", "'"],
        ["--base", "1"],
    ],
    ids=" ".join,
)
def test_options_that_cannot_be(refused, arguments: list[str]) -> None:
    refused(*arguments)


def test_words_that_differ_are_told_with_the_option(refused, files) -> None:
    files.joinpath("text.txt").write_text("We eat tea\n", encoding="utf-8")
    command = f"'{sys.executable}' '{files / 'parser.py'}'"
    refused("--parser-cmd", command)


def test_a_text_in_place_of_parses(refused) -> None:
    refused()
