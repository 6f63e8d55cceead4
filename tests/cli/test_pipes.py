"""Inputs that can be read only once: what a shell makes of <(...), named pipes, standard input."""

from __future__ import annotations

import os
import shlex
import shutil
import threading
from pathlib import Path

import pytest

from cli.program import COMMAND, Outcome, start
from messages import check
from wordorder.alignment import draw_alignments, evaluate_alignments
from wordorder.permutation import permutation_text

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash"),
]

FILES = {
    "links": "0-1 1-0\n0-0\n\n",
    "source": "white house\na\nb\n",
    "target": "casa blanca\na\nb\n",
}


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)
    return tmp_path


def in_bash(line: str) -> Outcome:
    return start(["bash", "-c", line.replace("wordorder ", shlex.join(COMMAND) + " ")])


def slow(line: str) -> object:
    return pytest.param(line, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    "line",
    [
        "align show {links} -s {source} -t {target}",
        slow("align show --match -s {source} -t {target}"),
        slow("align show links -s {source} --lines 3"),
        "align permutations {links} --as words -s {source} -t {target}",
        slow("align permutations {links} -s {source}"),
        slow("align convert {links} --to talbot -s {source} -t {target}"),
        slow("align evaluate {links} {links} -s {source} -t {target} --names A --format tsv"),
        slow("align match {source} {target}"),
    ],
)
def test_process_substitution_says_the_same_as_files(folder, line) -> None:
    files = in_bash("wordorder " + line.format(**{name: name for name in FILES}))
    pipes = in_bash("wordorder " + line.format(**{name: f"<(cat {name})" for name in FILES}))
    assert files.code == 0, files.err
    assert pipes == files


def test_a_pipe_keeps_its_name_in_errors(folder) -> None:
    outcome = in_bash("wordorder align show links -s <(head -n 2 source)")
    assert outcome.code == 1
    check(outcome.err.rstrip("\n"))


def test_standard_input_may_be_the_text(folder) -> None:
    outcome = in_bash("wordorder align permutations links --as words -s - < source")
    assert outcome == Outcome(0, "house white\na\n\n", "")


def test_systems_from_pipes_have_plain_names(folder) -> None:
    outcome = in_bash("wordorder score target source <(cat source) <(cat target) --format tsv")
    assert outcome.code == 0, outcome.err
    systems = {line.split("\t")[0] for line in outcome.out.splitlines()[1:]}
    assert systems == {"source", "input 2", "input 3"}


@pytest.fixture
def pipe(folder):
    def make(name: str) -> Path:
        path = folder / f"{name}.pipe"
        os.mkfifo(path)
        threading.Thread(target=path.write_text, args=(FILES[name],), daemon=True).start()
        return path

    return make


def test_functions_take_named_pipes(pipe) -> None:
    drawn = draw_alignments("links", source=pipe("source"), target=pipe("target"))
    assert drawn.to_text("grid") == draw_alignments(
        "links", source="source", target="target"
    ).to_text("grid")


def test_permutations_take_named_pipes(pipe) -> None:
    assert "".join(permutation_text("links", written_as="words", source=pipe("source"))) == (
        "house white\na\n\n"
    )


def test_evaluation_takes_named_pipes(pipe) -> None:
    result = evaluate_alignments("links", {"A": "links"}, source=pipe("source"))
    assert result.value("A", "f1") == 1
