"""How true the matcher's word order is to that of manual links.

    python benchmarks/fidelity.py DATA [--page docs/background/validity.md] [--json FILE]

DATA/mtref has pairs of English references of one source with manual word links. The order of the
words that the matcher links is compared with the order by manual links, sure and possible:
correlation of `kendall` and of `fuzzy` over sentence pairs, and mean difference (bias). Sentence
pairs with fewer than two matched words on either side are left out and counted. Precision is
against all manual links, recall against the sure ones. `--part train` is what the weights of
confidence were fitted on.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from validity_data import arguments, read_lines, show

import wordorder as wo
from wordorder.alignment import AlignmentBatch
from wordorder.alignment.evaluation import agreement_counts, combine_gold, quality
from wordorder.output import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STAGES = ("exact", "stem", "synonym", "vectors")
METRICS = ("kendall", "fuzzy")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--part", choices=("dev", "train"), default="dev")
    options = parser.parse_args()
    gold = read_gold(options.data / "mtref", options.part)
    rows = []
    for name, matcher in matchers_by_stage():
        matched = matcher.match(gold.hypotheses, gold.references)
        links = matched.confident() if hasattr(matched, "confident") else matched.alignments
        rows.append([name, *fidelity(links, gold.links), *link_quality(links, gold.links)])
    show([table(rows, len(gold.hypotheses))], options, "fidelity")


class Gold(NamedTuple):
    """Pairs of sentences and their links, sure and possible."""

    hypotheses: list[str]
    references: list[str]
    links: AlignmentBatch


def read_gold(folder: Path, part: str) -> Gold:
    first, second, sure, possible = (
        read_lines(folder / f"{part}.{name}")
        for name in ("a.txt", "b.txt", "sure.align", "possible.align")
    )
    sizes = [(len(a.split()), len(b.split())) for a, b in zip(first, second, strict=True)]
    both = [f"{one} {other}" for one, other in zip(sure, possible, strict=True)]
    surely, all_links = (
        AlignmentBatch.from_alignments(
            [wo.Alignment.parse(line, n, m) for line, (n, m) in zip(links, sizes, strict=True)]
        )
        for links in (sure, both)
    )
    return Gold(first, second, combine_gold(surely, all_links))


def matchers_by_stage() -> Iterator[tuple[str, wo.Matcher]]:
    """Matchers with more and more stages, with all links and with confident ones only."""
    known = inspect.signature(wo.Matcher).parameters
    for count in range(1, len(STAGES) + ("vectors" in known)):
        stages = STAGES[:count]
        options = {"stages": stages} | ({"vectors": "wordllama"} if "vectors" in stages else {})
        name = " + ".join(stages)
        if "min_confidence" in known:
            yield f"{name}, all links", wo.Matcher("en", **options, min_confidence=0)
            yield f"{name}, confident links", wo.Matcher("en", **options)
        else:
            yield f"{name}, all links", wo.Matcher("en", **options)


def fidelity(links: AlignmentBatch, gold: AlignmentBatch) -> list[float | int]:
    """Correlation and bias by each metric, and the number of sentence pairs compared."""
    lengths, scores = zip(*map(lengths_and_scores, (links, gold)), strict=True)
    compared = np.minimum(*lengths) > 1
    figures: list[float | int] = []
    for metric in METRICS:
        own, true = (one[metric][compared] for one in scores)
        figures += [float(np.corrcoef(own, true)[0, 1]), float((own - true).mean())]
    return [*figures, int(compared.sum())]


def lengths_and_scores(links: AlignmentBatch) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    orders = wo.PermutationBatch.from_alignments(links, "matched")
    return orders.lengths, wo.ordering_scores(orders.values, orders.offsets, METRICS)


def link_quality(links: AlignmentBatch, gold: AlignmentBatch) -> list[float]:
    """Precision, recall and F1."""
    return quality(agreement_counts(links, gold).sum(axis=0))[:3].tolist()


def table(rows: list[list[str | float | int]], pairs: int) -> Table:
    digits = {"kendall": 3, "bias": 4, "fuzzy": 3, "its bias": 4}
    return Table(
        [
            Column("stages", "left"),
            *(Column(name, digits=places) for name, places in digits.items()),
            Column("pairs"),
            *(Column(name, digits=3) for name in ("precision", "recall", "F1")),
        ],
        rows,
        title=f"Fidelity: correlation with the order by manual links, {pairs} sentence pairs",
    )


if __name__ == "__main__":
    main()
