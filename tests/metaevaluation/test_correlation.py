"""What `correlate` promises, all small tables, and real data."""

from __future__ import annotations

import pickle
import warnings
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import stats

from judged_data import as_lists, compared, random_comparisons, random_scores, rated
from messages import refused
from oracles import correlations as oracle
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation import (
    STATISTICS,
    Dataset,
    Judgements,
    MetricScores,
    Ratings,
    correlate,
    find_statistic,
    join,
    read_judgements,
    read_scores,
    with_chance,
)
from wordorder.metaevaluation.groupwise import along_rows
from wordorder.metaevaluation.ties import _unit
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import SearchStrategy
    from numpy.typing import NDArray

FEW = Resampling(resamples=20, seed=3)
HUMAN = random_scores(1, (4, 10), 0.1)
METRICS = random_scores(2, (3, 4, 10), 0.1)
COMPARED = random_comparisons(4, 50, 4, 10)


@pytest.mark.parametrize("grouping", ["item", "system", "none"])
def test_a_shift_of_a_million_changes_nothing(grouping: str) -> None:
    one = correlate(rated(HUMAN, METRICS), grouping=grouping, resampling=FEW)
    other = correlate(rated(HUMAN + 1e6, METRICS - 1e6), grouping=grouping, resampling=FEW)
    np.testing.assert_allclose(other.value, one.value, atol=1e-8)
    np.testing.assert_allclose(other.resampled, one.resampled, atol=1e-8)


@pytest.mark.parametrize("grouping", ["item", "system", "none"])
def test_other_metrics_change_nothing(grouping: str) -> None:
    together = correlate(rated(HUMAN, METRICS), grouping=grouping, resampling=FEW)
    alone = correlate(rated(HUMAN, METRICS[1:2]), grouping=grouping, resampling=FEW)
    np.testing.assert_array_equal(alone.value[0], together.value[1])
    np.testing.assert_array_equal(alone.resampled[0], together.resampled[1])


def test_all_statistics_that_judgements_allow_come_by_default() -> None:
    assert correlate(rated(HUMAN, METRICS), resampling=FEW).statistics == tuple(STATISTICS)
    found = correlate(compared(COMPARED, METRICS), resampling=FEW)
    without = tuple(name for name, one in STATISTICS.items() if not one.needs_ratings)
    assert found.statistics == without
    assert found.value.shape == found.low.shape == found.high.shape == (3, len(without))
    assert found.resampled.shape == (3, len(without), 20)
    assert ((found.low <= found.high) | np.isnan(found.low)).all()
    assert np.isnan(found.epsilon).all()


def test_chance() -> None:
    """A constant metric is right where people tie; a random one orders half of the other pairs."""
    human = np.random.default_rng(5).integers(0, 3, (8, 300)).astype(float)
    dataset = rated(human, human[np.newaxis], corpus=np.ones((1, 8)))
    dataset = Dataset(dataset.judgements, with_chance(dataset.scores, seed=5))
    names = ["acc_eq", "acc_23", "tau_wmt14", "consistency", "tau_b", "pearson_r", "spa"]
    found = correlate(dataset, names, resampling=Resampling(1))
    assert found.metrics == ("m0", "constant", "random")
    _, constant, random = (dict(zip(names, row, strict=True)) for row in found.value.tolist())
    tied = found.counts[1, 4] / found.counts[1].sum()
    assert constant["acc_eq"] == pytest.approx(tied)
    assert constant["acc_23"] == pytest.approx(tied)
    assert constant["tau_wmt14"] == constant["consistency"] == 0
    assert np.isnan([constant["tau_b"], constant["pearson_r"]]).all()
    assert found.epsilon[1] == 0
    assert random["consistency"] == pytest.approx(0.5, abs=0.03)
    assert random["acc_eq"] == pytest.approx(max(tied, (1 - tied) / 2), abs=0.03)
    assert found.tied.tolist() == pytest.approx([tied, 1, 0])


def test_lines_restrict_the_judgements() -> None:
    kept = [2, 3, 5, 9, 99]
    dataset = compared(COMPARED, METRICS, corpus=random_scores(3, (3, 4), 0))
    found = correlate(dataset, lines=kept, resampling=FEW)
    chosen = np.isin(COMPARED[0], kept)
    number = dict(zip(kept, range(1, 6), strict=True))
    lines = np.array([number[line] for line in COMPARED[0][chosen]])
    columns = (lines, *(column[chosen] for column in COMPARED[1:]))
    scores = METRICS[..., [line - 1 for line in kept[:4]]]
    alone = correlate(compared(columns, scores), resampling=FEW)
    np.testing.assert_array_equal(found.resampled, alone.resampled)
    assert found.line_count == alone.line_count == len(set(lines.tolist()))


def test_lines_that_nobody_judged_play_no_part() -> None:
    gap = np.full((4, 3), np.nan)
    longer = np.concatenate([METRICS, np.ones((3, 4, 3))], axis=2)
    one = correlate(rated(HUMAN, METRICS), resampling=FEW)
    other = correlate(rated(np.concatenate([HUMAN, gap], axis=1), longer), resampling=FEW)
    np.testing.assert_array_equal(one.resampled, other.resampled)


def test_a_single_system_or_line_has_no_figures_but_no_error() -> None:
    for human, metrics in ((HUMAN[:1], METRICS[:, :1]), (HUMAN[:, :1], METRICS[..., :1])):
        for grouping in ("item", "system", "none"):
            found = correlate(rated(human, metrics), grouping=grouping, resampling=FEW)
            assert found.value.shape == (3, len(STATISTICS))
    alone = correlate(rated(HUMAN[:1], METRICS[:, :1]), resampling=FEW)
    defined = {n for n, v in zip(alone.statistics, alone.value[0], strict=True) if not np.isnan(v)}
    assert defined == {"tau_darr@25"}


def test_a_metric_without_scores_is_undefined() -> None:
    nothing = np.full((1, 4, 10), np.nan)
    for grouping in ("item", "system", "none"):
        found = correlate(rated(HUMAN, nothing), grouping=grouping, resampling=FEW)
        figures = dict(zip(found.statistics, found.value[0], strict=True))
        assert figures.pop("tau_darr@25") == 0
        assert np.isnan(list(figures.values())).all()


@pytest.mark.parametrize(
    "arguments",
    [
        {"statistics": "tau"},
        {"statistics": "tau_darr@-1"},
        {"statistics": "tau_darr@nan"},
        {"statistics": []},
        {"statistics": "tau_wmt14, tau_b"},
        {"grouping": "items"},
        {"unit": "line"},
        {"lines": [11, 12]},
        {"lines": "1 2"},
        {"lines": [0.5]},
    ],
)
def test_what_is_refused(arguments: dict[str, Any]) -> None:
    with refused((InputError, UsageError)):
        correlate(compared(COMPARED, METRICS), resampling=FEW, **arguments)


def test_single_judgements_must_be_comparisons() -> None:
    with refused(UsageError):
        correlate(rated(HUMAN, METRICS), unit="judgements", resampling=FEW)


def test_infinite_scores_are_refused() -> None:
    infinite = METRICS.copy()
    infinite[2, 1, 3] = np.inf
    with refused(InputError):
        correlate(rated(HUMAN, infinite), resampling=FEW)


def test_a_short_text_and_a_pickle() -> None:
    found = correlate(rated(HUMAN, METRICS), resampling=FEW)
    assert repr(found) == "<Correlations of 3 metrics with people on xx-yy>"
    again = pickle.loads(pickle.dumps(found))
    np.testing.assert_array_equal(again.resampled, found.resampled)


def test_too_many_pairs_are_refused() -> None:
    many = rated(random_scores(1, (4, 2600), 0.0), random_scores(2, (1, 4, 2600), 0.0))
    correlate(many, "acc_eq", grouping="item", resampling=FEW)
    with refused(InputError):
        correlate(many, "acc_eq", grouping="none", resampling=FEW)


@pytest.mark.parametrize("grouping", ["item", "system"])
def test_shares_that_are_no_whole_numbers_do_as_well(grouping: str) -> None:
    # Groups of 2 to 30 have so many numbers of pairs that no small number is divided by all.
    sizes = np.arange(2, 31)
    assert _unit(sizes[:9] * (sizes[:9] - 1) // 2) == 1260
    assert _unit(sizes * (sizes - 1) // 2) == 1
    rng = np.random.default_rng(7)
    human, metric = rng.integers(1, 8, (2, 30, len(sizes))).astype(float)
    human[np.arange(30)[:, np.newaxis] >= sizes] = np.nan
    if grouping == "system":
        human, metric = human.T.copy(), metric.T.copy()
    found = correlate(rated(human, metric[np.newaxis]), "acc_eq", grouping=grouping, resampling=FEW)
    best, threshold = oracle.acc_eq(as_lists(human), as_lists(metric), grouping)
    assert found.value[0, 0] == pytest.approx(best, rel=1e-12)
    assert found.epsilon[0] == threshold
    assert np.isfinite(found.resampled).all()


def test_names_tell_the_levels_apart() -> None:
    assert find_statistic("pearson_r").level == "segment"
    assert find_statistic("system_pearson_r").level == "system"
    assert find_statistic("tau_darr@7.5").threshold == 7.5


def test_spa_is_undefined_where_no_two_systems_are_scored() -> None:
    lines = np.random.default_rng(1).normal(size=(2, 3, 8))
    lines[0, 1:], lines[1] = np.nan, np.nan
    line, system = np.repeat(np.arange(1, 9), 3), np.tile([0, 1, 2], 8)
    ratings = Ratings(line, system, np.arange(24.0), np.full(24, -1))
    names = ("A", "B", "C")
    judged = Judgements("de-en", names, ratings=ratings)
    scores = MetricScores(("one system", "none"), names, lines)
    found = correlate(Dataset(judged, scores), ["spa"], resampling=Resampling(5))
    assert np.isnan(found.value).all()


# All short rows, and small tables of any kind, against loops over pairs.


ROWS = list(product([0.0, 0.1, 0.7, None], repeat=3))
NAMES = ("tau_23", "acc_23", "tau_b", "tau_c", "pearson_r", "spearman_rho")


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NAMES, "pairwise_accuracy"])
def test_all_rows_of_three(name: str) -> None:
    pairs = list(product(ROWS, ROWS))
    human, metric = (np.array(side, float) for side in zip(*pairs, strict=True))
    wanted = [oracle.ROWS[name](*pair) for pair in pairs]
    found = along_rows(STATISTICS[name], human, metric)
    np.testing.assert_allclose(found, np.array(wanted, float), rtol=1e-12, atol=1e-12)


@st.composite
def tables(draw: st.DrawFn) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ratings with at least one of each line, and scores, of any size and with gaps."""
    systems, lines = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    values: SearchStrategy[float] = st.one_of(
        st.integers(-2, 2).map(float), st.just(np.nan), st.floats(-1e3, 1e3, width=16)
    )
    human, metric = (
        np.array(draw(st.lists(values, min_size=systems * lines, max_size=systems * lines)))
        for _ in range(2)
    )
    human, metric = human.reshape(systems, lines), metric.reshape(systems, lines)
    human[0, np.isnan(human).all(axis=0)] = 0
    return human, metric


@given(table=tables(), grouping=st.sampled_from(["item", "system", "none"]))
def test_tables(table: tuple[NDArray[np.float64], NDArray[np.float64]], grouping: str) -> None:
    human, metric = table
    names = (*NAMES, "acc_eq")
    one = Resampling(resamples=1)
    found = correlate(rated(human, metric[np.newaxis]), names, grouping=grouping, resampling=one)
    sides = as_lists(human), as_lists(metric)
    best, threshold = oracle.acc_eq(*sides, grouping)
    wanted = [*(oracle.grouped(name, *sides, grouping) for name in NAMES), best, threshold]
    figures = [*found.value[0], found.epsilon[0]]
    np.testing.assert_allclose(figures, np.array(wanted, float), rtol=1e-9, atol=1e-9)


# Correlations of real metrics with MQM ratings, as SciPy has them.


DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data"),
]
SCIPY_NAMES = ("pearson_r", "spearman_rho", "tau_b", "tau_c")


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    folder = DATA / "wmt23-mtme"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some systems have no ratings
        scores = read_scores(folder, pair="en-de")
        return join(read_judgements(folder, human="mqm")["en-de"], scores, unknown="drop")


def groups(human: NDArray, metric: NDArray, grouping: str) -> Iterator[tuple[NDArray, NDArray]]:
    if grouping == "none":
        human, metric = human.reshape(1, -1), metric.reshape(1, -1)
    elif grouping == "item":
        human, metric = human.T, metric.T
    for one, other in zip(human, metric, strict=True):
        known = ~np.isnan(one + other)
        yield one[known], other[known]


def by_scipy(human: NDArray, metric: NDArray) -> list[float]:
    if len(set(human)) < 2 or len(set(metric)) < 2:
        return [np.nan] * len(SCIPY_NAMES)
    return [
        stats.pearsonr(human, metric).statistic,
        stats.spearmanr(human, metric).statistic,
        stats.kendalltau(human, metric).statistic,
        stats.kendalltau(human, metric, variant="c").statistic,
    ]


@pytest.mark.parametrize("grouping", ["item", "system", "none"])
def test_wmt23_as_scipy_has_it(dataset: Dataset, grouping: str) -> None:
    found = correlate(dataset, SCIPY_NAMES, grouping=grouping, resampling=Resampling(resamples=1))
    human = dataset.judgements.mean_ratings(dataset.scores.line_count)
    for metric in (0, 1):
        sides = groups(human, dataset.scores.segment_scores[metric], grouping)
        wanted = np.nanmean([by_scipy(*group) for group in sides], axis=0)
        np.testing.assert_allclose(found.value[metric], wanted, rtol=1e-10)
