"""`wordorder align train` and `apply`: what they write, and what they refuse."""

from __future__ import annotations

import gzip
import os
import shlex
import signal
import subprocess
import sys
import time

import pytest

from cli.program import COMMAND, environment, start
from messages import check
from wordorder.alignment import train_ibm1

DIAGONAL = """
import sys
for one, other in zip(open(sys.argv[1]), open(sys.argv[2])):
    print(*(f"{i}-{i}" for i in range(min(len(one.split()), len(other.split())))))
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Work in a folder of its own, with the small corpus of Koehn (2010)."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "de").write_text("das Haus\ndas Buch\nein Buch\n")
    (tmp_path / "en").write_text("the house\nthe book\na book\n")
    (tmp_path / "diagonal.py").write_text(DIAGONAL)
    return tmp_path


def command(script: str) -> str:
    return f"{shlex.quote(sys.executable)} {script} {{source}} {{target}}"


def test_train_then_apply(run, folder) -> None:
    outcome = run("align", "train", "de", "en", "-o", "model", "--iterations", 2)
    assert (outcome.code, outcome.out) == (0, "")
    head, *rows = outcome.err.splitlines()[2:]
    assert outcome.err.startswith("log-posterior\n")
    assert head.split() == ["iteration", "forward", "reverse"]
    assert [row.split()[0] for row in rows] == ["0", "1", "2"]
    assert (folder / "model").read_text().startswith("wordorder-ibm1 2\n")
    assert run("align", "apply", "de", "en", "--model", "model") == (0, "0-0 1-1\n" * 3, "")


def test_a_likelihood_is_called_one(run, folder) -> None:
    outcome = run("align", "train", "de", "en", "-o", "model", "--prior", 0)
    assert outcome.err.startswith("log-likelihood\n")


def test_quiet_training_writes_the_model_only(run, folder) -> None:
    outcome = run("align", "train", "de", "-", "--quiet", stdin="the house\nthe book\na book\n")
    assert (outcome.code, outcome.err) == (0, "")
    (folder / "model.gz").write_bytes(gzip.compress(outcome.out.encode()))
    assert run("align", "apply", "de", "en", "--model", "model.gz").out == "0-0 1-1\n" * 3


def test_case_can_be_kept(run, folder) -> None:
    model = run("align", "train", "de", "en", "--quiet", "--cased").out
    assert "case\tkept\n" in model
    assert "\nHaus\thouse\t" in model


@pytest.mark.parametrize("threads", [1, 2])
def test_ibm1_is_trained_on_the_text_itself(run, folder, threads) -> None:
    outcome = run("align", "apply", "de", "en", "--align", "ibm1", "--threads", threads)
    assert outcome == (0, "0-0 1-1\n" * 3, "")
    text = (folder / "en").read_text()
    assert run("align", "apply", "de", "-", "--align", "ibm1", stdin=text) == outcome


@pytest.mark.parametrize("method", ["intersection", "union", "grow-diag-final-and"])
def test_methods(run, folder, method) -> None:
    (folder / "en").write_text("the house there\nthe book\na book\n")
    outcome = run("align", "apply", "de", "en", "--align", "ibm1", "--method", method)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines()[2] == "0-0 1-1"


def test_any_other_program(run, folder) -> None:
    outcome = run("align", "apply", "de", "en", "--align-cmd", command("diagonal.py"))
    assert outcome == (0, "0-0 1-1\n" * 3, "")


def test_a_preset(run, folder, monkeypatch) -> None:
    program = folder / "programs" / "eflomal-align"
    program.parent.mkdir()
    program.write_text(
        f"#!{sys.executable}\nimport sys\n"
        "for option in '-f', '-r':\n"
        "    open(sys.argv[sys.argv.index(option) + 1], 'w').write('0-0\\n' * 3)\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    outcome = run("align", "apply", "de", "en", "--align", "eflomal", "--method", "union")
    assert outcome == (0, "0-0\n" * 3, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["apply", "de", "en"],
        ["apply", "de", "en", "--align", "ibm1", "--model", "m"],
        ["apply", "de", "en", "--align", "giza"],
        ["apply", "de", "en", "--align-cmd", "x"],
        ["apply", "de", "en", "--align-cmd", "x {source} {target}", "--method", "union"],
        ["apply", "-", "-", "--align", "ibm1"],
        ["apply", "-", "en", "--model", "-"],
        ["apply", "de", "en", "--align", "ibm1", "-o", "en"],
        ["train", "de", "en", "-o", "de"],
        ["train", "de", "en", "--iterations", "0"],
        ["train", "de", "en", "--prior", "-1"],
        ["train", "de", "en", "--prior", "nan"],
        ["train", "de", "en", "--threads", "0"],
        ["train", "de"],
    ],
    ids=" ".join,
)
def test_wrong_usage(run, folder, arguments) -> None:
    outcome = run("align", *arguments)
    assert (outcome.code, outcome.out) == (2, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "de", "short"],
        ["apply", "de", "short", "--align", "ibm1"],
        ["apply", "de", "short", "--model", "m"],
        ["apply", "de", "short", "--align", "eflomal"],
        ["train", "empty", "empty"],
        ["train", "de", "none"],
        ["apply", "de", "en", "--model", "none"],
        ["apply", "de", "en", "--model", "en"],
        ["apply", "de", "en", "--align-cmd", "no-such {source} {target}"],
        pytest.param(["apply", "de", "en", "--align-cmd", command("none.py")], id="none.py"),
    ],
    ids=" ".join,
)
def test_wrong_input_is_one_line_and_writes_nothing(run, folder, arguments) -> None:
    (folder / "short").write_text("the house\n")
    (folder / "empty").write_text("")
    train_ibm1("de", "en").save("m")
    outcome = run("align", *arguments, "-o", "out")
    assert (outcome.code, outcome.out) == (1, "")
    assert len(outcome.err.splitlines()) == 1
    assert not (folder / "out").exists()


def test_a_place_that_cannot_be_written_is_refused_before_the_work(run, folder) -> None:
    for arguments in (["train", "de", "none"], ["apply", "de", "none", "--align", "ibm1"]):
        assert run("align", *arguments, "-o", "no/folder/out").code == 1


@pytest.mark.parametrize("name", ["train", "apply"])
def test_help_has_examples_and_fits_eighty_columns(run, monkeypatch, name) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = run("align", name, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert f"wordorder align {name}" in outcome.out.partition("Examples:")[2]
    assert [line for line in outcome.out.splitlines() if len(line) > 80] == []


@pytest.mark.slow
def test_the_hash_seed_changes_nothing(folder) -> None:
    train = [*COMMAND, "align", "train", "de", "en", "--quiet"]
    assert len({start(train, PYTHONHASHSEED=seed) for seed in ("1", "2")}) == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_ends_the_other_program_too(folder, number) -> None:
    (folder / "sleep.py").write_text("import time\nopen('started', 'w')\ntime.sleep(60)\n")
    (folder / "temporary").mkdir()
    arguments = ["align", "apply", "de", "en", "--align-cmd", command("sleep.py"), "-o", "out"]
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stderr=subprocess.PIPE,
        env=environment(TMPDIR=str(folder / "temporary")),
    )
    while not (folder / "started").exists():
        time.sleep(0.02)
    process.send_signal(number)
    _, said = process.communicate(timeout=20)
    lines = said.decode().strip().splitlines()
    assert (process.returncode, len(lines)) == (128 + number, int(number == signal.SIGINT))
    for line in lines:
        check(line)
    assert list((folder / "temporary").iterdir()) == []
    assert not (folder / "out").exists()
