"""All short rows, and small tables of any kind, against loops over pairs."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judged_data import as_lists, rated
from oracles import correlations as oracle
from wordorder.metaevaluation import correlate
from wordorder.metaevaluation.correlation.item_figures import ROW_STATISTICS
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy
    from numpy.typing import NDArray

ROWS = list(product([0.0, 0.1, 0.7, None], repeat=3))
NAMES = ("tau_23", "acc_23", "tau_b", "tau_c", "pearson_r", "spearman_rho")


@pytest.mark.slow
@pytest.mark.parametrize("name", ROW_STATISTICS)
def test_all_rows_of_three(name: str) -> None:
    pairs = list(product(ROWS, ROWS))
    human, metric = (np.array(side, float) for side in zip(*pairs, strict=True))
    wanted = [oracle.ROWS[name](*pair) for pair in pairs]
    found = ROW_STATISTICS[name](human, metric)
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
