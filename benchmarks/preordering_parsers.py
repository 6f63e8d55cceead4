"""Does the order tell parsers apart, and does the ranking of rules depend on the references?

    pip install ".[test]" && python benchmarks/preordering_parsers.py [DATA] [FOLDER]

Small spaCy parsers are trained on 100, 300 and 800 sentences of DATA/pud-aligned/en-ja (by default
../shared/data beside the repository), and parse sentences that they have not seen: each sentence is
held out in one of five folds, so that every parser parses them all. FOLDER (by default
build/parsers) keeps their CoNLL-U; a second run only scores. Training takes ten minutes or more.

References are the manual links of the data and links of IBM Model 1, trained on the same text and,
for a better model, the 30,000 pairs of DATA/kftt-30k.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wordorder.alignment import evaluate_alignments, train_ibm1, write_alignments
from wordorder.output import show
from wordorder.preordering import evaluate_preordering, read_parses
from wordorder.syntax import SpacyParser, parse_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.syntax import DependencyBatch, DependencyTree

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
EPOCHS = {100: 20, 300: 15, 800: 10}
"""By number of sentences: the fewer there are, the more often they are seen."""
FOLDS = 5
SEED = 1
RULES = ("none", "reverse", "head-final-before", "head-final-after", "sov")
PARSED = ("sov", "head-final-after")
"""The rules with which parsers are compared."""


def main(data: Path, folder: Path) -> None:
    pair = data / "pud-aligned" / "en-ja"
    folder.mkdir(parents=True, exist_ok=True)
    gold = read_parses(pair / "en.conllu")
    parses = {str(size): _parsed(gold, size, folder / f"{size}.conllu") for size in EPOCHS}
    manual = pair / "content.align"
    show_parsers({**parses, "gold": gold}, gold, manual)
    show_references(gold, {"manual": manual, "IBM 1": _ibm1(pair, data / "kftt-30k", folder)})


# Parsers


def _parsed(gold: DependencyBatch, size: int, file: Path) -> DependencyBatch:
    """The held-out parses of parsers trained on so many sentences."""
    if not file.exists():
        trees = list(gold)
        made: dict[int, DependencyTree] = {}
        order = np.random.default_rng(SEED).permutation(len(trees)).tolist()
        for fold, held_out in enumerate(np.array_split(order, FOLDS)):
            kept = [row for row in order if row not in set(held_out.tolist())]
            seen = [trees[row] for row in kept[:size]]
            print(f"training on {len(seen)} sentences, fold {fold + 1}", file=sys.stderr)
            unseen = [trees[row] for row in held_out]
            found = _trained_and_applied(seen, EPOCHS[size], fold, unseen)
            made |= zip(held_out.tolist(), found, strict=True)
        file.write_text("".join(str(made[row]) for row in range(len(trees))), encoding="utf-8")
    return read_parses(file)


def _trained_and_applied(
    seen: Sequence[DependencyTree], epochs: int, seed: int, unseen: Sequence[DependencyTree]
) -> list[DependencyTree]:
    from spacy_training import trained

    with tempfile.TemporaryDirectory() as folder:
        model, text = Path(folder, "model"), Path(folder, "text")
        trained(seen, epochs, seed).to_disk(model)
        text.write_text("".join(f"{' '.join(tree.words)}\n" for tree in unseen), encoding="utf-8")
        return list(parse_texts(text, SpacyParser(str(model))))


def show_parsers(parsers: dict[str, DependencyBatch], gold: DependencyBatch, links: Path) -> None:
    print("Parsers, by the number of sentences they were trained on\n")
    found = evaluate_preordering(parsers, links, PARSED, metrics="fuzzy", gold=gold)
    print(show(found, views=["pairs"]))


# References


def _ibm1(pair: Path, more: Path, folder: Path) -> Path:
    """Links by IBM Model 1, trained on the text itself and more."""
    files = {}
    for side, trees in (("en", "en.conllu"), ("ja", "target.conllu")):
        lines = [f"{' '.join(tree.words)}\n" for tree in read_parses(pair / trees)]
        files[side] = folder / f"pud.{side}"
        files[side].write_text("".join(lines), encoding="utf-8")
        training = (more / f"train.{side}").read_text(encoding="utf-8")
        folder.joinpath(f"train.{side}").write_text("".join(lines) + training, encoding="utf-8")
    model = train_ibm1(folder / "train.en", folder / "train.ja")
    links = folder / "ibm1.align"
    made = model.align(files["en"], files["ja"])
    links.write_text("".join(map(write_alignments, made)), encoding="utf-8")
    result = evaluate_alignments(pair / "content.align", links)
    [name] = result.systems
    told = (f"{measure} {result.value(name, measure):.3f}" for measure in ("precision", "recall"))
    print(f"\n\nIBM 1 beside the manual links, which are of content words: {', '.join(told)}")
    return links


def show_references(gold: DependencyBatch, links: dict[str, Path]) -> None:
    print("\nRules over gold parses, by alignments\n")
    found = evaluate_preordering({"gold": gold}, links, RULES, metrics="fuzzy")
    print(show(found, views=["pairs", "alignments"]))


if __name__ == "__main__":
    given = [Path(name) for name in sys.argv[1:]]
    main(*given, *(DATA, ROOT / "build" / "parsers")[len(given) :])
