"""Accumulators of sums and rows: exact, and the same for all divisions."""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, strategies as st

from accumulator_checks import check_divisions, pickled
from messages import refused
from wordorder import _kernels
from wordorder.errors import InputError, UsageError
from wordorder.statistics import Bundles, ExactSums, KeyedRows, NamedBundles, Rows, bootstrap, ratio
from wordorder.statistics.bundles import MOST_BUNDLES, bundle_numbers

if TYPE_CHECKING:
    import random

numbers = st.one_of(
    st.integers(-(10**6), 10**6).map(float),
    st.floats(-1000, 1000),
    st.floats(0, 1),
    st.sampled_from([0.5, -0.5, 1.5, 2**-64, -(2**-64), 2**-65, 1e-300, 0.1, 1 / 3]),
)
tables = st.lists(st.tuples(numbers, numbers), max_size=30)


def as_rows(table: list[tuple[float, float]]) -> np.ndarray:
    return np.array(table, np.float64).reshape(-1, 2)


# Exact sums


def in_units(value: float) -> int:
    """The number as a multiple of 2⁻⁶⁴, half to even."""
    return round(Fraction(value) * 2**64)


@given(tables, st.integers(1, 4), st.randoms(use_true_random=False))
def test_sums_are_exact(table: list[tuple[float, float]], groups: int, rng: random.Random) -> None:
    places = [rng.randrange(groups) for _ in table]
    sums = ExactSums(groups, 2)
    sums.add(as_rows(table), np.array(places, np.int64))
    found = sums.result()
    for group in range(groups):
        for column in range(2):
            those = [
                row[column] for row, place in zip(table, places, strict=True) if place == group
            ]
            exact = Fraction(sum(map(in_units, those)), 2**64)
            # Two roundings: of the fraction, below 1, and of its sum with the whole part.
            error = abs(Fraction(float(found[group, column])) - exact)
            assert error <= Fraction(1, 2**54) + abs(exact) / 2**53


@given(st.data(), tables, st.integers(1, 4))
def test_sums_are_the_same_for_all_divisions(data, table, groups) -> None:
    rows, places = as_rows(table), np.arange(len(table)) * 7 % groups

    def add(sums: ExactSums, start: int, stop: int) -> None:
        sums.add(rows[start:stop], places[start:stop])

    check_divisions(data, lambda: ExactSums(groups, 2), add, len(rows), ExactSums.result)


@given(tables, st.integers(1, 4))
def test_equal_sums_have_equal_parts(table, groups) -> None:
    rows, places = as_rows(table), np.arange(len(table)) * 7 % groups
    sums, other = ExactSums(groups, 2), ExactSums(groups, 2)
    sums.add(rows, places)
    for number in reversed(range(len(rows))):
        other.add(np.asfortranarray(rows[[number]]), places[[number]])
    assert sums.whole.tobytes() == other.whole.tobytes()
    assert sums.fractions.tobytes() == other.fractions.tobytes()
    for group in range(groups):
        for column in range(2):
            units = sum(in_units(value) for value in rows[places == group, column])
            parts = int(sums.whole[column, group]), int(sums.fractions[column, group])
            assert parts == divmod(units, 2**64)


@pytest.mark.parametrize("dtype", [np.int64, np.float32, np.bool_, ">f8"])
def test_numbers_of_other_types(dtype) -> None:
    rows = np.array([[1, 0], [1, 1], [0, 1]], dtype)
    sums = ExactSums(1, 2)
    sums.add(rows, np.zeros(3, np.int64))
    sums.add(rows[::2], np.zeros(2, np.int64))
    assert sums.result().tolist() == [[3, 3]]


def test_rows_that_do_not_fit_the_sums() -> None:
    sums, rows = ExactSums(2, 2), np.ones((2, 2))
    for wrong, groups in (
        (rows, np.array([0, 2])),
        (rows, np.array([-1, 0])),
        (rows, np.array([0])),
        (rows[:, :1], np.array([0, 1])),
        (rows, np.array([0.0, 1.0])),
    ):
        with pytest.raises(InputError):
            sums.add(wrong, groups)
    assert not sums.result().any()


def test_sums_are_added_in_place_or_not_at_all() -> None:
    columns, groups = np.ones((1, 2)), np.zeros(2, np.int64)
    good = {"whole": np.zeros((1, 1)), "fractions": np.zeros((1, 1), np.uint64)}
    read_only = np.zeros((1, 1))
    read_only.flags.writeable = False
    wrong = [None, [[0.0]], np.zeros(1), np.zeros((1, 1), np.float32), read_only, np.zeros((1, 0))]
    for name in good:
        for bad in wrong:
            with pytest.raises((InputError, TypeError)):
                _kernels.add_to_groups(columns, groups, **{**good, name: bad})
    for bad in (None, columns[0], np.ones((2, 1)).T[:, ::-1], columns.astype(np.int64)):
        with pytest.raises((InputError, TypeError)):
            _kernels.add_to_groups(bad, groups, **good)
    assert not good["whole"].any()


def test_sums_that_floating_point_gets_wrong() -> None:
    thirds = np.full((3 * 10**5, 1), 1 / 3)
    sums = ExactSums(1, 1)
    sums.add(thirds, np.zeros(len(thirds), np.int64))
    assert sums.result()[0, 0] == math.fsum(thirds[:, 0]) != sum(thirds[:, 0].tolist())


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf, 2.0**53])
def test_numbers_that_cannot_be_summed(wrong: float) -> None:
    sums = ExactSums(1, 1)
    with refused(InputError):
        sums.add(np.array([[wrong], [wrong]]), np.array([0, 0]))
    assert sums.result().tolist() == [[0.0]]


@given(st.data(), tables, st.sampled_from([2, 100]))
def test_items_by_name_are_the_same_for_all_divisions(data, table, most) -> None:
    rows, names = as_rows(table), ["a", "b", "c", "none"]
    numbers = np.arange(len(rows)) * 5 % 3

    def add(sums: NamedBundles, start: int, stop: int) -> None:
        sums.add(part(rows, start, stop), names, numbers[start:stop])

    check_divisions(data, lambda: NamedBundles(2, most), add, len(rows), NamedBundles.result)
    sums = NamedBundles(2, most)
    add(sums, 0, len(rows))
    in_order = sorted(zip(*keys(len(rows)), numbers, strict=True))
    assert [one.name for one in sums.result()] == list(
        dict.fromkeys(names[number] for *_, number in in_order)
    )
    for name, size, found in sums.result():
        mine = numbers == names.index(name)
        assert size == mine.sum()
        assert len(found) == size if size <= most else len(found) <= most
        np.testing.assert_allclose(found.sum(axis=0), rows[mine].sum(axis=0), atol=1e-9)


# Rows with keys


def keys(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Lines of three files, with gaps."""
    places = np.arange(count)
    return places % 3, 1 + places // 3 * 2


def part(rows: np.ndarray, start: int, stop: int) -> Rows:
    files, lines = keys(len(rows))
    return Rows(files[start:stop], lines[start:stop], rows[start:stop])


@given(st.data(), tables)
def test_rows_come_in_the_order_of_their_keys(data, table) -> None:
    rows = as_rows(table)

    def add(kept: KeyedRows, start: int, stop: int) -> None:
        kept.add(part(rows, start, stop))

    check_divisions(data, lambda: KeyedRows((2,)), add, len(rows), KeyedRows.result)
    kept = KeyedRows((2,))
    kept.add(part(rows, 0, len(rows)))
    found = list(zip(*(column.tolist() for column in kept.result()), strict=True))
    plain = zip(*(column.tolist() for column in (*keys(len(rows)), rows)), strict=True)
    assert found == sorted(plain)


def test_no_line_twice() -> None:
    kept = KeyedRows((1,))
    for _ in range(2):
        kept.add(Rows.of_file(3, np.array([8, 9]), np.zeros((2, 1))))
    with refused(InputError):
        kept.result()


def test_what_is_kept_does_not_change_with_the_array() -> None:
    kept, rows = KeyedRows((1,)), np.ones((2, 1))
    kept.add(Rows.of_file(0, np.array([1, 2]), rows))
    rows[:] = 7
    assert kept.result().numbers.tolist() == [[1.0], [1.0]]


def test_rows_of_another_shape() -> None:
    with refused(InputError):
        KeyedRows((1,)).add(Rows.of_file(0, np.array([1, 2]), np.zeros((2, 3))))
    with refused(UsageError):
        Rows.of_file("links", np.array([1]), np.zeros((1, 1)))  # type: ignore[arg-type]


# Bundles


def mixed(number: int) -> int:
    """One step of SplitMix64 from this state, with Python's whole numbers."""
    z = (number + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def test_the_mix_is_the_published_one() -> None:
    # The first numbers that SplitMix64 gives for the seed 1234567 (Rosetta Code).
    state, found = 1234567, []
    for _ in range(3):
        found.append(mixed(state))
        state += 0x9E3779B97F4A7C15
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.lists(st.tuples(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1)), min_size=1))
def test_bundles_are_chosen_by_file_and_line(places: list[tuple[int, int]]) -> None:
    files, lines = np.array(places, np.int64).T
    expected = [mixed(mixed(file) ^ line) % 1000 for file, line in places]
    assert bundle_numbers(files, lines, 1000).tolist() == expected


def test_consecutive_lines_spread_evenly() -> None:
    counts = np.bincount(bundle_numbers(np.zeros(10**6, np.int64), np.arange(10**6), 1000))
    # Chi squared with 999 degrees of freedom: mean 999, standard deviation 45.
    assert 850 < (((counts - 1000) ** 2) / 1000).sum() < 1150


@given(st.data(), tables, st.integers(1, 30))
def test_bundles_are_the_same_for_all_divisions(data, table, most) -> None:
    rows = as_rows(table)

    def add(bundles: Bundles, start: int, stop: int) -> None:
        bundles.add(part(rows, start, stop))

    def result(bundles: Bundles) -> object:
        return bundles.result(), bundles.size, len(bundles)

    check_divisions(data, lambda: Bundles(2, most), add, len(rows), result)


@given(st.integers(0, 40), st.integers(1, 30))
def test_bundles_against_plain_sums(count: int, most: int) -> None:
    rows = np.arange(2.0 * count).reshape(count, 2) ** 2
    bundles = Bundles(2, most)
    bundles.add(part(rows, 0, count))
    files, lines = (column.tolist() for column in keys(count))
    plain = sorted(zip(files, lines, rows.tolist(), strict=True))
    if count <= most:
        assert (bundles.result().tolist(), bundles.size) == ([row for *_, row in plain], 1)
        return
    sums: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for file, line, row in plain:
        number = mixed(mixed(file) ^ line) % most
        sums[number] = [a + b for a, b in zip(sums[number], row, strict=True)]
    assert bundles.result().tolist() == [sums[number] for number in sorted(sums)]
    assert bundles.size == math.ceil(count / len(sums))
    assert len(bundles) == count


def test_the_usual_limit() -> None:
    lines = np.arange(MOST_BUNDLES)
    bundles = Bundles(1)
    bundles.add(Rows.of_file(0, lines, np.ones((MOST_BUNDLES, 1))))
    assert (len(bundles.result()), bundles.size) == (32768, 1)
    bundles.add(Rows.of_file(1, lines[:1], np.ones((1, 1))))
    assert bundles.size == 2
    assert bundles.result().sum() == 32769


@pytest.mark.slow
@pytest.mark.parametrize("limit", [2000, 15_000])
def test_intervals_by_bundles_agree_with_those_by_sentence(limit: int) -> None:
    # Independent sentences of very different lengths; a mean, and a ratio of sums.
    rng = np.random.default_rng(5)
    count = 20_000
    words = rng.integers(1, 60, count).astype(float)
    errors = rng.binomial(words.astype(int), 0.2).astype(float)
    rows = np.column_stack([rng.gamma(2, 1, count), errors, np.ones(count), words])
    widths = []
    for most in (count, limit):
        bundles = Bundles(4, most)
        bundles.add(Rows.of_file(0, np.arange(count), rows))
        drawn = bootstrap(bundles.result(), ratio, seed=1, resamples=4000)
        widths.append(drawn.high - drawn.low)
        np.testing.assert_allclose(drawn.observed, rows.sum(0)[:2] / rows.sum(0)[2:])
    # The width over 2,000 bundles is itself off by 1/√4000, or 1.6 %, and by as much again for
    # each of the two resamplings.
    np.testing.assert_allclose(widths[1], widths[0], rtol=0.08)


@pytest.mark.parametrize(
    ("most", "damage"),
    [
        (9, {"files": np.zeros(1, np.int64)}),
        (9, {"numbers": np.full((4, 1), np.inf)}),
        (9, {"numbers": np.zeros((4, 2))}),
        (9, {"lines": np.ones(4, np.int64)}),
        (9, {"most": 3}),
        (9, {"counts": np.ones(9, np.int64), "whole": np.zeros((1, 9))}),
        (3, {"counts": np.array([4, 0, -1])}),
        (3, {"counts": np.array([1 << 48, 0, 0])}),
        (3, {"counts": np.array([2, 2])}),
        (3, {"counts": np.array([1, 1, 1])}),
        (3, {"whole": np.full((1, 3), 0.5)}),
        (3, {"whole": np.full((1, 3), np.nan)}),
        (3, {"whole": np.zeros((1, 2))}),
    ],
)
def test_saved_bundles_that_contradict_themselves_are_refused(most, damage) -> None:
    bundles = Bundles(1, most)
    bundles.add(Rows.of_file(0, np.arange(4), np.ones((4, 1))))
    good = bundles.to_plain()
    assert Bundles.from_plain(good).result().tolist() == bundles.result().tolist()
    with refused(ValueError):
        Bundles.from_plain(good._replace(**damage))


# Refusals


def test_only_the_same_configuration_can_be_merged() -> None:
    with refused(UsageError):
        Bundles(1).merge(Bundles(2))
    with refused(UsageError):
        Bundles(1, most=3).merge(Bundles(1, most=4))
    with refused(UsageError):
        ExactSums(1, 1).merge(ExactSums(2, 1))
    with refused(UsageError):
        Bundles(1).merge(ExactSums(1, 1))  # type: ignore[arg-type]
    bundles = Bundles(1)
    with refused(UsageError):
        bundles.merge(bundles)


def test_two_below_the_limit_may_be_above_it_together() -> None:
    parts = []
    for start, stop in pairwise([0, 3, 6]):
        parts.append(Bundles(1, most=4))
        parts[-1].add(Rows.of_file(0, np.arange(start, stop), np.ones((3, 1))))
    assert [one.size for one in parts] == [1, 1]
    other = pickled(parts[1])
    parts[0].merge(parts[1])
    assert (len(parts[0]), parts[0].result().sum()) == (6, 6)
    assert parts[0].size > 1
    other.merge(parts[0])  # bundled into single rows; some lines twice, which no longer shows
    assert other.result().sum() == 9


def test_a_refused_batch_is_not_counted() -> None:
    for most in (2, 10):
        bundles = Bundles(1, most=most)
        bundles.add(Rows.of_file(0, np.array([1, 2]), np.array([[1.0], [2.0]])))
        before = bundles.result().tolist()
        for bad in (np.array([[np.nan]]), np.array([[np.inf]]), np.ones((1, 2)), np.ones(1)):
            with pytest.raises(InputError):
                bundles.add(Rows.of_file(0, np.array([3]), bad))
        assert (len(bundles), bundles.result().tolist()) == (2, before)


@pytest.mark.parametrize("numbers", [[-1e-10], [-1e-17], [0.3, -0.3, -1e-12], [-0.5], [0.5, -1]])
def test_small_negative_sums_keep_their_digits(numbers: list[float]) -> None:
    sums = ExactSums(1, 1)
    sums.add(np.array(numbers)[:, np.newaxis], np.zeros(len(numbers), np.int64))
    exact = float(sum(map(Fraction, numbers)))
    assert sums.result()[0, 0] == pytest.approx(exact, rel=1e-6, abs=2.0**-62)
    assert (sums.result()[0, 0] < 0) == (exact < -(2.0**-65))
