"""Ratings of neural systems: WMT23 English–German (MQM) and WMT24 English–Japanese (ESA)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from meta_tables import ORDERING, Figures, code, estimate, figure, gain, percent, table

from wordorder.metaevaluation import Dataset, MetricScores, correlate
from wordorder.metaevaluation.tuning.feature_differences import FeatureDifferences
from wordorder.metaevaluation.tuning.fit_agreement import agreement_by_line
from wordorder.metaevaluation.tuning.preference_model import held_out, line_folds
from wordorder.statistics import Resampling, bootstrap, compare_pairs, ratio

if TYPE_CHECKING:
    from meta_data import Data

    from wordorder.arrays import Floats

STATISTICS = ("tau_wmt13", "tau_wmt14", "acc_eq", "pearson_r", "spa", "system_pearson_r")
OWN = ("bleu1", "bleu4", "f1", "chrf", "meteor", "ribes", "complexity", "lrscore", "coverage")
LENGTH = "length"
ORDER = ("kendall", "ulam", "fuzzy", "pef")
WORDS = ("bleu1", "bleu4", "chrf", "coverage")
STRENGTH = 1e-3
"""How strongly weights are held back; see `fit_weights`."""


def tables(data: Data) -> dict[str, str]:
    found = {}
    for dataset in (data.wmt23(), data.wmt24()):
        own = {*ORDERING, *map(_of, ORDERING), *OWN, LENGTH}
        metrics = dataset.scores.metrics
        baselines = metrics[metrics.index(LENGTH) + 1 :]  # they stand behind our own
        figures = Figures(correlate(_with_chance(dataset, [*own, *baselines]), STATISTICS))
        name = f"modern-{dataset.name}"
        found |= {
            name: _ordering(figures),
            f"{name}-rivals": _rivals(figures, [*baselines, *OWN, LENGTH, "constant", "random"]),
            f"{name}-mix": _mixes(dataset, baselines or OWN[:6]),
        }
    return found


def _of(metric: str) -> str:
    return f"pefscore:{metric}"


def _with_chance(dataset: Dataset, names: list[str]) -> Dataset:
    """Some metrics, beside one that ties everything and one that decides at random."""
    scores = dataset.scores.of_metrics(names)
    shape = scores.lines.shape[1:]
    chance = np.stack([np.zeros(shape), np.random.default_rng(1).random(shape)])
    rivals = MetricScores(("constant", "random"), scores.systems, chance)
    return Dataset(dataset.judgements, scores.beside(rivals))


def _ordering(figures: Figures) -> str:
    """All ordering metrics, alone and in pefscore."""
    shown = ("tau_wmt14", "acc_eq", "spa")
    rows = [
        [
            code(metric),
            percent(figures.tied(metric)),
            *(figure(figures.value(metric, one)) for one in shown),
            percent(figures.tied(_of(metric))),
            *(figure(figures.value(_of(metric), one)) for one in shown),
        ]
        for metric in ORDERING
    ]
    heads = ["tied", *shown]
    return table(
        ["", *(f"alone: {one}" for one in heads), *(f"in pefscore: {one}" for one in heads)], rows
    )


def _rivals(figures: Figures, names: list[str]) -> str:
    by_tau = sorted(names, key=lambda one: -np.nan_to_num(figures.value(one, "tau_wmt14")))
    rows = [
        [
            code(name),
            figure(figures.value(name, "tau_wmt13")),
            percent(figures.tied(name)),
            figures.estimate(name, "tau_wmt14"),
            *(figure(figures.value(name, one)) for one in STATISTICS[2:]),
        ]
        for name in by_tau
    ]
    heads = ["tau_wmt13", "tied", *STATISTICS[1:]]
    return table(["", *heads], rows)


def _mixes(dataset: Dataset, baselines: tuple[str, ...]) -> str:
    """What length, words and order add to each baseline, with weights from other lines."""
    rows = []
    for baseline in baselines:
        words = tuple(name for name in WORDS if name != baseline)
        sets = ((LENGTH,), ORDER, words, (*words, *ORDER))
        value, gains = _gains(dataset, baseline, sets)
        rows.append([code(baseline), estimate(*value), *(gain(*one) for one in gains)])
    heads = ["tau_wmt14", "+ length", "+ order", "+ words", "order beyond words"]
    return table(["", *heads], rows)


def _gains(
    dataset: Dataset, baseline: str, sets: tuple[tuple[str, ...], ...]
) -> tuple[list[float], list[list[float]]]:
    """The baseline's agreement; the gains of the sets over it, of the last one over that before."""
    mixes = [_held_out(dataset, (baseline, *others)) for others in sets]
    alone = FeatureDifferences.of(dataset, [baseline])
    counts = agreement_by_line(np.stack([alone.features[:, 0], *mixes]), alone.line)
    drawn = bootstrap(counts, ratio, **Resampling().keywords)
    tests = compare_pairs(drawn)
    places = {tuple(pair): place for place, pair in enumerate(tests.pairs.tolist())}
    wanted = [places[0, 1], places[0, 2], places[0, 3], places[3, 4]]
    # A positive difference says that the second one of a pair is better.
    found = np.stack([tests.difference, tests.low, tests.high])[:, wanted, 0]
    value = np.stack([drawn.observed, drawn.low, drawn.high])[:, 0, 0]
    return value.tolist(), found.T.tolist()


def _held_out(dataset: Dataset, features: tuple[str, ...]) -> Floats:
    pairs = FeatureDifferences.of(dataset, features)
    return held_out(pairs.features, line_folds(pairs.line), STRENGTH)
