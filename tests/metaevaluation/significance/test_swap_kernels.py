"""What the kernels of the permutation test refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wordorder import InputError, _kernels

ONE = np.ones((3, 3), np.int64)
SWAPS: dict[str, Any] = {
    "scores": np.zeros((2, 70)),
    "pairs": np.array([[0, 1]], np.int32),
    "swaps": np.zeros((4, 2), np.int64),
    "threads": 1,
}
PAIRS: dict[str, Any] = {
    "first": np.array([0, 69], np.int32),
    "second": np.array([1, 2], np.int32),
    "votes": np.ones((2, 3), np.int64),
    "groups": np.array([0, 1, 2]),
}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"scores": np.zeros(70)}, "scores"),
        ({"scores": np.zeros((2, 70), np.int64)}, "scores must be .* float64"),
        ({"pairs": np.array([[0, 2]], np.int32)}, "pairs has the value 2, which is out of range"),
        ({"pairs": np.array([[-1, 0]], np.int32)}, "pairs has the value -1"),
        ({"pairs": np.array([[0, 1, 1]], np.int32)}, "each row of pairs has 3 values, expected 2"),
        ({"swaps": np.zeros((4, 1), np.int64)}, "each row of swaps has 1 values, expected 2"),
        ({"swaps": np.zeros((4, 3), np.int64)}, "each row of swaps has 3 values, expected 2"),
    ],
)
def test_swaps_that_do_not_fit_are_refused(changed: dict[str, Any], said: str) -> None:
    _kernels.MetricSwaps(**SWAPS)
    with pytest.raises(InputError, match=said):
        _kernels.MetricSwaps(**{**SWAPS, **changed})


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"first": np.array([0, 70], np.int32)}, "first has the value 70, which is out of range"),
        ({"second": np.array([0, -1], np.int32)}, "second has the value -1"),
        ({"second": np.array([0], np.int32)}, "second has 1 values, expected 2"),
        ({"votes": np.ones((1, 3), np.int64)}, "votes has 3 values, expected 6"),
        ({"votes": np.full((2, 3), -1)}, "votes has the value -1"),
        ({"votes": np.full((2, 3), 2**62)}, "votes has the value"),
        ({"groups": np.array([0, 3])}, "offsets"),
        ({"groups": np.array([], np.int64)}, "offsets are empty"),
    ],
)
def test_pairs_that_do_not_fit_are_refused(changed: dict[str, Any], said: str) -> None:
    def found(pairs: dict[str, Any]) -> Any:
        swaps = _kernels.MetricSwaps(**SWAPS)
        judged = _kernels.JudgedPairs(**pairs)
        return _kernels.swapped_pair_differences(
            swaps, judged, ONE, ONE, False, _kernels.PairTest.GROUPED
        )

    assert found(PAIRS).shape == (1, 4)
    with pytest.raises(InputError, match=said):
        found({**PAIRS, **changed})


def test_rules_and_groups_that_do_not_fit_are_refused() -> None:
    swaps, judged = _kernels.MetricSwaps(**SWAPS), _kernels.JudgedPairs(**PAIRS)
    for rule in (2 * ONE, ONE[:2]):
        with pytest.raises(InputError, match="numerator"):
            _kernels.swapped_pair_differences(
                swaps, judged, rule, ONE, False, _kernels.PairTest.POOLED
            )
    groups = _kernels.Ragged(np.array([70], np.int32), np.array([0, 1]))
    with pytest.raises(InputError, match="groups has the value 70"):
        _kernels.swapped_correlation_differences(swaps, np.zeros(70), groups)
    with pytest.raises(InputError, match="people has 7 values, expected 70"):
        _kernels.swapped_correlation_differences(swaps, np.zeros(7), groups)
