"""Permutations as text, one line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from messages import refused
from strategies import permutations
from wordorder import InputError, Permutation, UsageError

BRACKETS = ["", "⟨⟩", "\u2329\u232a", "\u3008\u3009", "<>", "[]", "()"]
SEPARATORS = [" ", ",", ", ", "\t", " , ", "  "]


def written(ranks: list[int], base: int, brackets: str, separator: str) -> str:
    inside = separator.join(str(rank + base) for rank in ranks)
    return f"{brackets[:1]}{inside}{brackets[1:]}"


@pytest.mark.parametrize("brackets", BRACKETS)
@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("base", [0, 1])
def test_every_way_of_writing_is_read(brackets: str, separator: str, base: int) -> None:
    text = written([1, 3, 0, 2], base, brackets, separator)
    assert list(Permutation.parse(text)) == [1, 3, 0, 2]
    assert list(Permutation.parse(f" \t{text} \t")) == [1, 3, 0, 2]


@given(
    permutations(min_size=1, max_size=80),
    st.sampled_from([0, 1]),
    st.sampled_from(BRACKETS),
    st.sampled_from(SEPARATORS),
)
def test_text_is_read_as_ranks_or_turned_into_them(
    ranks: list[int], base: int, brackets: str, separator: str
) -> None:
    text = written(ranks, base, brackets, separator)
    assert Permutation.parse(text) == Permutation(ranks)
    assert Permutation.parse(text, order=True) == Permutation.from_order(ranks)


@pytest.mark.parametrize("text", ["", "  ", "\t", "⟨⟩", "< >", "[]", "()", ","])
def test_nothing_is_a_permutation_of_no_words(text: str) -> None:
    assert len(Permutation.parse(text)) == 0


@pytest.mark.parametrize("text", ["0", "1"])
def test_one_word_counts_from_0_or_1(text: str) -> None:
    assert list(Permutation.parse(text)) == [0]


EXPECTED = "; expected a permutation, such as 2 4 1 3"

REFUSED = [
    "1 1",
    "0 0",
    "0 2",
    "3 1",
    "2",
    "-1 0",
    "1.0 2",
    "+1 2",
    "1 2\r1 2",
    "1;2",
    "one two",
    "- 1",
    "١ ٢",
    "⟨1 2",
    "[1 2)",
    "<<1 2>>",
    "99999999999 1",
    "9" * 50,
    "ä" * 50,
    "x" + "ä" * 50,
]


@pytest.mark.parametrize("text", REFUSED)
@pytest.mark.parametrize("order", [False, True])
def test_anything_else_is_refused_with_the_defect(text: str, order: bool) -> None:
    with refused(InputError):
        Permutation.parse(text, order=order)


def test_a_nul_does_not_cut_the_message_short() -> None:
    with refused(InputError):
        Permutation.parse("1 2\0")


def test_several_lines_are_refused() -> None:
    with refused(InputError):
        Permutation.parse("1 2\n2 1")


@given(st.text())
def test_no_text_breaks_the_parser(text: str) -> None:
    try:
        permutation = Permutation.parse(text)
    except InputError:
        return
    assert sorted(permutation) == list(range(len(permutation)))


@pytest.mark.parametrize("text", [5, None, b"1 2"])
def test_only_texts_are_parsed(text: Any) -> None:
    with refused(UsageError):
        Permutation.parse(text)
