"""Ratings of neural systems: WMT23 English–German (MQM) and WMT24 English–Japanese (ESA)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from meta_mixes import held_out_mix
from meta_tables import ORDERING, Figures, code, estimate, figure, gain, percent, table

from wordorder.metaevaluation import Dataset, MetricScores, correlate
from wordorder.metaevaluation.tuning.fit import (
    FeatureDifferences,
    agreement_by_line,
    held_out,
    line_folds,
)
from wordorder.statistics import Resampling, bootstrap, compare_pairs, pair_tests, ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from meta_data import Data

    from wordorder.arrays import Floats

STATISTICS = ("tau_wmt13", "tau_wmt14", "acc_eq", "pearson_r", "system_pearson_r")
SPA = "spa"
OWN = ("bleu1", "bleu4", "f1", "chrf", "meteor", "ribes", "complexity", "lrscore", "coverage")
LENGTH = "length"
SINGLE = ("fuzzy", "pef")
ORDER = ("kendall", "ulam", "fuzzy", "pef")
WORDS = ("bleu1", "bleu4", "chrf", "coverage")
MIXED = ("MetricX-23", "COMET", "BLEURT-20", "YiSi-1", "BERTscore", "chrF", "BLEU")
"""Baselines of WMT23 to which others are added."""

STRENGTH = 1e-3
"""How strongly weights are held back; see `fit_weights`."""


def tables(data: Data) -> dict[str, str]:
    found = {}
    for dataset in (data.wmt23(), data.wmt24()):
        own = {*ORDERING, *map(_of, ORDERING), *OWN, LENGTH}
        metrics = dataset.scores.metrics
        baselines = metrics[metrics.index(LENGTH) + 1 :]  # they stand behind our own
        with_chance = _with_chance(dataset, [*own, *baselines])
        figures = Figures(correlate(with_chance, STATISTICS))
        # Every resample of spa would need all its permutations again.
        soft = Figures(correlate(with_chance, (SPA,), resampling=Resampling(1)))
        name = f"modern-{dataset.name}"
        found |= {
            name: _ordering(figures, soft),
            f"{name}-rivals": _rivals(
                figures, soft, [*baselines, *OWN, LENGTH, "constant", "random"]
            ),
            f"{name}-mix": _mixes(dataset, MIXED if baselines else OWN[:6]),
        }
    return found


def _of(metric: str) -> str:
    return f"pefscore:{metric}"


def _with_chance(dataset: Dataset, names: list[str]) -> Dataset:
    """Some metrics, beside one that ties everything and one that decides at random."""
    scores = dataset.scores.of_metrics(names)
    shape = scores.segment_scores.shape[1:]
    chance = np.stack([np.zeros(shape), np.random.default_rng(1).random(shape)])
    rivals = MetricScores(("constant", "random"), scores.systems, chance)
    return Dataset(dataset.judgements, scores.concat(rivals))


def _ordering(figures: Figures, soft: Figures) -> str:
    """All ordering metrics, alone and in pefscore."""
    rows = [
        [
            code(metric),
            *(cell for name in (metric, _of(metric)) for cell in _short(name, figures, soft)),
        ]
        for metric in ORDERING
    ]
    heads = ("tied", "tau_wmt14", "acc_eq", SPA)
    return table(
        ["", *(f"{where} {one}" for where in ("alone:", "pefscore:") for one in heads)], rows
    )


def _short(name: str, figures: Figures, soft: Figures) -> list[str]:
    values = [
        figures.value(name, "tau_wmt14"),
        figures.value(name, "acc_eq"),
        soft.value(name, SPA),
    ]
    return [percent(figures.tied(name)), *map(figure, values)]


def _rivals(figures: Figures, soft: Figures, names: list[str]) -> str:
    by_tau = sorted(names, key=lambda one: -np.nan_to_num(figures.value(one, "tau_wmt14")))
    rows = [
        [
            code(name),
            figure(figures.value(name, "tau_wmt13")),
            percent(figures.tied(name)),
            figures.estimate(name, "tau_wmt14"),
            *(figure(figures.value(name, one)) for one in STATISTICS[2:]),
            figure(soft.value(name, SPA)),
        ]
        for name in by_tau
    ]
    return table(["", "tau_wmt13", "tied", *STATISTICS[1:], SPA], rows)


def _mixes(dataset: Dataset, baselines: tuple[str, ...]) -> str:
    """What length, order and words add to each baseline, with weights from other lines."""
    known = replace(dataset.scores, segment_scores=np.nan_to_num(dataset.scores.segment_scores))
    whole = Dataset(dataset.judgements, known)
    rows = []
    for baseline in baselines:
        value, gains = _gains(whole, baseline)
        rows.append([code(baseline), estimate(*value), *(gain(*one) for one in gains)])
    heads = [
        "+ length",
        *(f"+ {one}" for one in SINGLE),
        "+ order",
        "+ words",
        "order beyond words",
    ]
    return table(["", "tau_wmt14", *heads], rows)


def _gains(dataset: Dataset, baseline: str) -> tuple[list[float], list[list[float]]]:
    """The agreement of a baseline, and gains over it; the last one is over that before."""
    words = tuple(name for name in WORDS if name != baseline)
    differences = [
        _differences(dataset, [baseline])[:, 0],
        *(_weighed(dataset, baseline, other) for other in (LENGTH, *SINGLE)),
        *(_regressed(dataset, (baseline, *more)) for more in (ORDER, words, (*words, *ORDER))),
    ]
    line = FeatureDifferences.of(dataset, [baseline]).line
    counts = agreement_by_line(np.stack(differences), line)
    drawn = bootstrap(counts, ratio, **Resampling().keywords)
    tests = pair_tests(compare_pairs(drawn))  # the second one minus the first
    places = {tuple(pair): place for place, pair in enumerate(tests.pairs.tolist())}
    last = len(differences) - 1
    wanted = [*(places[0, one] for one in range(1, last)), places[last - 1, last]]
    found = np.stack([tests.difference, tests.low, tests.high])[:, wanted, 0]
    value = np.stack([drawn.observed, drawn.low, drawn.high])[:, 0, 0]
    return value.tolist(), found.T.tolist()


def _differences(dataset: Dataset, metrics: Sequence[str]) -> Floats:
    """Scores of the better translation minus those of the worse one: (pairs, metrics)."""
    return FeatureDifferences.of(dataset, metrics).features


def _weighed(dataset: Dataset, baseline: str, other: str) -> Floats:
    """A mix of two scores with the weight that agrees best on other lines."""
    _, mix = held_out_mix(dataset, other, baseline, "tau_wmt14")
    scores = MetricScores(("mix",), dataset.systems, mix[np.newaxis])
    return _differences(Dataset(dataset.judgements, scores), ["mix"])[:, 0]


def _regressed(dataset: Dataset, metrics: Sequence[str]) -> Floats:
    """A mix of several scores by logistic regression on other lines."""
    pairs = FeatureDifferences.of(dataset, metrics)
    return held_out(pairs.features, line_folds(pairs.line), STRENGTH)
