"""How far misplaced words are from their place, in many permutations."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from oracles.misplacement import shifts
from strategies import every, long_permutations, permutations
from wordorder import InputError, PermutationBatch, _kernels, misplaced_words
from wordorder.ordering import misplacements


def test_all_short_permutations() -> None:
    rows = [ranks for n in range(7) for ranks in every(n)]
    wanted = [shift for row in rows for shift in shifts(row)]
    assert misplacements(PermutationBatch.from_permutations(rows)).tolist() == wanted


@given(ranks=permutations() | long_permutations())
def test_longer_ones(ranks) -> None:
    away = {*misplaced_words(ranks)}
    kept = [i for i in range(len(ranks)) if i not in away]
    found = misplacements(PermutationBatch.from_permutations([ranks]))
    assert found.tolist() == shifts(ranks, kept)


def test_rows_in_the_middle_of_an_array() -> None:
    values = np.array([0, 1, 0, 0, 1, 2, 0], np.int32)
    batch = PermutationBatch(values, np.array([1, 3, 3, 6]))
    assert misplacements(batch).tolist() == [0, 1, 0, 0, 0]


def test_what_is_not_a_permutation_is_refused() -> None:
    rows = _kernels.Ragged(np.array([0, 2], np.int32), np.array([0, 2]))
    with pytest.raises(InputError, match="row 0"):
        _kernels.misplacements(rows)
