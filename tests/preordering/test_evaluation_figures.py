"""Accuracy of parses, counted word by word; correlations of scores by two alignments."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, strategies as st

from parse_texts import conllu
from syntax_strategies import heads
from wordorder.preordering import read_parses
from wordorder.preordering.evaluation import accuracy_statistics, sentence_correlations
from wordorder.statistics import Resampling, average_ranks, spearman_rho, tau_b

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from parse_texts import Word
    from wordorder.arrays import Floats

RELATIONS = ["nsubj", "nsubj:pass", "obj", "root", "obj:lvc"]
TAGS = ["NOUN", "VERB", "obj"]  # a tag may be spelled like a relation


def counted(parsed: str, gold: str) -> list[list[float]]:
    return accuracy_statistics(
        read_parses(io.StringIO(parsed)), read_parses(io.StringIO(gold))
    ).tolist()


def test_punctuation_counts_and_subtypes_do_not() -> None:
    gold = [("we", 2, "nsubj:pass", "PRON"), ("won", 0, "root", "VERB"), (".", 2, "punct", "PUNCT")]
    parsed = [("we", 2, "nsubj", "NOUN"), ("won", 0, "root", "VERB"), (".", 1, "punct", "PUNCT")]
    assert counted(conllu(parsed), conllu(gold)) == [[2, 2, 2, 3, 3, 3]]


def test_the_right_relation_of_the_wrong_head_is_wrong() -> None:
    gold = [("a", 2, "obj", "X"), ("b", 3, "obj", "X"), ("c", 0, "root", "X")]
    parsed = [("a", 3, "obj", "X"), ("b", 3, "iobj", "X"), ("c", 0, "root", "Y")]
    assert counted(conllu(parsed), conllu(gold)) == [[2, 1, 2, 3, 3, 3]]


@st.composite
def parsed_and_gold(draw: DrawFn) -> tuple[list[Word], list[Word]]:
    """Two parses of the same words; some heads, relations and tags are the same."""
    gold = draw(heads())
    parsed = draw(st.sampled_from([gold, [-1, *range(len(gold) - 1)]]))
    relations, tags = st.sampled_from(RELATIONS), st.sampled_from(TAGS)

    def words(found: list[int]) -> list[Word]:
        return [(str(n), head + 1, draw(relations), draw(tags)) for n, head in enumerate(found)]

    return words(parsed), words(gold)


@given(st.lists(parsed_and_gold(), min_size=1, max_size=3))
def test_any_two_parses(pairs: list[tuple[list[Word], list[Word]]]) -> None:
    expected = []
    for parsed, gold in pairs:
        right = [0, 0, 0]
        for (_, head, label, tag), (_, own_head, own_label, own_tag) in zip(
            parsed, gold, strict=True
        ):
            right[0] += head == own_head
            right[1] += head == own_head and label.split(":")[0] == own_label.split(":")[0]
            right[2] += tag == own_tag
        expected.append([*right, *[len(gold)] * 3])
    texts = (conllu(*(pair[side] for pair in pairs)) for side in (0, 1))
    assert counted(*texts) == expected


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
