"""Time and memory of `wordorder reorderings analyze`, side by side with plain Python in one run.

    python benchmarks/reorderings.py [FOLDER OF PUD]

Prints the table of docs/performance.md. No other tool extracts reorderings; the plain one looks at
every pair of neighbouring stretches, straight from the definition. Links: a million lines of 25
links, made as in benchmarks/alignments.py, as text and as batches of Arrow lists; and the
English–Japanese pairs of PUD with gold dependency trees, copied until there are 40,000.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
from alignments import DISTINCT, LENGTH, ROWS, made_up_lines
from shell import run_command

import wordorder as wo

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "pud-aligned"
COPIES = 40


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core, also for NumPy
    data = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    print("| what | sentences | seconds | sentences per second | peak memory, MB |")
    print("|---|---:|---:|---:|---:|")
    lines = made_up_lines()
    plain_seconds(lines[:100])
    with TemporaryDirectory() as folder:
        for rows in (ROWS // 10, ROWS):
            Path(folder, "links").write_text("".join(lines) * (rows // DISTINCT))
            Path(folder, "text").write_text((" ".join("w" * LENGTH) + "\n") * rows)
            show("without trees", rows, folder, ["links", "-s", "text", "-t", "text"])
        as_text_and_as_arrow(Path(folder, "links"), lines)
        if not data.is_dir():
            print(f"skipped: there is no PUD in {data}")
            return
        rows = copy_pud(data / "en-ja", Path(folder))
        texts = ["links", "-s", "src.txt", "-t", "tgt.txt"]
        show("PUD, without trees", rows, folder, texts)
        show("PUD, with dependency trees", rows, folder, [*texts, "--trees", "en.conllu"])
    reading_alone(data / "en-ja")
    trees_alone(data / "en-ja")


def show(what: str, rows: int, folder: str, arguments: list[str]) -> None:
    command = ["reorderings", "analyze", *arguments, "-o", "out"]
    seconds, megabytes = run_command(folder, command)
    print(f"| {what} | {rows:,} | {seconds:.1f} | {rows / seconds:,.0f} | {megabytes:.0f} |")


def as_text_and_as_arrow(file: Path, lines: list[str]) -> None:
    """The library without the command, on the same links: the results must be equal."""
    links = [[tuple(map(int, link.split("-"))) for link in line.split()] for line in lines]
    pair = pa.struct([("source", pa.int32()), ("target", pa.int32())])
    batch = pa.RecordBatch.from_pydict({"links": pa.array(links, pa.list_(pair))})

    def batches() -> pa.RecordBatchReader:
        return pa.RecordBatchReader.from_batches(batch.schema, [batch] * (ROWS // DISTINCT))

    found, seconds = {}, {}
    for what, source in 3 * [("Pharaoh text", lambda: file), ("Arrow batches", batches)]:
        corpus = {"links": wo.reorderings.AlignedCorpus(source())}
        for part, work in (
            ("reading alone", lambda s=source: sum(map(len, wo.read_alignments(s())))),
            ("analysis", lambda c=corpus: wo.analyze_reorderings(c).to_dict()),
        ):
            start = time.process_time()  # of the processor: others may be using it, too
            found[what, part] = work()
            taken = time.process_time() - start
            seconds[what, part] = min(taken, seconds.get((what, part), taken))
    for (what, part), taken in seconds.items():
        print(f"| {what}, {part} | {ROWS:,} | {taken:.1f} | {ROWS / taken:,.0f} | |")
    if found["Pharaoh text", "analysis"] != found["Arrow batches", "analysis"]:
        raise SystemExit("text and Arrow give different results")


def copy_pud(source: Path, folder: Path) -> int:
    for name, copy in (
        ("content.align", "links"),
        ("src.txt", "src.txt"),
        ("tgt.txt", "tgt.txt"),
        ("en.conllu", "en.conllu"),
    ):
        text = (source / name).read_bytes()
        if name.endswith("conllu") and not text.endswith(b"\n\n"):
            text += b"\n"  # so that the last sentence of a copy ends before the next one
        (folder / copy).write_bytes(text * COPIES)
    return COPIES * len((source / "src.txt").read_bytes().splitlines())


def reading_alone(source: Path) -> None:
    """The library without the command: what it takes to read and check the trees."""
    start = time.perf_counter()
    rows = sum(len(batch) for _ in range(COPIES) for batch in wo.read_trees(source / "en.conllu"))
    seconds = time.perf_counter() - start
    print(f"| reading CoNLL-U alone | {rows:,} | {seconds:.1f} | {rows / seconds:,.0f} | |")


def trees_alone(source: Path) -> None:
    """The library without the command: what extraction alone takes, trees in memory."""
    batches = [
        (batch.alignments, batch.trees)
        for batch in wo.reorderings.AlignedCorpus(
            source / "content.align",
            source=source / "src.txt",
            target=source / "tgt.txt",
            trees=source / "en.conllu",
        ).read()
    ]
    rows = COPIES * sum(len(alignments) for alignments, _ in batches)
    start = time.perf_counter()
    for _ in range(COPIES):
        for alignments, trees in batches:
            wo.reorderings.extract_reorderings(alignments, trees)
    seconds = time.perf_counter() - start
    rate = rows / seconds
    print(f"| extraction alone, trees in memory | {rows:,} | {seconds:.1f} | {rate:,.0f} | |")


def plain_seconds(lines: list[str]) -> None:
    links = [[tuple(map(int, link.split("-"))) for link in line.split()] for line in lines]
    start = time.perf_counter()
    for sentence in links:
        plain_reorderings(dict(sentence))
    seconds = time.perf_counter() - start
    rate = len(lines) / seconds
    print(f"| plain Python, every stretch | {len(lines)} | {seconds:.1f} | {rate:,.0f} | |")


def plain_reorderings(target: dict[int, int]) -> list[tuple[int, int, int]]:
    """For 1-1 links: the smallest A, then the largest B, at every boundary."""
    found = []
    n = len(target)

    def contiguous(begin: int, end: int) -> bool:
        places = [target[word] for word in range(begin, end)]
        return max(places) - min(places) == end - begin - 1

    for cut in range(1, n):
        pairs = (
            (begin, cut, end)
            for begin in range(cut - 1, -1, -1)
            for end in range(n, cut, -1)
            if contiguous(begin, cut)
            and contiguous(cut, end)
            and contiguous(begin, end)
            and target[begin] > target[cut]
        )
        found += [pair for pair in [next(pairs, None)] if pair is not None]
    return found


if __name__ == "__main__":
    main()
