"""Bad input: exit code 1, one line that names file, line and value, and nothing written."""

from __future__ import annotations

import gzip
import os

import pytest

BAD_LINES = {
    "duplicate": (b"1 3 3\n", "bad.txt:1: value 3 occurs more than once and 2 is missing"),
    "duplicate from zero": (b"0 2 2\n", "bad.txt:1: value 2 occurs more than once and 1 is"),
    "missing": (b"1 2 4\n", "bad.txt:1: value 4 is out of range"),
    "out of range": (b"2 1\n1 2 99\n", "bad.txt:2: value 99 is out of range"),
    "neither base": (b"2 3\n", "bad.txt:1: value 3 is out of range"),
    "one, then zero": (b"\n1 2\n1\n0 1\n", "bad.txt:4: this permutation counts from 0, but line 2"),
    "zero, then one": (b"0 1\n\n1 2\n", "bad.txt:3: this permutation counts from 1, but line 1"),
    "negative": (b"1 -2 3\n", "bad.txt:1: value -2 is negative"),
    "huge": (b"1 1" + 30 * b"0", "bad.txt:1: value 1000000000000000000000000000000 is too large"),
    "beyond 32 bits": (b"1 4294967298\n", "bad.txt:1: value 4294967298 is too large"),
    "letter": (b"1 a 2\n", "bad.txt:1: 'a' is not a whole number"),
    "decimal": (b"1.5 2\n", "bad.txt:1: '1.5' is not a whole number"),
    "plus sign": (b"+1 2\n", "bad.txt:1: '+1' is not a whole number"),
    "other separator": (b"1;2\n", "bad.txt:1: '1;2' is not a whole number"),
    "open bracket": (b"<1 2\n", "bad.txt:1: '<1' is not a whole number"),
    "fraction": ("½ 1\n".encode(), "bad.txt:1: '½' is not a whole number"),
    "Arabic-Indic digit": ("1 2 ٣\n".encode(), "bad.txt:1: '٣' is not a whole number"),
    "not UTF-8": (b"1 2\n1 \xff 2\n", "bad.txt:2: byte 0xFF"),
    "half a character": (b"1 2\n\xe2\x9f", "bad.txt:2: byte 0xE2"),
    "NUL": (b"1 2\n1 \0 2\n", "bad.txt:2: NUL byte"),
    "UTF-16": ("1 2\n".encode("utf-16"), "bad.txt: looks like UTF-16"),
    "truncated gzip": (gzip.compress(b"1 2 3\n" * 999)[:-9], "bad.txt: truncated gzip data"),
    "escape sequence": (b"1 \x1b[31m2\n", r"bad.txt:1: '\x1b[31m2' is not"),
    "C1 control": ("1 \x9b31m2\n".encode(), r"bad.txt:1: '\x9b31m2' is not"),
    "right-to-left override": ("1 \u202e2\n".encode(), r"bad.txt:1: '\u202e2' is not"),
    "line separator": ("1 2\u20283\n".encode(), r"bad.txt:1: '2\u20283' is not"),
    "late": (b"1 2 3\n" * 50_000 + b"1 2 2\n", "bad.txt:50001: value 2 occurs more than once"),
}


@pytest.fixture
def bad_file(tmp_path, monkeypatch):
    """Put bad.txt into the current folder, so that messages begin with its bare name."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "bad.txt"


def complaint(outcome) -> str:
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("wordorder: ")
    assert outcome.err.endswith("\n")
    assert len(outcome.err.splitlines()) == 1
    return outcome.err.removeprefix("wordorder: ").rstrip("\n")


@pytest.mark.parametrize(("content", "message"), BAD_LINES.values(), ids=BAD_LINES)
def test_bad_content_gives_one_line_and_leaves_the_old_file(
    run, bad_file, content, message
) -> None:
    bad_file.write_bytes(content)
    old = bad_file.with_name("old.tsv")
    old.write_text("old")
    options = ("--format", "tsv", "--metrics", "kendall")
    assert complaint(run("permutation", "bad.txt", *options)).startswith(message)
    assert complaint(run("permutation", "bad.txt", *options, "-o", old)).startswith(message)
    assert old.read_text() == "old"
    assert {path.name for path in bad_file.parent.iterdir()} == {"bad.txt", "old.tsv"}


@pytest.mark.parametrize("style", ["table", "jsonl", "tsv"])
@pytest.mark.parametrize("option", [None, "--tree", "--input=order"])
def test_a_late_error_leaves_nothing_behind_in_any_format(run, bad_file, style, option) -> None:
    bad_file.write_text("2 1\n" * 3000 + "2 x\n")
    options = ("--format", style, *([option] if option else []))
    expected = "bad.txt:3001: 'x' is not a whole number"
    assert complaint(run("permutation", "bad.txt", *options)).startswith(expected)
    assert complaint(run("permutation", "bad.txt", *options, "-o", "new")).startswith(expected)
    assert [path.name for path in bad_file.parent.iterdir()] == ["bad.txt"]


@pytest.mark.parametrize("token", ["x" * 10_000, "9" * 10_000, "⟩" * 10_000, "-" + "9" * 10_000])
def test_a_long_token_is_shortened(run, bad_file, token) -> None:
    bad_file.write_text(f"1 {token}\n", encoding="utf-8")
    message = complaint(run("permutation", "bad.txt"))
    assert message.startswith("bad.txt:1: ")
    assert token[:10] in message
    assert "…" in message
    assert len(message) < 130


def test_standard_input_is_named(run) -> None:
    outcome = run("permutation", "-", stdin="1 2\n1 1\n")
    assert complaint(outcome).startswith("<stdin>:2: value 1 occurs more than once")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.txt", "missing.txt: no such file"),
        (".", ".: is a directory"),
        ("red\x1b[31m.txt", r"red\x1b[31m.txt: no such file"),
        ("two\nlines.txt", r"two\nlines.txt: no such file"),
        ("x" * 5000, "x" * 5000 + ": "),
    ],
    ids=["missing", "folder", "escape sequence", "line end", "too long"],
)
def test_unreadable_file(run, bad_file, name, message) -> None:
    assert complaint(run("permutation", name, "-o", "new")).startswith(message)
    assert not list(bad_file.parent.iterdir())


def test_a_name_that_is_not_utf8(run, score, bad_file) -> None:
    name = os.fsdecode(b"\xff.txt")
    try:
        bad_file.with_name(name).write_text("2 1\n")
    except OSError:
        pytest.skip("this file system has only names in UTF-8")
    assert run("permutation", name) == (0, score("2 1\n"), "")
    bad_file.with_name(name).write_text("1 1\n")
    assert complaint(run("permutation", name)).startswith(r"\udcff.txt:1: value 1 occurs")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing/new.tsv", "cannot write 'missing/new.tsv': there is no folder"),
        (".", "cannot write '.': expected the name of a file"),
        ("\x1b[31m/new.tsv", r"cannot write '\x1b[31m/new.tsv': there is no folder"),
    ],
)
def test_output_that_cannot_be_written(run, bad_file, name, message) -> None:
    outcome = run("permutation", "-", "-o", name, stdin="1 2")
    assert complaint(outcome).startswith(message)
    assert not list(bad_file.parent.iterdir())
