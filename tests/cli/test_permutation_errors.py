"""Bad input: exit code 1, one line that names file, line and value, and nothing written."""

from __future__ import annotations

import gzip
import os

import pytest

BAD_LINES = {
    "duplicate": b"1 3 3\n",
    "duplicate from zero": b"0 2 2\n",
    "missing": b"1 2 4\n",
    "out of range": b"2 1\n1 2 99\n",
    "neither base": b"2 3\n",
    "one, then zero": b"\n1 2\n1\n0 1\n",
    "zero, then one": b"0 1\n\n1 2\n",
    "negative": b"1 -2 3\n",
    "huge": b"1 1" + 30 * b"0",
    "beyond 32 bits": b"1 4294967298\n",
    "letter": b"1 a 2\n",
    "decimal": b"1.5 2\n",
    "plus sign": b"+1 2\n",
    "other separator": b"1;2\n",
    "open bracket": b"<1 2\n",
    "fraction": "½ 1\n".encode(),
    "Arabic-Indic digit": "1 2 ٣\n".encode(),
    "not UTF-8": b"1 2\n1 \xff 2\n",
    "half a character": b"1 2\n\xe2\x9f",
    "NUL": b"1 2\n1 \0 2\n",
    "UTF-16": "1 2\n".encode("utf-16"),
    "truncated gzip": gzip.compress(b"1 2 3\n" * 999)[:-9],
    "escape sequence": b"1 \x1b[31m2\n",
    "C1 control": "1 \x9b31m2\n".encode(),
    "right-to-left override": "1 \u202e2\n".encode(),
    "line separator": "1 2\u20283\n".encode(),
    "late": b"1 2 3\n" * 50_000 + b"1 2 2\n",
}


@pytest.fixture
def bad_file(tmp_path, monkeypatch):
    """Put bad.txt into the current folder, so that messages begin with its bare name."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "bad.txt"


@pytest.fixture
def refused(run, bad_file):
    """Run what must fail; give the one line that says why."""

    def refused(*arguments: object, stdin: str = "") -> str:
        outcome = run("permutation", *arguments, stdin=stdin)
        assert (outcome.code, outcome.out) == (1, "")
        assert outcome.err.endswith("\n")
        (line,) = outcome.err.splitlines()
        return line

    return refused


@pytest.mark.parametrize("content", BAD_LINES.values(), ids=BAD_LINES)
def test_bad_content_gives_one_line_and_leaves_the_old_file(refused, bad_file, content) -> None:
    bad_file.write_bytes(content)
    old = bad_file.with_name("old.tsv")
    old.write_text("old")
    options = ("--format", "tsv", "--metrics", "kendall")
    assert refused("bad.txt", *options) == refused("bad.txt", *options, "-o", old)
    assert old.read_text() == "old"
    assert {path.name for path in bad_file.parent.iterdir()} == {"bad.txt", "old.tsv"}


@pytest.mark.parametrize("style", ["table", "jsonl", "tsv"])
@pytest.mark.parametrize("option", [None, "--tree", "--input=order"])
def test_a_late_error_leaves_nothing_behind_in_any_format(refused, bad_file, style, option) -> None:
    bad_file.write_text("2 1\n" * 3000 + "2 x\n")
    options = ("--format", style, *([option] if option else []))
    assert refused("bad.txt", *options) == refused("bad.txt", *options, "-o", "new")
    assert [path.name for path in bad_file.parent.iterdir()] == ["bad.txt"]


@pytest.mark.parametrize("token", ["x" * 10_000, "9" * 10_000, "⟩" * 10_000, "-" + "9" * 10_000])
def test_a_long_token_is_shortened(refused, bad_file, token) -> None:
    bad_file.write_text(f"1 {token}\n", encoding="utf-8")
    message = refused("bad.txt")
    assert token[:10] in message
    assert "…" in message
    assert len(message) < 140


def test_standard_input_is_named(refused) -> None:
    refused("-", stdin="1 2\n1 1\n")


@pytest.mark.parametrize(
    "name",
    ["missing.txt", ".", "red\x1b[31m.txt", "two\nlines.txt", "x" * 5000],
    ids=["missing", "folder", "escape sequence", "line end", "too long"],
)
def test_unreadable_file(refused, bad_file, name) -> None:
    refused(name, "-o", "new")
    assert not list(bad_file.parent.iterdir())


def test_a_name_that_is_not_utf8(run, refused, score, bad_file) -> None:
    name = os.fsdecode(b"\xff.txt")
    try:
        bad_file.with_name(name).write_text("2 1\n")
    except OSError:
        pytest.skip("this file system has only names in UTF-8")
    assert run("permutation", name) == (0, score("2 1\n"), "")
    bad_file.with_name(name).write_text("1 1\n")
    refused(name)


@pytest.mark.parametrize("name", ["missing/new.tsv", ".", "\x1b[31m/new.tsv"])
def test_output_that_cannot_be_written(refused, bad_file, name) -> None:
    refused("-", "-o", name, stdin="1 2")
    assert not list(bad_file.parent.iterdir())
