"""The bootstrap against resamples spelled out, and what must not change its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from oracles import statistics as oracle
from wordorder.statistics import BootstrapResult, bootstrap, ratio, resampling

if TYPE_CHECKING:
    from numpy.typing import NDArray

ARRAYS = ("observed", "low", "high", "standard_error", "resampled", "undefined_resamples")
SEED, RESAMPLES = 7, 150


def made_up(systems: int = 3, items: int = 41, width: int = 4) -> NDArray[np.float64]:
    rng = np.random.default_rng(systems * items + width)
    return rng.gamma(2.0, size=(systems, items, width))


def with_gaps(share: float = 0.2) -> NDArray[np.float64]:
    values = made_up()
    values[np.random.default_rng(3).random(values.shape) < share] = np.nan
    return values


def mean_of_items(items: NDArray[Any]) -> Any:
    return np.nanmean(items, axis=0)


def ratio_of_totals(items: NDArray[Any]) -> Any:
    return items[:, 0].sum() / items[:, 1].sum()


def geometric(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """A score of two metrics, neither of them linear in the sums."""
    first = np.sqrt(sums[..., 0] * sums[..., 1]) / sums[..., 2]
    return np.stack([first, np.exp(-sums[..., 3] / sums[..., 0])], axis=-1)


def geometric_of_items(items: NDArray[Any]) -> Any:
    return geometric(items.sum(axis=0))


def assert_same(found: BootstrapResult, wanted: BootstrapResult, system: int) -> None:
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(found, name), getattr(wanted, name)[system], name)


@pytest.mark.parametrize(
    ("statistics", "score", "score_of_items"),
    [
        (made_up(), None, mean_of_items),
        (with_gaps(), None, mean_of_items),
        (made_up(), lambda sums: sums[..., 0] / sums[..., 1], ratio_of_totals),
        (made_up(), geometric, geometric_of_items),
        (made_up(items=1), geometric, geometric_of_items),
    ],
    ids=["mean", "mean with gaps", "ratio", "two metrics", "one item"],
)
def test_every_figure_is_that_of_resamples_spelled_out(
    statistics: NDArray[np.float64], score: Any, score_of_items: Any
) -> None:
    found = bootstrap(statistics, score, resamples=RESAMPLES, seed=SEED, confidence=0.9)
    for system, items in enumerate(statistics):
        scores = oracle.bootstrap_scores(items, score_of_items, RESAMPLES, SEED)
        close = {"rtol": 1e-12, "atol": 1e-13}
        np.testing.assert_allclose(found.observed[system], score_of_items(items), **close)
        np.testing.assert_allclose(found.resampled[system].T, scores.T.T, **close)
        np.testing.assert_allclose(found.standard_error[system], scores.std(0, ddof=1), **close)
        wanted = np.quantile(scores, [0.05, 0.95], axis=0)
        np.testing.assert_allclose([found.low[system], found.high[system]], wanted, **close)


def test_the_result_keeps_the_evidence() -> None:
    values = with_gaps()
    found = bootstrap(values, resamples=RESAMPLES, seed=SEED, confidence=0.8)
    assert (found.resamples, found.seed, found.confidence) == (RESAMPLES, SEED, 0.8)
    assert found.resampled.shape == (3, 4, RESAMPLES)
    np.testing.assert_array_equal(found.undefined_items, np.isnan(values).sum(axis=1))
    assert (found.low < found.observed).all()
    assert (found.observed < found.high).all()


@pytest.mark.parametrize(
    ("score", "shape"),
    [(None, (4,)), (geometric, (2,)), (lambda sums: sums[..., 0], ())],
    ids=["mean", "two metrics", "one number"],
)
def test_one_system_may_come_without_an_axis_for_systems(score: Any, shape: tuple[int]) -> None:
    values = made_up()
    alone = bootstrap(values[1], score, resamples=RESAMPLES, seed=SEED)
    assert alone.observed.shape == alone.high.shape == alone.undefined_resamples.shape == shape
    assert alone.resampled.shape == (*shape, RESAMPLES)
    assert alone.undefined_items.shape == (4,)
    assert_same(alone, bootstrap(values, score, resamples=RESAMPLES, seed=SEED), 1)


# What must not change a bit


@pytest.mark.parametrize("score", [None, lambda sums: sums[..., 0] / sums[..., 1]])
def test_a_further_system_changes_nothing_for_the_others(score: Any) -> None:
    values = made_up(systems=9, items=500)
    few = bootstrap(values[:2], score, resamples=RESAMPLES, seed=SEED)
    many = bootstrap(values, score, resamples=RESAMPLES, seed=SEED)
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(few, name), getattr(many, name)[:2], name)


@pytest.mark.parametrize("rows", [1, 2, 7, 13, 149, 150])
@pytest.mark.parametrize("draw", [resampling.draw_with_replacement, resampling.draw_signs])
def test_the_block_size_changes_nothing(draw: Any, rows: int) -> None:
    values = resampling.as_sample(with_gaps(), None).statistics
    wanted = resampling.resampled_sums(values, draw, RESAMPLES, SEED)
    cells = rows * values.shape[1]
    found = resampling.resampled_sums(values, draw, RESAMPLES, SEED, cells_per_block=cells)
    np.testing.assert_array_equal(found.observed, wanted.observed)
    np.testing.assert_array_equal(found.resampled, wanted.resampled)


@pytest.mark.slow
def test_a_second_block_goes_on_where_the_first_stopped() -> None:
    values = made_up(items=20_000)  # of which 419 resamples fill a block
    few, many = (bootstrap(values, resamples=n, seed=SEED) for n in (400, 430))
    np.testing.assert_array_equal(few.resampled, many.resampled[..., :400])


def test_more_resamples_go_on_where_fewer_stopped() -> None:
    few, many = (bootstrap(made_up(), resamples=n, seed=SEED) for n in (50, 120))
    np.testing.assert_array_equal(few.resampled, many.resampled[..., :50])


def test_the_seed_decides() -> None:
    one, same, other = (bootstrap(made_up(), seed=seed).resampled for seed in (1, np.int64(1), 2))
    assert (one == same).all()
    assert (one != other).any()


def test_the_input_is_left_as_it_was() -> None:
    values = with_gaps()
    before = values.copy()
    bootstrap(values, seed=1)
    bootstrap(np.nan_to_num(values[0]), geometric, seed=1)
    np.testing.assert_array_equal(values, before)


# Undefined items and scores


def test_an_undefined_item_counts_neither_above_nor_below_the_line() -> None:
    found = bootstrap([[1.0], [np.nan], [3.0]], seed=1, resamples=200)
    assert found.observed.tolist() == [2.0]
    assert found.undefined_items.tolist() == [1]
    assert set(np.unique(found.resampled[~np.isnan(found.resampled)])) <= {
        1.0, 1.5, 5 / 3, 7 / 3, 2.0, 3.0,
    }  # fmt: skip
    drawn_alone = sum((drawn == 1).all() for drawn in oracle.draws(3, 200, 1))
    assert found.undefined_resamples.tolist() == [drawn_alone] != [0]


def test_a_metric_defined_nowhere_is_undefined_and_harms_no_other() -> None:
    found = bootstrap([[1.0, np.nan], [2.0, np.nan]], seed=1, resamples=20)
    for name in ("observed", "low", "high", "standard_error"):
        assert np.isnan(getattr(found, name)).tolist() == [False, True]
    assert found.undefined_resamples.tolist() == [0, 20]


def test_a_score_that_is_not_finite_is_undefined() -> None:
    statistics = np.array([[1.0, 0.0], [1.0, 1.0]])
    found = bootstrap(statistics, lambda sums: sums[..., 0] / sums[..., 1], seed=1, resamples=100)
    never_second = sum((drawn == 0).all() for drawn in oracle.draws(2, 100, 1))
    assert found.undefined_resamples == never_second > 0
    assert np.isfinite([found.low, found.high, found.standard_error]).all()


def test_a_single_resample_has_no_standard_error() -> None:
    found = bootstrap([[1.0], [2.0]], seed=1, resamples=1)
    assert np.isnan(found.standard_error).all()
    assert found.low == found.high == found.resampled[0, 0]


def test_a_constant_has_an_interval_without_width() -> None:
    found = bootstrap(np.full((10, 1), 0.1), seed=1)
    assert found.low == found.high == found.observed == 0.1
    assert found.standard_error == pytest.approx(0, abs=1e-15)


def test_a_weighted_mean_is_a_ratio() -> None:
    values, weights = np.array([[0.2], [0.8], [0.5]]), np.array([[1.0], [2.0], [5.0]])
    found = bootstrap(np.hstack([values * weights, weights]), ratio, seed=1)
    assert found.observed == pytest.approx(np.average(values, weights=weights))


def test_sums_without_resamples_have_the_same_bits() -> None:
    values = made_up(items=3000)
    found = bootstrap(values, geometric, resamples=2, seed=SEED)
    assert np.array_equal(geometric(resampling.observed_sums(values)), found.observed)
