"""Scores by chance: those against wrong references of about the same length."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

import wordorder as wo
from document_checks import check_document
from messages import refused
from wordorder import Resampling, SourceLinks, UsageError
from wordorder.scoring.measures import ORDER_ERRORS

from ..oracles.scoring import wrong_sentences

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

WORDS = st.lists(st.sampled_from("abcd"), max_size=5)
QUICK = {"tokenize": "none", "metrics": "kendall,fuzzy", "resampling": Resampling(2)}


def joined(lines) -> list[str]:
    return [" ".join(words) for words in lines]


@pytest.mark.slow
@example(rows=[(["a"], ["a"], ["b"])] * 3)
@example(rows=[(["a"], ["a"], ["b"]), (["b"], ["b"], ["a"]), (["a"], ["a"], [])])
@given(rows=st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=6))
def test_it_is_the_score_against_wrong_references(rows) -> None:
    system, *references = zip(*rows, strict=True)
    texts = [joined(lines) for lines in references]
    systems = {"A": joined(system), "B": joined(reversed(system))}
    result = wo.score(texts, systems, chance=True, **QUICK)
    plain = wo.score(texts, systems, **QUICK)
    assert plain.chance is None
    assert np.array_equal(result.scores["value"], plain.scores["value"], equal_nan=True)
    metrics = result.chance.axes["metric"]
    assert metrics == ("pef", "kendall", "fuzzy", "coverage")  # not the errors
    wrong = wrong_sentences(references[0])
    if wrong is None:
        assert np.isnan(result.chance["value"]).all()
    else:
        expected = wo.score([[lines[k] for k in wrong] for lines in texts], systems, **QUICK)
        wanted = expected.scores.only("measure", metrics)["value"]
        found = result.chance["value"]
        assert np.allclose(found, wanted, rtol=0, atol=1e-12, equal_nan=True)
    check_document(replace(result, seconds={}))


def test_it_is_shown_where_it_was_asked_for() -> None:
    texts = ["a b c d", "b a d c", "c d a b"] * 10
    result = wo.score(texts, {"A": texts}, chance=True, **QUICK)
    chance = result.tables()[1]
    metrics = ["pef", "kendall", "fuzzy", "coverage"]
    assert [column.name for column in chance.columns] == ["by chance", *metrics]
    assert result.chance.axes["metric"] == tuple(metrics)
    assert chance.shown_rows()[0][0] == "A"
    kendall = result.chance.figure(system="A", metric="kendall")
    assert float(chance.shown_rows()[0][2]) == pytest.approx(kendall, abs=1e-3)
    assert kendall < 1
    columns = result.records().columns
    assert columns["kendall_chance"] == [kendall]
    assert not {f"{name}_chance" for name in ORDER_ERRORS} & set(columns)
    plain = wo.score(texts, {"A": texts}, **QUICK)
    assert len(plain.tables()) == 1
    assert plain.to_dict()["chance"] is None
    same = wo.score(["a b"] * 30, ["b a"] * 30, chance=True, **QUICK).tables()[1]
    assert same.shown_rows()[0][1:] == ["–", "–", "–", "–"]
    assert same.note.endswith("Undefined where all references are the same, or nothing matches.")


def test_only_a_direct_match_has_it() -> None:
    source = SourceLinks(["a"], aligner="ibm1")
    with refused(UsageError):
        wo.score(["a"], ["a"], order_from=source, chance=True)


def test_it_is_asked_for_by_a_bool() -> None:
    with refused(UsageError):
        wo.score(["a"], ["a"], chance="no")
