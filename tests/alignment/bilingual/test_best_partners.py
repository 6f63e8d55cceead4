"""The best partner of each word: as the definition says, and fast where there are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles import ibm1 as oracle
from wordorder import InputError, _kernels
from wordorder.alignment.bilingual import PartnerTable

if TYPE_CHECKING:
    from collections.abc import Sequence

WORDS = 6
Chances = dict[tuple[int, int], float]

# Few different chances, so that many are equal; few words, so that many stand there twice.
chances = st.dictionaries(
    st.tuples(st.integers(0, WORDS - 1), st.integers(0, WORDS - 1)),
    st.sampled_from([0.0, 0.25, 0.5, 1.0]),
)
sentences = st.lists(st.integers(-3, WORDS - 1), max_size=12)


def arrays(rows: Sequence[list[int]]) -> _kernels.Ragged:
    words = [word for row in rows for word in row]
    ends = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return _kernels.Ragged(np.array(words, np.int32), ends)


def as_table(chances: Chances, count: int = WORDS) -> PartnerTable:
    partners, words = np.array([*chances, (0, 0)], np.int32)[:-1].T
    return PartnerTable.of_pairs(words, partners, np.array(list(chances.values()), "f4"), count)


@given(chances, st.lists(st.tuples(sentences, sentences), max_size=4), st.integers(1, 3))
def test_partners_are_as_the_definition_says(
    chances: Chances, pairs: list[tuple[list[int], list[int]]], threads: int
) -> None:
    words, others = [words for words, _ in pairs], [others for _, others in pairs]
    found = as_table(chances).best(arrays(words), arrays(others), threads)
    expected = [oracle.best_partners(*pair, chances) for pair in pairs]
    assert found.tolist() == [place for row in expected for place in row]


@pytest.mark.parametrize(
    ("words", "others", "expected"),
    [
        ([0, 0, 0], [0, 0, 0], [0, 1, 2]),
        ([0], [0, 0, 0], [1]),
        ([0], [0, 0], [0]),  # both as near: the first
        ([0, 0], [1, 0, 1, 1], [1, 1]),
        ([1], [0, 1], [-1]),  # no chance
        ([-1, -2], [-2, -3, -1], [2, 0]),  # unknown, but spelt the same
        ([0, 0], [], [-1, -1]),
        ([], [0], []),
    ],
)
def test_of_equal_partners_the_nearest_to_the_diagonal(
    words: list[int], others: list[int], expected: list[int]
) -> None:
    table = as_table({(0, 0): 0.5})
    assert table.best(arrays([words]), arrays([others]), 1).tolist() == expected


def test_a_hundred_thousand_times_the_same_word() -> None:
    many = [0] * 100_000
    found = as_table({(0, 0): 0.5}).best(arrays([many]), arrays([many]), 1)
    np.testing.assert_array_equal(found, np.arange(len(many)))


def test_long_sentences_with_few_possible_partners() -> None:
    words = list(range(30_000))
    table = as_table({(word, word): 0.5 for word in words}, len(words))
    found = table.best(arrays([words]), arrays([words[::-1]]), 1)
    np.testing.assert_array_equal(found, words[::-1])


def test_what_does_not_fit_is_refused() -> None:
    table = as_table({(0, 0): 0.5})
    with pytest.raises(InputError, match=r"^row 1: word 6 is not in a table of 6$"):
        table.best(arrays([[0], [6]]), arrays([[0], [0]]), 1)
    with pytest.raises(InputError, match=r"^batches of 1 and 2 sentences do not go together$"):
        table.best(arrays([[0]]), arrays([[0], [0]]), 1)
    with pytest.raises(InputError, match=r"^there are 1 partners, but 2 probabilities$"):
        _kernels.best_partners(
            arrays([[0]]),
            arrays([[0]]),
            arrays([[0]]),
            np.zeros(2, np.float32),
            1,
        )
