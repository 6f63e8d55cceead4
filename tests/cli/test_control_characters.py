"""Control characters of texts and names reach files as they are, and never a terminal."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from cli.program import COMMAND, environment, start

STEERING = "\x1b[2J"
SEEN = r"\x1b[2J"


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("links").write_text("0-1 1-0\n")
    Path("text").write_text(f"a{STEERING} b\n")
    Path(f"system{STEERING}").write_text("a b\n")
    return tmp_path


def on_terminal(*arguments: str) -> str:
    """Return what a terminal is sent as standard output."""
    pty = pytest.importorskip("pty")
    controller, terminal = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=terminal, stderr=subprocess.DEVNULL, env=environment()
    ):
        os.close(terminal)
        shown = b""
        try:
            while chunk := os.read(controller, 65536):
                shown += chunk
        except OSError:  # Linux's way to say that the other side is closed
            pass
        os.close(controller)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["align", "permutations", "links", "-s", "text", "--as", "words"],
        ["score", "text", f"system{STEERING}", "--format", "tsv"],
    ],
    ids=["words", "tsv"],
)
def test_a_terminal_is_not_steered(folder, arguments) -> None:
    piped = start([*COMMAND, *arguments]).out
    assert STEERING in piped
    assert on_terminal(*arguments) == piped.replace(STEERING, SEEN)


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["permutation", "text", STEERING],
        ["score", "text", "text", f"--no{STEERING}"],
        ["score", "text", "text", "--format", STEERING],
        [STEERING],
        ["score", f"no{STEERING}", "text"],
    ],
    ids=["argument", "option", "choice", "command", "file"],
)
def test_messages_do_not_steer_the_terminal(folder, arguments) -> None:
    outcome = start([*COMMAND, *arguments])
    assert outcome.code in (1, 2)
    assert "\x1b" not in outcome.err
    assert "x1b[2J" in outcome.err


def test_readers_raise_messages_without_control_characters(folder) -> None:
    from wordorder import InputError, read_alignments

    Path("bad").write_text(f"0-0 {STEERING}\n")
    Path(f"bad{STEERING}").write_bytes(b"0-0 \xff\n")
    for name in ("bad", f"bad{STEERING}"):
        with pytest.raises(InputError) as caught:
            list(read_alignments(name))
        assert "\x1b" not in str(caught.value)


@pytest.mark.slow
def test_a_wide_file_does_not_flood_the_message(folder) -> None:
    columns = [f"column{number}-{'x' * 200}" for number in range(5000)]
    Path("wide.tsv").write_text("\t".join(columns) + "\n")
    for arguments in (["ref", "A"], ["-"]):
        outcome = start([*COMMAND, "score", "--tsv", "wide.tsv", *arguments])
        assert outcome.code != 0
        assert len(outcome.err) < 4000
