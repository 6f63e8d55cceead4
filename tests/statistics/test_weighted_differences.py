"""Weighted mean differences: resampled item by item, mirrored, and next to others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordorder.errors import InputError, UsageError
from wordorder.statistics import weighted_differences

from ..oracles import statistics as oracle

RESAMPLES, SEED = 40, 3

# Quarters, so that sums are exact and ties are ties.
ITEMS = st.lists(
    st.tuples(st.integers(-8, 8), st.integers(-8, 8), st.integers(0, 6)), min_size=1, max_size=12
)


def as_statistics(items: list[tuple[int, int, int]]) -> np.ndarray:
    table = np.array(items, np.float64)
    table[:, :2] *= (table[:, 2:] > 0) / 4
    return table


def found_by(statistics: np.ndarray, test: str):
    size = np.ones((len(statistics), statistics.shape[-1] - 1))
    return weighted_differences(statistics, size, test=test, resamples=RESAMPLES, seed=SEED)


def test_rounding_leaves_no_dust() -> None:
    """0.1 + 0.2 − 0.3 is 0, as an end of an interval, too."""
    table = np.array([[0.1, 1], [0.2, 1], [-0.3, 1]] * 12)
    assert table[:, 0].sum() != 0
    found = found_by(table[np.newaxis], "bootstrap")
    assert found.difference.tolist() == [[0]]
    ends = [weighted_differences(table[np.newaxis], [[size]], seed=1) for size in (1, 0)]
    assert ends[0].low.tolist() == ends[1].low.tolist()
    only = weighted_differences(np.array([[[1e-17, 1], [1e-17, 1]]]), [[0.5]], seed=1)
    assert (only.difference, only.low, only.high) == ([[0]], [[0]], [[0]])


@given(ITEMS)
def test_the_definition(items) -> None:
    table = as_statistics(items)
    found = {test: found_by(table[np.newaxis], test) for test in ("bootstrap", "randomization")}
    total = table[:, 2].sum()
    for column in range(2):
        if not total:
            assert np.isnan(found["bootstrap"].difference).all()
            assert np.isnan(found["bootstrap"].p_value).all()
            continue
        difference = table[:, column].sum() / total
        assert found["bootstrap"].difference[0, column] == difference
        drawn = [table[rows] for rows in oracle.draws(len(table), RESAMPLES, SEED)]
        means = [rows[:, column].sum() / rows[:, 2].sum() for rows in drawn if rows[:, 2].any()]
        lost = RESAMPLES - len(means)  # without a difference: not short of it
        extreme = lost + sum(
            abs(mean - np.mean(means)) >= abs(difference) - 1e-10 for mean in means
        )
        assert found["bootstrap"].p_value[0, column] == (extreme + 1) / (RESAMPLES + 1)
        ends = np.quantile(means, [0.025, 0.975])
        assert found["bootstrap"].low[0, column] == pytest.approx(ends[0], abs=1e-12)
        assert found["bootstrap"].high[0, column] == pytest.approx(ends[1], abs=1e-12)
        flipped = [
            np.where(swapped, -table[:, column], table[:, column]).sum() / total
            for swapped in oracle.swaps(len(table), RESAMPLES, SEED)
        ]
        extreme = sum(abs(one) >= abs(difference) - 1e-10 for one in flipped)
        assert found["randomization"].p_value[0, column] == (extreme + 1) / (RESAMPLES + 1)


@given(ITEMS, st.sampled_from(["bootstrap", "randomization"]), st.randoms())
def test_negated_and_next_to_others(items, test, draw) -> None:
    table = as_statistics(items) * [1 / 3, 1 / 7, 1]
    found = found_by(table[np.newaxis], test)
    mirrored = found_by((table * [-1, -1, 1])[np.newaxis], test)
    assert (found.difference == -mirrored.difference)[~np.isnan(found.difference)].all()
    assert (found.low == -mirrored.high)[~np.isnan(found.low)].all()
    assert found.p_value.tobytes() == mirrored.p_value.tobytes()
    others = [np.array(draw.sample(table.tolist(), len(table))) for _ in range(3)]
    together = found_by(np.array([others[0], table, *others[1:]]), test)
    for name in ("difference", "low", "high", "p_value"):
        assert getattr(together, name)[1].tobytes() == getattr(found, name)[0].tobytes()


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_without_any_difference(test) -> None:
    found = found_by(np.array([[[0.0, 2.0], [0.0, 0.0], [0.0, 5.0]]]), test)
    assert (found.difference, found.low, found.high, found.p_value) == (0, 0, 0, 1)


def test_refusals() -> None:
    with pytest.raises(InputError, match="empty"):
        weighted_differences(np.zeros((0, 3, 2)), np.zeros((0, 1)), seed=1)
    with pytest.raises(UsageError, match="seed"):
        weighted_differences(np.ones((1, 3, 2)), np.ones((1, 1)), seed=-1)
