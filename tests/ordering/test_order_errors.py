"""Breaks and misplaced words in many permutations, and how far these are from their place."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from messages import refused
from oracles import metrics
from oracles.misplacement import shifts
from strategies import every, long_permutations, permutations
from wordorder import InputError, PermutationBatch, _kernels
from wordorder.ordering import misplaced_words, misplacements, order_errors


def errors(rows) -> list[tuple[int, int]]:
    counts = order_errors(PermutationBatch.from_permutations(rows), threads=2)
    assert counts.breaks.dtype == counts.misplaced.dtype == np.int64
    return list(zip(*map(np.ndarray.tolist, counts), strict=True))


@pytest.mark.slow
def test_errors_of_all_short_permutations() -> None:
    rows = [ranks for n in range(8) for ranks in every(n)]
    assert errors(rows) == [(metrics.breaks(row), metrics.misplaced(row)) for row in rows]


@given(ranks=permutations() | long_permutations())
def test_errors_of_longer_ones(ranks) -> None:
    assert errors([ranks]) == [(metrics.breaks(ranks), metrics.misplaced(ranks))]


@given(ranks=permutations())
def test_taking_a_word_out_never_raises_them(ranks) -> None:
    # As where a system gets a word wrong, and all other words stay where they are.
    fewer = [[r - (r > gone) for r in ranks if r != gone] for gone in ranks]
    ((breaks, misplaced), *left) = errors([ranks, *fewer])
    assert all(b <= breaks and m <= misplaced for b, m in left)


def test_distances_in_all_short_permutations() -> None:
    rows = [ranks for n in range(7) for ranks in every(n)]
    wanted = [shift for row in rows for shift in shifts(row)]
    assert misplacements(PermutationBatch.from_permutations(rows)).tolist() == wanted


@given(ranks=permutations() | long_permutations())
def test_distances_in_longer_ones(ranks) -> None:
    away = {*misplaced_words(ranks)}
    in_place = [i for i in range(len(ranks)) if i not in away]
    distances = misplacements(PermutationBatch.from_permutations([ranks]))
    assert distances.tolist() == shifts(ranks, in_place)


def test_rows_in_the_middle_of_an_array() -> None:
    values = np.array([0, 1, 0, 0, 1, 2, 0], np.int32)
    batch = PermutationBatch(values, np.array([1, 3, 3, 6]))
    assert misplacements(batch).tolist() == [0, 1, 0, 0, 0]


def test_what_is_not_a_permutation_is_refused() -> None:
    rows = _kernels.Ragged(np.array([0, 2], np.int32), np.array([0, 2]))
    with refused(InputError):
        _kernels.order_errors(rows, 1)
    with refused(InputError):
        _kernels.misplacements(rows)
