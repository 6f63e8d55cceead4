"""Rates and memory of `wordorder batch` on generated sentence pairs, and its cost beyond kernels.

    python benchmarks/batch.py [--rows 1000000 5000000] [--group-megabytes 600] [--folder FOLDER]

Writes Parquet files of sentence pairs with alignments in Pharaoh format, about 22 links each, and
evaluates flat and tree metrics and RQuantity on one and on two threads, each run in a process of
its own, whose peak memory is measured. The last file has a single large row group. Then the same
rows go through the kernels alone, in memory, to see what reading, writing and summaries cost.
Figures are medians over `--repeats` runs; the machines are shared, so compare ratios.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import wordorder as wo
from wordorder import _kernels
from wordorder.output import Column, Table, render
from wordorder.permutation import PermutationBatch
from wordorder.reorderings.counts import count_reorderings

METRICS = "flat,tree,rquantity"
CHUNK = 1 << 17  # rows made at a time
BATCH = 1 << 14  # rows that the kernels are given at a time, as in a run
KS = (1, 3, 5)
SMALL = 5000  # enough to be resampled in bundles


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--rows", type=int, nargs="+", default=[1_000_000, 5_000_000])
    reader.add_argument("--group-megabytes", type=int, default=600)
    reader.add_argument("--folder", type=Path)
    reader.add_argument("--repeats", type=int, default=3)
    reader.add_argument("--run", nargs=3, metavar=("INPUT", "OUT", "THREADS"))
    given = reader.parse_args()
    if given.run:
        print(json.dumps(measured(*given.run)))
        return
    with TemporaryDirectory(dir=given.folder) as place:
        folder = Path(place)
        files = {f"{rows:,} rows": make(folder / f"{rows}.parquet", rows) for rows in given.rows}
        size = given.group_megabytes << 20
        name = f"one row group of {given.group_megabytes} MB"
        files[name] = make_one_group(folder / "group.parquet", size)
        print(render(run_table(files, folder, given.repeats), "markdown"))
        largest = files[f"{max(given.rows):,} rows"]
        print(render(kernel_table(largest, folder, given.repeats), "markdown"))


def links(rows: int, random: np.random.Generator) -> list[str]:
    """Alignments of sentences of about 22 words, with local and some long-distance reordering."""
    lengths = np.clip(random.poisson(22, rows), 1, 120)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    place = np.arange(offsets[-1]) - np.repeat(offsets[:-1], lengths)
    far = random.random(len(place)) < 0.1
    moved = place + random.normal(0, 1, len(place)) + far * random.normal(0, 6, len(place))
    order = np.lexsort((moved, np.repeat(np.arange(rows), lengths)))
    rank = np.empty(len(place), np.int32)
    rank[order] = place
    batch = wo.AlignmentBatch(
        place.astype(np.int32), rank, offsets, lengths.astype(np.int32), lengths.astype(np.int32)
    )
    return wo.alignment.write_alignments(batch).split("\n")[:-1]


def make(path: Path, rows: int) -> Path:
    """Write a file with row groups of the usual size."""
    random = np.random.default_rng(1)
    with pq.ParquetWriter(path, pa.schema({"links": pa.string()})) as writer:
        for start in range(0, rows, CHUNK):
            some = links(min(CHUNK, rows - start), random)
            writer.write_table(pa.table({"links": some}), row_group_size=CHUNK)
    return path


def make_one_group(path: Path, size: int) -> Path:
    """Write a file with a single row group of that many bytes, uncompressed."""
    random, parts, made = np.random.default_rng(2), [], 0
    while made < size:
        parts.append(pa.array(links(CHUNK, random)))
        made += parts[-1].nbytes
    table = pa.table({"links": pa.chunked_array(parts)})
    pq.write_table(table, path, row_group_size=len(table), use_dictionary=False)
    return path


def measured(source: str, out: str, threads: str) -> dict[str, float]:
    """Run it here; return seconds, rows and peak memory in bytes."""
    started, before = time.perf_counter(), time.process_time()
    wo.batch(source, out, metrics=METRICS, threads=int(threads))
    return {
        "seconds": time.perf_counter() - started,
        "processor": time.process_time() - before,
        "rows": pq.ParquetFile(source).metadata.num_rows,
        "peak": peak_memory(),
    }


def peak_memory() -> int:
    """The peak memory of this process in bytes; ru_maxrss would include that of its parent."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


def in_a_process(source: Path, folder: Path, threads: int) -> dict[str, float]:
    """Run it in a process of its own, on as many processors as threads."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, __file__, "--run", str(source), str(out), str(threads)]
    processors = sorted(os.sched_getaffinity(0))[:threads]
    done = subprocess.run(
        command,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, processors),
    )
    return json.loads(done.stdout)


def median_run(source: Path, folder: Path, threads: int, repeats: int) -> dict[str, float]:
    runs = [in_a_process(source, folder, threads) for _ in range(repeats)]
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def run_table(files: dict[str, Path], folder: Path, repeats: int) -> Table:
    rows = []
    for name, file in files.items():
        for threads in (1, 2):
            run = median_run(file, folder, threads, repeats)
            rate = run["rows"] / run["seconds"]
            rows.append([name, threads, run["seconds"], round(rate), round(run["peak"] / 2**20)])
    columns = ("input", "threads", "seconds", "rows/s", "peak MB")
    return Table(
        [
            Column(name, "left" if name == "input" else "right", 1 if name == "seconds" else None)
            for name in columns
        ],
        rows,
    )


def kernel_seconds(file: Path) -> dict[str, float]:
    """Seconds in the kernels alone: those of the metrics, and those of the reordering analysis."""
    spent = {"metrics": 0.0, "analysis": 0.0}
    for batch in pq.ParquetFile(file).iter_batches(BATCH):
        text = "".join(f"{line}\n" for line in batch["links"].to_pylist()).encode()
        started = time.process_time()
        parsed = _kernels.parse_alignments(text, "", 1, 0, False, None, None)
        alignments = wo.AlignmentBatch.from_link_rows(parsed.links)
        order = PermutationBatch.from_alignments(alignments)
        wo.ordering_scores(order.values, order.offsets, "all", threads=1)
        found = wo.reorderings.extract_reorderings(alignments)
        found.rquantity()
        between = time.process_time()
        count_reorderings(alignments, found, KS)
        spent["metrics"] += between - started
        spent["analysis"] += time.process_time() - between
    return spent


def kernel_table(file: Path, folder: Path, repeats: int) -> Table:
    runs = [kernel_seconds(file) for _ in range(repeats)]
    count = pq.ParquetFile(file).metadata.num_rows
    metrics, analysis = (
        statistics.median(run[part] for run in runs) for part in ("metrics", "analysis")
    )
    whole = median_run(file, folder, 1, repeats)["processor"]
    small = make(folder / "small.parquet", SMALL)
    start = median_run(small, folder, 1, repeats)["processor"]
    rows = [
        [what, 1e6 * seconds / count, seconds / (metrics + analysis)]
        for what, seconds in (
            ("kernels of the metrics", metrics),
            ("kernels of the reordering analysis", analysis),
            ("the whole run", whole),
            (f"imports, bootstrap (a run on {SMALL:,} rows)", start),
            ("reading, writing, summaries", whole - start - metrics - analysis),
        )
    ]
    columns = [
        Column("part, processor time of one thread", align="left"),
        Column("µs a row", digits=2),
        Column("share of all kernels", digits=2),
    ]
    return Table(columns, rows)


if __name__ == "__main__":
    main()
