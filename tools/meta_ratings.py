"""Talbot et al.'s (2011) Tables 1, 3 and 6 in form, on ESA ratings of WMT24 English–Japanese."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from meta_tables import Figures, code, estimate, figure, table

from wordorder.metaevaluation import Dataset, compare_verdicts, correlate, rate_systems
from wordorder.output.grid import pair_labels
from wordorder.output.views import mark_matrix

if TYPE_CHECKING:
    from meta_data import Data

    from wordorder.metaevaluation import SystemRatings, VerdictAgreement

METRICS = ("fuzzy", "kendall", "bleu4", "chrf", "pefscore:pef", "pefscore:fuzzy", "ribes", "length")
PUBLISHED = {"fuzzy": (0.435, 0.448), "kendall": (0.371, 0.450), "bleu4": (0.279, 0.302)}


def tables(data: Data) -> dict[str, str]:
    dataset = data.wmt24()
    rated = rate_systems(dataset.judgements)
    order = np.argsort(rated.mean)
    shown = dataset.scores.of_metrics(METRICS)
    agreements = compare_verdicts(dataset.judgements, shown)
    return {
        "ratings-means": _means(rated, order),
        "ratings-people": significance(rated.systems, rated.tests.marks(), order),
        "ratings-fuzzy": significance(rated.systems, agreements[0].scores.marks(), order),
        "ratings-bleu": significance(
            rated.systems, agreements[METRICS.index("bleu4")].scores.marks(), order
        ),
        "ratings-correlation": _correlation(dataset),
        "ratings-verdicts": _verdicts(agreements),
        "ratings-kinds": _kinds(
            {
                "words": dataset,
                "characters": data.wmt24("char"),
                "source links by IBM 1": data.wmt24(source=True),
            }
        ),
    }


def _means(rated: SystemRatings, order: np.ndarray) -> str:
    rows = [
        [
            rated.systems[place],
            estimate(rated.mean[place], rated.low[place], rated.high[place], 2),
            f"{rated.line_count[place]:,}",
        ]
        for place in order
    ]
    return table(["", "mean rating", "lines"], rows)


def significance(systems: tuple[str, ...], marks: list[str], order: np.ndarray) -> str:
    r"""The marks of the better of two systems against the worse one, worst system first.

    Systems are in the order of people's ratings; a minus says that the other one is better.

    Examples:
        >>> print(significance(("A", "B"), ["+**"], np.array([1, 0])))
        |  | A |
        | :--- | ---: |
        | B | -\*\* |
    """
    found = dict(zip(pair_labels(systems), marks, strict=True))
    made = mark_matrix("", [systems[place] for place in order], found)
    return table(
        [column.name for column in made.columns], [list(map(str, row)) for row in made.rows]
    )


def _correlation(dataset: Dataset) -> str:
    wanted = ("pearson_r", "spearman_rho")
    found = {kind: Figures(correlate(dataset, wanted, grouping=kind)) for kind in ("none", "item")}
    rows = []
    for name in METRICS:
        published = PUBLISHED.get(name, (float("nan"), float("nan")))
        cells = [found[kind].estimate(name, one) for kind in found for one in wanted]
        rows.append([code(name), *map(figure, published), *cells])
    heads = ["published r", "published ρ", "r, all", "ρ, all", "r, by line", "ρ, by line"]
    return table(["", *heads], rows)


def _verdicts(agreements: list[VerdictAgreement]) -> str:
    rows = [
        [
            code(one.metric),
            *(str(count) for count in (one.same, one.missed, one.found_alone, one.opposite)),
            f"{one.share:.2f}",
        ]
        for one in agreements
    ]
    pairs = agreements[0].pairs
    return table(
        [f"{pairs} pairs", "same", "missed", "found alone", "opposite", "share same"], rows
    )


def _kinds(datasets: dict[str, Dataset]) -> str:
    """Fuzzy and Kendall by where the word order comes from."""
    rows = []
    for kind, dataset in datasets.items():
        scores = dataset.scores.of_metrics(["fuzzy", "kendall"])
        agreements = compare_verdicts(dataset.judgements, scores)
        figures = {
            grouping: Figures(
                correlate(Dataset(dataset.judgements, scores), ("pearson_r",), grouping=grouping)
            )
            for grouping in ("none", "item")
        }
        rows += [
            [
                f"{code(one.metric)}, {kind}",
                *(found.estimate(one.metric, "pearson_r") for found in figures.values()),
                f"{one.share:.2f}",
            ]
            for one in agreements
        ]
    return table(["", "r, all", "r, by line", "share same"], rows)
