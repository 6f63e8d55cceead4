"""Permutations of rearranged texts, against the rule written out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from oracles.scoring import same_occurrences
from wordorder.errors import InputError, UsageError
from wordorder.permutation import PermutationBatch

SENTENCES = st.lists(st.sampled_from(["a", "b", "é", "\u3000", "B"]), max_size=7)


@st.composite
def rows(draw: st.DrawFn) -> tuple[list[str], list[str], list[int]]:
    source = draw(SENTENCES)
    order = draw(st.permutations(range(len(source))))
    return source, draw(st.permutations(source)), draw(st.sampled_from([[], list(order)]))


@given(st.lists(rows(), max_size=5))
def test_the_kth_occurrence_is_the_kth_in_the_order(
    drawn: list[tuple[list[str], list[str], list[int]]],
) -> None:
    texts = [[" ".join(row[side]) for row in drawn] for side in (0, 1)]
    counting = PermutationBatch.from_permutations([ranks for _, _, ranks in drawn])
    plain = PermutationBatch.from_surface(*texts)
    found = PermutationBatch.from_surface(*texts, counting)
    assert len(found) == len(plain) == len(drawn)
    for number, (source, system, ranks) in enumerate(drawn):
        for batch, used in ((plain, []), (found, ranks)):
            order = np.argsort(used) if used else np.arange(len(source))
            places = same_occurrences(system, [source[word] for word in order])
            assert [order[place] for place in places] == np.argsort(batch[number].ranks).tolist()


BAD = {
    "another word": (["a b", "a b"], ["b a", "a c"]),
    "too often": (["a b", ""], ["b a a", ""]),
    "too few": (["a b"], ["b"]),
    "shifted": (["a", "b a"], ["a b", "a"]),
    "hostile": (["a"], ["\x1b[31m"]),
    "fewer lines": (["a", "b"], ["a"]),
    "line end": (["a\nb"], ["a b"]),
}


@pytest.mark.parametrize(("source", "rearranged"), BAD.values(), ids=BAD)
def test_what_is_not_rearranged_is_refused(source: list[str], rearranged: list[str]) -> None:
    with refused(InputError):
        PermutationBatch.from_surface(source, rearranged)


def test_the_order_to_count_in_has_the_same_words() -> None:
    counting = PermutationBatch.from_permutations([[0, 1], [0]])
    with refused(InputError):
        PermutationBatch.from_surface(["a b"], ["a b"], counting)
    with refused(InputError):
        PermutationBatch.from_surface(["a b", "a b"], ["a b", "a b"], counting)


@pytest.mark.parametrize("texts", [None, 5, "ab", b"ab", {"a b"}, ["a", None], [1]])
def test_only_lists_of_sentences_are_compared(texts: Any) -> None:
    with refused(UsageError):
        PermutationBatch.from_surface(texts, texts)
    with refused(UsageError):
        PermutationBatch.from_surface(["a"], texts)
    with refused(UsageError):
        PermutationBatch.from_surface(["a"], ["a"], [0])  # type: ignore[arg-type]
