"""Every statistic against loops over pairs, for the data and for every resample."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from judged_data import as_lists, compared, random_comparisons, random_scores, rated
from oracles import correlations as oracle
from oracles.statistics import draws
from wordorder.metaevaluation import STATISTICS, correlate
from wordorder.metaevaluation.correlation import soft_accuracy
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.metaevaluation import Correlations

RESAMPLING = Resampling(resamples=12, seed=5)
SHAPES = [(0, 4, 9, 0.0), (1, 5, 8, 0.15), (2, 3, 12, 0.4), (3, 2, 7, 0.2), (4, 6, 6, 0.1)]
PAIRS = ("tau_wmt13", "tau_wmt14", "consistency")
SYSTEMS = ("system_pearson_r", "system_spearman_rho", "system_tau_b", "pairwise_accuracy")
GROUPED = ("tau_23", "acc_23", "tau_b", "tau_c", "pearson_r", "spearman_rho")


def check(found: Correlations, name: str, metric: int, wanted: list[float | None]) -> None:
    """The value, and then the figures of the resamples."""
    column = found.statistics.index(name)
    figures = [found.value[metric, column], *found.resampled[metric, column]]
    expected = [np.nan if one is None else one for one in wanted]
    np.testing.assert_allclose(figures, expected, rtol=1e-12, atol=1e-12, err_msg=name)


def chosen(items: int) -> list[NDArray[np.int64]]:
    """The items of the data and of every resample."""
    return [np.arange(items), *draws(items, RESAMPLING.resamples, RESAMPLING.seed)]


def judged_only(seed: int, systems: int, lines: int, gaps: float) -> tuple[Any, Any]:
    """Ratings of which every line has some, and scores of two metrics, the last one constant."""
    human = random_scores(seed, (systems, lines), gaps)
    human[0, np.isnan(human).all(axis=0)] = 1
    metrics = random_scores(seed + 100, (3, systems, lines), gaps)
    metrics[2] = np.where(np.isnan(metrics[2]), np.nan, 0.1)
    return human, metrics


@pytest.mark.parametrize(("seed", "systems", "lines", "gaps"), SHAPES)
def test_statistics_of_rated_pairs(seed: int, systems: int, lines: int, gaps: float) -> None:
    human, metrics = judged_only(seed, systems, lines, gaps)
    found = correlate(rated(human, metrics), (*PAIRS, "tau_darr@0.5"), resampling=RESAMPLING)
    for metric, scores in enumerate(metrics):
        samples = [
            oracle.within_lines(as_lists(human[:, drawn]), as_lists(scores[:, drawn]))
            for drawn in chosen(lines)
        ]
        for name in PAIRS:
            check(found, name, metric, [getattr(oracle, name)(pairs) for pairs in samples])
        check(found, "tau_darr@0.5", metric, [oracle.tau_darr(pairs, 0.5) for pairs in samples])
        assert found.counts[metric].tolist() == list(oracle.kinds(samples[0]).values())[:5]
        assert found.tied[metric] == pytest.approx(oracle.tied_share(samples[0]), nan_ok=True)


@pytest.mark.parametrize("unit", ["lines", "judgements"])
@pytest.mark.parametrize(("seed", "systems", "lines", "gaps"), SHAPES)
def test_statistics_of_comparisons(
    seed: int, systems: int, lines: int, gaps: float, unit: str
) -> None:
    columns = random_comparisons(seed, 40, systems, lines)
    metrics = random_scores(seed + 100, (2, systems, lines), gaps)
    names = (*PAIRS, "tau_23", "acc_23")
    found = correlate(compared(columns, metrics), names, unit=unit, resampling=RESAMPLING)
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    judged = sorted(set(columns[0].tolist()))
    for metric, scores in enumerate(metrics):
        for name in names:
            wanted = []
            for drawn in chosen(len(rows) if unit == "judgements" else len(judged)):
                if unit == "judgements":
                    sample = [rows[place] for place in drawn]
                else:
                    sample = [row for place in drawn for row in rows if row[0] == judged[place]]
                pairs = [
                    (preference, scores[first, line - 1] - scores[second, line - 1])
                    for line, first, second, preference in sample
                ]
                complete = [pair for pair in pairs if not np.isnan(pair[1])]
                wanted.append(getattr(oracle, name)(complete))
            check(found, name, metric, wanted)


@pytest.mark.parametrize("grouping", ["item", "system", "none"])
@pytest.mark.parametrize(("seed", "systems", "lines", "gaps"), SHAPES)
def test_grouped_statistics(
    seed: int, systems: int, lines: int, gaps: float, grouping: str
) -> None:
    human, metrics = judged_only(seed, systems, lines, gaps)
    names = (*GROUPED, "acc_eq")
    found = correlate(rated(human, metrics), names, grouping=grouping, resampling=RESAMPLING)
    for metric, scores in enumerate(metrics):
        samples = [
            (as_lists(human[:, drawn]), as_lists(scores[:, drawn])) for drawn in chosen(lines)
        ]
        for name in GROUPED:
            figures = [oracle.grouped(name, *sample, grouping) for sample in samples]
            check(found, name, metric, figures)
        best = [oracle.acc_eq(*sample, grouping) for sample in samples]
        check(found, "acc_eq", metric, [figure for figure, _ in best])
        epsilon = np.nan if best[0][1] is None else best[0][1]
        np.testing.assert_array_equal(found.epsilon[metric], epsilon)


@pytest.mark.parametrize(("seed", "systems", "lines", "gaps"), SHAPES)
def test_rated_systems(seed: int, systems: int, lines: int, gaps: float) -> None:
    human, metrics = judged_only(seed, systems, lines, gaps)
    corpus = random_scores(seed + 7, (3, systems), 0.5)
    found = correlate(rated(human, metrics, corpus), SYSTEMS, resampling=RESAMPLING)
    for metric, scores in enumerate(metrics):
        samples = []
        for drawn in chosen(lines):
            means = oracle.mean_scores(as_lists(scores[:, drawn]))
            whole = [
                one if np.isnan(c) else Fraction(c)
                for one, c in zip(means, corpus[metric], strict=True)
            ]
            samples.append((oracle.mean_scores(as_lists(human[:, drawn])), whole))
        for name in SYSTEMS:
            statistic = oracle.ROWS[name.removeprefix("system_")]
            check(found, name, metric, [statistic(*sample) for sample in samples])


@pytest.mark.parametrize("unit", ["lines", "judgements"])
def test_compared_systems(unit: str) -> None:
    systems, lines = 4, 9
    columns = random_comparisons(3, 60, systems, lines)
    metrics = random_scores(8, (2, systems, lines), 0.1)
    found = correlate(compared(columns, metrics), SYSTEMS, unit=unit, resampling=RESAMPLING)
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    for metric, scores in enumerate(metrics):
        samples = []
        for drawn in chosen(len(rows) if unit == "judgements" else lines):
            sample = [rows[place] for place in drawn]
            by_metric = oracle.mean_scores(as_lists(scores))
            if unit == "lines":
                sample = [row for place in drawn for row in rows if row[0] == place + 1]
                by_metric = oracle.mean_scores(as_lists(scores[:, drawn]))
            shares = oracle.win_shares([row[1:] for row in sample], systems)
            samples.append((shares, by_metric))
        for name in SYSTEMS:
            statistic = oracle.ROWS[name.removeprefix("system_")]
            check(found, name, metric, [statistic(*sample) for sample in samples])


@pytest.mark.parametrize("gaps", [0.0, 0.3])
def test_soft_accuracy(gaps: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soft_accuracy, "_FLIPS", 150)
    human, metrics = judged_only(2, 4, 9, gaps)
    human, metrics = 4 * human, np.concatenate([4 * metrics[:2], 4 * human[np.newaxis]])
    found = correlate(rated(human, metrics), ["spa"], resampling=RESAMPLING)
    flips = soft_accuracy._flips(9, RESAMPLING.seed).T[1:].astype(int).tolist()
    for metric, scores in enumerate(metrics):
        people = as_lists(human)
        assert found.value[metric, 0] == pytest.approx(
            oracle.spa(people, as_lists(scores), lambda one: oracle.p_value(one, flips))
        )
        _, *samples = (np.sort(drawn) for drawn in chosen(9))
        wanted = [
            oracle.spa(as_lists(human[:, drawn]), as_lists(scores[:, drawn]), oracle.normal_p)
            for drawn in samples
        ]
        assert found.resampled[metric, 0] == pytest.approx(
            [np.nan if one is None else one for one in wanted], abs=1e-6, nan_ok=True
        )
    assert found.value[2, 0] == 1


def test_the_normal_distribution_is_near_enough_to_flips_in_resamples() -> None:
    rng = np.random.default_rng(5)
    human = rng.integers(0, 100, (4, 200)) + np.array([[9], [6], [3], [0]])
    scores = human + rng.normal(0, 40, human.shape)
    found = correlate(rated(human.astype(float), scores[np.newaxis]), ["spa"])
    flips = soft_accuracy._flips(200, found.resampling.seed)
    drawn = soft_accuracy.line_weights(200, found.resampling)
    for place in range(1, 20):
        lines = np.repeat(np.arange(200), drawn[place])
        scored = np.ones((6, 200), np.bool_)
        sides = [
            soft_accuracy._flipped_p(soft_accuracy._differences(side[:, lines], scored), flips)
            for side in (human, scores)
        ]
        exact = 1 - np.abs(sides[0] - sides[1]).mean()
        assert found.resampled[0, 0, place - 1] == pytest.approx(exact, abs=0.02)


def test_all_statistics_are_tested_here() -> None:
    tested = {*PAIRS, *GROUPED, *SYSTEMS, "acc_eq", "spa", "tau_darr@25"}
    assert tested == set(STATISTICS)
