"""Learned rules against fixed ones on held-out sentences, and the time that learning takes.

    python benchmarks/preordering_learning.py FOLDER [both|all|linked] [--time]

A folder has parses of the source (en.conllu) and links (content.align). Rules are learned from nine
tenths of the sentences, their number chosen there by cross-validation with three parts, and scored
on the last tenth. Differences have 95% intervals of the paired bootstrap over sentences.
`--time` learns from 250, 500, 1,000, 2,000 and 4,000 sentences instead, made by repetition with
other words, so that no two are equal.
"""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path

import numpy as np

from wordorder.ordering import ordering_scores
from wordorder.preordering import (
    learn_rules,
    read_links,
    read_parses,
    read_references,
    reorder,
    rule_set,
)
from wordorder.statistics import paired_bootstrap

FIXED = ("none", "reverse", "head-final-before", "head-final-after", "sov")
PARTS = 10


def main(folder: Path, words: str, *, timed: bool) -> None:
    """Print the figures of a language pair."""
    blocks = (folder / "en.conllu").read_text(encoding="utf-8").strip("\n").split("\n\n")
    links = (folder / "content.align").read_text(encoding="utf-8").splitlines()
    if timed:
        measure_time(blocks, links, words)
    else:
        compare(blocks, links, words)


def read(blocks, links):
    """Trees and links of some sentences."""
    trees = read_parses(io.StringIO("\n\n".join(blocks) + "\n\n"))
    return trees, read_links(io.StringIO("".join(f"{line}\n" for line in links)), trees)


def scores(trees, links, rules):
    """`fuzzy` over all words, and over linked words, of each sentence."""
    references = read_references(links, trees)
    orders = reorder(trees, rules)
    judged = [references.judge(orders, linked_only=linked) for linked in (False, True)]
    return np.array([ordering_scores(j.values, j.offsets, ["fuzzy"])["fuzzy"] for j in judged])


def compare(blocks, links, words) -> None:
    """Print scores of held-out sentences and the differences from all fixed sets."""
    part_of = np.random.default_rng(1).permutation(len(blocks)) % PARTS
    learned = np.empty((2, len(blocks)))
    counts = []
    for part in range(PARTS):
        training, held_out = (
            read(*([one[i] for i in np.flatnonzero(chosen)] for one in (blocks, links)))
            for chosen in (part_of != part, part_of == part)
        )
        rules = learn_rules(*training, words=words, folds=3).rules
        counts.append(len(rules.rules))
        learned[:, part_of == part] = scores(*held_out, rules)
    print(f"learned for {words} words: {min(counts)} to {max(counts)} rules")
    everything = read(blocks, links)
    fixed = {name: scores(*everything, rule_set(name)) for name in FIXED}
    for place, which in enumerate(("all", "linked")):
        print(f"{which} words: learn {np.nanmean(learned[place]):.4f}")
        for name, other in fixed.items():
            difference = learned[place] - other[place]
            kept = ~np.isnan(difference)
            pair = np.stack([learned[place][kept], other[place][kept]])[:, :, None]
            found = paired_bootstrap(pair, seed=1)
            print(f"  {name:18} {np.nanmean(other[place]):.4f}  {describe(found)}")


def describe(found) -> str:
    """The difference with its interval and p-value."""
    low, high = (float(np.squeeze(end)) for end in (found.low, found.high))
    value, p = float(np.squeeze(found.difference)), float(np.squeeze(found.p_value))
    return f"{value:+.4f} [{low:+.4f}, {high:+.4f}] p = {p:.3f}"


def measure_time(blocks, links, words) -> None:
    """Print how long it takes to learn from more and more sentences."""
    for count in (250, 500, 1000, 2000, 4000):
        copies = range(-(-count // len(blocks)))
        texts = [renamed(block, copy) for copy in copies for block in blocks][:count]
        data = read(texts, (links * len(copies))[:count])
        start, used = time.perf_counter(), time.process_time()
        learn_rules(*data, words=words)
        took, used = time.perf_counter() - start, time.process_time() - used
        print(f"{count:5} sentences: {took:6.1f} s, {used:6.1f} s of processors", flush=True)


def renamed(block: str, copy: int) -> str:
    """The same parse with other words."""
    lines = [line.split("\t") for line in block.split("\n")]
    for cells in lines:
        if len(cells) > 1:
            cells[1] += f"~{copy}"
    return "\n".join("\t".join(cells) for cells in lines)


if __name__ == "__main__":
    options = [one for one in sys.argv[2:] if one != "--time"]
    main(Path(sys.argv[1]), options[0] if options else "both", timed="--time" in sys.argv)
