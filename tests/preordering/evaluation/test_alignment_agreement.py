"""Correlations of scores by two alignments, compared with SciPy's."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordorder.preordering.evaluation.alignment_agreement import sentence_correlations
from wordorder.statistics import Resampling, average_ranks, spearman_rho, tau_b

if TYPE_CHECKING:
    from wordorder.arrays import Floats

SCORES = st.lists(
    st.tuples(st.sampled_from([0.0, 0.25, 0.5, 1 / 3, 1.0]), st.sampled_from([0.0, 0.1, 0.5, 1.0])),
    min_size=2,
    max_size=12,
)
FEW = Resampling(resamples=20)


def sentence_correlation(one: Floats, other: Floats) -> Floats:
    """By a single measure."""
    return sentence_correlations(one[..., np.newaxis], other[..., np.newaxis], FEW)[0]


@pytest.mark.slow
@given(SCORES)
def test_ranks_and_correlations_are_those_of_scipy(pairs: list[tuple[float, float]]) -> None:
    stats = pytest.importorskip("scipy.stats")
    one, other = np.array(pairs).T
    assert average_ranks(one).tolist() == stats.rankdata(one).tolist()
    if len(set(one)) < 2 or len(set(other)) < 2:
        assert math.isnan(tau_b(one, other))
        assert math.isnan(spearman_rho(one, other))
        return
    assert tau_b(one, other) == pytest.approx(stats.kendalltau(one, other).statistic)
    assert spearman_rho(one, other) == pytest.approx(stats.spearmanr(one, other).statistic)
    found = sentence_correlation(one[np.newaxis], other[np.newaxis])
    assert found[0] == pytest.approx(stats.pearsonr(one, other).statistic)


def test_sentences_without_a_score_are_left_out() -> None:
    one = np.array([[0.1, np.nan, 0.3, 0.9], [0.2, np.nan, 0.5, 0.1]])
    other = np.array([[0.2, 0.4, 0.1, np.nan], [0.3, 0.5, 0.7, np.nan]])
    kept = [0, 2]
    found = sentence_correlation(one, other)
    expected = sentence_correlation(one[:, kept], other[:, kept])
    assert (found[0], found[3]) == (expected[0], expected[3])
    assert found[0] == pytest.approx(
        np.corrcoef(one[:, kept].ravel(), other[:, kept].ravel())[0, 1]
    )


def test_the_same_scores_correlate_fully() -> None:
    scores = np.array([[0.1, 0.5, 0.9, 0.3]])
    assert sentence_correlation(scores, scores).tolist() == pytest.approx([1, 1, 1, 1])
    assert sentence_correlation(scores, 1 - scores)[0] == pytest.approx(-1)


@pytest.mark.parametrize("constant", [0.1, 1 / 3, 0.0, 1.0])
def test_nothing_correlates_with_a_constant(constant: float) -> None:
    scores = np.random.default_rng(1).random((3, 50))
    same = np.full((3, 50), constant)
    assert np.isnan(sentence_correlation(scores, same)).all()


def test_nothing_is_left() -> None:
    assert np.isnan(sentence_correlation(np.array([[np.nan]]), np.array([[0.5]]))).all()


def test_measures_are_correlated_one_by_one() -> None:
    one, other = np.random.default_rng(7).random((2, 3, 20, 4))
    one[:, 5, 2] = np.nan
    found = sentence_correlations(one, other, FEW)
    for place in range(4):
        alone = sentence_correlation(one[..., place], other[..., place])
        assert found[place].tolist() == pytest.approx(alone.tolist())
