"""Fit the weights that say how likely a matched link is right, and choose the default threshold.

    python tools/fit_confidence.py DATA                # writes the table, prints how good it is
    python tools/fit_confidence.py DATA --dry-run      # only prints
    python tools/fit_confidence.py DATA --paraphrases paraphrase-en.gz

DATA holds mtref/ (MultiMWA-MTRef: two English references of one source with manual links; fitted on
train, judged on dev), demetr/items.tsv (translations with two neighbours swapped) and wmt12/ and
wmt13/ (only for the list of frequent words). Only figures and that list go into the table. Which
links there are with vectors depends on tools/fit_links.py: run that first.

Weights: L2-regularised logistic regression over all links of the matcher, in both directions, once
without vectors and once with those of wordllama; a link is right if it is in the gold links, sure
or possible, a phrase if they reach half of its words. The weight of paraphrases is fitted
afterwards, on the links found with them and without vectors, while the others stay as they are;
without --paraphrases it stays what it was.

Frequent words: more than one word in a thousand in at least two of three sets of references.

Thresholds: each with the highest fidelity on train (the correlation of a metric of the matcher's
permutations with that of the gold's) of those that cost at most 0.02 of the sensitivity to swapped
neighbours (the share of swaps that lower kendall, and fuzzy). Without vectors kendall chooses
alone, because higher thresholds raise fuzzy at its cost; with vectors, where they hardly cost any
of it, the sum of the two.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import minimize

from wordorder import _kernels
from wordorder.alignment import AlignmentBatch, Matcher
from wordorder.alignment.matching.match_batch import STAGES
from wordorder.alignment.matching.weights import ConfidenceModel
from wordorder.ordering import ordering_scores
from wordorder.permutation import PermutationBatch
from wordorder.text import tokenizer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.alignment import MatchBatch

    Floats = NDArray[np.float64]
    Booleans = NDArray[np.bool_]

TABLE = Path(__file__).parents[1] / "src/wordorder/alignment/matching/data/confidence-en.toml"
FEATURES = (
    "before",
    "after",
    "crossed",
    "displacement",
    "jump",
    "frequent_jump",
    "repeated",
    "dissimilar",
)
COLUMNS = ("constant", *FEATURES, *STAGES[1:])
BUILT_IN = ("constant", *FEATURES[:-1], "stem", "synonym")
ADDED = {"paraphrases": ("paraphrase",), "vectors": ("vectors", "dissimilar")}
DECIDING = {"without_vectors": ("kendall",), "with_vectors": ("kendall", "fuzzy")}
FREQUENT_FROM = 1e-3
MOST_LOST = 0.02  # of the sensitivity to swaps
THRESHOLDS = np.arange(0, 0.61, 0.05).round(2)
METRICS = ("kendall", "fuzzy")
STEP = 0.05  # a weight so small that the kernel's probability gives its feature back in full


@dataclass(frozen=True)
class Gold:
    """Sentence pairs with gold links."""

    hypotheses: list[str]
    references: list[str]
    sure: list[set[tuple[int, int]]]
    links: list[set[tuple[int, int]]]

    @classmethod
    def read(cls, folder: Path, part: str) -> Gold:
        def lines(name: str) -> list[str]:
            return (folder / f"{part}.{name}").read_text().splitlines()

        def links(name: str) -> list[set[tuple[int, int]]]:
            pairs = ([link.split("-") for link in line.split()] for line in lines(name))
            return [{(int(i), int(j)) for i, j in row} for row in pairs]

        sure = links("sure.align")
        both = [a | b for a, b in zip(sure, links("possible.align"), strict=True)]
        return cls(lines("a.txt"), lines("b.txt"), sure, both)

    def swapped(self) -> Gold:
        """References as hypotheses."""
        turned = [[{(j, i) for i, j in row} for row in rows] for rows in (self.sure, self.links)]
        return Gold(self.references, self.hypotheses, turned[0], turned[1])

    @property
    def alignments(self) -> AlignmentBatch:
        rows = [sorted(row) for row in self.links]
        pairs = np.array([link for row in rows for link in row], np.int32)
        return AlignmentBatch(
            pairs[:, 0].copy(),
            pairs[:, 1].copy(),
            np.cumsum([0, *map(len, rows)]),
            np.array([len(line.split()) for line in self.hypotheses], np.int32),
            np.array([len(line.split()) for line in self.references], np.int32),
        )

    def is_right(self, found: AlignmentBatch) -> Booleans:
        rows = np.repeat(np.arange(len(found)), np.diff(found.offsets)).tolist()
        links = zip(rows, found.sources.tolist(), found.targets.tolist(), strict=True)
        return np.array([(i, j) in self.links[row] for row, i, j in links])

    def right_matches(self, found: AlignmentBatch) -> tuple[Booleans, Floats]:
        """Whether the match of each link is right, and 1 / the number of its links.

        A phrase is linked all with all; it is right if gold links inside it reach at least half of
        its words.
        """
        right: list[bool] = []
        weights: list[float] = []
        for row, alignment in enumerate(found):
            for sources, targets in alignment.components():
                inside = [(i, j) for i in sources for j in targets if (i, j) in self.links[row]]
                reached = len({i for i, _ in inside}) + len({j for _, j in inside})
                size = len(sources) * len(targets)
                right += [2 * reached >= len(sources) + len(targets)] * size
                weights += [1 / size] * size
        return np.array(right), np.array(weights)


@dataclass(frozen=True)
class Links:
    """The links of a matcher, with a column for each feature and stage."""

    columns: Floats
    right: Booleans
    weights: Floats  # the links of a phrase count together as one

    @classmethod
    def of(cls, gold: Gold, options: Mapping[str, Any], frequent: frozenset[str]) -> Links:
        matched = judged(gold.hypotheses, gold.references, options, model({}, {}, frequent))
        columns = features(gold, matched, frequent)
        columns += [matched.stages == number for number in range(1, len(STAGES))]
        return cls(np.column_stack(columns), *gold.right_matches(matched.alignments))


def model(
    weights: Mapping[str, float],
    stages: Mapping[str, float],
    frequent: frozenset[str],
) -> ConfidenceModel:
    full = dict.fromkeys(("constant", *FEATURES), 0.0) | dict(weights)
    of_stages = dict.fromkeys(STAGES, 0.0) | dict(stages)
    return ConfidenceModel("new", 0.0, full, of_stages, frequent)


def judged(
    hypotheses: Sequence[str],
    references: Sequence[str],
    options: Mapping[str, Any],
    judge: ConfidenceModel,
) -> MatchBatch:
    matcher = Matcher("en", **options)
    matcher._model = judge
    return matcher.match(hypotheses, references)


def features(gold: Gold, matched: MatchBatch, frequent: frozenset[str]) -> list[Any]:
    """Each feature of all links, from the probabilities that it alone gives."""
    interner = _kernels.Interner()
    texts = [
        interner.intern("".join(f"{line.lower()}\n" for line in lines).encode())
        for lines in (gold.hypotheses, gold.references)
    ]
    marks = np.array([word in frequent for word in interner.words(0)], np.uint8)
    links = matched.alignments
    columns = []
    for name in FEATURES:
        found = _kernels.link_confidence(
            texts[0],
            texts[1],
            links.link_rows,
            matched.stages,
            getattr(matched, "similarity", None),
            marks,
            model({name: STEP}, {}, frequent).kernel_weights,
            1,
        )
        columns.append(np.log(found / (1 - found)) / STEP)
    return columns


def fitted(data: Sequence[Links], known: Floats, free: Sequence[str], l2: float) -> Floats:
    """The weights of all columns, of which some are fitted and the others stay as they are."""
    columns = np.concatenate([links.columns for links in data])
    right = np.concatenate([links.right for links in data]).astype(float)
    weights = np.concatenate([links.weights for links in data])
    columns = np.column_stack([np.ones(len(columns)), columns])
    chosen = np.isin(COLUMNS, free)

    def loss(part: Floats) -> tuple[float, Floats]:
        w = known.copy()
        w[chosen] = part
        odds = columns @ w
        penalised = np.r_[0.0, w[1:]]
        error = weights * (1 / (1 + np.exp(-odds)) - right)
        value = weights @ (np.logaddexp(0, odds) - right * odds) + l2 / 2 * penalised @ penalised
        return float(value), (columns.T @ error + l2 * penalised)[chosen]

    start = np.zeros(int(chosen.sum()))
    found = known.copy()
    found[chosen] = minimize(loss, start, jac=True, method="L-BFGS-B").x.round(3)
    return found


def fitted_model(
    train: Gold, configurations: Sequence[Mapping[str, Any]], frequent: frozenset[str], l2: float
) -> tuple[ConfidenceModel, int]:
    """The weights on the links of the first, then those that others add; and how many links."""
    weights = np.zeros(len(COLUMNS))
    links = 0
    for number, options in enumerate(configurations):
        data = [Links.of(gold, options, frequent) for gold in (train, train.swapped())]
        links += sum(len(one.right) for one in data)
        added = [name for option in options for name in ADDED[option]]
        weights = fitted(data, weights, added if number else [*BUILT_IN, *added], l2)
    of_features = dict(zip(("constant", *FEATURES), weights.tolist(), strict=False))
    of_stages = dict(zip(STAGES, [0.0, *weights[1 + len(FEATURES) :].tolist()], strict=True))
    return model(of_features, of_stages, frequent), links


def with_old_paraphrases(judge: ConfidenceModel, *, with_vectors: bool) -> ConfidenceModel:
    old = ConfidenceModel.of("en", with_vectors=with_vectors)
    assert old is not None
    return replace(judge, stages={**judge.stages, "paraphrase": old.stages["paraphrase"]})


def scores(links: AlignmentBatch) -> tuple[dict[str, Floats], NDArray[np.int64]]:
    permutations = PermutationBatch.from_alignments(links, "matched")
    found = ordering_scores(permutations.values, permutations.offsets, METRICS)
    return dict(found), permutations.lengths


def fidelity(found: AlignmentBatch, gold: AlignmentBatch) -> dict[str, float]:
    """Correlation of each metric with its value on the gold links, where both have two words."""
    (ours, n), (theirs, m) = scores(found), scores(gold)
    both = (n >= 2) & (m >= 2)
    return {
        metric: float(np.corrcoef(ours[metric][both], theirs[metric][both])[0, 1])
        for metric in METRICS
    }


@dataclass(frozen=True)
class Swaps:
    """Translations, before and after two neighbours were swapped."""

    references: list[str]
    translations: list[str]
    swapped: list[str]

    @classmethod
    def read(cls, file: Path) -> Swaps:
        rows = [line.split("\t") for line in file.read_text().splitlines()[1:]]
        chosen = [row for row in rows if row[1] == "word_swap"]
        words = tokenizer("13a")
        columns = [list(words.lines([row[column] for row in chosen])) for column in (4, 5, 6)]
        return cls(*columns)

    def matched(self, options: Mapping[str, Any], judge: ConfidenceModel) -> list[MatchBatch]:
        texts = (self.translations, self.swapped)
        return [judged(text, self.references, options, judge) for text in texts]


def sensitivity(before_and_after: Sequence[MatchBatch], threshold: float) -> dict[str, float]:
    """The share of swaps that lower each metric; an undefined order counts as 0."""
    before, after = (scores(match.confident(threshold))[0] for match in before_and_after)
    lost = {
        metric: np.nan_to_num(before[metric]) - np.nan_to_num(after[metric]) for metric in before
    }
    return {metric: float((lost[metric] > 1e-12).mean()) for metric in METRICS}


def frequent_words(data: Path) -> frozenset[str]:
    files = [
        [data / "mtref/train.a.txt", data / "mtref/train.b.txt"],
        [data / "wmt12/references/newstest2012-ref.en"],
        [data / "wmt13/references/newstest2013-ref.en"],
    ]
    counts: Counter[str] = Counter()
    for texts in files:
        lines = [line for text in texts for line in text.read_text().splitlines()]
        words = Counter(word for line in tokenizer("13a").lines(lines) for word in line.split())
        lower: Counter[str] = Counter()
        for word, count in words.items():
            lower[word.lower()] += count
        counts.update(w for w, n in lower.items() if n > FREQUENT_FROM * lower.total())
    return frozenset(word for word, count in counts.items() if count > 1)


def show_quality(gold: Gold, options: Mapping[str, Any], judge: ConfidenceModel) -> None:
    """Print log-loss, calibration, and how often isolated crossing links are right."""
    links = Links.of(gold, options, judge.frequent)
    found = judged(gold.hypotheses, gold.references, options, judge).confidence
    assert found is not None
    right = links.right
    loss = -np.where(right, np.log(found), np.log(1 - found)).mean()
    print(f"  {len(right)} links, {right.mean():.3f} right, log-loss {loss:.4f}")
    print("  tenth by confidence: mean confidence / share right")
    for tenth in np.array_split(np.argsort(found, kind="stable"), 10):
        print(f"    {found[tenth].mean():.3f} / {right[tenth].mean():.3f}")
    before, after, crossed = links.columns[:, :3].round(6).T
    lone = (before == 0) & (after == 0) & (crossed >= 0.2)
    least = judge.min_confidence
    kept = lone & (found >= least)
    print(
        f"  links without neighbours that cross a fifth of the others or more: {lone.sum()}, "
        f"{right[lone].mean():.3f} right; of at least {least}: {kept.sum()}, "
        f"{right[kept].mean():.3f} right"
    )


def show_thresholds(
    gold: Gold, options: Mapping[str, Any], judge: ConfidenceModel, swaps: Swaps
) -> dict[float, dict[str, float]]:
    """Print fidelity and sensitivity for each threshold.

    Returns the fidelity of those that cost little enough of the sensitivity.
    """
    matched = judged(gold.hypotheses, gold.references, options, judge)
    swapped = swaps.matched(options, judge)
    none = sensitivity(swapped, 0.0)
    allowed = {}
    print("  threshold  links  fidelity kendall fuzzy  precision recall f1  swaps kendall fuzzy")
    for threshold in THRESHOLDS.tolist():
        kept = matched.confident(threshold)
        faithful = fidelity(kept, gold.alignments)
        sensitive = sensitivity(swapped, threshold)
        precision, recall = precision_and_recall(gold, kept)
        print(
            f"  {threshold:.2f} {len(kept.sources):7} "
            f"{' '.join(f'{faithful[metric]:.4f}' for metric in METRICS)}  "
            f"{precision:.3f} {recall:.3f} {2 * precision * recall / (precision + recall):.3f}  "
            f"{' '.join(f'{sensitive[metric]:.3f}' for metric in METRICS)}"
        )
        if all(none[metric] - sensitive[metric] <= MOST_LOST + 1e-9 for metric in METRICS):
            allowed[threshold] = faithful
    return allowed


def best(fidelities: Mapping[float, Mapping[str, float]], *metrics: str) -> float:
    """The threshold with the highest sum of these metrics."""
    return max(fidelities, key=lambda threshold: sum(fidelities[threshold][m] for m in metrics))


def precision_and_recall(gold: Gold, found: AlignmentBatch) -> tuple[float, float]:
    """Precision against sure and possible links, recall against sure ones."""
    right = gold.is_right(found)
    known = {(row, *link) for row, links in enumerate(gold.sure) for link in links}
    rows = np.repeat(np.arange(len(found)), np.diff(found.offsets)).tolist()
    links = set(zip(rows, found.sources.tolist(), found.targets.tolist(), strict=True))
    return float(right.mean()), len(links & known) / len(known)


HEADER = """\
# How likely a matched link is right: a logistic model. The probability is 1 / (1 + exp(-sum)),
# with the sum of the weights below, each times its feature (kernels/hypothesis/confidence.hpp).
#
# Fitted by tools/fit_confidence.py, {day}, on MultiMWA-MTRef train: {sentences:,} sentence pairs
# with manual links, in both directions; {links:,} links, without and with vectors.
"""


def write(parts: Mapping[str, ConfidenceModel], header: str, file: Path) -> None:
    from textwrap import fill

    frequent = parts["with_vectors"].frequent
    words = fill(" ".join(sorted(frequent)), 100, break_on_hyphens=False)
    lines = [
        header,
        "# Words above 1 in 1,000 in at least two of: MTRef train, newstest2012, newstest2013.",
        f'frequent = """\n{words}\n"""',
    ]
    for name, judge in parts.items():
        lines += [f"\n[{name}]", "# Weaker links are left out of the order."]
        lines += [f"min_confidence = {judge.min_confidence}"]
        for table, values in (("weights", judge.weights), ("stages", judge.stages)):
            lines += [f"\n[{name}.{table}]"]
            lines += [f"{key} = {value}" for key, value in values.items()]
    file.write_text("\n".join(lines) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--paraphrases", metavar="FILE")
    parser.add_argument("--l2", type=float, default=1.0)
    parser.add_argument("--output", type=Path, default=TABLE)
    parser.add_argument("--dry-run", action="store_true")
    asked = parser.parse_args()
    added = [] if asked.paraphrases is None else [{"paraphrases": asked.paraphrases}]
    configurations = {"without_vectors": [{}, *added], "with_vectors": [{"vectors": "wordllama"}]}
    train, dev = (Gold.read(asked.data / "mtref", part) for part in ("train", "dev"))
    frequent = frequent_words(asked.data)
    swaps = Swaps.read(asked.data / "demetr/items.tsv")
    parts: dict[str, ConfidenceModel] = {}
    links = 0
    for name, options in configurations.items():
        judge, count = fitted_model(train, options, frequent, asked.l2)
        if not (added and name == "without_vectors"):
            judge = with_old_paraphrases(judge, with_vectors=name == "with_vectors")
        links += count
        print(f"{name}, train")
        allowed = show_thresholds(train, options[0], judge, swaps)
        parts[name] = judge = replace(judge, min_confidence=best(allowed, *DECIDING[name]))
        print(f"chosen: {judge.min_confidence}\n{name}, dev")
        show_quality(dev, options[0], judge)
        show_thresholds(dev, options[0], judge, swaps)
    header = HEADER.format(sentences=len(train.links), links=links, day=datetime.now(UTC).date())
    if not asked.dry_run:
        write(parts, header, asked.output)


if __name__ == "__main__":
    main()
