"""An evaluation of alignments comes back from its document, and shows itself in every way."""

from __future__ import annotations

import json
import math
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment_strategies import marked_alignments
from wordorder import Alignment, AlignmentBatch, AlignmentEvaluation, InputError, UsageError
from wordorder.alignment import LinkReading, evaluate_alignments
from wordorder.output import dumps, render, show
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from pathlib import Path

    from hypothesis.strategies import DrawFn

VIEWS = tuple(AlignmentEvaluation.views())


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


def there_and_back(result: AlignmentEvaluation, **options: Any) -> AlignmentEvaluation:
    return AlignmentEvaluation.from_dict(json.loads(dumps(result.to_dict(**options))))


def shown(result: AlignmentEvaluation, view: str) -> str:
    return "".join(render(table, "latex") for table in result.tables(view))


@pytest.mark.slow
@given(evaluations())
def test_all_comes_back_from_the_document(result: AlignmentEvaluation) -> None:
    again = there_and_back(result, sentences=True)
    assert dumps(again.to_dict(sentences=True)) == dumps(result.to_dict(sentences=True))
    for view in VIEWS:
        assert shown(again, view) == shown(result, view)
        assert again.records(view).text("tsv") == result.records(view).text("tsv")
    assert repr(again) == repr(result)


@given(evaluations())
def test_all_comes_back_from_a_pickle(result: AlignmentEvaluation) -> None:
    again = pickle.loads(pickle.dumps(result))
    assert dumps(again.to_dict(sentences=True)) == dumps(result.to_dict(sentences=True))


@given(evaluations())
def test_measures_stay_without_the_sentences(result: AlignmentEvaluation) -> None:
    again = there_and_back(result)
    assert shown(again, "measures") == shown(result, "measures")
    assert dumps(again.to_dict()) == dumps(result.to_dict())
    for missing in (again.tables, again.records):
        with pytest.raises(UsageError, match=r"no sentence-level counts.*sentences=True"):
            missing("sentences")
    with pytest.raises(UsageError, match="no sentence-level counts"):
        again.to_dict(sentences=True)


@given(evaluations(), st.data())
def test_some_sentences_may_be_kept(result: AlignmentEvaluation, data: st.DataObject) -> None:
    assert result.lines is not None
    kept = data.draw(st.sets(st.sampled_from(result.lines.tolist()), min_size=1))
    again = there_and_back(result, sentences=kept)
    assert again.lines is not None
    assert again.lines.tolist() == sorted(kept)
    assert again.sentence_count == result.sentence_count
    lines = result.records("sentences").columns["line"]
    chosen = [row for row, line in enumerate(lines) if line in kept]
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
    assert json.loads(dumps(empty.to_dict()))["systems"][0]["aer"]["value"] is None
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
    np.testing.assert_array_equal(again.counts, result.counts)
    np.testing.assert_array_equal(again.estimates, result.estimates)


WRONG: dict[str, Any] = {
    "schema": "wordorder/align-evaluation/1",
    "signature": 1,
    "sentence_count": "2",
    "confidence": "high",
    "systems": [],
}


@pytest.mark.parametrize("part", [*WRONG, "sentences"])
def test_a_damaged_document_is_refused(result: AlignmentEvaluation, part: str) -> None:
    document = json.loads(dumps(result.to_dict(sentences=True)))
    with pytest.raises(InputError):
        AlignmentEvaluation.from_dict({**document, part: WRONG.get(part, [{"line": 1}])})
    if part != "sentences":
        with pytest.raises(InputError, match=f"'{part}'|schema"):
            AlignmentEvaluation.from_dict({k: v for k, v in document.items() if k != part})


@pytest.mark.parametrize("part", ["name", "predicted", "aer"])
def test_a_damaged_system_is_refused(result: AlignmentEvaluation, part: str) -> None:
    document = json.loads(dumps(result.to_dict()))
    for wrong in (None, 1.5, [], {"value": "3", "low": 0, "high": 1}):
        document["systems"][0][part] = wrong
        with pytest.raises(InputError, match="damaged"):
            AlignmentEvaluation.from_dict(document)
    del document["systems"][0][part]
    with pytest.raises(InputError, match=f"lacks '{part}'"):
        AlignmentEvaluation.from_dict(document)


def test_options_pickle() -> None:
    for option in (LinkReading("naacl", 0, sure_only=True), Resampling(seed=7)):
        assert pickle.loads(pickle.dumps(option)) == option
