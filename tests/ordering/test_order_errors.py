"""Breaks and misplaced words in many permutations."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from oracles import metrics
from strategies import every, long_permutations, permutations
from wordorder import InputError, PermutationBatch, _kernels
from wordorder.ordering import order_errors


def errors(rows) -> list[tuple[int, int]]:
    found = order_errors(PermutationBatch.from_permutations(rows), threads=2)
    assert found.breaks.dtype == found.misplaced.dtype == np.int64
    return list(zip(*map(np.ndarray.tolist, found), strict=True))


@pytest.mark.slow
def test_all_short_permutations() -> None:
    rows = [ranks for n in range(8) for ranks in every(n)]
    assert errors(rows) == [(metrics.breaks(row), metrics.misplaced(row)) for row in rows]


@given(ranks=permutations() | long_permutations())
def test_longer_ones(ranks) -> None:
    assert errors([ranks]) == [(metrics.breaks(ranks), metrics.misplaced(ranks))]


@given(ranks=permutations())
def test_taking_a_word_out_never_raises_them(ranks) -> None:
    # As where a system gets a word wrong, and all other words stay where they are.
    fewer = [[r - (r > gone) for r in ranks if r != gone] for gone in ranks]
    ((breaks, misplaced), *left) = errors([ranks, *fewer])
    assert all(b <= breaks and m <= misplaced for b, m in left)


def test_what_is_not_a_permutation_is_refused() -> None:
    rows = _kernels.Ragged(np.array([0, 2], np.int32), np.array([0, 2]))
    with pytest.raises(InputError, match="row 0"):
        _kernels.order_errors(rows, 1)
