"""Correlations of real metrics with MQM ratings, as SciPy has them."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy import stats

from wordorder.metaevaluation import correlate, join, read_judgements, read_scores
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wordorder.metaevaluation import Dataset

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data"),
]
NAMES = ("pearson_r", "spearman_rho", "tau_b", "tau_c")


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
        return [np.nan] * len(NAMES)
    return [
        stats.pearsonr(human, metric).statistic,
        stats.spearmanr(human, metric).statistic,
        stats.kendalltau(human, metric).statistic,
        stats.kendalltau(human, metric, variant="c").statistic,
    ]


@pytest.mark.parametrize("grouping", ["item", "system", "none"])
def test_wmt23_as_scipy_has_it(dataset: Dataset, grouping: str) -> None:
    found = correlate(dataset, NAMES, grouping=grouping, resampling=Resampling(resamples=1))
    human = dataset.judgements.mean_ratings(dataset.scores.line_count)
    for metric in (0, 1):
        sides = groups(human, dataset.scores.lines[metric], grouping)
        wanted = np.nanmean([by_scipy(*group) for group in sides], axis=0)
        np.testing.assert_allclose(found.value[metric], wanted, rtol=1e-10)
