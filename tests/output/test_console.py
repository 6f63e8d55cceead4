import io
import os
import struct
from collections.abc import Iterator
from typing import TextIO

import pytest

from wordorder.output.console import terminal_width, use_color

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
