"""What is printed: control characters never reach a terminal, and one thing is one thing."""

from __future__ import annotations

import os
import re
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


WRONG = re.compile(
    r"(?<![\d.,–-])1 (?!has|is|names|hypothesis|was|as|does|les|words matched)[A-Za-z]+s\b(?! 1)"
)

FILES = {
    "one": "a\n",
    "other": "b\n",
    "two": "a\nb\n",
    "swap": "b a\n",
    "order": "a b\n",
    "one.align": "0-0\n",
    "swap.align": "0-1 1-0\n",
    "two.align": "0-0\n0-0\n",
    "perm": "1\n",
    "one.tsv": "a\tb\n1\n",
    "tree": "(S (X a))\n",
    "labels": "x\ny\n",
}

COMMANDS = [
    "score one one --lang en",
    "score one other --lang en --by length",
    "score order swap swap --names A,B --lang en --worst 1 --min-words 1",
    "score order swap --lang en --worst 1 --min-words 1 --timing",
    "score one two --lang en",
    "score one one --lang en --by labels",
    "score one one -s one --ref-align one.align --ref-align one.align --hyp-align one.align",
    "score one two -s one --ref-align one.align --hyp-align one.align",
    "score --tsv one.tsv a b --lang en",
    "permutation perm --explain --tree",
    "permutation perm --metrics all",
    "align match two one",
    "align show one.align -s one -t one",
    "align show --match -s one -t one --lang en",
    "align evaluate one.align one.align",
    "align train one one",
    "align convert one.align -s two -t two",
    "align permutations one.align -s two",
    "reorderings analyze swap.align",
    "reorderings analyze swap.align one.align -s order -s one -t order -t one -t two",
    "reorderings analyze swap.align --trees tree",
    "reorderings testset swap.align --shortest 1",
    "reorderings testset swap.align --shortest 1 --scores two",
    "reorderings retained swap.align swap.align -t order -t order",
    "reorderings retained swap.align swap.align",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_one_of_something_is_not_plural(run, tmp_path, monkeypatch, command) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    outcome = run(*command.split())
    said = outcome.out + outcome.err
    assert said
    assert WRONG.findall(said) == []


@pytest.mark.parametrize("said", ["1 sentences", "has 1 lines, but", "1 texts", "1 cells"])
def test_the_test_can_fail(said) -> None:
    assert WRONG.search(said)
