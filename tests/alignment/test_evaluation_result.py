"""An evaluation of alignments comes back from its document, and shows itself in every way."""

from __future__ import annotations

import json
import math
import pickle
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, strategies as st

from alignment_strategies import marked_alignments
from document_checks import check_damage, check_document, there_and_back
from messages import refused
from wordorder import Alignment, AlignmentBatch, InputError, UsageError
from wordorder.alignment import AlignmentEvaluation, LinkReading, evaluate_alignments
from wordorder.output import dumps, show
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from hypothesis.strategies import DrawFn


@st.composite
def evaluations(draw: DrawFn) -> AlignmentEvaluation:
    rows = draw(st.lists(marked_alignments(3), min_size=1, max_size=4))
    first_line = draw(st.integers(1, 50))
    gold = AlignmentBatch.from_alignments(
        [Alignment(s, n, m, possible=p) for s, p, n, m in rows], first_line=first_line
    )
    names = draw(st.lists(st.text(max_size=5), min_size=1, max_size=3, unique=True))
    systems = {
        name: AlignmentBatch.from_alignments(
            [Alignment(draw(st.sampled_from([s, p, set()])), n, m) for s, p, n, m in rows]
        )
        for name in names
    }
    drawn = Resampling(
        resamples=draw(st.integers(1, 9)),
        seed=draw(st.integers(0, 9)),
        confidence=draw(st.sampled_from([0.95, 0.5])),
    )
    return evaluate_alignments(gold, systems, resampling=drawn)


@pytest.mark.slow
@given(evaluations(), st.randoms(use_true_random=False))
def test_all_comes_back_from_the_document(result: AlignmentEvaluation, rng: Random) -> None:
    check_document(result)
    check_damage(result, rng)


@pytest.mark.slow
@given(evaluations())
def test_all_comes_back_from_a_pickle(result: AlignmentEvaluation) -> None:
    again = pickle.loads(pickle.dumps(result))
    assert dumps(again.to_dict(sentences=True)) == dumps(result.to_dict(sentences=True))


@given(evaluations())
def test_measures_stay_without_the_sentences(result: AlignmentEvaluation) -> None:
    again = there_and_back(result)
    for missing in (again.tables, again.records):
        with refused(UsageError):
            missing("sentences")
    with refused(UsageError):
        again.to_dict(sentences=True)


@given(evaluations(), st.data())
def test_some_sentences_may_be_kept(result: AlignmentEvaluation, data: st.DataObject) -> None:
    lines = result.kept_sentences().axes["line"]
    kept = data.draw(st.sets(st.sampled_from(lines), min_size=1))
    again = there_and_back(result, sentences=kept)
    assert list(again.kept_sentences().axes["line"]) == sorted(kept)
    assert again.sentence_count == result.sentence_count
    rows = result.records("sentences").columns["line"]
    chosen = [row for row, line in enumerate(rows) if line in kept]
    for name, column in again.records("sentences").columns.items():
        assert list(column) == [result.records("sentences").columns[name][row] for row in chosen]


@pytest.fixture
def result() -> AlignmentEvaluation:
    gold, one, other = (
        AlignmentBatch.from_alignments([Alignment.parse(text, 4, 4) for text in texts])
        for texts in (("0-0 1-1 2?1", "0-0"), ("0-0 1-1", ""), ("0-0 3-3", "0-0"))
    )
    return evaluate_alignments(gold, {"one": one, "other|2": other})


def test_what_people_see(result: AlignmentEvaluation) -> None:
    (table,) = result.tables()
    assert [column.name for column in table.columns] == [
        "system",
        *(name for m in ("precision", "recall", "f1", "aer") for name in (m, "95% interval")),
    ]
    assert table.note == "2 sentence pairs, 3 sure gold links"
    assert table.signature == result.signature
    text = show(result, "markdown")
    assert "| one | **1.000** | 1.000–1.000 | **0.667** | 0.000–1.000 | **0.800** |" in text
    assert r"other\|2" in text
    assert result.signature in show(result)
    assert "<table>" in result._repr_html_()
    assert repr(result) == (
        "<AlignmentEvaluation: 2 systems, 2 sentence pairs, lowest aer 0.200 (one)>"
    )


def test_undefined_values_are_null(result: AlignmentEvaluation) -> None:
    nothing = AlignmentBatch.from_alignments([Alignment([], 1, 1)])
    empty = evaluate_alignments(nothing, {"none": nothing})
    assert json.loads(dumps(empty.to_dict()))["estimates"]["columns"]["value"][0][3] is None
    assert math.isnan(there_and_back(empty).value("none", "aer"))
    assert "without links" in repr(empty)


def test_records_have_every_digit(result: AlignmentEvaluation) -> None:
    head, first, *_ = result.records().text("tsv").splitlines()
    assert head.split("\t")[:4] == ["system", "precision", "precision_low", "precision_high"]
    assert first.split("\t")[4] == repr(2 / 3)
    counts = result.records("sentences").text("tsv").splitlines()
    assert counts[:3] == [
        "system\tline\tpredicted\tsure\tpredicted_sure\tpredicted_gold",
        "one\t1\t2\t2\t2\t2",
        "one\t2\t0\t1\t0\t0",
    ]


def test_it_is_saved_and_loaded(result: AlignmentEvaluation, tmp_path: Path) -> None:
    result.save(tmp_path / "result.json", sentences=True)
    again = AlignmentEvaluation.load(tmp_path / "result.json")
    check_document(again)
    np.testing.assert_array_equal(again.estimates["value"], result.estimates["value"])


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("schema", "wordorder/align-evaluation/1"),
        ("signature", 1),
        ("sentence_count", -2),
        ("confidence", "high"),
        ("totals", {"axes": {"system": ["one"]}}),
        ("more", 1),
    ],
)
def test_damage_is_named(result: AlignmentEvaluation, part: str, wrong: object) -> None:
    document = json.loads(dumps(result.to_dict(sentences=True)))
    with refused(InputError):
        AlignmentEvaluation.from_dict({**document, part: wrong})


def test_systems_must_be_the_same_everywhere(result: AlignmentEvaluation) -> None:
    document = json.loads(dumps(result.to_dict()))
    document["totals"]["axes"]["system"][0] = "another"
    with refused(InputError):
        AlignmentEvaluation.from_dict(document)


def test_options_pickle() -> None:
    for option in (LinkReading("naacl", 0, sure_only=True), Resampling(seed=7)):
        assert pickle.loads(pickle.dumps(option)) == option
