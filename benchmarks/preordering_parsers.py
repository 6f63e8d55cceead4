"""Does the order tell parsers apart, and does the ranking of rules depend on the references?

    pip install ".[test]" && python benchmarks/preordering_parsers.py DATA [--parses FOLDER]
        [--page docs/background/preordering.md]

Small spaCy parsers are trained on 100, 300 and 800 sentences of DATA/pud-aligned/en-ja, and parse
sentences that they have not seen: each sentence is held out in one of five folds, so that every
parser parses them all. FOLDER (by default build/parsers) keeps their CoNLL-U; a second run only
scores. Training takes ten minutes or more.

References are the manual links of the data and links of IBM Model 1, trained on the same text and,
for a better model, the 30,000 pairs of DATA/kftt-30k.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from validity_data import arguments, show

from wordorder.alignment import evaluate_alignments, train_ibm1, write_alignments
from wordorder.output import Column, Table
from wordorder.preordering import evaluate_preordering, read_parses
from wordorder.syntax import SpacyParser, parse_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.syntax import DependencyBatch, DependencyTree

ROOT = Path(__file__).resolve().parents[1]
EPOCHS = {100: 20, 300: 15, 800: 10}
"""By number of sentences: the fewer there are, the more often they are seen."""
FOLDS = 5
SEED = 1
RULES = ("none", "reverse", "head-final-before", "head-final-after", "sov")
PARSED = ("sov", "head-final-after")
"""The rules with which parsers are compared."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--parses", type=Path, default=ROOT / "build" / "parsers", metavar="FOLDER")
    options = parser.parse_args()
    options.parses.mkdir(parents=True, exist_ok=True)
    pair = options.data / "pud-aligned" / "en-ja"
    gold = read_parses(pair / "en.conllu")
    links = {
        "manual": pair / "content.align",
        "IBM 1": ibm1_links(pair, options.data / "kftt-30k", options.parses),
    }
    parses = {str(size): parsed(gold, size, options.parses / f"{size}.conllu") for size in EPOCHS}
    for rules in PARSED:
        by_parser = evaluate_preordering(
            {**parses, "gold": gold}, links["manual"], rules, metrics="fuzzy", gold=gold
        )
        tables = [*by_parser.tables(), *by_parser.tables("pairs")]
        show(list(map(bare, tables)), options, f"parsers, {rules}")
    by_links = evaluate_preordering({"gold": gold}, links, RULES, metrics="fuzzy")
    tables = [*by_links.tables("alignments"), link_quality(links)]
    show(list(map(bare, tables)), options, "references")


def bare(table: Table) -> Table:
    """The figures; the page says in its own words what they are."""
    return replace(table, note=None, signature=None)


# Parsers


def parsed(gold: DependencyBatch, size: int, file: Path) -> DependencyBatch:
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
            found = trained_and_applied(seen, EPOCHS[size], fold, unseen)
            made |= zip(held_out.tolist(), found, strict=True)
        file.write_text("".join(str(made[row]) for row in range(len(trees))), encoding="utf-8")
    return read_parses(file)


def trained_and_applied(
    seen: Sequence[DependencyTree], epochs: int, seed: int, unseen: Sequence[DependencyTree]
) -> list[DependencyTree]:
    from spacy_training import trained

    with tempfile.TemporaryDirectory() as folder:
        model, text = Path(folder, "model"), Path(folder, "text")
        trained(seen, epochs, seed).to_disk(model)
        text.write_text("".join(f"{' '.join(tree.words)}\n" for tree in unseen), encoding="utf-8")
        return list(parse_texts(text, SpacyParser(str(model))))


# References


def ibm1_links(pair: Path, more: Path, folder: Path) -> Path:
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
    return links


def link_quality(links: dict[str, Path]) -> Table:
    result = evaluate_alignments(links["manual"], links["IBM 1"])
    [name] = result.systems
    measures = ("precision", "recall")
    columns = [Column(measure, digits=3) for measure in measures]
    figures = [result.value(name, measure) for measure in measures]
    return Table(columns, [figures], title="IBM 1 against the manual links, of content words only")


if __name__ == "__main__":
    main()
