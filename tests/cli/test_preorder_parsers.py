"""Commands that take parses take a text and a parser, too."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

PARSES = (
    "1\tWe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
    "2\teat\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
    "3\trice\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n\n"
    "1\tYou\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
    "2\tsleep\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)
COMMANDS = [
    ("apply", "--rules", "sov"),
    ("apply", "--rules", "sov", "--to", "conllu"),
    ("evaluate", "--rules", "none,sov", "--align", "gold.align", "--resamples", "9"),
    ("errors", "--rules", "sov", "--align", "gold.align"),
    ("show", "--rules", "sov", "--align", "gold.align"),
]
PARSER = f"'{sys.executable}' parser.py"


@pytest.fixture
def files(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("same.conllu").write_text(PARSES, encoding="utf-8")
    tmp_path.joinpath("same.txt").write_text("We eat rice\nYou sleep\n", encoding="utf-8")
    tmp_path.joinpath("gold.align").write_text("0-0 1-2 2-1\n0-0 1-1\n", encoding="utf-8")
    tmp_path.joinpath("parser.py").write_text(f"print({PARSES!r}, end='')\n")
    return tmp_path


def without_signature(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if "wordorder" not in line)


@pytest.mark.usefixtures("files")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("command", "options"), [(one[0], one[1:]) for one in COMMANDS])
def test_a_text_and_a_parser_are_as_good_as_parses(run, command: str, options) -> None:
    expected = run("preorder", command, "same.conllu", *options)
    found = run("preorder", command, "same.txt", *options, "--parser-cmd", PARSER)
    assert (expected.code, found.code) == (0, 0), found.err
    assert without_signature(found.out) == without_signature(expected.out)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("command", "options"), [(one[0], one[1:]) for one in COMMANDS[2:3]])
def test_the_parser_is_in_the_signature(run, command: str, options) -> None:
    options = (*options, "--parser-cmd", PARSER, "--format", "json")
    signature = json.loads(run("preorder", command, "same.txt", *options).out)["signature"]
    assert f"|parser:{PARSER}" in signature
