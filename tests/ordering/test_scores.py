"""The batch call: what it takes, what it refuses, and that threads change nothing."""

from __future__ import annotations

import signal
import time
from math import inf, nan
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from messages import refused
from oracles import metrics
from strategies import ragged
from wordorder import (
    InputError,
    Permutation,
    UsageError,
    WordorderError,
    ordering_scores,
    permutation_scores,
)

if TYPE_CHECKING:
    from collections.abc import Callable

SIMPLE = ([1, 3, 0, 2], [0, 4])
INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4", ">i8"]


def kendall(values: Any, offsets: Any, **options: Any) -> list[float]:
    return ordering_scores(values, offsets, "kendall", **options)["kendall"].tolist()


@pytest.fixture(scope="module")
def twenty_thousand() -> tuple[np.ndarray, np.ndarray]:
    """Rows of 0 to 80 words."""
    rng = np.random.default_rng(5)
    return ragged(rng.permutation(n) for n in rng.integers(0, 81, 20_000))


# Rows


@pytest.mark.parametrize("dtype", INTEGERS)
def test_values_and_offsets_may_be_any_integers(dtype: str) -> None:
    values, offsets = np.array([1, 0, 0, 1], dtype), np.array([0, 2, 2, 4], dtype)
    np.testing.assert_equal(kendall(values, offsets), [0, nan, 1])


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_a_slice_is_scored_without_what_surrounds_it(dtype: type) -> None:
    # As in a slice of an Arrow list array: rows before and behind are not looked at.
    values = np.array([-7, -7, 1, 0, 0, 1, 99], np.int32)
    assert kendall(values, np.array([2, 4, 6], dtype)) == [0, 1]
    assert kendall(values, np.array([0, 2, 4, 6, 7], dtype)[1:4]) == [0, 1]


def test_read_only_and_strided_arrays_are_fine() -> None:
    values, offsets = np.array([1, 9, 0, 9], np.int32)[::2], np.array([0, 9, 2, 9])[::2]
    values.flags.writeable = offsets.flags.writeable = False
    assert kendall(values, offsets) == [0]


@pytest.mark.parametrize("name", ["all", "kendall", "pef"])
def test_no_rows_have_no_scores(name: str) -> None:
    for column in ordering_scores([], [0], name).values():
        assert column.shape == (0,)
        assert column.dtype == np.float64


def test_scores_are_one_array_per_metric() -> None:
    scores = ordering_scores([1, 0, 0], [0, 2, 3])
    assert tuple(scores) == metrics.METRICS
    assert all(column.shape == (2,) and column.dtype == np.float64 for column in scores.values())


def test_one_permutation_has_plain_floats() -> None:
    for permutation in (Permutation([1, 0]), [1, 0], np.array([1, 0])):
        scores = permutation_scores(permutation, "kendall,ulam")
        assert scores == {"kendall": 0.0, "ulam": 0.0}
        assert all(type(value) is float for value in scores.values())


def test_what_is_no_permutation_has_no_scores() -> None:
    with refused(InputError):
        permutation_scores([2, 1])


# Names


@pytest.mark.parametrize(
    "asked",
    [
        ["ulam", "kendall"],
        ("ulam", "kendall"),
        "ulam,kendall",
        " ulam , kendall ",
        ["ulam", "kendall", "ulam"],
        "ulam,kendall,ulam",
    ],
)
def test_each_metric_asked_for_comes_once_and_in_order(asked: Any) -> None:
    assert list(ordering_scores(*SIMPLE, asked)) == ["ulam", "kendall"]


def test_names_may_come_from_a_generator() -> None:
    names = (name for name in metrics.METRICS if "pet" in name)
    assert list(ordering_scores(*SIMPLE, names)) == ["pet_size", "pet_count", "pet"]


def test_no_names_give_no_scores() -> None:
    assert ordering_scores(*SIMPLE, []) == {}


@pytest.mark.parametrize(
    "asked",
    [
        "kendal",
        ["ulam", "petcount"],
        "bleu!",
        "",
        "Kendall",
    ],
)
def test_an_unknown_metric_is_refused_with_a_suggestion(asked: Any) -> None:
    with refused(UsageError):
        ordering_scores(*SIMPLE, asked)


# Weights and operator scores


@pytest.mark.parametrize("weight", ["beta", "gamma"])
@pytest.mark.parametrize("value", [-0.1, 1.1, nan, inf, -inf])
def test_a_weight_outside_0_and_1_is_refused(weight: str, value: float) -> None:
    with refused(UsageError):
        ordering_scores(*SIMPLE, **{weight: value})


@pytest.mark.parametrize("op_score", ["pet", "bleu", 3])
def test_an_operator_score_is_a_function_or_a_flat_metric(op_score: Any) -> None:
    with refused(UsageError):
        ordering_scores(*SIMPLE, op_score=op_score)


def test_gamma_is_part_of_the_default_operator_score() -> None:
    with refused(UsageError):
        ordering_scores(*SIMPLE, gamma=0.1, op_score="ulam")


def only_simple(worth: Any) -> Callable[[tuple[int, ...]], Any]:
    return lambda operator: worth if len(operator) > 2 else 1.0


@pytest.mark.parametrize("worth", [None, nan, inf, "much", "0.5", [1], 1j], ids=repr)
@pytest.mark.parametrize("where", ["any", "simple"])
def test_an_operator_score_must_be_a_finite_number(worth: Any, where: str) -> None:
    op_score = {"any": lambda _: worth, "simple": only_simple(worth)}[where]
    with refused(UsageError):
        ordering_scores(*SIMPLE, "pef", op_score=op_score)


def test_an_operator_score_must_fit_a_float() -> None:
    with refused(UsageError):
        ordering_scores(*SIMPLE, "pef", op_score=lambda _: 10**400)


@pytest.mark.parametrize("worth", [True, 1, np.float32(1), np.int8(1), np.array(1)], ids=repr)
def test_any_finite_number_will_do(worth: Any) -> None:
    assert ordering_scores(*SIMPLE, "pef", op_score=only_simple(worth))["pef"] == [1.0]


@pytest.mark.parametrize("length", [2, 4])
def test_what_an_operator_score_raises_comes_out_unchanged(length: int) -> None:
    problem = RuntimeError("the operator score gave up")

    def give_up(operator: tuple[int, ...]) -> float:
        if len(operator) == length:
            raise problem
        return 1.0

    with pytest.raises(RuntimeError) as caught:
        ordering_scores(*SIMPLE, "pef", op_score=give_up, threads=2)
    assert caught.value is problem


def test_each_operator_is_asked_for_once() -> None:
    asked: list[tuple[int, ...]] = []

    def ask(operator: tuple[int, ...]) -> float:
        asked.append(operator)
        return 0.5

    ordering_scores(*ragged([[1, 3, 0, 2]] * 5 + [[2, 0, 3, 1]] * 5), op_score=ask, threads=2)
    assert sorted(asked) == [(1, 2), (2, 1), (2, 4, 1, 3), (3, 1, 4, 2)]


# Errors of the data


@pytest.mark.parametrize(
    "offsets",
    [
        [],
        [-1, 2],
        [0, 1, -1],
        [0, 2, 1],
        [2, 0],
        [0, 3],
        [3],
        [0, 2**40],
        [0, 2**63],
        [0.0, 2.0],
        [[0, 2]],
    ],
    ids=repr,
)
def test_offsets_that_do_not_fit_are_refused(offsets: Any) -> None:
    with refused(InputError):
        kendall([0, 1], offsets)


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_offsets_of_both_widths_are_checked(dtype: type) -> None:
    with refused(InputError):
        kendall([0, 1], np.array([0, 3], dtype))


@pytest.mark.parametrize(
    "row",
    [
        [0, 0],
        [1, 2],
        [-1, 0],
        [64, *range(63)],
        [0, *range(63)],
        [64, *range(1, 64)],
        [-64, *range(1, 64)],
        [65, *range(64)],
        [0, *range(64)],
        [-1, *range(1, 65)],
    ],
    ids=lambda value: repr(value)[:20],
)
@pytest.mark.parametrize("name", ["hamming", "pef"])
def test_a_row_that_is_no_permutation_is_named(row: list[int], name: str) -> None:
    with refused(InputError):
        ordering_scores(*ragged([[0], [], row, [0]]), name)


@pytest.mark.parametrize("values", [[0.0, 1.0], [True, False], ["0", "1"], [None, None]])
def test_values_must_be_integers(values: Any) -> None:
    with refused(InputError):
        kendall(values, [0, 2])


def test_values_must_fit_32_bits() -> None:
    with refused(InputError):
        kendall([0, 2**40], [0, 2])


def test_errors_belong_to_one_family() -> None:
    for error in (InputError, UsageError):
        assert issubclass(error, WordorderError)
        assert issubclass(error, ValueError)


# Threads


@pytest.mark.parametrize("op_score", [None, pytest.param("kendall", marks=pytest.mark.slow)])
def test_threads_do_not_change_a_byte(
    twenty_thousand: tuple[np.ndarray, np.ndarray], op_score: str | None
) -> None:
    one, two, five, default = (
        ordering_scores(*twenty_thousand, op_score=op_score, threads=threads)
        for threads in (1, 2, 5, None)
    )
    for name, column in one.items():
        others = {other[name].tobytes() for other in (two, five, default)}
        assert others == {column.tobytes()}


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("first", [0, 1023, 1024, 9000])
def test_the_first_bad_row_is_named_whatever_the_threads_do(threads: int, first: int) -> None:
    rows = [[0, 1]] * 20_000
    for bad in (first, first + 1, first + 1024, 12_000, 19_999):
        rows[bad] = [0, 5]
    rows[first] = [7, 0]
    for _ in range(5):
        with refused(InputError):
            kendall(*ragged(rows), threads=threads)


LONG_ROW = [1, 0, *range(2, 150_000)]  # one swap among many words keeps `pef` busy


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer signal")
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("values", "lengths"),
    [(LONG_ROW, [150_000]), ([0] * 2000 + LONG_ROW, [1] * 2000 + [150_000])],
    ids=["the only row", "the last row"],
)
def test_a_long_computation_can_be_interrupted(
    values: list[int], lengths: list[int], threads: int
) -> None:
    class Interrupted(Exception):  # noqa: N818
        pass

    def interrupt(*_: object) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGALRM, interrupt)
    started = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Interrupted):
            ordering_scores(values, np.cumsum([0, *lengths]), "pef", threads=threads)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - started < 5


def test_more_threads_than_rows_are_no_problem() -> None:
    assert kendall([1, 0], [0, 2], threads=1000) == [0]


@pytest.mark.parametrize("threads", [0, -1])
def test_there_is_at_least_one_thread(threads: int) -> None:
    with refused(UsageError):
        kendall([1, 0], [0, 2], threads=threads)


@pytest.mark.parametrize("threads", ["2", 1.5, b"2", [2]], ids=repr)
def test_the_number_of_threads_is_a_whole_one(threads: Any) -> None:
    with refused(UsageError):
        kendall([1, 0], [0, 2], threads=threads)
