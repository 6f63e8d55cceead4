"""What all commands share: help, usage errors, interruptions, a fast start."""

from __future__ import annotations

import json
import platform
import shlex
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import pytest

import wordorder
from cli.program import COMMAND, environment, start
from messages import check
from wordorder.alignment.matching.synonyms import WORDNET_VERSION
from wordorder.cli import program

pytestmark = pytest.mark.slow  # starts programs, threads or drawing libraries

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX shells and signals")


def in_shell(script: str, *arguments: str):
    return start(["sh", "-c", f"{shlex.join([*COMMAND, *arguments])} {script}"], b"2 1\n")


# Help and usage


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["permutation", "--help"]])
def test_help(run, arguments) -> None:
    outcome = run(*arguments)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("Usage: wordorder ")
    assert "Examples:" in outcome.out


def test_help_lists_every_command_and_metric(run) -> None:
    assert set(program.COMMANDS) <= set(run("--help").out.split())
    words = set(run("permutation", "--help").out.replace(",", " ").split())
    assert set(wordorder.metric_names()) <= words


@pytest.mark.parametrize("arguments", [["--help"], ["permutation", "--help"]])
def test_help_fits_eighty_columns(run, monkeypatch, arguments) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    too_long = [line for line in run(*arguments).out.splitlines() if len(line) > 80]
    assert not too_long


def test_help_where_the_encoding_lacks_some_characters() -> None:
    outcome = start([*COMMAND, "permutation", "--help"], PYTHONIOENCODING="ascii")
    assert (outcome.code, outcome.err) == (0, "")
    assert "--explain" in outcome.out


def test_version(run) -> None:
    outcome = run("--version")
    assert (outcome.code, outcome.err) == (0, "")
    first, data = outcome.out.splitlines()
    assert first.startswith(
        f"wordorder {wordorder.__version__} (Python {platform.python_version()}"
    )
    for package in ("NumPy", "PyStemmer", "sacreBLEU"):
        assert f" {package} {version(package)}" in first
    assert data == f"bundled data: WordNet {WORDNET_VERSION}"


@pytest.mark.parametrize(
    "arguments",
    [
        ["permutations"],
        ["--colour"],
        ["permutation"],
        ["permutation", "-", "more"],
        ["permutation", "-", "--matrics", "all"],
        ["permutation", "-", "--metrics", "kendal"],
        ["permutation", "-", "--metrics", "ulam,quality"],
        ["permutation", "-", "--metrics", ""],
        ["permutation", "-", "--metrics", "\x1b[31m"],
        ["permutation", "-", "--beta", "2"],
        ["permutation", "-", "--beta", "half"],
        ["permutation", "-", "--beta", "nan"],
        ["permutation", "-", "--gamma", "-0.1"],
        ["permutation", "-", "--op-score", "pef"],
        ["permutation", "-", "--op-score", "ulam", "--gamma", "1"],
        ["permutation", "-", "--threads", "0"],
        ["permutation", "-", "--format", "xml"],
        ["permutation", "-", "--input", "rank"],
    ],
    ids=" ".join,
)
def test_wrong_usage(run, arguments) -> None:
    outcome = run(*arguments, stdin="1 2\n")
    assert (outcome.code, outcome.out) == (2, "")
    assert "\x1b" not in outcome.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--help"], 0), (["permutation", "-"], 0), (["permutation", "missing"], 1), (["x"], 2)],
    ids=["done", "done", "wrong input", "wrong usage"],
)
def test_exit_code_of_the_process(arguments, code) -> None:
    assert start([*COMMAND, *arguments], b"2 1\n").code == code


# Interruptions


@needs_posix
def test_a_closed_pipe_is_no_error(many_lines, tmp_path) -> None:
    pipeline = '{ "$@"; echo $? > status; } | head -n 1'
    command = [*COMMAND, "permutation", str(many_lines), "--format", "jsonl"]
    done = subprocess.run(
        ["sh", "-c", pipeline, "sh", *command],
        cwd=tmp_path,
        capture_output=True,
        check=True,
        env=environment(),
    )
    assert json.loads(done.stdout)["n"] > 0
    assert done.stderr == b""
    assert (tmp_path / "status").read_text() == "0\n"


@needs_posix
def test_ctrl_c_while_waiting_for_input(tmp_path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "permutation", "-", "-o", str(tmp_path / "new.txt")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    with process:
        while not list(tmp_path.iterdir()):  # the unfinished output shows that it is at work
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, b"")
    check(err.decode().strip())
    assert not list(tmp_path.iterdir())


def at_work(command: list[str], folder: Path) -> subprocess.Popen[bytes]:
    """A program that waits for its input, and has begun its output in the folder."""
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    while not list(folder.iterdir()):
        assert process.poll() is None
        time.sleep(0.01)
    return process


@needs_posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_terminated_run_leaves_no_file(tmp_path, name) -> None:
    command = [*COMMAND, "permutation", "-", "-o", str(tmp_path / "new.txt")]
    with at_work(command, tmp_path) as process:
        process.send_signal(getattr(signal, name))
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (128 + getattr(signal, name), b"")
    assert not list(tmp_path.iterdir())


@needs_posix
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGINT", 130)])
def test_a_signal_is_not_lost_while_python_cleans_up(name, code) -> None:
    script = f"""
import os, signal, time
from wordorder.cli import program

class Cleaned:
    def __del__(self):
        os.kill(os.getpid(), signal.{name})

def clean_up_and_wait(*arguments, **options):
    Cleaned()
    time.sleep(60)

program.cli.main = clean_up_and_wait
program.main()
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(),
        capture_output=True,
        check=False,
        timeout=50,
    )
    said = done.stderr.decode().splitlines()
    assert (done.returncode, done.stdout, len(said)) == (code, b"", int(name == "SIGINT"))
    for line in said:
        check(line)


@needs_posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_that_is_ignored_stays_ignored(tmp_path, name) -> None:
    command = [*COMMAND, "permutation", "-", "--format", "tsv", "-o", str(tmp_path / "new.txt")]
    ignoring = ["sh", "-c", f"trap '' {name[3:]}; exec \"$@\"", "sh"]
    with at_work([*ignoring, *command], tmp_path) as process:
        process.send_signal(getattr(signal, name))
        _, err = process.communicate(b"2 1 3\n", timeout=20)
    assert (process.returncode, err) == (0, b"")
    assert [file.name for file in tmp_path.iterdir()] == ["new.txt"]


@needs_posix
def test_closed_standard_error_does_not_stop_the_work() -> None:
    outcome = in_shell("2>&-", "permutation", "-", "--metrics", "pef", "--format", "tsv")
    assert (outcome.code, outcome.out) == (0, "n\tpef\n2\t0.0\n")


@needs_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_drawing_does_not_appear_without_the_scores(tmp_path) -> None:
    outcome = in_shell("> /dev/full", "permutation", "-", "--svg", str(tmp_path / "tree.svg"))
    assert outcome.code == 1
    assert not list(tmp_path.iterdir())


def test_more_threads_than_any_machine_has(score) -> None:
    assert score("2 1\n", "--threads", str(10**25)) == score("2 1\n")


@needs_posix
def test_ctrl_c_ends_a_long_computation(tmp_path) -> None:
    ranks = [1, 0, *range(2, 500_000)]  # minutes of work for pef
    path = tmp_path / "long.txt"
    path.write_text(" ".join(map(str, ranks)))
    process = subprocess.Popen(
        [*COMMAND, "permutation", str(path), "--metrics", "pef"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    with process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, b"")
    check(err.decode().strip())


MISHAPS = pytest.mark.parametrize(
    ("mishap", "code"),
    [
        (KeyboardInterrupt(), 130),
        (MemoryError(), 1),
        (OSError(28, "No space left on device"), 1),
        (OSError(5, "Input/output error", "x\x1b.txt"), 1),
    ],
    ids=["Ctrl-C", "no memory", "disk full", "broken disk"],
)


@MISHAPS
def test_a_mishap_at_the_end_leaves_no_file(run, monkeypatch, tmp_path, mishap, code) -> None:
    def fail(*_: object) -> None:
        raise mishap

    monkeypatch.setattr("pathlib.Path.replace", fail)
    outcome = run("permutation", "-", *two_files(tmp_path), stdin="1 2\n")
    assert (outcome.code, outcome.out) == (code, "")
    assert not list(tmp_path.iterdir())


@MISHAPS
def test_a_mishap_in_the_middle_leaves_no_file(run, tmp_path, mishap, code) -> None:
    class Failing(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell():
                assert len(list(tmp_path.iterdir())) == 2, "the files have been begun"
                raise mishap
            return super().read(min(size or 4, 4))

    outcome = run("permutation", "-", *two_files(tmp_path), stdin=Failing(b"1 2\n2 1\n"))
    assert (outcome.code, outcome.out) == (code, "")
    assert not list(tmp_path.iterdir())


def two_files(folder: Path) -> list[object]:
    return ["-o", folder / "scores.txt", "--svg", folder / "trees.svg"]


@needs_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_an_output() -> None:
    outcome = start([*COMMAND, "permutation", "-", "-o", "/dev/full"], b"2 1\n")
    assert outcome.code == 1
    check(outcome.err.rstrip("\n"))


@needs_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output() -> None:
    outcome = in_shell("> /dev/full", "permutation", "-")
    assert outcome.code == 1
    check(outcome.err.rstrip("\n"))


@needs_posix
@pytest.mark.parametrize("stream", ["<&-", ">&-", "2>&-"], ids=["input", "output", "errors"])
def test_a_closed_standard_stream_gives_no_traceback(stream) -> None:
    outcome = in_shell(stream, "permutation", "-")
    assert outcome.code in (0, 1)
    assert len(outcome.err.splitlines()) <= 1


# A fast start


def modules_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(*sys.modules, file=sys.stderr)"
    outcome = start([sys.executable, "-c", script])
    assert outcome.code == 0
    return set(outcome.err.split())


def test_importing_the_package_imports_nothing_large() -> None:
    loaded = modules_after("import wordorder")
    assert "wordorder" in loaded
    assert not loaded & {"numpy", "rich", "click", "wordorder._kernels"}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["reorderings", "--help"]])
def test_the_frame_imports_neither_numpy_nor_rich(arguments) -> None:
    loaded = modules_after(f"from wordorder.cli.program import run\nrun({arguments})")
    assert "click" in loaded
    assert not loaded & {"numpy", "rich", "altair", "wordorder._kernels"}


def test_scoring_permutations_imports_no_other_room() -> None:
    loaded = modules_after("import wordorder.cli.permutation")
    assert "wordorder.ordering" in loaded
    assert not loaded & {"rich", "scipy", "wordorder.alignment", "wordorder.statistics"}
