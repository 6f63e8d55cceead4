"""The script that fuzzes: how its runs end. A compiler that makes something else stands in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a script for Bash")

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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_all_runs(tmp_path: Path, number: signal.Signals) -> None:
    script = fuzz(tmp_path, "echo $2; exec sleep 20", "1 2")
    assert script.stdout is not None
    assert sorted(script.stdout.readline() for _ in range(2)) == ["1\n", "2\n"]
    script.send_signal(number)
    script.communicate(timeout=10)  # the pipe is open for as long as a run is
    assert script.returncode != 0
    assert [file.name for file in tmp_path.iterdir()] == ["compiler"]


@pytest.mark.parametrize(("seeds", "code"), [("0", 0), ("3 0", 3), ("3 4 0", 4), ("4 3", 3)])
def test_all_runs_end_and_the_last_failure_counts(tmp_path: Path, seeds: str, code: int) -> None:
    script = fuzz(tmp_path, "echo $2; exit $2", seeds)
    told, _ = script.communicate(timeout=10)
    assert sorted(told.split()) == sorted(seeds.split())
    assert script.returncode == code
