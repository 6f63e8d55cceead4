"""IBM Model 1 beside eflomal, judged by gold links; time and memory of both, on one core.

    pip install ".[bench]" && python benchmarks/ibm1.py [DATA]

Trained on the 30,000 English–Japanese pairs of DATA/kftt-30k (by default ../shared/data beside the
repository) and on the text of DATA/gold-alignments/kftt-en-ja, whose links are then the judge.
eflomal draws samples, so that its figures change a little from run to run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from shell import run_command

import wordorder as wo
from wordorder.alignment import (
    ALIGNMENT_MEASURES,
    AlignmentBatch,
    Ibm1Model,
    evaluate_alignments,
    read_alignments,
    train_ibm1,
)
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Iterable

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
TEXTS = {"en": "src.txt", "ja": "tgt.txt"}
PRIORS = [0, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.1]
LONG_LINES = 100_000

# The largest of the processes that it starts. Not in this process: a child begins with our size.
MEASURED = """
import resource, subprocess, sys, time
start = time.perf_counter()
subprocess.run(sys.argv[1:], check=True)
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core, also for children
    data = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    with tempfile.TemporaryDirectory() as folder:
        task = Task(data, Path(folder))
        print(f"wordorder {wo.__version__}, eflomal {version('eflomal')}, one core\n")
        print(cost_table(task))
        print(quality_table(task))
        print(prior_table(task))
        print(choices_table(task))


class Task:
    """The text to train on, and the links to be judged by."""

    def __init__(self, data: Path, folder: Path) -> None:
        gold = data / "gold-alignments" / "kftt-en-ja"
        self.folder = folder
        self.gold_texts = [gold / name for name in TEXTS.values()]
        for language, name in TEXTS.items():
            corpus = (data / "kftt-30k" / f"train.{language}").read_text(encoding="utf-8")
            judged = (gold / name).read_text(encoding="utf-8")
            (folder / language).write_text(corpus + judged, encoding="utf-8")
            self.write_long(language, corpus.splitlines())
            (folder / f"corpus.{language}").write_text(corpus, encoding="utf-8")
        self.texts = [folder / language for language in TEXTS]
        self.corpus = [folder / f"corpus.{language}" for language in TEXTS]
        source, target = self.gold_texts
        self.gold = whole(read_alignments(gold / "all.align", source=source, target=target))

    def write_long(self, language: str, lines: list[str]) -> None:
        """A larger corpus: each line is two lines of the other, never the same two."""
        steps = range(1, 2 + LONG_LINES // len(lines))
        pairs = (f"{line} {lines[i - step]}\n" for step in steps for i, line in enumerate(lines))
        with (self.folder / f"long.{language}").open("w", encoding="utf-8") as file:
            file.writelines(line for line, _ in zip(pairs, range(LONG_LINES), strict=False))

    def row(self, alignments: AlignmentBatch) -> str:
        judged = evaluate_alignments(self.gold, {"it": alignments})
        cells = []
        for measure in ALIGNMENT_MEASURES:
            value, low, high = judged.estimate("it", measure)
            cells.append(f"{value:.3f} ({low:.3f}–{high:.3f})")
        return " | ".join(cells)

    def error_rate(self, model: Ibm1Model) -> str:
        links = whole(model.align(*self.gold_texts))
        judged = evaluate_alignments(self.gold, {"it": links}, resampling=Resampling(resamples=1))
        return f"{judged.value('it', 'aer'):.4f}"


def whole(batches: Iterable[AlignmentBatch]) -> AlignmentBatch:
    return AlignmentBatch.from_alignments(chain.from_iterable(batches))


def cost_table(task: Task) -> str:
    table = ["| what | seconds | peak memory, MB |", "|---|---:|---:|"]
    train = ["align", "train", "--quiet", "-o", "model"]
    apply = ["align", "apply", "en", "ja", "-o", "links"]
    commands = {
        "`align train`, 31,212 pairs": [*train, "en", "ja"],
        "`align apply --model`": [*apply, "--model", "model"],
        "`align apply --align ibm1`": [*apply, "--align", "ibm1"],
        f"`align train`, {LONG_LINES:,} pairs of 28 words": [*train, "long.en", "long.ja"],
    }
    for what, arguments in commands.items():
        taken, megabytes = run_command(str(task.folder), arguments)
        table.append(f"| {what} | {taken:.1f} | {megabytes:.0f} |")
    start = time.perf_counter()
    train_ibm1(*task.corpus)
    taken = time.perf_counter() - start
    table.insert(2, f"| `train_ibm1`, 30,000 pairs, 5 iterations, 2 directions | {taken:.1f} | |")
    taken, megabytes = run_eflomal(task)
    table.append(f"| eflomal, 31,212 pairs | {taken:.1f} | {megabytes:.0f} |")
    return "\n".join(table) + "\n"


def run_eflomal(task: Task) -> tuple[float, float]:
    """Seconds and megabytes; the links stay in the folder."""
    program = Path(sys.executable).with_name("eflomal-align")
    arguments = ["-s", "en", "-t", "ja", "-f", "forward", "-r", "reverse"]
    command = [sys.executable, "-c", MEASURED, str(program), *arguments]
    done = subprocess.run(command, cwd=task.folder, check=True, stdout=subprocess.PIPE)
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


def quality_table(task: Task) -> str:
    model = train_ibm1(*task.texts)
    ours = [whole(side) for side in zip(*model.align_both_ways(*task.gold_texts), strict=True)]
    theirs = []
    for name in ("forward", "reverse"):
        source, target = task.texts
        links = whole(read_alignments(task.folder / name, source=source, target=target))
        theirs.append(links.rows(len(links) - len(task.gold), len(links)))
    table = [
        "| | " + " | ".join(ALIGNMENT_MEASURES) + " |",
        "|---|" + "---|" * len(ALIGNMENT_MEASURES),
    ]
    for name, (forward, reverse) in {"IBM Model 1": ours, "eflomal": theirs}.items():
        table.append(f"| {name}, forward | {task.row(forward)} |")
        table.append(f"| {name}, reverse | {task.row(reverse)} |")
        table += [
            f"| {name}, {method} | {task.row(forward.symmetrize(reverse, method))} |"
            for method in ("intersection", "grow-diag-final-and")
        ]
    return "\n".join(table) + "\n"


def prior_table(task: Task) -> str:
    table = ["| prior | AER |", "|---:|---:|"]
    table += [
        f"| {prior} | {task.error_rate(train_ibm1(*task.texts, prior=prior))} |" for prior in PRIORS
    ]
    return "\n".join(table) + "\n"


def choices_table(task: Task) -> str:
    """What else was chosen by the error rate."""
    models = {
        "5 iterations, case folded": train_ibm1(*task.texts),
        "10 iterations": train_ibm1(*task.texts, iterations=10),
        "case kept": train_ibm1(*task.texts, fold_case=False),
        "text with gold links not trained on": train_ibm1(*task.corpus),
    }
    table = ["| | AER |", "|---|---:|"]
    table += [f"| {what} | {task.error_rate(model)} |" for what, model in models.items()]
    return "\n".join(table) + "\n"


if __name__ == "__main__":
    main()
