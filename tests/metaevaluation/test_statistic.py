"""Every statistic against loops over pairs and the figures of mt-metrics-eval; its kernels."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from judged_data import as_lists, compared, random_comparisons, random_scores, rated
from messages import refused
from oracles import correlations as oracle
from oracles.statistics import draws
from wordorder import InputError, _kernels
from wordorder.metaevaluation import STATISTICS, correlate, groupwise, pairwise, systemwise
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.metaevaluation import Correlations

RESAMPLING = Resampling(resamples=12, seed=5)
SHAPES = [(0, 4, 9, 0.0), (1, 5, 8, 0.15), (2, 3, 12, 0.4), (3, 2, 7, 0.2), (4, 6, 6, 0.1)]
COMPARED = [
    name
    for name, statistic in STATISTICS.items()
    if statistic.method is pairwise.pair_figures and not statistic.needs_ratings
]
PAIRS = [name for name in COMPARED if not STATISTICS[name].grouped]
GROUPED = [
    name
    for name, statistic in STATISTICS.items()
    if statistic.grouped or statistic.method is groupwise.group_figures
]
SYSTEMS = [
    name for name, statistic in STATISTICS.items() if statistic.method is systemwise.system_figures
]


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
    found = correlate(compared(columns, metrics), COMPARED, unit=unit, resampling=RESAMPLING)
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    judged = sorted(set(columns[0].tolist()))
    for metric, scores in enumerate(metrics):
        for name in COMPARED:
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
def test_soft_accuracy(gaps: float) -> None:
    human, metrics = judged_only(2, 4, 9, gaps)
    human, metrics = 4 * human, np.concatenate([4 * metrics[:2], 4 * human[np.newaxis]])
    found = correlate(rated(human, metrics), ["spa"], resampling=RESAMPLING)
    flips = systemwise._flips(9, RESAMPLING.seed).T[1:].astype(int).tolist()
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


@pytest.mark.slow
def test_the_normal_distribution_is_near_enough_to_flips_in_resamples() -> None:
    rng = np.random.default_rng(5)
    human = rng.integers(0, 100, (4, 200)) + np.array([[9], [6], [3], [0]])
    scores = human + rng.normal(0, 40, human.shape)
    found = correlate(rated(human.astype(float), scores[np.newaxis]), ["spa"])
    flips = systemwise._flips(200, found.resampling.seed)
    drawn = systemwise.line_weights(200, found.resampling)
    for place in range(1, 20):
        lines = np.repeat(np.arange(200), drawn[place])
        scored = np.ones((6, 200), np.bool_)
        sides = [
            systemwise._flipped_p(systemwise._differences(side[:, lines], scored), flips)
            for side in (human, scores)
        ]
        exact = 1 - np.abs(sides[0] - sides[1]).mean()
        assert found.resampled[0, 0, place - 1] == pytest.approx(exact, abs=0.02)


def test_all_statistics_are_tested_here() -> None:
    tested = {*PAIRS, *GROUPED, *SYSTEMS, "acc_eq", "spa", "tau_darr@25"}
    assert tested == set(STATISTICS)


# The kernels refuse what they cannot work with, and do not depend on the number of threads.


POINTS = {
    "human": np.array([1.0, 2.0, 2.0, 4.0]),
    "metric": np.array([0.5, 0.5, 0.1, 0.9]),
    "item": np.array([0, 1, 1, 0], np.int32),
    "weights": np.array([[1, 1], [0, 2]], np.int32),
    "threads": 1,
}
TIES = {
    "human": POINTS["human"],
    "metric": POINTS["metric"],
    "group": np.array([0, 0, 1, 1], np.int32),
    "first": np.ones((2, 3)),
    "second": np.ones((1, 3)),
    "first_row": np.array([0, 1, 1, 0], np.int32),
    "second_row": np.zeros(4, np.int32),
    "threads": 1,
}


@pytest.mark.parametrize(
    "change",
    [
        {"human": np.array([1.0, 2.0])},
        {"metric": np.array([1.0, np.nan, 2.0, 3.0])},
        {"human": np.arange(4)},
        {"item": np.array([0, 1, 2, 0], np.int32)},
        {"item": np.array([0, -1, 1, 0], np.int32)},
        {"weights": np.array([[-1, 0]], np.int32)},
        {"weights": np.array([[2**30, 2**30]], np.int32)},
        {"weights": np.zeros(2, np.int32)},
    ],
)
def test_points_that_are_refused(change: dict[str, Any]) -> None:
    for kernel in (_kernels.weighted_pairs, _kernels.weighted_spearman):
        with refused(InputError):
            kernel(**{**POINTS, **change})


@pytest.mark.parametrize(
    "change",
    [
        {"group": np.array([0, 1, 0, 1], np.int32)},
        {"metric": np.array([1.0, np.inf, 2.0, 3.0])},
        {"first_row": np.array([0, 2, 0, 0], np.int32)},
        {"second_row": np.ones(4, np.int32)},
        {"second": np.ones((1, 2))},
        {"second_row": np.zeros(3, np.int32)},
    ],
)
def test_ties_that_are_refused(change: dict[str, Any]) -> None:
    with refused(InputError):
        _kernels.best_tie_thresholds(**{**TIES, **change})


def test_no_points_and_no_weights_are_fine() -> None:
    none, nobody = np.zeros(0), np.zeros(0, np.int32)
    weights = np.zeros((2, 0), np.int32)
    assert _kernels.weighted_pairs(none, none, nobody, weights, 1).counts.tolist() == [[0] * 5] * 2
    assert np.isnan(_kernels.weighted_spearman(none, none, nobody, weights, 1)).all()
    found = _kernels.weighted_pairs(**{**POINTS, "weights": np.zeros((0, 2), np.int32)})
    assert found.counts.shape == (0, 5)
    table = np.zeros((0, 3))
    best = _kernels.best_tie_thresholds(none, none, nobody, table, table, nobody, nobody, 1)
    assert (best.threshold, best.gain.tolist()) == (0, [0, 0, 0])


def test_threads_change_nothing() -> None:
    rng = np.random.default_rng(1)
    human, metric = rng.integers(0, 5, 60).astype(float), rng.random(60)
    item = np.arange(60, dtype=np.int32) % 20
    weights = rng.integers(0, 3, (70, 20), dtype=np.int32)
    columns = np.ascontiguousarray(weights.T, np.float64)
    group = np.zeros(60, np.int32)
    for threads in (2, 5):
        one, many = (_kernels.weighted_pairs(human, metric, item, weights, k) for k in (1, threads))
        np.testing.assert_array_equal(one.counts, many.counts)
        ranks = [_kernels.weighted_spearman(human, metric, item, weights, k) for k in (1, threads)]
        np.testing.assert_array_equal(*ranks)
        best = [
            _kernels.best_tie_thresholds(human, metric, group, columns, columns, item, item, k)
            for k in (1, threads)
        ]
        np.testing.assert_array_equal(best[0].gain, best[1].gain)


# Against the figures of mt-metrics-eval.


VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "mt-metrics-eval.json"
CASES = json.loads(VECTORS.read_text("utf-8"))["cases"]
NAMES = {"pearson": "pearson_r", "spearman": "spearman_rho"}
FEW = Resampling(resamples=1)


def values(case: dict[str, Any], names: list[str], grouping: str = "item") -> dict[str, float]:
    dataset = rated(np.array(case["human"]), np.array([case["metric"]]))
    found = correlate(dataset, names, grouping=grouping, resampling=FEW)
    return dict(zip(names, found.value[0].tolist(), strict=True))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
@pytest.mark.parametrize("grouping", ["item", "system", "none"])
def test_grouped_correlations(case: dict[str, Any], grouping: str) -> None:
    expected = case["expected"]["sys" if grouping == "system" else grouping]
    wanted = {NAMES.get(name, name): value for name, value in expected.items()}
    del wanted["acc_23_eps_0.25"]
    assert values(case, list(wanted), grouping) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_pairs_that_differ_enough(case: dict[str, Any]) -> None:
    wanted = {f"tau_darr@{t}": value for t, value in case["expected"]["kendall_like"].items()}
    assert values(case, list(wanted)) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_soft_pairwise_accuracy(case: dict[str, Any]) -> None:
    assert values(case, ["spa"])["spa"] == pytest.approx(case["expected"]["spa"], abs=0.02)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_gaps_on_lines_of_their_own_change_nothing(case: dict[str, Any]) -> None:
    """A shifted answer would differ: people and metric each miss scores, on different lines."""
    human, metric = np.array(case["human"]), np.array(case["metric"])
    lines = human.shape[1]
    longer = np.full((len(human), 3 * lines), 3.0)
    gappy_human, gappy_metric = longer.copy(), longer.copy()
    gappy_human[:, ::3], gappy_metric[:, ::3] = human, metric
    gappy_human[:, 1::3], gappy_metric[:, 2::3] = np.nan, np.nan
    names = ["spa", "acc_eq", "tau_b", "pearson_r"]
    gappy = {"human": gappy_human, "metric": gappy_metric}
    wanted = values(case, names)
    assert values(gappy, names[1:]) == pytest.approx({name: wanted[name] for name in names[1:]})
    assert values(gappy, ["spa"])["spa"] == pytest.approx(wanted["spa"], abs=0.05)
