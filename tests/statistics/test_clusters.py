"""Clusters against all sets of systems, whatever the order in which systems are given."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles import statistics as oracle
from wordorder import InputError
from wordorder.statistics import find_clusters


def matrices(size: int, verdicts, margins=None):
    """`beats` and `margin` from a verdict (1: the first is better) and a margin for each pair."""
    beats, margin = np.zeros((size, size), dtype=bool), np.zeros((size, size))
    for (a, b), verdict, by in zip(
        combinations(range(size), 2), verdicts, margins or verdicts, strict=True
    ):
        beats[a, b], beats[b, a] = verdict > 0, verdict < 0
        margin[a, b], margin[b, a] = by, -by
    return beats, margin


def check(beats, margin) -> None:
    found = find_clusters(beats, margin)
    groups = {c: frozenset(np.flatnonzero(found.cluster == c).tolist()) for c in found.cluster}
    assert set(groups.values()) == oracle.clusters(beats.tolist())
    assert sorted(groups) == list(range(1, len(groups) + 1))
    assert sorted(found.order.tolist()) == list(range(len(beats)))
    assert (np.diff(found.cluster[found.order]) >= 0).all()
    for better, worse in combinations(sorted(groups), 2):
        assert all(beats[a, b] for a in groups[better] for b in groups[worse])


def test_every_outcome_among_up_to_four_systems() -> None:
    for size in range(5):
        for verdicts in product([-1, 0, 1], repeat=size * (size - 1) // 2):
            check(*matrices(size, verdicts))


@st.composite
def outcomes(draw):
    size = draw(st.integers(2, 9))
    pairs = list(combinations(range(size), 2))
    if draw(st.booleans()):  # some systems beat all later ones, so that there are boundaries
        tops = draw(st.sets(st.integers(0, size - 1)))
        verdicts = [int(a in tops) or draw(st.sampled_from([-1, 0, 1])) for a, _ in pairs]
    else:
        verdicts = [draw(st.sampled_from([-1, 0, 1])) for _ in pairs]
    margin = st.floats(-1, 1) | st.just(float("nan"))
    return matrices(size, verdicts, [draw(margin) for _ in pairs])


@given(outcomes(), st.randoms(use_true_random=False))
def test_clusters_do_not_depend_on_the_order_of_systems(outcome, random) -> None:
    beats, margin = outcome
    check(beats, margin)
    shuffled = list(range(len(beats)))
    random.shuffle(shuffled)
    place = np.ix_(shuffled, shuffled)
    found, again = find_clusters(beats, margin), find_clusters(beats[place], margin[place])
    assert again.cluster.tolist() == found.cluster[shuffled].tolist()


def test_equal_systems_are_ranked_by_their_mean_margin() -> None:
    beats, margin = matrices(4, [0, 0, 1, 0, 1, 1], [-0.2, float("nan"), 0.5, 0.1, 0.3, 0.3])
    assert find_clusters(beats, margin).order.tolist() == [1, 0, 2, 3]  # .2, .15, .1
    assert find_clusters(beats, margin).cluster.tolist() == [1, 1, 1, 2]


def test_what_is_no_comparison_is_refused() -> None:
    with pytest.raises(InputError, match="square matrices of the same size"):
        find_clusters([[False, True]], [[0.0, 0.1]])
    with pytest.raises(InputError, match="cannot beat each other"):
        find_clusters([[False, True], [True, False]], np.zeros((2, 2)))
