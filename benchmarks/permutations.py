"""Speed of the ordering metrics, side by side with SciPy and NLTK in one run.

    pip install ".[bench]" && python benchmarks/permutations.py

Prints the tables of docs/performance.md. The work: 100,000 permutations of 25 words, made from
the identity by 0 to 5 swaps of neighbours and 0 to 3 moves of a block of 1 to 6 words.
"""

from __future__ import annotations

import os
import platform
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import nltk
import numpy as np
import scipy
from nltk.translate.ribes_score import kendall_tau, spearman_rho
from scipy import stats
from shell import run_command

import wordorder as wo

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Permutations = NDArray[np.int32]

SEED = 2016
ROWS = 100_000
LENGTH = 25
REPEATS = 5


def main() -> None:
    print(f"Machine: {machine()}\n")
    work = sentences(np.random.default_rng(SEED))
    print(peers_table(work))
    print(growth_table())
    print(shell_table(work))
    print(f"`pef` of one swap among 100,000 words: {best_seconds(long_forest, 1):.1f} s")


def machine() -> str:
    return (
        f"{processor()}, {os.cpu_count()} processors, {platform.system()}; "
        f"Python {platform.python_version()}, NumPy {np.__version__}, "
        f"SciPy {scipy.__version__}, NLTK {nltk.__version__}, wordorder {wo.__version__}"
    )


def processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def sentences(rng: np.random.Generator) -> Permutations:
    return np.array([sentence(rng) for _ in range(ROWS)], dtype=np.int32)


def sentence(rng: np.random.Generator) -> list[int]:
    words = list(range(LENGTH))
    for _ in range(rng.integers(0, 6)):
        i = rng.integers(0, LENGTH - 1)
        words[i], words[i + 1] = words[i + 1], words[i]
    for _ in range(rng.integers(0, 4)):
        size = rng.integers(1, 7)
        start = rng.integers(0, LENGTH - size + 1)
        block = words[start : start + size]
        del words[start : start + size]
        target = rng.integers(0, len(words) + 1)
        words[target:target] = block
    return words


def best_seconds(function: Callable[[], object], repeats: int = REPEATS) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def peers_table(work: Permutations) -> str:
    values, offsets = work.ravel(), np.arange(0, work.size + 1, LENGTH)
    few = [row.tolist() for row in work[:2000]]
    identity = list(range(LENGTH))

    def ours(metrics: str, threads: int) -> float:
        def run() -> object:
            return wo.ordering_scores(values, offsets, metrics, threads=threads)

        return ROWS / best_seconds(run)

    def theirs(score: Callable[[list[int]], object]) -> float:
        return len(few) / best_seconds(lambda: [score(row) for row in few], repeats=3)

    rows = [
        ("SciPy `kendalltau`", theirs(lambda row: stats.kendalltau(identity, row))),
        ("SciPy `spearmanr`", theirs(lambda row: stats.spearmanr(identity, row))),
        ("NLTK `kendall_tau`", theirs(kendall_tau)),
        ("NLTK `spearman_rho`", theirs(spearman_rho)),
        *[
            (f"wordorder `{name}`, {threads} thread{'s' * (threads > 1)}", ours(name, threads))
            for name in ("kendall", "spearman", "pet_size", "pet", "pef", "all")
            for threads in (1, 2)
        ],
    ]
    lines = ["| what | permutations per second |", "|---|---:|"]
    lines += [f"| {what} | {rate:,.0f} |" for what, rate in rows]
    return "\n".join(lines) + "\n"


FAMILIES: dict[str, Callable[[int], Permutations]] = {
    "identity": lambda n: np.arange(n, dtype=np.int32),
    "inverted": lambda n: np.arange(n, dtype=np.int32)[::-1].copy(),
    "random": lambda n: np.random.default_rng(SEED).permutation(n).astype(np.int32),
    # 2 4 6 … 1 3 5 …: no block but the whole and the single words.
    "simple": lambda n: np.r_[np.arange(1, n, 2), np.arange(0, n, 2)].astype(np.int32),
}


def growth_table() -> str:
    """Nanoseconds per word for the flattened tree, one thread, warm buffers."""
    lengths = [10**power for power in range(1, 7)]
    lines = [
        "| n | " + " | ".join(FAMILIES) + " |",
        "|---:|" + "---:|" * len(FAMILIES),
    ]
    for n in lengths:
        cells = [f"{nanoseconds_per_word(make(n)):.1f}" for make in FAMILIES.values()]
        lines.append(f"| {n:,} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def nanoseconds_per_word(permutation: Permutations) -> float:
    # At least ten rows in one call: the first pays for the memory, the rest are the algorithm.
    rows = max(10, 1_000_000 // len(permutation))
    values = np.tile(permutation, rows)
    offsets = np.arange(0, values.size + 1, len(permutation))

    def run() -> object:
        return wo.ordering_scores(values, offsets, "pet_size", threads=1)

    return best_seconds(run, repeats=3) / values.size * 1e9


def shell_table(work: Permutations) -> str:
    """A million lines through `wordorder permutation`, all metrics: time and peak memory."""
    lines = ["| format | seconds | peak memory, MB |", "|---|---:|---:|"]
    with tempfile.TemporaryDirectory() as folder:
        text = "\n".join(" ".join(map(str, row)) for row in work.tolist()) + "\n"
        Path(folder, "in.txt").write_text(text * (1_000_000 // ROWS))
        for style in ("tsv", "jsonl"):
            arguments = ["permutation", "in.txt", "--format", style, "-o", f"out.{style}"]
            seconds, megabytes = run_command(folder, arguments)
            lines.append(f"| {style} | {seconds:.1f} | {megabytes:.0f} |")
    return "\n".join(lines) + "\n"


def long_forest() -> object:
    ranks = np.arange(100_000)
    ranks[[0, 1]] = 1, 0
    return wo.ordering_scores(ranks, [0, 100_000], "pef", threads=1)


if __name__ == "__main__":
    main()
