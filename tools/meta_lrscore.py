"""LRscore's consistency with rankings: WMT12, beside Birch and Osborne (2010) on WMT09."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from meta_mixes import held_out_mix
from meta_tables import Figures, figure, gain, percent, table

from wordorder.metaevaluation import Dataset, MetricScores, correlate

if TYPE_CHECKING:
    from meta_data import Data

    from wordorder.metaevaluation import TunedWeight

PAIRS = ("de-en", "en-de")
VARIANTS = {
    "LR-HB1": ("hamming", "bleu1"),
    "LR-HB4": ("hamming", "bleu4"),
    "LR-KB1": ("kendall", "bleu1"),
    "LR-KB4": ("kendall", "bleu4"),
}
PUBLISHED = {"LR-HB1": 60.37, "LR-HB4": 60.49, "LR-KB1": 60.67, "LR-KB4": 61.07, "BLEU-4": 58.72}
"""Table 2, German–English of WMT09."""

COMPONENTS = {
    "Hamming": "lrscore:hamming",
    "Kendall": "lrscore:kendall",
    "BLEU-1": "bleu1",
    "BLEU-4": "bleu4",
    "chrF": "chrf",
    "length": "length",
}
CONSISTENCY = "consistency"
HALVES = "tau_wmt14"
"""Counts a tie as half right, where consistency counts it as wrong."""


def tables(data: Data) -> dict[str, str]:
    found = {}
    for pair in PAIRS:
        for source in (False, True):
            name = f"lrscore-{pair}{'-source' * source}"
            found[name] = _table(data.wmt12(pair, source=source))
    return found


def _table(dataset: Dataset) -> str:
    mixes = {
        name: held_out_mix(dataset, f"lrscore:{order}", lexical, CONSISTENCY)
        for name, (order, lexical) in VARIANTS.items()
    }
    tuned = {name: one for name, (one, _) in mixes.items()}
    components = dataset.scores.of_metrics(list(COMPONENTS.values()))
    mixed = np.stack([mix for _, mix in mixes.values()])
    scores = components.concat(MetricScores(tuple(mixes), dataset.systems, mixed))
    figures = Figures(correlate(Dataset(dataset.judgements, scores), (CONSISTENCY, HALVES)))
    published = PUBLISHED if dataset.name == "de-en" else {}
    rows = []
    for name, one in tuned.items():
        own = gain(*_points(figures, name, VARIANTS[name][1]), 2)
        cells = [*_tuned_cells(one), *_gains(figures, name), own]
        rows.append([name, figure(published.get(name, np.nan), 2), *cells])
    for name, metric in COMPONENTS.items():
        value = figure(100 * figures.value(metric, CONSISTENCY), 2)
        cells = ["–", "–", value, "–", *_gains(figures, metric), "–"]
        rows.append([name, figure(published.get(name, np.nan), 2), *cells])
    heads = ["WMT09", "α", "tuned", "held out", "α = ½", "tied"]
    gains = ["less BLEU-4", "… ties half right", "less own BLEU, ties half right"]
    return table([dataset.name, *heads, *gains], rows)


def _tuned_cells(tuned: TunedWeight) -> list[str]:
    near = f"{tuned.near[0].low:.2f}–{tuned.near[-1].high:.2f}"
    values = (tuned.optimum.value, tuned.held_out.tuned.value, tuned.held_out.untuned.value)
    return [f"{tuned.alpha:.3f} ({near})", *(figure(100 * value, 2) for value in values)]


def _gains(figures: Figures, metric: str) -> list[str]:
    """The share of ties, and the gain over BLEU-4 in points, ties wrong and half right."""
    wrong = (100 * one for one in figures.difference(metric, "bleu4", CONSISTENCY))
    half = _points(figures, metric, "bleu4")
    return [percent(figures.tied(metric)), gain(*wrong, 2), gain(*half, 2)]


def _points(figures: Figures, metric: str, other: str) -> list[float]:
    """The gain over another metric in points, ties half right."""
    return [50 * one for one in figures.difference(metric, other, HALVES)]
