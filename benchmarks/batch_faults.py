"""Kills runs of `wordorder batch` at random moments, and compares what they leave in the end.

    python benchmarks/batch_faults.py [--kills 20] [--files 24] [--rows 60000]
        [--engines local dask]

Generated sentence pairs are evaluated once undisturbed. Then, for each engine, the driver is killed
with SIGKILL at random moments and started again at once, until it has been killed `--kills` times
and is left to finish; runs are interrupted with Ctrl-C in the same way; and workers of dask are
killed in mid-run. Each time the output must be that of the undisturbed run: the same hash of the
sorted table, the same files with the same bytes, and no temporary files.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from wordorder.output import Column, Table, render

METRICS = "kendall,reorderings"
NOT_LINKS = 1013  # one row of so many is none, so that there are rejects
NULL = 499


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--kills", type=int, default=20)
    reader.add_argument("--files", type=int, default=24)
    reader.add_argument("--rows", type=int, default=60_000, help="of each file")
    reader.add_argument("--engines", nargs="+", default=["local", "dask"])
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    with TemporaryDirectory() as place:
        inputs = Path(place, "inputs")
        make(inputs, given.files, given.rows)
        moments = random.Random(given.seed)
        tried = [trial for name in given.engines for trial in trials(name, inputs, given, moments)]
    print(render(table(tried), "markdown"))
    if not all(trial.is_same for trial in tried):
        sys.exit("the output differs")


def make(inputs: Path, files: int, rows: int) -> None:
    inputs.mkdir()
    numbers = np.random.default_rng(1)
    for file in range(files):
        links = [alignment(numbers.permutation(numbers.integers(2, 9))) for _ in range(rows)]
        links[::NOT_LINKS] = ["nonsense"] * len(links[::NOT_LINKS])
        links[7::NULL] = [None] * len(links[7::NULL])
        pq.write_table(pa.table({"links": links}), inputs / f"part{file:03d}.parquet")


def alignment(order: np.ndarray) -> str:
    return " ".join(f"{source}-{target}" for source, target in enumerate(order.tolist()))


class Trial(NamedTuple):
    """What became of runs that were disturbed.

    Attributes:
        name: How.
        times: How often.
        finished: How often a run finished, and was compared.
        at_once: Whether nothing was left running after five seconds.
        is_same: Whether every finished run gave the same output.
    """

    name: str
    times: int
    finished: int
    at_once: bool
    is_same: bool


def table(tried: list[Trial]) -> Table:
    columns = [Column("disturbed"), Column("times"), Column("runs finished")]
    columns += [Column("processes end"), Column("same output")]
    shown = [
        (one.name, one.times, one.finished, *("yes" if so else "NO" for so in one[3:]))
        for one in tried
    ]
    return Table(columns, shown)


def trials(
    engine: str, inputs: Path, given: argparse.Namespace, moments: random.Random
) -> list[Trial]:
    undisturbed = inputs.parent / f"{engine}-undisturbed"
    start = time.monotonic()
    started(engine, inputs, undisturbed).wait()
    longest = time.monotonic() - start
    expected = digest(undisturbed)
    run = Disturbed(engine, inputs, expected, longest, moments)
    found = [
        run.trial("driver killed", signal.SIGKILL, given.kills),
        run.trial("Ctrl-C", signal.SIGINT, max(1, given.kills // 4)),
    ]
    if engine == "dask":
        found.append(run.workers_killed(max(1, given.kills // 4)))
    if engine != given.engines[0]:
        first = inputs.parent / f"{given.engines[0]}-undisturbed"
        found.append(Trial(f"{engine}: other engine", 0, 1, True, digest(first) == expected))
    return found


class Disturbed:
    """Runs of an engine that are disturbed at random moments."""

    def __init__(
        self, engine: str, inputs: Path, expected: str, longest: float, moments: random.Random
    ) -> None:
        self._engine = engine
        self._inputs = inputs
        self._expected = expected
        self._longest = longest
        self._moments = moments
        self._out = inputs.parent / f"{engine}-disturbed"

    def trial(self, name: str, how: signal.Signals, times: int) -> Trial:
        done = finished = 0
        at_once = is_same = True
        while done < times:
            process = started(self._engine, self._inputs, self._out)
            try:
                # Mostly before the end, so that a run is disturbed several times.
                process.wait(self._moments.uniform(0, self._longest))
            except subprocess.TimeoutExpired:
                helpers = children(process.pid)
                end(process, how)
                at_once &= all_gone(helpers)
                done += 1
            else:
                finished += 1
                is_same &= self._is_same(process)
        process = started(self._engine, self._inputs, self._out)
        return Trial(
            f"{self._engine}: {name}",
            done,
            finished + 1,
            at_once,
            self._is_same(process) and is_same,
        )

    def workers_killed(self, times: int) -> Trial:
        process = started(self._engine, self._inputs, self._out)
        done = 0
        while done < times and process.poll() is None:
            time.sleep(self._moments.uniform(0.2, 0.8))
            begun = any(self._out.glob("*.parquet"))
            if begun and (workers := [one for one in children(process.pid) if is_worker(one)]):
                os.kill(self._moments.choice(workers), signal.SIGKILL)
                done += 1
        return Trial(f"{self._engine}: worker killed", done, 1, True, self._is_same(process))

    def _is_same(self, process: subprocess.Popen[bytes]) -> bool:
        """Wait for a run, compare its output, and remove it."""
        code = process.wait()
        found = digest(self._out)
        if code or found != self._expected:
            print(f"exit code {code}, {found} instead of {self._expected}", file=sys.stderr)
        shutil.rmtree(self._out)
        return code == 0 and found == self._expected


def started(engine: str, inputs: Path, out: Path) -> subprocess.Popen[bytes]:
    options = ["-m", METRICS, "--engine", engine, "--threads", "2", "--resamples", "2", "--quiet"]
    command = [sys.executable, "-m", "wordorder", "batch", str(inputs), "-o", str(out), *options]
    # A process group of its own, as at a terminal, where Ctrl-C reaches all processes of a group.
    return subprocess.Popen(
        command, process_group=0, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def end(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    if how == signal.SIGINT:
        os.killpg(process.pid, how)
    else:
        process.send_signal(how)
    process.wait()


def children(process: int) -> list[int]:
    found = []
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            found += [int(one) for one in listed.read_text().split()]
        except OSError:  # the thread has just ended
            continue
    return found


def is_worker(process: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def all_gone(processes: list[int]) -> bool:
    deadline = time.monotonic() + 5
    while any(Path(f"/proc/{one}").exists() for one in processes):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def digest(out: Path) -> str:
    """A hash of the sorted table, and of the names and bytes of all files."""
    found = sha256()
    rows = pa.concat_tables(pq.read_table(file) for file in sorted(out.glob("*.parquet")))
    rows = rows.set_column(0, "file", rows["file"].cast(pa.string()))  # which can be sorted
    for column in rows.sort_by([("file", "ascending"), ("row", "ascending")]).columns:
        found.update(repr(column.to_pylist()).encode())
    for file in sorted(out.rglob("*")):
        if file.is_file():
            found.update(str(file.relative_to(out)).encode())
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


if __name__ == "__main__":
    main()
