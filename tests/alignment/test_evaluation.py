"""Precision, recall, F1 and alignment error rate against gold links, and gold made of two files."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from accumulator_checks import check_divisions
from alignment_strategies import alignments, marked_alignments, shaped
from messages import refused
from oracles import alignments as oracles
from wordorder import Alignment, AlignmentBatch, InputError, UsageError
from wordorder.alignment import (
    ALIGNMENT_MEASURES as MEASURES,
    AlignmentEvaluation,
    AlignmentEvaluator,
    LinkReading,
    agreement_counts,
    combine_gold,
    convert_alignments,
    evaluate_alignments,
    evaluation,
    read_alignments,
)
from wordorder.statistics import Resampling, bootstrap

if TYPE_CHECKING:
    from fractions import Fraction
    from pathlib import Path

    from hypothesis.strategies import DrawFn
    from numpy.typing import NDArray

    from oracles.alignments import Links


SURE = LinkReading(sure_only=True)


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


def judge(
    predicted: AlignmentBatch, gold: AlignmentBatch, **resampling: int
) -> AlignmentEvaluation:
    return evaluate_alignments(gold, {"ours": predicted}, resampling=Resampling(**resampling))


def counts_of(result: AlignmentEvaluation) -> NDArray[np.int64]:
    kept = result.kept_sentences()
    return np.stack([column[0] for column in kept.columns.values()], axis=-1)


def as_batches(pairs: list[tuple[Alignment, Alignment]]) -> list[AlignmentBatch]:
    return [AlignmentBatch.from_alignments(rows) for rows in zip(*pairs, strict=True)]


def test_the_measures_are_those_of_the_oracle() -> None:
    assert list(MEASURES) == list(oracles.quality(set(), set(), set()))


@given(judged())
def test_counts_and_quality_are_what_the_oracle_says(
    pairs: list[tuple[Alignment, Alignment]],
) -> None:
    result = judge(*as_batches(pairs), resamples=3, seed=1)
    assert counts_of(result).tolist() == [
        [
            len(predicted),
            len(gold.only_sure()),
            len(set(predicted) & set(gold.only_sure())),
            len(set(predicted) & set(gold)),
        ]
        for predicted, gold in pairs
    ]
    np.testing.assert_array_equal(counts_of(result), agreement_counts(*as_batches(pairs)))
    found = [result.value("ours", name) for name in MEASURES]
    assert found == pytest.approx(expected_quality(pairs), rel=1e-15, abs=1e-15, nan_ok=True)
    np.testing.assert_array_equal(evaluation.quality(counts_of(result).sum(axis=0)), found)


@pytest.mark.slow
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
        result = judge(predicted, gold, resamples=3)
        expected = expected_quality(pairs[start:stop])
        assert [result.value("ours", name) for name in MEASURES] == pytest.approx(
            expected, nan_ok=True
        )


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
    result = judge(predicted, gold)
    assert counts_of(result).tolist() == [[4, 3, 2, 3]]
    assert [result.value("ours", name) for name in MEASURES] == pytest.approx(
        [3 / 4, 2 / 3, 12 / 17, 2 / 7]
    )
    # Of one sentence pair every resample is the same.
    assert result.interval("ours", "precision") == (0.75, 0.75)


def test_sums_over_the_corpus_are_not_means_over_sentences() -> None:
    predicted = [Alignment.parse("0-0"), Alignment.parse("0-0 1-1 2-2")]
    gold = [Alignment.parse("0-0"), Alignment.parse("0-0 1-2 2-1")]
    result = judge(*map(AlignmentBatch.from_alignments, (predicted, gold)))
    assert result.value("ours", "precision") == 2 / 4
    low, high = result.interval("ours", "precision")
    assert low == pytest.approx(1 / 3)
    assert high == 1


def test_without_links_everything_is_undefined_not_perfect() -> None:
    nothing = AlignmentBatch.from_alignments([Alignment([], 2, 2)] * 3)
    something = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1")] * 3)
    both = judge(nothing, nothing)
    assert all(math.isnan(both.value("ours", name)) for name in MEASURES)
    missed = judge(nothing, something)
    assert math.isnan(missed.value("ours", "precision"))
    assert math.isnan(missed.value("ours", "f1"))
    assert (missed.value("ours", "recall"), missed.value("ours", "aer")) == (0, 1)


def test_resamples_without_links_are_left_out_of_the_interval() -> None:
    predicted = [Alignment([], 1, 1), Alignment.parse("0-0")]
    batch = AlignmentBatch.from_alignments(predicted)
    result = judge(batch, batch, resamples=200)
    assert result.value("ours", "precision") == 1
    assert result.interval("ours", "precision") == (1, 1)
    drawn = bootstrap(counts_of(result), evaluation.quality, resamples=200, seed=12345)
    assert 0 < drawn.undefined_resamples[0] < 200


@settings(max_examples=20)
@given(judged(), st.integers(0, 2**32), st.integers(1, 20))
def test_the_same_seed_gives_the_same_interval(
    pairs: list[tuple[Alignment, Alignment]], seed: int, resamples: int
) -> None:
    batches = as_batches(pairs)
    first = judge(*batches, resamples=resamples, seed=seed)
    counts = agreement_counts(*batches)
    second = bootstrap(counts, evaluation.quality, resamples=resamples, seed=seed)
    for place, name in enumerate(MEASURES):
        ends = (second.low[place], second.high[place])
        assert first.interval("ours", name) == pytest.approx(ends, rel=0, abs=0, nan_ok=True)
        low, high = first.interval("ours", name)
        assert math.isnan(low) or 0 <= low <= high <= 1


def test_batches_of_different_size_are_refused() -> None:
    batch = AlignmentBatch.from_alignments([Alignment.parse("0-0")] * 3)
    with refused(InputError):
        agreement_counts(batch.rows(1, 2), batch)
    with refused(InputError):
        judge(batch.rows(1, 2), batch)


def test_a_measure_that_does_not_exist_is_refused() -> None:
    batch = AlignmentBatch.from_alignments([Alignment.parse("0-0")])
    result = judge(batch, batch, resamples=1)
    for question in (result.value, result.interval):
        with refused(UsageError):
            question("ours", "AER")  # type: ignore[arg-type]
        with refused(UsageError):
            question("our", "aer")


def test_no_sentence_pairs_are_refused() -> None:
    nothing = AlignmentBatch.from_alignments([])
    assert agreement_counts(nothing, nothing).shape == (0, 4)
    with refused(InputError):
        judge(nothing, nothing)


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


# Files, several systems


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {
        "gold": "0-0 1?1\n\n0-0 2-1\n",
        "ours": "0-0 1-1\n0-1\n2-1\n",
        "theirs": "0?0\n\n0-0 1-1\n",
        "all": "0-0 1-1\n0-1\n0-0 2-1\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return {name: tmp_path / name for name in texts}


def batch_of(file: Path) -> AlignmentBatch:
    (batch,) = read_alignments(file)
    return batch


def test_files_and_batches_are_the_same(files: dict[str, Path]) -> None:
    systems = {name: files[name] for name in ("ours", "theirs")}
    from_files = evaluate_alignments(files["gold"], systems)
    batches = {name: batch_of(file) for name, file in systems.items()}
    from_batches = evaluate_alignments(batch_of(files["gold"]), batches)
    assert from_files.to_dict(sentences=True) == from_batches.to_dict(sentences=True)
    alone = evaluate_alignments(files["gold"], files["ours"])
    assert alone.systems == ("ours",)
    assert alone.estimate("ours", "aer") == from_files.estimate("ours", "aer")
    assert evaluate_alignments(files["gold"], batches["ours"]).systems == ("system",)


def test_gold_may_be_in_two_files_and_another_format(files: dict[str, Path]) -> None:
    gold = combine_gold(batch_of(files["gold"]).only_sure(), batch_of(files["all"]))
    expected = evaluate_alignments(gold, {"ours": files["ours"]})
    files["gold"].write_text("".join(convert_alignments(files["gold"], reading=SURE)))
    found = evaluate_alignments(files["gold"], {"ours": files["ours"]}, possible=files["all"])
    assert found.to_dict() == expected.to_dict()
    for name in ("gold", "all"):
        text = "".join(convert_alignments(files[name], "naacl"))
        files[name].write_text(text)
    in_naacl = evaluate_alignments(
        files["gold"], {"ours": files["ours"]}, possible=files["all"], gold_format="naacl"
    )
    assert in_naacl.to_dict() == expected.to_dict()


def test_only_predicted_links_are_left_out(files: dict[str, Path]) -> None:
    plain, sure = (
        evaluate_alignments(files["gold"], {"theirs": files["theirs"]}, reading=reading)
        for reading in (LinkReading(), SURE)
    )
    assert (plain.totals["predicted"][0], sure.totals["predicted"][0]) == (3, 2)
    assert plain.totals["sure"][0] == sure.totals["sure"][0] == 3
    assert "|links:sure|" in sure.signature
    assert "links" not in plain.signature


def test_links_are_checked_against_the_texts(files: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "source").write_text("a b\nc d\ne f\n")
    with refused(InputError):
        evaluate_alignments(files["gold"], files["ours"], source=tmp_path / "source")


def test_files_of_different_length_are_all_named(files: dict[str, Path]) -> None:
    files["theirs"].write_text("0-0\n")
    systems = {name: files[name] for name in ("ours", "theirs")}
    with refused(InputError):
        evaluate_alignments(files["gold"], systems)


def test_no_system_is_refused(files: dict[str, Path]) -> None:
    with refused(UsageError):
        evaluate_alignments(files["gold"], {})


# In parts


@given(st.data(), judged())
def test_an_evaluation_is_the_same_for_all_divisions(
    data: st.DataObject, pairs: list[tuple[Alignment, Alignment]]
) -> None:
    predicted, gold = as_batches(pairs)

    def add(evaluator: AlignmentEvaluator, start: int, stop: int) -> None:
        evaluator.add(gold.rows(start, stop), [predicted.rows(start, stop)] * 2, file=3)

    def result(evaluator: AlignmentEvaluator) -> AlignmentEvaluation:
        return evaluator.result(Resampling(10, 1))

    check_divisions(data, lambda: AlignmentEvaluator(["A", "B"]), add, len(pairs), result)


def test_evaluations_of_other_systems_do_not_mix() -> None:
    batch = AlignmentBatch.from_alignments([Alignment.parse("0-0")])
    evaluator = AlignmentEvaluator(["A"])
    with refused(UsageError):
        evaluator.merge(AlignmentEvaluator(["B"]))
    with refused(UsageError):
        evaluator.add(batch, [batch, batch])
    with refused(InputError):
        evaluator.result(Resampling())


def test_an_evaluator_refuses_what_does_not_fit() -> None:
    one = AlignmentBatch.from_alignments([Alignment.parse("0-0")])
    two = AlignmentBatch.from_alignments([Alignment.parse("0-0")] * 2)
    evaluator = AlignmentEvaluator(["A"])
    wrong: list[tuple[Any, Any, Any]] = [
        (one, [two], 0), (one, [3], 0), (one, 3, 0), (3, [one], 0), (one, [], 0), (one, [one], -1),
        (one, [one], 2**70), (one, [one], "a"),
    ]  # fmt: skip
    for gold, predicted, file in wrong:
        with pytest.raises((InputError, UsageError)):
            evaluator.add(gold, predicted, file=file)
    assert len(evaluator) == 0
