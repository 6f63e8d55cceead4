"""What the resampling functions refuse, in one clear line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from wordorder import InputError, UsageError
from wordorder.statistics import approximate_randomization, bootstrap, paired_bootstrap, ratio

if TYPE_CHECKING:
    from collections.abc import Callable

FUNCTIONS = [bootstrap, paired_bootstrap, approximate_randomization]
GOOD = np.arange(12.0).reshape(2, 3, 2)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("statistics", "message"),
    [
        ([1.0, 2.0], r"statistics must have the shape \(items, k\) or .*, not 1 dimensions"),
        (np.zeros((1, 2, 3, 4)), "statistics must have the shape .*, not 4 dimensions"),
        (5, "statistics must have the shape .*, not 0 dimensions"),
        (np.zeros((2, 0, 3)), r"statistics are empty: their shape is \(2, 0, 3\)"),
        (np.zeros((2, 3, 0)), "statistics are empty"),
        (np.zeros((0, 3, 2)), "statistics are empty"),
        ([["a", "b"]], "statistics must be numbers, not <U1"),
        ([[1j]], "statistics must be numbers, not complex128"),
        ([[None, 1.0]], "statistics must be numbers, not object"),
        ([[1.0], [1.0, 2.0]], "statistics must have the same items and columns throughout"),
        (
            [[[1.0], [np.inf]], [[1.0], [1.0]]],
            r"statistics\[0, 1, 0\] is infinite or too large to be summed",
        ),
        ([[[1.0], [1.0]], [[-1e308], [1.0]]], r"statistics\[1, 0, 0\] is infinite or too large"),
    ],
)
def test_statistics_of_no_use(
    function: Callable[..., Any], statistics: object, message: str
) -> None:
    with pytest.raises(InputError, match=f"^{message}"):
        function(statistics, seed=1)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_undefined_items_under_a_score_that_cannot_leave_them_out(
    function: Callable[..., Any],
) -> None:
    statistics = GOOD.copy()
    statistics[1, 2, 0] = np.nan
    with pytest.raises(InputError, match=r"^statistics\[1, 2, 0\] is undefined \(NaN\)"):
        function(statistics, lambda sums: sums[..., 0], seed=1)


@pytest.mark.parametrize("function", FUNCTIONS[1:])
@pytest.mark.parametrize("statistics", [GOOD[0], GOOD[:1]])
def test_a_paired_test_of_one_system(function: Callable[..., Any], statistics: object) -> None:
    with pytest.raises(InputError, match=r"^a paired test needs at least two systems, found 1$"):
        function(statistics, seed=1)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"resamples": 0}, "resamples must be a whole number of at least 1, not 0"),
        ({"resamples": 10.0}, "resamples must be a whole number of at least 1, not 10.0"),
        ({"resamples": True}, "resamples must be a whole number of at least 1, not True"),
        ({"resamples": 100_001}, "resamples= must be at most 100,000: all are kept"),
        ({"resamples": 10**30}, "resamples= must be at most 100,000"),
        ({"seed": -1}, "seed must be a whole number of at least 0, not -1"),
        ({"seed": None}, "seed must be a whole number of at least 0, not None"),
        ({"score": 5}, "score must be a function of summed statistics, not 5"),
        ({"score": lambda sums: sums.sum()}, r"score must turn sums of shape .*, not \(\)"),
        ({"score": lambda sums: sums[0]}, "score must turn sums of shape .* scores, not"),
    ],
)
def test_options_out_of_range(
    function: Callable[..., Any], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=f"^{message}"):
        function(GOOD, **{"seed": 1, **options})


@pytest.mark.parametrize("function", FUNCTIONS[:2])
@pytest.mark.parametrize("confidence", [0, 1, 95, np.nan, "high"])
def test_a_level_of_confidence_that_is_none(function: Callable[..., Any], confidence: Any) -> None:
    with pytest.raises(UsageError, match=r"^confidence must lie between 0 and 1, not"):
        function(GOOD, seed=1, confidence=confidence)


def test_a_ratio_of_an_odd_number_of_statistics() -> None:
    with pytest.raises(UsageError, match=r"^ratio needs an even number of statistics, not 3$"):
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
