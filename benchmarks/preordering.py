"""Time of pre-ordering on one core.

    python benchmarks/preordering.py [PART...] [--data FOLDER OF PUD]

Prints a table for each part. `evaluate`: five sets of rules on the 999 English sentences of PUD,
with intervals, all pairs and the oracle, from files and from memory. `apply`: rules applied to
these sentences, copied until there are 40,000, in memory and by the command, side by side with
plain Python of the tests. `learn`: rules learned from 250 to 4,000 sentences; those beyond 999 are
copies with other words, so that no two are equal.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from shell import run_command

import wordorder as wo
from wordorder.preordering import read_links, read_parses

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data" / "pud-aligned"
COPIES = 40
REPEATS = 5
FIVE_SETS = ("none", "reverse", "head-final-before", "head-final-after", "sov")

TESTS_FEATURES = """
[[rule]]
head = { VerbForm = "Fin" }
order = ["nsubj", "*", "obj[Number=Plur]", "obj", "advmod[lemma=not]", "self", "fixed punct"]
"""
TESTS_MARKERS = """
[[rule]]
head = { upos = "NOUN" }
order = ["nmod[marker=of|in]>", "*<", "self", "acl[marker=to]>", "*>", "nmod[marker=such_as]>"]
"""
TESTS = {"tests of features and lemmas": TESTS_FEATURES, "tests of markers": TESTS_MARKERS}


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("parts", nargs="*", choices=[[], *PARTS], default=[])
    reader.add_argument("--data", type=Path, default=DATA)
    given = reader.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core, also for NumPy
    if not given.data.is_dir():
        print(f"skipped: there is no PUD in {given.data}")
        return
    for part in given.parts or PARTS:
        PARTS[part](given.data)


def apply(data: Path) -> None:
    print("| rules applied | sentences | seconds | sentences per second |")
    print("|---|---:|---:|---:|")
    text = (data / "en-ja" / "en.conllu").read_bytes().rstrip(b"\n") + b"\n\n"
    with TemporaryDirectory() as folder:
        file = Path(folder, "parses.conllu")
        file.write_bytes(text * COPIES)
        trees = read_parses(file)
        sets = {name: wo.preordering.rule_set(name) for name in ("none", "sov")} | {
            "many rules": many_rules()
        }
        sets |= {name: wo.preordering.RuleSet.parse(text) for name, text in TESTS.items()}
        for name, rules in sets.items():
            show(name, len(trees), best_seconds(lambda r=rules: wo.preordering.reorder(trees, r)))
        for to in ("text", "order", "conllu"):
            command = ["preorder", "apply", file.name, "--rules", "sov", "--to", to, "-o", "out"]
            seconds, megabytes = run_command(folder, command)
            show(f"the command, to {to}, {megabytes:.0f} MB", len(trees), seconds)
        show("plain Python", len(trees) // COPIES, plain_seconds(file))


def many_rules() -> wo.preordering.RuleSet:
    """Two hundred rules for relations that do not occur, and one for all."""
    order = (
        wo.preordering.Entry(("nsubj",)),
        wo.preordering.Entry(("*",)),
        wo.preordering.Entry(("self",)),
    )
    heads = [
        wo.preordering.WordTest(upos=("VERB", "NOUN"), deprel=(f"none{n}",)) for n in range(200)
    ]
    rules = [
        wo.preordering.Rule(head, order, f"rule {number}") for number, head in enumerate(heads)
    ]
    return wo.preordering.RuleSet(
        "many", (*rules, wo.preordering.Rule(wo.preordering.WordTest(), order, "all"))
    )


def plain_seconds(file: Path) -> float:
    """The slow twin of the tests, on one copy, without the time to read it."""
    sys.path.insert(0, str(ROOT / "tests"))
    from oracles.lifting import lifted
    from oracles.precedence import reordered

    trees, rules = read_parses(file).rows(0, 999), wo.preordering.rule_set("sov")
    sentences = []
    for tree in trees:
        feats = [{tuple(f.split("=")) for f in t.feats.split("|") if "=" in f} for t in tree.tokens]
        words = [t._asdict() | {"feats": f} for t, f in zip(tree.tokens, feats, strict=True)]
        sentences.append((lifted(tree.heads.tolist()), words))
    start = time.perf_counter()
    for heads, words in sentences:
        reordered(heads, words, rules)
    return time.perf_counter() - start


def best_seconds(work: Callable[[], object]) -> float:
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()  # of the processor: others may be using it, too
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def show(what: str, rows: int, seconds: float) -> None:
    print(f"| {what} | {rows:,} | {seconds:.3f} | {rows / seconds:,.0f} |")


def evaluate(data: Path) -> None:
    print("| five sets of rules evaluated | sentences | seconds | sentences per second |")
    print("|---|---:|---:|---:|")
    parses, links = data / "en-ja" / "en.conllu", data / "en-ja" / "content.align"
    trees = read_parses(parses)
    batch = read_links(links, trees)
    for name, given in {"from files": (parses, links), "in memory": (trees, batch)}.items():
        seconds = best_seconds(lambda g=given: wo.evaluate_preordering(*g, FIVE_SETS))
        show(name, len(trees), seconds)


def learn(data: Path) -> None:
    print("| rules learned | sentences | seconds | sentences per second |")
    print("|---|---:|---:|---:|")
    blocks = (data / "en-ja" / "en.conllu").read_text(encoding="utf-8").strip("\n").split("\n\n")
    links = (data / "en-ja" / "content.align").read_text(encoding="utf-8").splitlines(keepends=True)
    for count in (250, 500, 1000, 2000, 4000):
        copies = range(-(-count // len(blocks)))
        texts = [with_other_words(block, copy) for copy in copies for block in blocks][:count]
        files = io.StringIO("\n\n".join(texts) + "\n\n"), io.StringIO("".join((links * 5)[:count]))
        start = time.process_time()
        found = wo.preordering.learn_rules(*files, threads=1)
        show(f"{len(found.rules.rules)} rules", count, time.process_time() - start)


def with_other_words(block: str, copy: int) -> str:
    """The same parse with other forms."""
    lines = [line.split("\t") for line in block.split("\n")]
    for cells in lines:
        if len(cells) > 1:
            cells[1] += f"~{copy}"
    return "\n".join("\t".join(cells) for cells in lines)


PARTS: dict[str, Callable[[Path], None]] = {"evaluate": evaluate, "apply": apply, "learn": learn}

if __name__ == "__main__":
    main()
