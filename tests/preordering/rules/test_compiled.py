"""The markers of words, against the definition."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from oracles.precedence import with_markers
from rule_strategies import FORMS, LEMMAS, batch_of, parses
from syntax_strategies import all_trees
from wordorder.preordering import read_parses
from wordorder.preordering.rules.compiled import word_markers


def markers_of(trees):
    values, offsets, names = word_markers(trees, trees.morphology())
    assert len(set(names)) == len(names)
    assert sorted(set(values.tolist())) == list(range(len(names)))
    rows = np.split(values, offsets[1:-1])
    assert len(rows) == len(trees.heads)
    return [{names[number] for number in row} for row in rows]


def expected(sentences):
    return [word["markers"] for parse in sentences for word in with_markers(*parse)]


@pytest.mark.slow
@given(st.lists(parses(), min_size=1, max_size=3))
def test_the_definition(sentences) -> None:
    assert markers_of(batch_of(sentences)) == expected(sentences)


@pytest.mark.parametrize("words", [1, 2, 3, 4])
def test_all_small_trees(words) -> None:
    rng = random.Random(words)

    def word():
        return {
            "form": rng.choice(FORMS),
            "upos": "X",
            "xpos": "_",
            "lemma": rng.choice(LEMMAS),
            "deprel": rng.choice(["case", "mark:x", "fixed", "fixed:y", "cases"]),
            "feats": set(),
        }

    sentences = [(tree, [word() for _ in tree]) for tree in all_trees(words)]
    assert markers_of(batch_of(sentences)) == expected(sentences)


def read(*rows):
    """Words given as form, lemma, head from 1, and relation."""
    lines = [
        f"{number}\t{form}\t{lemma}\tX\t_\t_\t{head}\t{deprel}\t_\t_\n"
        for number, (form, lemma, head, deprel) in enumerate(rows, 1)
    ]
    return read_parses(io.StringIO("".join(lines)))


def test_several_markers_of_a_word() -> None:
    rows = [("From", "from", 2, "case"), ("under", "under", 3, "case"), ("it", "it", 0, "root")]
    assert markers_of(read(*rows)) == [set(), {"from"}, {"under"}]
    rows[0] = ("From", "_", 3, "case")
    assert markers_of(read(*rows)) == [set(), set(), {"from", "under"}]


def test_a_root_marks_nothing() -> None:
    assert markers_of(read(("of", "of", 0, "case"))) == [set()]


def test_very_many_words_of_a_marker() -> None:
    count = 3900
    rows = [("x", "x", 0, "root"), ("a", "a", 1, "case"), *[("b", "b", 2, "fixed")] * count]
    assert markers_of(read(*rows))[0] == {"a" + "_b" * count}
    every = [("x", "x", 0, "root"), *[("a", "a", 1, "mark")] * count]
    assert markers_of(read(*every))[0] == {"a"}
