"""Test sets by amount of reordering, against the slow, obvious implementation."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isnan
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from oracles import reorderings as oracles
from reordering_batches import alignment_batch, shortest
from wordorder import InputError, UsageError
from wordorder.reorderings import (
    SETS,
    ReorderingSets,
    build_testsets,
    extract_reorderings,
    reordering_sets,
)
from wordorder.reorderings.testsets import cut_into_sets

# (target length, RQuantity, reorderings); few different amounts, so that many are the same.
moved = st.tuples(st.integers(1, 45), st.fractions(Fraction(1, 8), 2, max_denominator=8))
sentences = st.lists(
    st.one_of(
        moved.map(lambda pair: (*pair, 1)), st.tuples(st.integers(1, 45)).map(lambda t: (*t, 0, 0))
    ),
    max_size=60,
)


def sets_of(rows: list[tuple[Any, ...]], **options: Any) -> ReorderingSets:
    lengths, quantities, counts = ([float(row[column]) for row in rows] for column in range(3))
    return reordering_sets(quantities, counts, lengths, **options)


@given(sentences, st.integers(1, 25), st.integers(0, 25))
def test_sets_are_the_oracles(rows: list[tuple[Any, ...]], least: int, more: int) -> None:
    found = sets_of(rows, shortest=least, longest=least + more)
    expected = oracles.reordering_sets(rows, least, least + more)
    assert {name: lines.tolist() for name, lines in found.lines.items()} == {
        name: sorted(lines) for name, lines in expected.items()
    }
    assert tuple(found.lines) == tuple(found.rquantity) == SETS
    labels = {line: name for name, lines in expected.items() for line in lines}
    assert found.labels == tuple(labels.get(line + 1, "outside") for line in range(len(rows)))
    for name, lines in expected.items():
        if lines:
            mean = sum(rows[line - 1][1] for line in lines) / len(lines)
            assert found.rquantity[name] == pytest.approx(float(mean))
        else:
            assert isnan(found.rquantity[name])


@given(sentences)
def test_what_holds_for_all_sets(rows: list[tuple[Any, ...]]) -> None:
    found = sets_of(rows)
    lines = [line for part in found.lines.values() for line in part.tolist()]
    assert sorted(lines) == [
        line for line, (length, _, _) in enumerate(rows, start=1) if 20 <= length <= 39
    ]
    sizes = [len(found.lines[name]) for name in ("low", "medium", "high")]
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) <= 1
    assert all(rows[line - 1][1] == 0 for line in found.lines["none"])
    amounts = [[rows[line - 1][1] for line in found.lines[name]] for name in SETS]
    for lower, upper in pairwise(amounts[1:]):
        assert not upper or max(lower) <= min(upper)


def test_equal_amounts_are_parted_by_line() -> None:
    found = sets_of([(20, 0.5, 1)] * 5)
    assert [found.lines[name].tolist() for name in SETS] == [[], [1, 2], [3, 4], [5]]


def test_both_ends_of_the_lengths_belong_to_it() -> None:
    found = sets_of([(length, 0, 0) for length in (19, 20, 39, 40)])
    assert found.lines["none"].tolist() == [2, 3]
    assert found.labels == ("outside", "none", "none", "outside")


def test_lines_have_their_own_numbers() -> None:
    # Equal amounts are parted by these numbers, wherever the sentences stand.
    found = sets_of([(20, 0.5, 1), (20, 0.5, 1), (20, 0.5, 1), (30, 0, 0)], lines=[9, 2, 4, 7])
    assert [found.lines[name].tolist() for name in SETS] == [[7], [2], [4], [9]]
    assert found.labels == ("high", "low", "medium", "none")


def test_no_sentences_no_sets() -> None:
    found = reordering_sets([], [], [])
    assert [len(found.lines[name]) for name in SETS] == [0, 0, 0, 0]
    assert found.labels == ()


@pytest.mark.parametrize(("least", "most"), [(0, 9), (-3, 9), (10, 9)])
def test_lengths_that_no_sentence_can_have(least: int, most: int) -> None:
    with refused(UsageError):
        reordering_sets([0], [0], [5], shortest=least, longest=most)


@pytest.mark.parametrize("column", range(4))
def test_columns_of_different_lengths(column: int) -> None:
    columns = [np.zeros(3 - (column == which)) for which in range(4)]
    with refused(InputError):
        reordering_sets(*columns[:3], lines=columns[3])


# From the reorderings of a corpus


INVERTED = [shortest({(i, n - 1 - i) for i in range(n)}) for n in (5, 2, 1, 4, 3, 1, 6)]


@pytest.mark.parametrize("cuts", [[], [1, 2, 5]])
def test_a_corpus_is_cut_whatever_its_batches(cuts: list[int]) -> None:
    batch = alignment_batch(INVERTED, first_line=11)
    parts = [batch.rows(start, stop) for start, stop in pairwise([0, *cuts, len(INVERTED)])]
    sets, found = cut_into_sets(map(extract_reorderings, parts), shortest=1, longest=5)
    assert found.axes["line"] == (11, 12, 13, 14, 15, 16, 17)
    assert found["target_length"].tolist() == [5, 2, 1, 4, 3, 1, 6]
    assert found["rquantity"].tolist() == pytest.approx([14 / 5, 1, 0, 9 / 4, 5 / 3, 0, 20 / 6])
    assert {name: one.lines.tolist() for name, one in sets.items()} == {
        "none": [13, 16],
        "low": [12, 15],
        "medium": [14],
        "high": [11],
    }
    assert {name: one.widths for name, one in sets.items()} == {
        "none": {},
        "low": {2: 2, 3: 1},
        "medium": {2: 1, 3: 1, 4: 1},
        "high": {2: 1, 3: 1, 4: 1, 5: 1},
    }


def test_every_sentence_has_a_label() -> None:
    built = build_testsets(alignment_batch(INVERTED), shortest=1, longest=5)
    labels = ["high", "low", "none", "medium", "low", "none", "outside"]
    assert built.records("sentences").columns["set"] == built.line_labels() == labels
    assert built.labels_of([7, 1, 99]) == ["outside", "high", "outside"]


def test_no_corpus_no_sets() -> None:
    with refused(InputError):
        build_testsets([])
