"""The same input gives the same bytes, and long input needs no more memory than short input."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cli.program import COMMAND, start
from cli.reordering_files import write_corpus
from wordorder import Permutation

if TYPE_CHECKING:
    from pathlib import Path

FORMATS = [["--format", "table"], ["--format", "jsonl"], ["--format", "tsv"]]
DETAILS = [
    ["--format", "table", "--tree", "--explain"],
    ["--format", "jsonl", "--tree", "--explain"],
    ["--format", "tsv", "--tree"],
]

# One process for all, because starting Python costs more than the work.
RUN_ALL = f"""
import sys
from wordorder.cli.program import run
for file, all_options in zip(sys.argv[1:], [{FORMATS}, {DETAILS}]):
    for options in all_options:
        assert run(["permutation", file, *options]) == 0
"""

SHEET = [
    "sheet",
    "links",
    "monotone",
    "-s",
    "src",
    "-r",
    "tgt",
    "-t",
    "tgt",
    "--key",
    "/dev/stderr",
]
REORDERINGS = [
    ["analyze", "links", "monotone", "--trees", "penn", "--by", "pattern", "--by", "label"],
    ["analyze", "links", "--trees", "trees.conllu", "--format", "json", "--each", "/dev/stderr"],
    ["testset", "links", "--shortest", "1", "--format", "tsv"],
    ["retained", "links", "monotone", "--trees", "penn", "--by", "label", "--format", "json"],
    SHEET,
]
RUN_REORDERINGS = f"""
import os, sys
from wordorder.cli.program import run
os.chdir(sys.argv[1])
for arguments in {REORDERINGS}:
    assert run(["reorderings", *arguments]) == 0
"""

PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.fixture(scope="session")
def some_lines(many_lines, tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("input") / "permutations.txt"
    file.write_bytes(b"".join(many_lines.read_bytes().splitlines(keepends=True)[:150]))
    return file


@pytest.mark.slow
@pytest.mark.parametrize("options", FORMATS + DETAILS, ids=" ".join)
def test_threads_change_nothing(run, many_lines, some_lines, options) -> None:
    file = some_lines if options in DETAILS else many_lines
    one = run("permutation", file, *options, "--threads", 1)
    assert one.code == 0
    assert one == run("permutation", file, *options, "--threads", 2)


@pytest.mark.slow
def test_the_hash_seed_changes_nothing(many_lines, some_lines) -> None:
    command = [sys.executable, "-c", RUN_ALL, str(many_lines), str(some_lines)]
    outcomes = {start(command, PYTHONHASHSEED=seed) for seed in ("0", "1", "random")}
    assert len(outcomes) == 1
    assert outcomes.pop().code == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="writes to /dev/stderr")
def test_the_hash_seed_changes_no_reordering(tmp_path) -> None:
    write_corpus(tmp_path)
    command = [sys.executable, "-c", RUN_REORDERINGS, str(tmp_path)]
    outcomes = {start(command, PYTHONHASHSEED=seed) for seed in ("0", "1", "random")}
    assert len(outcomes) == 1
    outcome = outcomes.pop()
    assert outcome.code == 0
    assert "a_source_words" in outcome.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts memory in kilobytes, as Linux does")
@pytest.mark.parametrize(
    ("style", "to_file"),
    [("tsv", True), ("tsv", False), ("table", True), ("jsonl", False)],
    ids=["tsv to a file", "tsv to a pipe", "table to a file", "jsonl to a pipe"],
)
def test_memory_is_bounded(tmp_path, style, to_file) -> None:
    rng = np.random.default_rng(25)
    block = "".join(
        " ".join(str(rank + 1) for rank in Permutation.random(25, rng)) + "\n" for _ in range(1000)
    )
    source = tmp_path / "permutations.txt"
    source.write_text(block * 920)
    assert source.stat().st_size > 60_000_000
    target = ["-o", str(tmp_path / "scores")] if to_file else []
    options = ["--format", style, "--metrics", "kendall", *target]
    outcome = start([sys.executable, "-c", PEAK, *COMMAND, "permutation", str(source), *options])
    assert outcome.code == 0
    assert int(outcome.out) / 1024 < 150
