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

from wordorder import ordering_scores
from wordorder.alignment import evaluate_alignments, train_ibm1, write_alignments
from wordorder.preordering import ReferenceOrders, read_parses, read_references, reorder, rule_set
from wordorder.statistics import paired_bootstrap
from wordorder.syntax import SpacyParser, parse_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

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
RESAMPLES = 1000


def main(data: Path, folder: Path) -> None:
    pair = data / "pud-aligned" / "en-ja"
    folder.mkdir(parents=True, exist_ok=True)
    gold = read_parses(pair / "en.conllu")
    parses = {str(size): _parsed(gold, size, folder / f"{size}.conllu") for size in EPOCHS}
    manual = read_references(pair / "content.align", gold)
    show_parsers({**parses, "gold": gold}, gold, manual)
    show_references(gold, manual, _ibm1(pair, data / "kftt-30k", folder))


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
            made |= zip(held_out.tolist(), _trained_and_applied(seen, unseen, fold), strict=True)
        file.write_text("".join(str(made[row]) for row in range(len(trees))), encoding="utf-8")
    return read_parses(file)


def _trained_and_applied(
    seen: Sequence[DependencyTree], unseen: Sequence[DependencyTree], seed: int
) -> list[DependencyTree]:
    from spacy_training import trained

    epochs = min((size, epochs) for size, epochs in EPOCHS.items() if size >= len(seen))[1]
    with tempfile.TemporaryDirectory() as folder:
        model, text = Path(folder, "model"), Path(folder, "text")
        trained(seen, epochs, seed).to_disk(model)
        text.write_text("".join(f"{' '.join(tree.words)}\n" for tree in unseen), encoding="utf-8")
        return list(parse_texts(text, SpacyParser(str(model))))


def show_parsers(
    parsers: dict[str, DependencyBatch], gold: DependencyBatch, references: ReferenceOrders
) -> None:
    print(
        "Parsers, by the number of sentences they were trained on; fuzzy of the orders they give\n"
    )
    scored = {
        name: {rules: _scores(trees, rules, references) for rules in PARSED}
        for name, trees in parsers.items()
    }
    columns = [f"{rules} {words}" for rules in PARSED for words in ("all", "linked")]
    rows = [
        [name, *_accuracy(trees, gold), *(m for r in PARSED for m in _means(scored[name][r]))]
        for name, trees in parsers.items()
    ]
    _show(["", "LAS", "UAS", "UPOS", *columns], *rows)
    for rules in PARSED:
        _show_pairs(f"{rules}, linked words", {n: scored[n][rules][:, 1] for n in parsers})


def _accuracy(trees: DependencyBatch, gold: DependencyBatch) -> tuple[float, float, float]:
    """LAS, UAS and UPOS over all words, punctuation included."""
    pairs = [
        (found, right)
        for one, other in zip(trees, gold, strict=True)
        for found, right in zip(one.tokens, other.tokens, strict=True)
    ]
    heads = np.array([found.head == right.head for found, right in pairs])
    labels = np.array([found.deprel == right.deprel for found, right in pairs])
    tags = np.array([found.upos == right.upos for found, right in pairs])
    return float((heads & labels).mean()), float(heads.mean()), float(tags.mean())


def _scores(trees: DependencyBatch, rules: str, references: ReferenceOrders) -> NDArray[np.float64]:
    """The score of each sentence, over all words and over linked ones."""
    orders = reorder(trees, rule_set(rules))
    judged = (references.judge(orders, linked_only=only) for only in (False, True))
    columns = [ordering_scores(one.values, one.offsets, "fuzzy")["fuzzy"] for one in judged]
    return np.stack(columns, axis=1)


def _means(scores: NDArray[np.float64]) -> list[float]:
    return np.nanmean(scores, axis=0).tolist()


def _show_pairs(title: str, scores: dict[str, NDArray[np.float64]]) -> None:
    """Every pair in the manner of Talbot et al. (2011): 0, * (90 %) or ** (95 %)."""
    table = np.stack(list(scores.values()))
    defined = ~np.isnan(table).any(axis=0)
    found = paired_bootstrap(table[:, defined, np.newaxis], resamples=RESAMPLES, seed=SEED)
    marks = {
        tuple(pair): ("+" if difference < 0 else "−") + ("**" if p < 0.05 else "*")
        if p < 0.1
        else "0"
        for pair, [difference], [p] in zip(
            found.pairs.tolist(), found.difference, found.p_value, strict=True
        )
    }
    names = list(scores)
    print(f"\n{title}: + if the column beats the row, ** at 95 %, * at 90 %\n")
    columns = range(1, len(names))
    rows = [[name, *(marks.get((n, c), "") for c in columns)] for n, name in enumerate(names[:-1])]
    _show(["", *names[1:]], *rows)


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


def show_references(gold: DependencyBatch, manual: ReferenceOrders, links: Path) -> None:
    print("\n\nRules over gold parses, by references; fuzzy\n")
    automatic = read_references(links, gold)
    columns = [f"{name} {words}" for name in ("manual", "IBM 1") for words in ("all", "linked")]
    scored = {
        rules: [_scores(gold, rules, references) for references in (manual, automatic)]
        for rules in RULES
    }
    rows = [[rules, *(m for one in both for m in _means(one))] for rules, both in scored.items()]
    _show(["", *columns], *rows)
    for number, name in enumerate(("manual", "IBM 1")):
        pairs = {rules: both[number][:, 1] for rules, both in scored.items()}
        _show_pairs(f"{name} references, linked words", pairs)


def _show(*rows: Sequence[float | str]) -> None:
    """Print a table: its first row has the names of the columns."""
    texts = [[c if isinstance(c, str) else f"{c:.3f}" for c in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for name, *cells in texts:
        padded = (text.rjust(width) for text, width in zip(cells, widths[1:], strict=True))
        print("  ".join([name.ljust(widths[0]), *padded]))


if __name__ == "__main__":
    given = [Path(name) for name in sys.argv[1:]]
    main(*given, *(DATA, ROOT / "build" / "parsers")[len(given) :])
