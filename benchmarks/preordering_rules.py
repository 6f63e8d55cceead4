"""Fixed and learned rules on the parallel treebanks of PUD, on sentences not learned from.

    python benchmarks/preordering_rules.py DATA [--pairs en-ja,en-zh,en-fr]
        [--page docs/background/preordering.md] [--json FILE]

DATA/pud-aligned has gold parses and manual links of content words. Rules are learned ten times from
nine tenths of the sentences and scored on the rest, so `learn` is judged on sentences that it has
not seen. Intervals are 95% bootstrap intervals over sentences; differences are paired.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from validity_data import arguments, show

from wordorder.alignment import AlignmentBatch
from wordorder.ordering import ordering_scores
from wordorder.output import Column, Estimate, Table
from wordorder.preordering import (
    ReferenceOrders,
    learn_rules,
    oracle_orders,
    read_links,
    read_parses,
    reorder,
    rule_set,
)
from wordorder.statistics import bootstrap, paired_bootstrap
from wordorder.syntax import DependencyBatch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Scores = NDArray[np.float64]

FIXED = ("none", "reverse", "head-final-before", "head-final-after", "sov")
METRICS = ("fuzzy", "kendall")
PARTS = 10
SEED = 1


class Pair(NamedTuple):
    """Parses of the source of a language pair, and links with the target."""

    trees: DependencyBatch
    links: AlignmentBatch

    def rows(self, chosen: NDArray[np.int64]) -> Pair:
        trees = DependencyBatch.join([self.trees.rows(row, row + 1) for row in chosen])
        return Pair(trees, AlignmentBatch.from_alignments([self.links[row] for row in chosen]))

    @property
    def references(self) -> ReferenceOrders:
        return ReferenceOrders.from_alignments(self.links)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--pairs", default="en-ja,en-zh,en-fr", help="folders of pud-aligned")
    options = parser.parse_args()
    tables = []
    for name in options.pairs.split(","):
        tables += list(tables_of(name, options.data / "pud-aligned" / name))
    show(tables, options, "rules")


def tables_of(name: str, folder: Path) -> Iterator[Table]:
    trees = read_parses(folder / "en.conllu")
    pair = Pair(trees, read_links(folder / "content.align", trees))
    scores = {rules: fixed_scores(pair, rules) for rules in FIXED}
    scores["learn"], counts = learned_scores(pair)
    ceilings = {"oracle": oracle_scores(pair)}
    headings = [f"{metric}, {words}" for metric in METRICS for words in ("all", "linked")]
    columns = (Column("rules", "left"), *(Column(heading, digits=3) for heading in headings))
    yield Table(
        columns,
        [(rules, *estimates(rows)) for rules, rows in (scores | ceilings).items()],
        title=f"{name}: scores over all and over linked words; learn has {counts} rules",
    )
    gains = [(rules, *differences(scores["learn"], scores[rules])) for rules in FIXED]
    yield Table(columns, gains, title=f"{name}: learn minus fixed rules")


def fixed_scores(pair: Pair, rules: str) -> Scores:
    return scores_of(pair.references, reorder(pair.trees, rule_set(rules)))


def scores_of(references: ReferenceOrders, orders) -> Scores:
    """A row for each metric, over all and over linked words."""
    relative = [references.relative(orders, linked_only=linked) for linked in (False, True)]
    both = [ordering_scores(each.values, each.offsets, METRICS) for each in relative]
    return np.array([each[metric] for metric in METRICS for each in both])


def learned_scores(pair: Pair) -> tuple[Scores, str]:
    """The scores of sentences held out, and how many rules there were."""
    part_of = np.random.default_rng(SEED).permutation(len(pair.trees)) % PARTS
    scores = np.empty((2 * len(METRICS), len(pair.trees)))
    counts = []
    for part in range(PARTS):
        learned = learn_rules(*pair.rows(np.flatnonzero(part_of != part))).rules
        held_out = pair.rows(np.flatnonzero(part_of == part))
        orders = reorder(held_out.trees, learned)
        scores[:, part_of == part] = scores_of(held_out.references, orders)
        counts.append(len(learned.rules))
    return scores, f"{min(counts)} to {max(counts)}"


def oracle_scores(pair: Pair) -> Scores:
    return np.array(
        [
            oracle_orders(pair.trees, pair.references, metric, linked_only=linked).bounds
            for metric in METRICS
            for linked in (False, True)
        ]
    )


def estimates(scores: Scores) -> list[Estimate]:
    found = bootstrap(scores.T, seed=SEED)
    return [Estimate(*each) for each in zip(found.observed, found.low, found.high, strict=True)]


def differences(learned: Scores, other: Scores) -> list[str]:
    found = paired_bootstrap(np.stack([learned.T, other.T]), seed=SEED)
    figures = (found.difference[0], found.low[0], found.high[0], found.p_value[0])
    return [
        f"{value:+.3f} [{low:+.3f}, {high:+.3f}], p = {p:.3f}"
        for value, low, high, p in zip(*figures, strict=True)
    ]


if __name__ == "__main__":
    main()
