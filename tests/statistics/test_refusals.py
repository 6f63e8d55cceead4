"""What the resampling functions refuse, in one clear line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from messages import refused
from wordorder import InputError, UsageError
from wordorder.statistics import approximate_randomization, bootstrap, paired_bootstrap, ratio

if TYPE_CHECKING:
    from collections.abc import Callable

FUNCTIONS = [bootstrap, paired_bootstrap, approximate_randomization]
GOOD = np.arange(12.0).reshape(2, 3, 2)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    "statistics",
    [
        [1.0, 2.0],
        np.zeros((1, 2, 3, 4)),
        5,
        np.zeros((2, 0, 3)),
        np.zeros((2, 3, 0)),
        np.zeros((0, 3, 2)),
        [["a", "b"]],
        [[1j]],
        [[None, 1.0]],
        [[1.0], [1.0, 2.0]],
        [[[1.0], [np.inf]], [[1.0], [1.0]]],
        [[[1.0], [1.0]], [[-1e308], [1.0]]],
    ],
)
def test_statistics_of_no_use(function: Callable[..., Any], statistics: object) -> None:
    with refused(InputError):
        function(statistics, seed=1)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_undefined_items_under_a_score_that_cannot_leave_them_out(
    function: Callable[..., Any],
) -> None:
    statistics = GOOD.copy()
    statistics[1, 2, 0] = np.nan
    with refused(InputError):
        function(statistics, lambda sums: sums[..., 0], seed=1)


@pytest.mark.parametrize("function", FUNCTIONS[1:])
@pytest.mark.parametrize("statistics", [GOOD[0], GOOD[:1]])
def test_a_paired_test_of_one_system(function: Callable[..., Any], statistics: object) -> None:
    with refused(InputError):
        function(statistics, seed=1)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    "options",
    [
        {"resamples": 0},
        {"resamples": 10.0},
        {"resamples": True},
        {"resamples": 100_001},
        {"resamples": 10**30},
        {"seed": -1},
        {"seed": None},
        {"score": 5},
        {"score": lambda sums: sums.sum()},
        {"score": lambda sums: sums[0]},
    ],
)
def test_options_out_of_range(function: Callable[..., Any], options: dict[str, Any]) -> None:
    with refused(UsageError):
        function(GOOD, **{"seed": 1, **options})


@pytest.mark.parametrize("function", FUNCTIONS[:2])
@pytest.mark.parametrize("confidence", [0, 1, 95, np.nan, "high"])
def test_a_level_of_confidence_that_is_none(function: Callable[..., Any], confidence: Any) -> None:
    with refused(UsageError):
        function(GOOD, seed=1, confidence=confidence)


def test_a_ratio_of_an_odd_number_of_statistics() -> None:
    with refused(UsageError):
        bootstrap(np.zeros((4, 3)), ratio, seed=1)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_seed_must_be_given(function: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="seed"):
        function(GOOD)


@pytest.mark.parametrize("kind", ["i4", "u1", "f4", "?", ">f8"])
def test_statistics_of_any_kind_of_number(kind: str) -> None:
    statistics = (GOOD > 4).astype(kind)
    found = bootstrap(statistics, seed=1)
    np.testing.assert_array_equal(found.observed, statistics.mean(axis=1, dtype=float))
