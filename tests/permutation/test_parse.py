"""Permutations as text, one line."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, strategies as st

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


@pytest.mark.parametrize(("text", "base"), [("0", 0), ("1", 1)])
def test_one_word_counts_from_0_or_1(text: str, base: int) -> None:
    assert list(Permutation.parse(text)) == [0]


EXPECTED = "; expected a permutation, such as 2 4 1 3"

REFUSED = [
    ("1 1", "value 1 occurs more than once and 2 is missing: expected a permutation of 1..2"),
    ("0 0", "value 0 occurs more than once and 1 is missing: expected a permutation of 0..1"),
    ("0 2", "value 2 is out of range: 2 values must be a permutation of 0..1"),
    ("3 1", "value 3 is out of range: 2 values must be a permutation of 1..2"),
    ("2", "value 2 is out of range: 1 value must be a permutation of 1..1"),
    ("-1 0", "value -1 is negative"),
    ("1.0 2", f"'1.0' is not a whole number{EXPECTED}"),
    ("+1 2", f"'+1' is not a whole number{EXPECTED}"),
    ("1 2\r1 2", rf"'2\r1' is not a whole number{EXPECTED}"),
    ("1;2", f"'1;2' is not a whole number{EXPECTED}"),
    ("one two", f"'one' is not a whole number{EXPECTED}"),
    ("- 1", f"'-' is not a whole number{EXPECTED}"),
    ("١ ٢", f"'١' is not a whole number{EXPECTED}"),
    ("⟨1 2", f"'⟨1' is not a whole number{EXPECTED}"),
    ("[1 2)", f"'[1' is not a whole number{EXPECTED}"),
    ("<<1 2>>", f"'<1' is not a whole number{EXPECTED}"),
    ("99999999999 1", "value 99999999999 is too large"),
    ("9" * 50, f"value {'9' * 40}… is too large"),
    ("ä" * 50, f"'{'ä' * 20}…' is not a whole number{EXPECTED}"),
    ("x" + "ä" * 50, f"'x{'ä' * 19}…' is not a whole number{EXPECTED}"),
]


@pytest.mark.parametrize(("text", "defect"), REFUSED)
@pytest.mark.parametrize("order", [False, True])
def test_anything_else_is_refused_with_the_defect(text: str, defect: str, order: bool) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(f'<text>:1: {defect}')}$"):
        Permutation.parse(text, order=order)


def test_a_nul_does_not_cut_the_message_short() -> None:
    with pytest.raises(InputError, match=r"is not a whole number; expected"):
        Permutation.parse("1 2\0")


def test_several_lines_are_refused() -> None:
    with pytest.raises(InputError, match=r"^expected one line, found several$"):
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
    with pytest.raises(UsageError, match="text= must be of type str"):
        Permutation.parse(text)
