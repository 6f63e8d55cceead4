"""Speed of reading alignments and making permutations, side by side with NLTK in one run.

    pip install ".[bench]" && python benchmarks/alignments.py

Prints the tables of docs/performance.md. The work: a million lines of Pharaoh's form, each with 25
links between 25 source and 25 target words, in an order that is the identity with normal noise (a
standard deviation of 3 places) on every place.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import nltk
import numpy as np
from nltk.translate.api import Alignment as NltkAlignment
from shell import run_command

import wordorder as wo

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = 2016
ROWS = 1_000_000
DISTINCT = 50_000  # lines; repeated until there are enough
LENGTH = 25


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core, also for NumPy
    with tempfile.TemporaryDirectory() as folder:
        lines = made_up_lines()
        Path(folder, "links.align").write_text("".join(lines) * (ROWS // DISTINCT))
        Path(folder, "source.txt").write_text((" ".join("w" * LENGTH) + "\n") * ROWS)
        print(f"NLTK {nltk.__version__}, wordorder {wo.__version__}, one core\n")
        print(library_table(Path(folder, "links.align"), lines))
        print(shell_table(folder))


def made_up_lines() -> list[str]:
    rng = np.random.default_rng(SEED)
    places = np.arange(LENGTH) + rng.normal(0, 3, (DISTINCT, LENGTH))
    return [
        " ".join(f"{i}-{j}" for i, j in enumerate(order)) + "\n"
        for order in np.argsort(places, axis=1).tolist()
    ]


def library_table(file: Path, lines: list[str]) -> str:
    few = lines[:5000]
    rows = [("NLTK `Alignment.fromstring`", len(few), lambda: [nltk_links(x) for x in few])]
    rows += [("the same, then orders in plain Python", len(few), lambda: [plain(x) for x in few])]
    rows += [("wordorder, reading only", ROWS, lambda: [len(b) for b in wo.read_alignments(file)])]
    for convention in ("lrscore", "reference", "matched"):
        rows.append((f"wordorder, `{convention}`", ROWS, lambda c=convention: permuted(file, c)))
    table = ["| what | lines per second | a million lines, seconds |", "|---|---:|---:|"]
    for what, count, work in rows:
        rate = count / best_seconds(work)
        table.append(f"| {what} | {rate:,.0f} | {1_000_000 / rate:.1f} |")
    return "\n".join(table) + "\n"


def nltk_links(line: str) -> NltkAlignment:
    return NltkAlignment.fromstring(line.strip())


def plain(line: str) -> list[int]:
    """The `lrscore` permutation, for lines in which every word has a link."""
    first: dict[int, int] = {}
    for source, target in sorted(nltk_links(line)):
        first.setdefault(source, target)
    return sorted(first, key=lambda word: (first[word], word))


def permuted(file: Path, convention: str) -> int:
    return sum(
        len(wo.PermutationBatch.from_alignments(batch, convention).values)
        for batch in wo.read_alignments(file)
    )


def best_seconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


COMMANDS = {
    "`align permutations`": ["permutations", "links.align", "-s", "source.txt"],
    "`align convert`": ["convert", "links.align", "-s", "source.txt"],
    "`align symmetrize`": ["symmetrize", "links.align", "links.align"],
    "`align evaluate`": ["evaluate", "links.align", "links.align"],
}


def shell_table(folder: str) -> str:
    table = [
        "| a million lines, from file to file | seconds | peak memory, MB |",
        "|---|---:|---:|",
    ]
    for what, arguments in COMMANDS.items():
        taken, megabytes = run_command(folder, ["align", *arguments, "-o", "out"])
        table.append(f"| {what} | {taken:.1f} | {megabytes:.0f} |")
    return "\n".join(table) + "\n"


if __name__ == "__main__":
    main()
