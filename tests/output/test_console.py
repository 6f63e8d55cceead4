"""Text for a stream: width and colour, escaped control characters, and line breaks."""

from __future__ import annotations

import io
import os
import struct
import unicodedata
from collections.abc import Iterator
from typing import TextIO

import pytest
from hypothesis import given, strategies as st
from rich.cells import cell_len

from wordorder.drawing.palette import DIM, LINE, LINKS, paint
from wordorder.output import Column, Estimate, Table, render, wrapped
from wordorder.output.console import cell_width, for_terminal, terminal_width, use_color, visible

fcntl = pytest.importorskip("fcntl", reason="these terminals are those of Unix")
pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


@pytest.fixture
def terminal() -> Iterator[TextIO]:
    master, slave = pty.openpty()
    with os.fdopen(slave, "w") as stream:
        yield stream
    os.close(master)


def resize(terminal: TextIO, columns: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def test_width_of_a_terminal(terminal: TextIO) -> None:
    resize(terminal, 97)
    assert terminal_width(terminal) == 97


def test_width_of_a_terminal_that_does_not_know_its_width(terminal: TextIO) -> None:
    resize(terminal, 0)
    assert terminal_width(terminal) == 80


def test_width_of_something_else(tmp_path) -> None:
    assert terminal_width(io.StringIO()) == 80
    with (tmp_path / "file").open("w") as stream:
        assert terminal_width(stream) == 80


def test_columns_come_first(terminal: TextIO, monkeypatch: pytest.MonkeyPatch) -> None:
    resize(terminal, 97)
    monkeypatch.setenv("COLUMNS", "123")
    assert terminal_width(terminal) == 123
    assert terminal_width(io.StringIO()) == 123


@pytest.mark.parametrize("columns", ["", "0", "-5", "wide", "²"])
def test_useless_columns_are_ignored(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal_width(io.StringIO()) == 80


def test_color_on_a_terminal_only(terminal: TextIO) -> None:
    assert use_color(terminal)
    assert not use_color(io.StringIO())


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("NO_COLOR", "1", False),
        ("NO_COLOR", "0", False),  # no-color.org: whatever its value
        ("NO_COLOR", "", True),
        ("TERM", "dumb", False),
    ],
)
def test_environment_can_refuse_color(
    terminal: TextIO, monkeypatch: pytest.MonkeyPatch, name: str, value: str, expected: bool
) -> None:
    monkeypatch.setenv(name, value)
    assert use_color(terminal) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[31mred", r"\x1b[31mred"),
        ("two\nlines\r\n", r"two\nlines\r\n"),
        ("\x9b31m\x7f\x00", r"\x9b31m\x7f\x00"),
        ("\u202eturned\u2028", r"\u202eturned\u2028"),
        ("not utf-8: \udcff", r"not utf-8: \udcff"),
        ("C:\\data", "C:\\data"),
        ("語順 cafe\u0301 می\u200cخواهم", "語順 cafe\u0301 می\u200cخواهم"),
    ],
)
def test_only_control_characters_are_spelled_out(text: str, expected: str) -> None:
    assert visible(text) == expected


@given(st.text(st.characters(exclude_categories=())))
def test_result_is_one_harmless_line_that_can_be_encoded(text: str) -> None:
    result = visible(text)
    result.encode("utf-8")
    assert len(result.splitlines()) <= 1
    assert not any(unicodedata.category(character) == "Cc" for character in result)


def test_a_terminal_keeps_lines_cells_and_the_colours_of_drawings() -> None:
    painted = "".join(paint("x", ink, color=True) for ink in [LINE, DIM, *LINKS.values()])
    assert for_terminal(f"a\tb {painted}\n", color=True) == f"a\tb {painted}\n"
    assert "\x1b" not in for_terminal(painted, color=False)


@given(st.text())
def test_nothing_else_steers_a_terminal(text) -> None:
    assert for_terminal(text, color=False) == "\n".join(
        "\t".join(map(visible, line.split("\t"))) for line in text.split("\n")
    )


WORDS = st.lists(st.text("ab語é", min_size=1, max_size=9), min_size=1, max_size=20)


@given(WORDS, st.integers(1, 30))
def test_lines_fit_and_nothing_is_lost(words, width) -> None:
    lines = wrapped(" ".join(words), width, indent="").split("\n")
    assert " ".join(lines) == " ".join(words)
    assert all(cell_len(line) <= width or " " not in line for line in lines)


@given(WORDS, st.integers(1, 30))
def test_a_signature_is_cut_behind_its_bars(words, width) -> None:
    lines = wrapped("|".join(words), width, at="|").split("\n")
    assert "".join(lines) == "|".join(words)
    assert all(line.endswith("|") for line in lines[:-1])
    assert all(cell_len(line) <= width or line.count("|") <= 1 for line in lines)


def test_a_command_can_be_pasted() -> None:
    shown = wrapped("wordorder score ref.txt a.txt b.txt", 18, indent="    ", end=" \\")
    assert shown == "wordorder score \\\n    ref.txt \\\n    a.txt b.txt"


def table(*names: str) -> Table:
    columns = [Column("system", "left")]
    for measure in ("precision", "recall", "f1"):
        columns += [Column(measure, digits=3), Column(f"{measure} ends", "left", joined=True)]
    rows = [[name, *[0.5, "0.4–0.6"] * 3] for name in names]
    return Table(columns, rows, note="A note that is long enough to need several lines somewhere.")


@pytest.mark.parametrize("width", range(34, 100))
def test_an_interval_stays_with_its_measure(width) -> None:
    text = render(table("A", "B"), "plain", width=width)
    assert max(map(len, text.splitlines())) <= width
    for measure in ("precision", "recall", "f1"):
        (heading,) = (line for line in text.splitlines() if f" {measure} " in line)
        assert f"{measure}  {measure} ends" in heading


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_long_name_has_a_line_of_its_own(width) -> None:
    name = "newstest2013.de-en.a-system-with-a-very-long-name-indeed.and-more"
    lines = render(table("A", name), "plain", width=width).splitlines()
    whole = [line for line in lines if name in line]
    assert set(whole) == {name}
    assert max(len(line) for line in lines if line != name) <= width
    for line in whole:
        row = lines[lines.index(line) + 1]
        assert row.split()[0] == "0.500"
        assert row.startswith(" ")


def test_a_cell_wider_than_the_screen_changes_no_labels() -> None:
    wide = Table([Column("line", "left"), Column("text", "left")], [["a name", "x" * 100]])
    assert render(wide, "plain", width=40).splitlines()[1] == "a name  " + "x" * 100


@pytest.mark.parametrize(
    ("estimate", "lopsided"),
    [
        (Estimate(0.5, 0.4, 0.6), False),
        (Estimate(0.5, 0.499, 0.502), False),  # the same in three digits, nearly
        (Estimate(0.5, 0.3, 0.6), True),
        (Estimate(0.98, 0.9, 1.0), True),
        (Estimate(1.0, 1.0, 1.0), False),
        (Estimate(0.5, float("nan"), float("nan")), False),
    ],
)
def test_a_lopsided_interval_is_shown_by_its_ends(estimate, lopsided) -> None:
    even = Estimate(0.3, 0.2, 0.4)
    shown = Table([Column("f1", digits=3)], [[estimate], [even]]).shown_rows()
    assert shown[1] == (["0.300 [0.200, 0.400]"] if lopsided else ["0.300 ±0.100"])


def test_widths_are_those_of_rich() -> None:
    plain = "".join(filter(str.isprintable, map(chr, range(0x300)))) + "–—‘’“”…−→↔⟨⟩≤≥"
    assert [text for text in plain if cell_width(text) != cell_len(text)] == []
    assert cell_width(plain) == cell_len(plain)
    assert cell_width("語順 cafe\u0301") == 9
    assert cell_width("a\tb") == cell_len("a\tb")
