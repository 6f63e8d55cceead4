"""Other aligners: what they are given, what is made of their answers, and of their failures."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from messages import check, refused
from wordorder import InputError, UsageError
from wordorder.alignment import EFLOMAL, ExternalAligner
from wordorder.alignment.bilingual import aligners as external

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.alignment import AlignmentBatch

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

# Links every word with the word at the same place.
DIAGONAL = """
for one, other in zip(open(source), open(target)):
    print(*(f"{i}-{i}" for i in range(min(len(one.split()), len(other.split())))))
"""


pytestmark = pytest.mark.usefixtures("temporary")


@pytest.fixture
def aligner(tmp_path) -> Callable[..., ExternalAligner]:
    """Make an aligner out of a few lines of Python."""

    def make(script: str, arguments: str = "{source} {target}") -> ExternalAligner:
        file = tmp_path / "my aligner.py"
        head = "import os, sys, time\nsource, target, *more = sys.argv[1:]\n"
        file.write_text(head + script, encoding="utf-8")
        return ExternalAligner(f"'{sys.executable}' -X utf8 '{file}' {arguments}")

    return make


@pytest.fixture
def refuse(aligner, texts, temporary):
    """See an aligner fail, given two sentence pairs of two words."""

    def refuse(script: str, arguments: str = "{source} {target}") -> None:
        with pytest.raises(InputError) as caught:
            rows(aligner(script, arguments).align(*texts("a b\nc d\n", "x y\nz w\n")))
        assert list(temporary.iterdir()) == []
        python = Path(sys.executable)
        said = str(caught.value).replace(f"{python.parent}{os.sep}", "")
        assert len(said) < 300
        check(said.replace(python.name, "PROGRAM"))

    return refuse


def rows(batches) -> list[str]:
    return [str(row) for batch in batches for row in batch]


# Answers


def test_links_are_read_from_standard_output(aligner, texts, temporary) -> None:
    assert rows(aligner(DIAGONAL).align(*texts())) == ["0-0 1-1"] * 3
    assert list(temporary.iterdir()) == []


def test_lengths_are_those_of_the_texts(aligner, texts) -> None:
    batches: list[AlignmentBatch] = list(aligner(DIAGONAL).align(*texts("a b c\n\n", "x\ny\n")))
    assert [(row.source_length, row.target_length) for row in batches[0]] == [(3, 1), (0, 1)]


def test_two_directions_are_put_together(aligner, texts) -> None:
    both = aligner(
        'open(more[0], "w").write("0-0 0-1\\n"); open(more[1], "w").write("0-0 1-0\\n")',
        "{source} {target} {forward} {reverse}",
    )
    files = texts("a b\n", "x y\n")
    assert both.both_ways
    assert rows(both.align(*files, method="intersection")) == ["0-0"]
    assert rows(both.align(*files, method="union")) == ["0-0 0-1 1-0"]
    assert rows(both.align(*files)) == ["0-0 0-1 1-0"]  # grown from 0-0


def test_the_program_gets_clean_copies(aligner, texts) -> None:
    # White space that is part of a word must not change the number of words or lines.
    files = texts("a\u3000b\tc\u2028d\r\ne\u0085f\n", "x\u00a0y z\nw\n")
    check = """
text = open(source, "rb").read().decode() + open(target, "rb").read().decode()
assert text == "a_b\\tc_d\\ne_f\\nx_y z\\nw\\n", text
"""
    assert rows(aligner(check + DIAGONAL).align(*files)) == ["0-0 1-1", "0-0"]


def test_other_braces_stay_as_they_are(aligner, texts) -> None:
    script = 'assert more == ["{other}", "{}", "x{y"], more' + DIAGONAL
    assert len(rows(aligner(script, "{source} {target} {other} {} x{y").align(*texts()))) == 3


def test_no_shell_sees_the_command(aligner, texts) -> None:
    script = f'assert more == [";", "$HOME", "*", ">", "x"], more{DIAGONAL}'
    assert len(rows(aligner(script, "{source} {target} ; $HOME * > x").align(*texts()))) == 3


def test_nothing_runs_without_sentence_pairs(texts) -> None:
    assert rows(ExternalAligner("no-such-program {source} {target}").align(*texts("", ""))) == []


def test_texts_that_do_not_go_together_are_refused_before(texts) -> None:
    with refused(InputError):
        rows(ExternalAligner("no-such-program {source} {target}").align(*texts("a\n", "x\ny\n")))


# Failures


@pytest.mark.parametrize(
    "script",
    [
        "print('0-0')",
        "print('0-0\\n\\n\\n')",
        "pass",
        "print('0-0\\n0-2')",
        "print('0-0\\n1-1 x')",
        "sys.exit(3)",
        "sys.exit('no model\\n\\n')",
        "sys.exit('\\x1b[31mred')",
        "sys.exit('x' * 100_000)",
        "sys.stderr.buffer.write(b'bad \\xff'); sys.exit(1)",
        pytest.param("os.kill(os.getpid(), 9)", marks=needs_posix),
        "sys.stdout.buffer.write(b'\\xff\\n\\n')",
    ],
)
def test_failures_are_one_line(refuse, script) -> None:
    refuse(script)


def test_a_file_that_was_not_written_is_named(refuse) -> None:
    refuse("open(more[0], 'w').write('0-0\\n\\n')", "{source} {target} {forward} {reverse}")


@pytest.mark.parametrize("program", ["no-such-program", "./no/such/program", "''"])
def test_a_missing_program_is_named(texts, program) -> None:
    with refused(InputError):
        rows(ExternalAligner(program + " {source} {target}").align(*texts()))


@needs_posix
def test_a_file_that_is_no_program_is_named(texts, tmp_path) -> None:
    file = tmp_path / "not a program"
    file.write_bytes(b"\x7fELF")
    file.chmod(0o755)
    with refused(InputError):
        rows(ExternalAligner(f"'{file}' {{source}} {{target}}").align(*texts()))


def test_eflomal_is_a_preset(texts, monkeypatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    assert EFLOMAL.both_ways
    with refused(InputError):
        rows(EFLOMAL.align(*texts()))


@pytest.mark.parametrize(
    "command",
    [
        "",
        "align {source}",
        "align 'x {source} {target}",
        "align {source} {target} {forward}",
    ],
)
def test_an_odd_command_is_refused_at_once(command) -> None:
    with refused(UsageError):
        ExternalAligner(command)


def test_a_method_needs_two_directions(texts) -> None:
    with refused(UsageError):
        ExternalAligner("x {source} {target}").align(*texts(), method="union")
    with refused(UsageError):
        EFLOMAL.align(*texts(), method="both")


# Interruptions


@pytest.mark.slow
@needs_posix
def test_ctrl_c_ends_the_program_and_removes_its_files(aligner, texts, temporary, tmp_path) -> None:
    # It starts another program, as eflomal does, and both would sleep on.
    started, survived = tmp_path / "started", tmp_path / "survived"
    sleeper = aligner(f"""
import subprocess
code = "import time; time.sleep(0.7); open({str(survived)!r}, 'w')"
child = subprocess.Popen([sys.executable, "-c", code])
open({str(started)!r}, "w")
child.wait()
""")

    class AlarmError(Exception):
        pass

    def ring(number: int, frame: object) -> None:
        if started.exists():
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise AlarmError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    try:
        with pytest.raises(AlarmError):
            rows(sleeper.align(*texts()))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert list(temporary.iterdir()) == []
    time.sleep(0.8)
    assert not survived.exists()


def test_an_abandoned_stream_leaves_nothing_behind(aligner, texts, temporary) -> None:
    batches = aligner(DIAGONAL).align(*texts())
    next(batches)
    assert list(temporary.iterdir()) != []
    batches.close()
    assert list(temporary.iterdir()) == []


def test_copies_are_made_block_by_block(tmp_path) -> None:
    text = tmp_path / "text"
    text.write_text("wort\u3000wort \n" * 200_000, encoding="utf-8")
    external._copy(str(text), tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "wort_wort \n" * 200_000
