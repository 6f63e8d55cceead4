"""F1 of the words that two sentences share, against sets of words."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import isnan, nan
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel_calls import bleu_statistics
from strategies import ragged
from wordorder.scoring import unigram_f1

if TYPE_CHECKING:
    from collections.abc import Sequence

sentences = st.lists(st.integers(0, 4), max_size=12)


def defined(hypothesis: Sequence[int], reference: Sequence[int]) -> Fraction | float:
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
    found = unigram_f1(matches, words, reference_words)
    expected = [float(defined(*pair)) for pair in pairs]
    assert np.array_equal(found, expected, equal_nan=True)


@pytest.mark.parametrize("lengths", [(0, 3), (3, 3)])
def test_nothing_shared_is_0(lengths: tuple[int, int]) -> None:
    assert unigram_f1(0, *lengths) == 0


@pytest.mark.parametrize("words", [0, 3])
def test_an_empty_reference_is_undefined(words: int) -> None:
    assert isnan(unigram_f1(0, words, 0))


def test_equal_words_are_1() -> None:
    assert unigram_f1([1, 7], [1, 7], [1, 7]).tolist() == [1, 1]


def test_shapes_go_together() -> None:
    assert unigram_f1(np.ones((2, 1)), np.ones(3), 1).tolist() == [[1, 1, 1]] * 2
    assert unigram_f1([], [], []).shape == (0,)
