"""Two installed versions of `wordorder`, side by side in one run: is anything slower?

    python benchmarks/before_and_after.py OLD/bin/python NEW/bin/python [FOLDER OF THE DATA]

Both are the Python of an environment with `wordorder` in it. Every command runs REPEATS times with
each of them in turn, so that a busy moment of the machine hits both; the best times are compared,
and those of the processor, which other programs disturb less. Scores need the data of WMT13 and are
skipped without it.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

REPEATS = 10
LINES = 200_000
COPIES = 5  # of the lines, for a million pairs
DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"

# The entry point of both versions, and the peak as the process itself sees it.
COMMAND = """
import os, sys
from wordorder.cli import main
sys.argv[0] = "wordorder"
try:
    main()
finally:
    status = open("/proc/self/status").read()
    print(status.partition("VmHWM:")[2].split()[0], file=sys.stderr)
"""


class Cost(NamedTuple):
    seconds: float
    processor: float
    megabytes: float


def main() -> None:
    old, new = sys.argv[1:3]
    data = Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else DATA
    print(
        "| command | before, s | after, s | ratio | of the processor's time "
        "| before, MB | after, MB |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|")
    with TemporaryDirectory() as folder:
        make_files(Path(folder))
        for name, arguments in commands(data):
            before, after = compared(folder, [old, new], arguments)
            ratio, of_processor = (
                new / old for old, new in zip(before[:2], after[:2], strict=True)
            )
            print(
                f"| {name} | {before.seconds:.2f} | {after.seconds:.2f} | {ratio:.2f} "
                f"| {of_processor:.2f} | {before.megabytes:.0f} | {after.megabytes:.0f} |",
                flush=True,
            )


def commands(data: Path) -> list[tuple[str, list[str]]]:
    links, two = ["links", "-s", "source", "-t", "target"], ["links", "links.align"]
    many = ["many", "-s", "many.text", "-t", "many.text"]
    found = [
        ("`--help`", ["--help"]),
        ("`permutation`, TSV", ["permutation", "orders", "--format", "tsv", "-o", "out"]),
        ("`permutation`, JSON lines", ["permutation", "orders", "--format", "jsonl", "-o", "out"]),
        ("`align permutations`", ["align", "permutations", *links, "-o", "out"]),
        ("`align evaluate`", ["align", "evaluate", *two, "-o", "out"]),
        ("`reorderings analyze`", ["reorderings", "analyze", *links, "-o", "out"]),
        ("… a million pairs", ["reorderings", "analyze", *many, "-o", "out"]),
        ("… with `--each`", ["reorderings", "analyze", *links, "--each", "each.tsv", "-o", "out"]),
        (
            "`reorderings retained`",
            ["reorderings", "retained", "links", "links.align", "-o", "out"],
        ),
        ("`reorderings testset`", ["reorderings", "testset", *links, "-o", "out"]),
    ]
    systems = sorted(map(str, (data / "wmt13" / "system-outputs" / "de-en").glob("*")))
    if systems:
        reference = str(data / "wmt13" / "references" / "newstest2013-ref.en")
        scored = ["score", reference, "--lang", "en", "-o", "out", "--quiet"]
        found += [
            ("`score`, one system", [*scored, systems[0]]),
            ("`score`, 23 systems, all metrics", [*scored, *systems, "--metrics", "all"]),
            ("… with `--segments`", [*scored, *systems, "--segments", "segments.tsv"]),
            (
                "`score`, three systems, JSON with all sentences",
                [*scored, *systems[:3], "--format", "json", "--with-sentences"],
            ),
        ]
    return found


def make_files(folder: Path) -> None:
    """Permutations of 25 words with some swapped neighbours, and the same as links."""
    rng = np.random.default_rng(2009)
    rows = np.tile(np.arange(25), (LINES, 1))
    for _ in range(4):
        at = rng.integers(0, 24, LINES)
        first, second = rows[np.arange(LINES), at], rows[np.arange(LINES), at + 1]
        rows[np.arange(LINES), at], rows[np.arange(LINES), at + 1] = second, first
    lines = rows.tolist()
    (folder / "orders").write_text("".join(" ".join(map(str, row)) + "\n" for row in lines))
    links = "".join(" ".join(f"{i}-{j}" for i, j in enumerate(row)) + "\n" for row in lines)
    for name in ("links", "links.align"):
        (folder / name).write_text(links)
    (folder / "many").write_text(links * COPIES)
    text = f"{'w ' * 25}\n" * LINES
    for name, copies in (("source", 1), ("target", 1), ("many.text", COPIES)):
        (folder / name).write_text(text * copies)


def compared(folder: str, pythons: list[str], arguments: list[str]) -> list[Cost]:
    costs: dict[str, list[Cost]] = {python: [] for python in pythons}
    for _ in range(REPEATS):
        for python in pythons:
            costs[python].append(cost(folder, python, arguments))
    return [Cost(*map(min, zip(*costs[python], strict=True))) for python in pythons]


def cost(folder: str, python: str, arguments: list[str]) -> Cost:
    with TemporaryDirectory() as cache:  # nothing is kept from one run to the next
        start, used = time.perf_counter(), processor_seconds()
        done = subprocess.run(
            [python, "-c", COMMAND, *arguments],
            cwd=folder,
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "XDG_CACHE_HOME": cache},
        )
        seconds, processor = time.perf_counter() - start, processor_seconds() - used
        return Cost(seconds, processor, int(done.stderr.split()[-1]) / 1024)


def processor_seconds() -> float:
    """What the commands so far have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
