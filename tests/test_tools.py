"""Tools: the script behind docs/results.md, and the one that fuzzes (how its runs end)."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from judged_data import rated
from wordorder.metaevaluation import Dataset, MetricScores, correlate
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]


def tool(name: str) -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools"))
        return importlib.import_module(name)


@pytest.mark.parametrize("name", ["meta_tables", "meta_contrasts", "meta_ratings"])
def test_the_examples_are_true(name: str) -> None:
    assert doctest.testmod(tool(name)).failed == 0


def test_only_the_tables_given_are_renewed() -> None:
    marks = "<!-- results: {} -->\n\nold <b>\n\n<!-- end -->\n"
    page = marks.format("one") + "text\n" + marks.format("two")
    found = tool("meta_results").renewed(page, {"two": "new \\*"})
    assert found == page.replace("old <b>", "new \\*").replace("new \\*", "old <b>", 1)


def test_a_table_without_a_place_is_refused() -> None:
    with pytest.raises(SystemExit, match="no place for the table other"):
        tool("meta_results").renewed("", {"other": ""})


def test_the_page_has_every_table_once_and_filled() -> None:
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    tables = re.findall(r"<!-- results: (\S+) -->\n\n\|.*?<!-- end -->", page, re.DOTALL)
    assert len(tables) == len(set(tables)) == page.count("<!-- results:")


def test_a_held_out_mix_agrees_as_the_tuned_weight_says() -> None:
    rng = np.random.default_rng(1)
    dataset = rated(rng.random((4, 60)), rng.random((2, 4, 60)))
    tuned, mix = tool("meta_mixes").held_out_mix(dataset, "m0", "m1", "tau_wmt14")
    scores = MetricScores(("mix",), dataset.systems, mix[np.newaxis])
    mixed = Dataset(dataset.judgements, scores)
    found = correlate(mixed, "tau_wmt14", resampling=Resampling(1)).value[0, 0]
    assert found == pytest.approx(tuned.held_out.tuned.value)


in_bash = pytest.mark.skipif(sys.platform == "win32", reason="a script for Bash")

FUZZ = Path(__file__).parents[1] / "tools" / "fuzz"
COMPILER = """#!/bin/sh
for last; do :; done
printf '%s\\n' '#!/bin/sh' {run!r} > "$last"
chmod +x "$last"
"""
# Whoever started the tests may have let them ignore Ctrl-C, which a script cannot change.
HEARING_SIGNALS = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""


def fuzz(folder: Path, run: str, seeds: str) -> subprocess.Popen[str]:
    """Start the script; `run` is what the fuzzer does, which gets the seed as $2."""
    compiler = folder / "compiler"
    compiler.write_text(COMPILER.format(run=run))
    compiler.chmod(0o755)
    return subprocess.Popen(
        [sys.executable, "-c", HEARING_SIGNALS, FUZZ, "--seed", seeds],
        env={**os.environ, "CXX": str(compiler), "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )


@in_bash
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_all_runs(tmp_path: Path, number: signal.Signals) -> None:
    script = fuzz(tmp_path, "echo $2; exec sleep 20", "1 2")
    assert script.stdout is not None
    assert sorted(script.stdout.readline() for _ in range(2)) == ["1\n", "2\n"]
    script.send_signal(number)
    script.communicate(timeout=10)  # the pipe is open for as long as a run is
    assert script.returncode != 0
    assert [file.name for file in tmp_path.iterdir()] == ["compiler"]


@in_bash
@pytest.mark.parametrize(("seeds", "code"), [("0", 0), ("3 0", 3), ("3 4 0", 4), ("4 3", 3)])
def test_all_runs_end_and_the_last_failure_counts(tmp_path: Path, seeds: str, code: int) -> None:
    script = fuzz(tmp_path, "echo $2; exit $2", seeds)
    told, _ = script.communicate(timeout=10)
    assert sorted(told.split()) == sorted(seeds.split())
    assert script.returncode == code
