"""The brevity penalty as it is defined."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordorder.scoring import brevity_penalty


def defined(t: int, r: int) -> float:
    if t == 0:
        return 0
    return 1 if t > r else math.exp(1 - r / t)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1))
def test_every_pair_of_lengths_is_punished_as_defined(pairs: list[tuple[int, int]]) -> None:
    found = brevity_penalty(*zip(*pairs, strict=True))
    assert found.tolist() == pytest.approx([defined(*pair) for pair in pairs], rel=1e-14)


@pytest.mark.parametrize(
    ("t", "r", "penalty"),
    [(0, 0, 0), (0, 5, 0), (5, 0, 1), (5, 5, 1), (6, 5, 1), (10**9, 1, 1), (1, 10**9, 0)],
)
def test_the_ends_are_exact(t: int, r: int, penalty: float) -> None:
    assert brevity_penalty(t, r) == penalty


def test_shapes_go_together() -> None:
    lengths, references = np.arange(6).reshape(2, 3, 1), np.arange(4)
    found = brevity_penalty(lengths, references)
    assert found.shape == (2, 3, 4)
    assert found[1, 2, 3] == brevity_penalty(5, 3)
    assert brevity_penalty([], []).shape == (0,)
