"""An evaluation of pre-ordering comes back from its document, and shows itself in every way."""

from __future__ import annotations

import io
import json
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from document_checks import check_damage, check_document, there_and_back
from messages import refused
from parse_texts import conllu
from wordorder import InputError, Resampling, UsageError
from wordorder.output import dumps, show
from wordorder.output.console import Screen
from wordorder.preordering import (
    Entry,
    PreorderingEvaluation,
    Rule,
    RuleSet,
    WordTest,
    evaluate_preordering,
)

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from hypothesis.strategies import DrawFn

WE_SEE = [("we", 2, "nsubj", "PRON"), ("see", 0, "root", "VERB"), ("it", 2, "obj", "PRON")]
LAST = Rule(WordTest(), (Entry(("*",)), Entry(("self",))), "heads last")
SETS = [RuleSet("none", ()), RuleSet("heads|last", (LAST,)), RuleSet("same", (LAST,))]
LINES = ["0-0 1-2 2-1", "0-0", "", "0-2 1-1 2-0", "1-0 2-0"]


def evaluated(
    parsers: int = 1, sets: int = 2, alignments: int = 1, sentences: int = 5, **options: Any
) -> PreorderingEvaluation:
    parses = conllu(*[WE_SEE] * sentences)
    given_parses = {f"P{n}": io.StringIO(parses) for n in range(parsers)}
    lines = [LINES[n % len(LINES)] for n in range(sentences)]
    given_links = {
        f"align\t{n}": io.StringIO("".join(f"{line}\n" for line in [*lines[n:], *lines[:n]]))
        for n in range(alignments)
    }
    options.setdefault("resampling", Resampling(resamples=20))
    return evaluate_preordering(given_parses, given_links, SETS[:sets], **options)


@st.composite
def evaluations(draw: DrawFn) -> PreorderingEvaluation:
    gold = io.StringIO(conllu(*[WE_SEE] * 5)) if draw(st.booleans()) else None
    return evaluated(
        *(draw(st.integers(1, most)) for most in (2, 3, 3)),
        gold=gold,
        compat=draw(st.sampled_from([None, "lader", "topdown-btg"])),
        metrics=draw(st.sampled_from(["fuzzy", "kendall,ulam", "pef"])),
        resampling=Resampling(
            resamples=draw(st.integers(1, 9)),
            seed=draw(st.integers(0, 9)),
            confidence=draw(st.sampled_from([0.95, 0.5])),
        ),
    )


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")
@given(evaluations(), st.randoms(use_true_random=False))
def test_all_comes_back_from_the_document(result: PreorderingEvaluation, rng: Random) -> None:
    check_document(result)
    check_damage(result, rng)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")
@given(evaluations())
def test_all_comes_back_from_a_pickle(result: PreorderingEvaluation) -> None:
    again = pickle.loads(pickle.dumps(result))
    assert dumps(again.to_dict(sentences=True)) == dumps(result.to_dict(sentences=True))


def test_figures_stay_without_the_sentences(tmp_path: Path) -> None:
    result = evaluated(2, 2, 2)
    result.save(tmp_path / "result.json")
    again = PreorderingEvaluation.load(tmp_path / "result.json")
    assert dumps(again.to_dict()) == dumps(result.to_dict())
    for missing in (again.tables, again.records):
        with refused(UsageError):
            missing("sentences")


def test_some_sentences_may_be_kept() -> None:
    result = evaluated(1, 2, 2)
    again = there_and_back(result, sentences={2, 4})
    assert again.kept_sentences().axes["line"] == (2, 4)
    assert again.sentence_count == 5
    everything = result.records("sentences").columns
    kept = [row for row, number in enumerate(everything["sentence"]) if number in (2, 4)]
    for name, column in again.records("sentences").columns.items():
        assert np.array_equal(
            np.asarray(column),
            np.asarray(everything[name])[kept],
            equal_nan=name in result.measures,
        )


def change(document: Any, path: list[str | int], value: Any) -> Any:
    changed = json.loads(dumps(document))
    place = changed
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["schema"], "wordorder/preorder-evaluation/1"),
        (["scores", "axes", "measure", 0], "other"),
        (["systems", 0, "name"], "other"),
        (["systems", 0, "rules"], None),
        (["systems", 0, "parser"], "other"),
        (["systems"], []),
        (["alignments", 0, "words"], 0),
        (["alignments", 0, "name"], "other"),
        (["alignments"], []),
        (["parsers", 0, "accuracy", "las"], None),
        (["tests"], None),
        (["tests", "axes", "pair", 0, 0], "other"),
        (["correlations", "axes", "measure", 0], "other"),
        (["peer", "tool"], "moses"),
        (["peer", "figures", "axes", "system", 0], "other"),
        (["sentences", "axes", "line", 0], None),
    ],
    ids=str,
)
def test_damage_across_parts_is_named(path: list[str | int], value: Any) -> None:
    gold = io.StringIO(conllu(*[WE_SEE] * 5))
    whole = evaluated(1, 2, 2, compat="lader", gold=gold).to_dict(sentences=True)
    with refused(InputError):
        PreorderingEvaluation.from_dict(change(whole, path, value))


def test_what_people_see() -> None:
    result = evaluated(1, 3, 1, 40, gold=io.StringIO(conllu(*[WE_SEE] * 40)))
    (table,) = result.tables()
    assert [column.name for column in table.columns] == [
        *("system", "fuzzy", "fuzzy linked", "kendall", "kendall linked"),
        *("complete", "complete linked", "uas", "las", "upos"),
    ]
    assert [row[0] for row in table.rows] == ["none", "heads|last", "same", "oracle"]
    assert table.signature == result.signature
    assert "40 sentences; 8 without links are left out; 60% of the words are linked" in str(result)
    assert "oracle: upper bound for any rules over these trees" in str(result)
    assert repr(result).startswith("<PreorderingEvaluation: 3 systems, 40 sentences, highest fuzzy")
    text = show(result, "markdown", ["pairs"])
    assert r"heads\|last" in text
    assert "| oracle | **" not in text  # a bound is not the best system


@pytest.mark.parametrize("width", [60, 80, 120])
def test_tables_keep_to_the_screen(width: int) -> None:
    text = show(evaluated(2, 2, 2, 40), views=["pairs", "alignments"], screen=Screen(width))
    tables = text.rpartition("wordorder:")[0]
    longest = max(len(line) for line in tables.splitlines())
    assert longest <= width


def test_records_have_everything_in_full_precision() -> None:
    result = evaluated(2, 2, 1, 40, gold=io.StringIO(conllu(*[WE_SEE] * 40)))
    columns = result.records().columns
    assert list(columns["rules"]) == ["none", "heads|last"] * 2 + ["oracle"] * 2
    assert list(columns["parser"]) == ["P0", "P0", "P1", "P1", "P0", "P1"]
    assert columns["fuzzy_low"][1] <= columns["fuzzy"][1] == result.value("P0/heads|last")
    assert {"coverage", "undefined", "complete_linked", "las_high"} <= {*columns}


@pytest.mark.parametrize(
    "asked", [("x", "fuzzy"), ("none", "fuzy"), ("none", "fuzzy", "other")], ids=str
)
def test_unknown_names(asked: tuple[str, ...]) -> None:
    with refused(UsageError):
        evaluated().estimate(*asked)
