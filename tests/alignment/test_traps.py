"""What other programs got wrong about alignments, one test for each."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys

import numpy as np
import pytest

from wordorder import (
    Alignment,
    AlignmentBatch,
    Permutation,
    PermutationBatch,
    metric_names,
    ordering_scores,
    permutation_scores,
)
from wordorder.alignment import combine_gold, evaluate_alignments
from wordorder.permutation import CONVENTIONS
from wordorder.statistics import Resampling


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_ranks_are_not_mistaken_for_orders(convention: str) -> None:
    # lader's files hold orders. Word 0 goes to place 1, word 1 to place 2, word 2 to place 0; the
    # order is not the same sequence, because this permutation is not its own inverse.
    alignment = Alignment.parse("0-1 1-2 2-0")
    found = Permutation.from_alignment(alignment, convention)
    assert found.ranks.tolist() == [1, 2, 0]
    assert found.order.tolist() == [2, 0, 1]
    assert found.arranged(["b", "c", "a"]) == "a b c"
    batch = PermutationBatch.from_alignments(
        AlignmentBatch.from_alignments([alignment]), convention
    )
    assert batch.values.tolist() == [1, 2, 0]
    assert batch.orders.tolist() == [2, 0, 1]


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_an_empty_alignment_is_not_scored_as_perfect(convention: str) -> None:
    # Moses gives 1.0 for it.
    nothing = Alignment([], 4, 4)
    scores = permutation_scores(Permutation.from_alignment(nothing, convention))
    assert tuple(scores) == metric_names()
    assert all(math.isnan(score) for score in scores.values())
    batch = PermutationBatch.from_alignments(AlignmentBatch.from_alignments([nothing]), convention)
    for column in ordering_scores(batch.values, batch.offsets).values():
        assert np.isnan(column).all()


def test_an_empty_prediction_is_not_scored_as_perfect() -> None:
    nothing = AlignmentBatch.from_alignments([Alignment([], 2, 2)])
    result = evaluate_alignments(nothing, nothing)
    assert math.isnan(result.value("system", "aer"))
    assert math.isnan(result.value("system", "f1"))


def test_an_undefined_order_does_not_agree_with_anything() -> None:
    one, nothing = (
        PermutationBatch.from_alignments(AlignmentBatch.from_alignments([Alignment(links, 2, 2)]))
        for links in ([(0, 0), (1, 1)], [])
    )
    for system, reference in ((one, nothing), (nothing, one), (nothing, nothing)):
        relative = system.relative_to(reference)
        assert np.isnan(ordering_scores(relative.values, relative.offsets, "kendall")["kendall"])


@pytest.mark.parametrize("convention", ["lrscore", "reference"])
def test_of_several_targets_the_first_counts(convention: str) -> None:
    # The first targets are 2, 1, 0. By the last ones, 2, 9, 5, or by their means, 2, 5, 2.5, the
    # order would be 0 2 1; by the ones given first, 2, 9, 5, as well.
    alignment = Alignment([(0, 2), (1, 9), (1, 1), (2, 5), (2, 0)], 3, 10)
    assert Permutation.from_alignment(alignment, convention).order.tolist() == [2, 1, 0]


def test_equal_first_targets_stay_in_source_order_whatever_else_they_have() -> None:
    alignment = Alignment([(0, 1), (0, 9), (1, 1), (2, 0)], 3, 10)
    for convention in ("lrscore", "reference"):
        assert Permutation.from_alignment(alignment, convention).order.tolist() == [2, 0, 1]


def test_a_link_less_word_is_not_put_at_target_plus_1() -> None:
    # Birch and Osborne's own wording gives word 2 the target 6, where word 0 stands already; Moses
    # gives a word the target of the one before it, and a first word target 0.
    alignment = Alignment([(0, 6), (1, 5)], 3, 7)
    assert Permutation.from_alignment(alignment).order.tolist() == [1, 2, 0]
    first = Alignment([(1, 1), (2, 0)], 3, 2)
    assert Permutation.from_alignment(first).order.tolist() == [0, 2, 1]


def test_hello_against_hello_is_1_not_0() -> None:
    # compare-mt and nltk's RIBES give 0.
    for convention in CONVENTIONS:
        scores = permutation_scores(Permutation.from_alignment(Alignment.parse("0-0"), convention))
        assert set(scores.values()) == {1.0}


def test_shares_are_not_divided_as_integers() -> None:
    alignment = Alignment.parse("0-1 1-0 2-2", 4)
    assert alignment.coverage == 3 / 4
    assert alignment.crossings().share == 1 / 3


def test_a_sentence_without_links_does_not_shift_the_others() -> None:
    rows = [
        Alignment([], 3, 3),
        Alignment.parse("0-1 1-0"),
        Alignment([], 0, 0),
        Alignment.parse("0-0"),
    ]
    batch = AlignmentBatch.from_alignments(rows)
    for made in (
        batch.transpose(),
        batch.only_sure(),
        batch.symmetrize(batch),
        combine_gold(batch, batch),
    ):
        assert [len(row) for row in made] == [0, 2, 0, 1]
    for convention in CONVENTIONS:
        permutations = PermutationBatch.from_alignments(batch, convention)
        assert permutations.lengths.tolist() == [0, 2, 0, 1]
    assert batch.crossings()[0].tolist() == [0, 1, 0, 0]
    assert batch.blocked_words()[1].tolist() == [0, 2, 0, 1]


def test_answers_are_plain_numbers_that_json_can_write() -> None:
    alignment = Alignment.parse("0-1 1-0 2-2 2?3 4-2")
    batch = AlignmentBatch.from_alignments([alignment])
    result = evaluate_alignments(batch, batch, resampling=Resampling(resamples=10))
    answers = [
        list(alignment),
        alignment.source_length,
        alignment.coverage,
        alignment.components(),
        alignment.blocked_words(),
        alignment.groups(),
        alignment.crossings(),
        alignment.crossings().share,
        result.value("system", "aer"),
        result.interval("system", "aer"),
        result.to_dict(sentences=True),
        [(group.start, group.stop) for group in Permutation([0, 1], groups=[(0, 2)]).groups],
        Permutation.from_alignment(alignment)[0],
    ]
    assert json.loads(json.dumps(answers))[1] == 5


def test_words_cannot_become_markup() -> None:
    # compare-mt puts them into its HTML reports as they are.
    hostile = ["<script>alert(1)</script>", "&lt;"]
    picture = Alignment.parse("0-1 1-0").layout(hostile, ['"]]>', "'"]).to_svg()
    assert "<script" not in picture
    assert "&lt;script&gt;" in picture
    assert "&amp;lt;" in picture


PRINTED = """
from wordorder import Alignment, AlignmentBatch, Permutation, PermutationBatch
from wordorder.alignment import write_alignments
from wordorder.alignment import combine_gold, evaluate_alignments
from wordorder.statistics import Resampling
links = {(i * 7 % 11, i * 5 % 9) for i in range(30)}
possible = {(i * 3 % 11, i * 2 % 9) for i in range(20)}
a = Alignment(links, 11, 9, possible=possible)
b = Alignment(possible, 11, 9)
batch = AlignmentBatch.from_alignments([a, b, a.transpose().compose(b).transpose()])
for value in (
    a, repr(a), a.transpose(), a.one_to_one(), a.symmetrize(b), a.compose(b.transpose()),
    a.components(), a.blocked_words(), a.groups(), a.crossings(), a._repr_svg_(),
    write_alignments(combine_gold(batch.rows(0, 2), batch.rows(1, 3))),
    evaluate_alignments(
        batch.rows(1, 3), batch.rows(0, 2), resampling=Resampling(resamples=20)
    ).interval("system", "aer"),
):
    print(value)
for convention in ("lrscore", "reference", "matched"):
    print(repr(Permutation.from_alignment(a, convention)))
    print(PermutationBatch.from_alignments(batch, convention).orders.tolist())
"""


@pytest.mark.slow
def test_the_hash_seed_changes_nothing() -> None:
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", PRINTED],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
        )
        for seed in ("0", "1")
    ]
    outputs = {run.communicate()[0] for run in runs}
    assert [run.returncode for run in runs] == [0, 0]
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") > 15
