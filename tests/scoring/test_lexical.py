"""Parts of lexical scores as they are defined: the brevity penalty, and F1 of shared words."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from math import isnan, nan
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, strategies as st

from kernel_calls import bleu_statistics
from strategies import ragged
from wordorder.scoring import brevity_penalty, unigram_f1

if TYPE_CHECKING:
    from collections.abc import Sequence


def defined_penalty(t: int, r: int) -> float:
    if t == 0:
        return 0
    return 1 if t > r else math.exp(1 - r / t)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1))
def test_every_pair_of_lengths_is_punished_as_defined(pairs: list[tuple[int, int]]) -> None:
    penalties = brevity_penalty(*zip(*pairs, strict=True))
    expected = [defined_penalty(*pair) for pair in pairs]
    assert penalties.tolist() == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    ("t", "r", "penalty"),
    [(0, 0, 0), (0, 5, 0), (5, 0, 1), (5, 5, 1), (6, 5, 1), (10**9, 1, 1), (1, 10**9, 0)],
)
def test_the_ends_are_exact(t: int, r: int, penalty: float) -> None:
    assert brevity_penalty(t, r) == penalty


def test_shapes_of_lengths_go_together() -> None:
    lengths, references = np.arange(6).reshape(2, 3, 1), np.arange(4)
    penalties = brevity_penalty(lengths, references)
    assert penalties.shape == (2, 3, 4)
    assert penalties[1, 2, 3] == brevity_penalty(5, 3)
    assert brevity_penalty([], []).shape == (0,)


# F1 of the words that two sentences share, against sets of words.


sentences = st.lists(st.integers(0, 4), max_size=12)


def defined_f1(hypothesis: Sequence[int], reference: Sequence[int]) -> Fraction | float:
    """The harmonic mean of precision and recall."""
    if not reference:
        return nan
    shared = (Counter(hypothesis) & Counter(reference)).total()
    if shared == 0:
        return Fraction(0)
    precision, recall = Fraction(shared, len(hypothesis)), Fraction(shared, len(reference))
    return 2 * precision * recall / (precision + recall)


@given(st.lists(st.tuples(sentences, sentences), min_size=1, max_size=8))
def test_sentences_are_scored_as_defined(pairs: list[tuple[list[int], list[int]]]) -> None:
    hypotheses, references = zip(*pairs, strict=True)
    matches, words, _, reference_words = bleu_statistics(
        ragged(hypotheses), [ragged(references)], 1
    ).T
    scores = unigram_f1(matches, words, reference_words)
    expected = [float(defined_f1(*pair)) for pair in pairs]
    assert np.array_equal(scores, expected, equal_nan=True)


@pytest.mark.parametrize("lengths", [(0, 3), (3, 3)])
def test_nothing_shared_is_0(lengths: tuple[int, int]) -> None:
    assert unigram_f1(0, *lengths) == 0


@pytest.mark.parametrize("words", [0, 3])
def test_an_empty_reference_is_undefined(words: int) -> None:
    assert isnan(unigram_f1(0, words, 0))


def test_equal_words_are_1() -> None:
    assert unigram_f1([1, 7], [1, 7], [1, 7]).tolist() == [1, 1]


def test_shapes_of_counts_go_together() -> None:
    assert unigram_f1(np.ones((2, 1)), np.ones(3), 1).tolist() == [[1, 1, 1]] * 2
    assert unigram_f1([], [], []).shape == (0,)
