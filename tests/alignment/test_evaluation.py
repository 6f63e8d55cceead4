"""Precision, recall, F1 and alignment error rate against gold links, and gold made of two files."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment_strategies import alignments, marked_alignments, shaped
from oracles import alignments as oracles
from wordorder import Alignment, AlignmentBatch, InputError, UsageError, evaluate_alignments
from wordorder.alignment import (
    MEASURES,
    agreement_counts,
    combine_gold,
    evaluate_counts,
    evaluation,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from hypothesis.strategies import DrawFn

    from oracles.alignments import Links


def gold_row(sure: Links, possible: Links, n: int, m: int) -> Alignment:
    return Alignment(sure, n, m, possible=possible)


@st.composite
def judged(draw: DrawFn) -> list[tuple[Alignment, Alignment]]:
    """Predicted and gold alignments of the same sentence pairs, alike or not."""
    pairs = []
    for _ in range(draw(st.integers(1, 3))):
        sure, possible, n, m = draw(marked_alignments(3))
        gold = gold_row(sure, possible, n, m)
        links, _, _ = draw(shaped(st.just((n, m)), st.randoms(use_true_random=False)))
        predicted = draw(st.sampled_from([links, sure, sure | possible, links | sure, set()]))
        pairs.append((Alignment(predicted, n, m), gold))
    return pairs


def numbered(rows: list[Alignment]) -> set[tuple[int, tuple[int, int]]]:
    """The links of all rows, each with the number of its row: a corpus as one set."""
    return {(k, link) for k, row in enumerate(rows) for link in row}


def expected_quality(pairs: list[tuple[Alignment, Alignment]]) -> list[float]:
    predicted, gold = map(list, zip(*pairs, strict=True))
    exact: dict[str, Fraction | None] = oracles.quality(  # type: ignore[arg-type]
        numbered(predicted), numbered([row.only_sure() for row in gold]), numbered(gold)
    )
    return [math.nan if exact[name] is None else float(exact[name]) for name in MEASURES]


def as_batches(pairs: list[tuple[Alignment, Alignment]]) -> list[AlignmentBatch]:
    return [AlignmentBatch.from_alignments(rows) for rows in zip(*pairs, strict=True)]


def test_the_measures_are_those_of_the_oracle() -> None:
    assert list(MEASURES) == list(oracles.quality(set(), set(), set()))


@given(judged())
def test_counts_and_quality_are_what_the_oracle_says(
    pairs: list[tuple[Alignment, Alignment]],
) -> None:
    result = evaluate_alignments(*as_batches(pairs), resamples=3, seed=1)
    assert result.counts.tolist() == [
        [
            len(predicted),
            len(gold.only_sure()),
            len(set(predicted) & set(gold.only_sure())),
            len(set(predicted) & set(gold)),
        ]
        for predicted, gold in pairs
    ]
    np.testing.assert_array_equal(result.counts, agreement_counts(*as_batches(pairs)))
    found = [result.value(name) for name in MEASURES]
    assert found == pytest.approx(expected_quality(pairs), rel=1e-15, abs=1e-15, nan_ok=True)
    np.testing.assert_array_equal(evaluation.quality(result.counts.sum(axis=0)), found)


@settings(max_examples=20)
@given(judged(), st.data())
def test_a_slice_is_judged_like_its_rows(
    pairs: list[tuple[Alignment, Alignment]], data: st.DataObject
) -> None:
    start, stop = sorted(data.draw(st.tuples(*[st.integers(0, len(pairs))] * 2)))
    whole = as_batches(pairs)
    predicted, gold = (batch.rows(start, stop) for batch in whole)
    np.testing.assert_array_equal(
        agreement_counts(predicted, gold), agreement_counts(*whole)[start:stop]
    )
    if start < stop:
        result = evaluate_alignments(predicted, gold, resamples=3)
        expected = expected_quality(pairs[start:stop])
        assert [result.value(name) for name in MEASURES] == pytest.approx(expected, nan_ok=True)


def test_marks_of_the_predicted_links_do_not_count() -> None:
    gold = AlignmentBatch.from_alignments([Alignment.parse("0-0 1?1")])
    marked, plain = (
        AlignmentBatch.from_alignments([Alignment.parse(text)]) for text in ("0?0 1?1", "0-0 1-1")
    )
    np.testing.assert_array_equal(agreement_counts(marked, gold), agreement_counts(plain, gold))


def test_the_worked_example() -> None:
    # Of 4 predicted links 3 are gold (0-0, 1-1, 2-1), 2 of them sure; of the 3 sure ones 2-2 is
    # missed. Precision 3/4, recall 2/3, f1 = 2 · 3/4 · 2/3 / (17/12) = 12/17, aer = 1 - 5/7.
    predicted = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1 2-1 3-0", 4, 3)])
    gold = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1 2-2 2?1 1?2", 4, 3)])
    result = evaluate_alignments(predicted, gold)
    assert result.counts.tolist() == [[4, 3, 2, 3]]
    assert [result.value(name) for name in MEASURES] == pytest.approx(
        [3 / 4, 2 / 3, 12 / 17, 2 / 7]
    )
    # Of one sentence pair every resample is the same.
    assert result.interval("precision") == (0.75, 0.75)


def test_sums_over_the_corpus_are_not_means_over_sentences() -> None:
    predicted = [Alignment.parse("0-0"), Alignment.parse("0-0 1-1 2-2")]
    gold = [Alignment.parse("0-0"), Alignment.parse("0-0 1-2 2-1")]
    result = evaluate_alignments(*map(AlignmentBatch.from_alignments, (predicted, gold)))
    assert result.value("precision") == 2 / 4
    low, high = result.interval("precision")
    assert low == pytest.approx(1 / 3)
    assert high == 1


def test_without_links_everything_is_undefined_not_perfect() -> None:
    nothing = AlignmentBatch.from_alignments([Alignment([], 2, 2)] * 3)
    something = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1")] * 3)
    both = evaluate_alignments(nothing, nothing)
    assert all(math.isnan(both.value(name)) for name in MEASURES)
    missed = evaluate_alignments(nothing, something)
    assert math.isnan(missed.value("precision"))
    assert math.isnan(missed.value("f1"))
    assert (missed.value("recall"), missed.value("aer")) == (0, 1)


def test_resamples_without_links_are_left_out_of_the_interval() -> None:
    predicted = [Alignment([], 1, 1), Alignment.parse("0-0")]
    batch = AlignmentBatch.from_alignments(predicted)
    result = evaluate_alignments(batch, batch, resamples=200)
    assert result.value("precision") == 1
    assert result.interval("precision") == (1, 1)
    assert 0 < result.bootstrap.undefined_resamples[0] < 200


@settings(max_examples=20)
@given(judged(), st.integers(0, 2**32), st.integers(1, 20))
def test_the_same_seed_gives_the_same_interval(
    pairs: list[tuple[Alignment, Alignment]], seed: int, resamples: int
) -> None:
    batches = as_batches(pairs)
    first = evaluate_alignments(*batches, resamples=resamples, seed=seed)
    second = evaluate_counts(agreement_counts(*batches), resamples=resamples, seed=seed)
    np.testing.assert_array_equal(first.bootstrap.resampled, second.bootstrap.resampled)
    for name in MEASURES:
        assert first.interval(name) == pytest.approx(second.interval(name), rel=0, nan_ok=True)
        low, high = first.interval(name)
        assert math.isnan(low) or 0 <= low <= high <= 1


def test_batches_of_different_size_are_refused() -> None:
    batch = AlignmentBatch.from_alignments([Alignment.parse("0-0")] * 3)
    with pytest.raises(InputError, match=r"^batches of 3 and 1 alignments do not go together$"):
        evaluate_alignments(batch, batch.rows(1, 2))


def test_a_measure_that_does_not_exist_is_refused() -> None:
    batch = AlignmentBatch.from_alignments([Alignment.parse("0-0")])
    result = evaluate_alignments(batch, batch, resamples=1)
    for question in (result.value, result.interval):
        with pytest.raises(UsageError, match="'AER'"):
            question("AER")  # type: ignore[arg-type]


def test_no_sentence_pairs_are_refused() -> None:
    nothing = AlignmentBatch.from_alignments([])
    assert agreement_counts(nothing, nothing).shape == (0, 4)
    with pytest.raises(InputError, match="empty"):
        evaluate_alignments(nothing, nothing)


# Gold links of two files


@settings(max_examples=30)
@given(st.lists(marked_alignments(3), max_size=3), st.integers(1, 99))
def test_sure_and_all_links_make_gold(
    rows: list[tuple[Links, Links, int, int]], first_line: int
) -> None:
    expected = [gold_row(*row) for row in rows]
    sure = AlignmentBatch.from_alignments(
        [row.only_sure() for row in expected], first_line=first_line
    )
    everything = AlignmentBatch.from_alignments(
        [Alignment(s | p, n, m) for s, p, n, m in rows], first_line=first_line
    )
    gold = combine_gold(sure, everything)
    assert list(gold) == expected
    assert gold.first_line == first_line
    only_the_rest = AlignmentBatch.from_alignments([Alignment(p, n, m) for _, p, n, m in rows])
    assert list(combine_gold(sure, only_the_rest)) == expected


@given(alignments(4), alignments(4))
def test_gold_has_the_greater_lengths(
    one: tuple[Links, int, int], other: tuple[Links, int, int]
) -> None:
    (sure, n, m), (everything, k, w) = one, other
    batches = (AlignmentBatch.from_alignments([Alignment(*drawn)]) for drawn in (one, other))
    assert list(combine_gold(*batches)) == [
        Alignment(sure, max(n, k), max(m, w), possible=everything)
    ]


def test_gold_of_files_of_different_length_is_refused() -> None:
    batch = AlignmentBatch.from_alignments([Alignment.parse("0-0")] * 3)
    for sure, everything in ((batch, batch.rows(0, 2)), (batch.rows(0, 2), batch)):
        with pytest.raises(InputError):
            combine_gold(sure, everything)
