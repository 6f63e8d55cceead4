"""The kernels refuse what they cannot work with, and do not depend on the number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wordorder import InputError, _kernels

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
    ("change", "message"),
    [
        ({"human": np.array([1.0, 2.0])}, "human has 2 values, expected 4"),
        ({"metric": np.array([1.0, np.nan, 2.0, 3.0])}, "metric must be finite"),
        ({"human": np.arange(4)}, "human must be a contiguous array of float64, not int64"),
        ({"item": np.array([0, 1, 2, 0], np.int32)}, "item has the value 2, which is out of range"),
        ({"item": np.array([0, -1, 1, 0], np.int32)}, "item has the value -1, which is out of"),
        ({"weights": np.array([[-1, 0]], np.int32)}, "weights must not be negative"),
        ({"weights": np.array([[2**30, 2**30]], np.int32)}, "weights must be less than 2\\*\\*31"),
        ({"weights": np.zeros(2, np.int32)}, "weights must be a contiguous array of int32"),
    ],
)
def test_points_that_are_refused(change: dict[str, Any], message: str) -> None:
    for kernel in (_kernels.weighted_pairs, _kernels.weighted_spearman):
        with pytest.raises(InputError, match=message):
            kernel(**{**POINTS, **change})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"group": np.array([0, 1, 0, 1], np.int32)}, "group must not fall"),
        ({"metric": np.array([1.0, np.inf, 2.0, 3.0])}, "metric must be finite"),
        ({"first_row": np.array([0, 2, 0, 0], np.int32)}, "first_row has the value 2, which is"),
        ({"second_row": np.ones(4, np.int32)}, "second_row has the value 1, which is out of range"),
        ({"second": np.ones((1, 2))}, "each row of second has 2 values, expected 3"),
        ({"second_row": np.zeros(3, np.int32)}, "second_row has 3 values, expected 4"),
    ],
)
def test_ties_that_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
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
