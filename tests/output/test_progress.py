import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from functools import partial

import pytest

from wordorder.output import as_meter, follow_files, show_progress

pty = pytest.importorskip("pty", reason="these terminals are those of Unix")


WIPED_LINE = "\x1b[2K"
CURSOR_IS_BACK = "\x1b[?25h"


@pytest.fixture(autouse=True)
def _capable_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


at_once = partial(show_progress, seconds_without=0.01)


class Screen:
    """What a terminal has received so far."""

    def __init__(self, master: int) -> None:
        self._master = master
        self._received = b""

    def read_until_closed(self) -> None:
        try:
            while received := os.read(self._master, 4096):
                self._received += received
        except OSError:
            pass  # how Linux reports that the other side is closed

    def text(self) -> str:
        return self._received.decode(errors="replace")

    def comes_to_show(self, text: str) -> bool:
        deadline = time.monotonic() + 10
        while text not in self.text() and time.monotonic() < deadline:
            time.sleep(0.01)
        return text in self.text()


@contextmanager
def terminal() -> Iterator[Screen]:
    """Standard error as a pseudo-terminal; what it showed can still be read afterwards."""
    master, slave = pty.openpty()
    screen = Screen(master)
    reader = threading.Thread(target=screen.read_until_closed)
    reader.start()
    with os.fdopen(slave, "w") as stream, redirect_stderr(stream):
        yield screen
    reader.join(10)
    os.close(master)


def test_bar_appears_counts_and_vanishes() -> None:
    with terminal() as screen:
        with at_once("scoring", total=8) as advance:
            advance(3)
            assert screen.comes_to_show("3/8")
            advance(2)
            assert screen.comes_to_show("5/8")
        assert sys.stderr.isatty()  # rich has given it back
    assert WIPED_LINE in screen.text()
    assert CURSOR_IS_BACK in screen.text()


def interrupted_work(screen: Screen) -> None:
    with at_once("scoring", total=8):
        assert screen.comes_to_show("scoring")
        raise KeyboardInterrupt


def test_bar_vanishes_when_interrupted() -> None:
    with terminal() as screen, pytest.raises(KeyboardInterrupt):
        interrupted_work(screen)
    assert WIPED_LINE in screen.text()
    assert CURSOR_IS_BACK in screen.text()


def test_unknown_total() -> None:
    with terminal() as screen, at_once("reading", total=None) as advance:
        advance(3)
        assert screen.comes_to_show("3/?")


def test_bytes() -> None:
    with terminal() as screen, at_once("reading", total=4_000_000, unit="bytes") as advance:
        advance(1_000_000)
        assert screen.comes_to_show("1.0/4.0 MB")


def test_description_is_text_not_markup() -> None:
    with terminal() as screen, at_once("[red]{x}\x1b[31m", total=8):
        assert screen.comes_to_show(r"[red]{x}\x1b[31m")


@pytest.mark.parametrize("no_color", ["", "1"])
def test_bar_obeys_no_color(no_color: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    with terminal() as screen, at_once("scoring", total=8) as advance:
        advance(3)
        assert screen.comes_to_show("3/8")
    assert ("\x1b[3" in screen.text()) is (no_color == "")


def test_standard_output_is_not_sent_to_the_bar(capsys: pytest.CaptureFixture[str]) -> None:
    with terminal() as screen, at_once("scoring", total=8):
        assert screen.comes_to_show("scoring")
        sys.stdout.write("a result\n")
    assert capsys.readouterr().out == "a result\n"
    assert "a result" not in screen.text()


@pytest.mark.slow
def test_short_work_shows_nothing() -> None:
    with terminal() as screen:
        with show_progress("scoring", total=8) as advance:
            advance(8)
        time.sleep(0.7)
    assert screen.text() == ""


@pytest.mark.slow
def test_long_work_shows_a_bar_even_before_the_first_advance() -> None:
    with terminal() as screen, show_progress("scoring", total=8):
        assert screen.comes_to_show("0/8")


@pytest.mark.slow
def test_no_progress_shows_nothing() -> None:
    with terminal() as screen, as_meter(progress=False)("scoring", total=8) as advance:
        advance(8)
        time.sleep(0.7)
    assert screen.text() == ""


@pytest.mark.slow
def test_dumb_terminal_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with terminal() as screen, at_once("scoring", total=8):
        time.sleep(0.3)
    assert screen.text() == ""


@pytest.mark.slow
def test_without_a_terminal_nothing_is_shown_and_rich_is_not_imported() -> None:
    code = (
        "import sys, time\n"
        "from wordorder.output import show_progress\n"
        "with show_progress('scoring', total=8) as advance:\n"
        "    advance(8)\n"
        "    time.sleep(0.7)\n"
        "assert 'rich' not in sys.modules\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_any_other_meter_is_taken_as_it_is(tmp_path) -> None:
    opened = []

    @contextmanager
    def meter(description, total, *, unit="items"):
        opened.append((description, total, unit))
        yield lambda _amount: None

    (tmp_path / "a").write_text("12345")
    with follow_files(as_meter(meter), "reading", [tmp_path / "a", None, str(tmp_path / "a")]):
        pass
    with follow_files(meter, "reading", ["-", tmp_path / "a"]):
        pass
    assert opened == [("reading", 10, "bytes"), ("reading", None, "bytes")]
    assert as_meter(progress=True) is show_progress
