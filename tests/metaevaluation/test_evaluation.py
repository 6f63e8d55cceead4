"""What `meta_evaluate` finds, and how its result shows it."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from document_checks import check_damage, check_document
from messages import refused, warned
from meta_examples import METRICS, compared, rated
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation import (
    Comparisons,
    Dataset,
    LeftOut,
    MetaEvaluation,
    correlate,
    meta_evaluate,
)
from wordorder.output import dumps
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Callable

FEW = Resampling(resamples=200)


@pytest.fixture(scope="module")
def both() -> MetaEvaluation:
    return meta_evaluate([compared(), rated()], by=["length"], resampling=FEW)


@pytest.mark.slow
def test_figures_are_those_of_correlate(both: MetaEvaluation) -> None:
    for dataset, found in zip((compared(), rated()), both.sets, strict=True):
        expected = correlate(dataset, resampling=FEW)
        assert found.statistics == expected.statistics
        np.testing.assert_array_equal(found.figures["value"], expected.value)
        np.testing.assert_array_equal(found.figures["low"], expected.low)
        np.testing.assert_array_equal(found.tied["tied"], expected.tied)


def test_good_metrics_come_first_and_in_a_cluster_of_their_own(both: MetaEvaluation) -> None:
    one = both.test_set("de-en")
    assert one.metrics == METRICS
    assert one.ranking("tau_wmt14") == ("good", "noisy", "constant", "bad")
    assert one.clusters("tau_wmt14").tolist() == [1, 2, 4, 3]
    assert one.estimate("good", "tau_wmt14").value == pytest.approx(1 - 2 * 7 / 60)
    assert one.estimate("constant", "tau_wmt14").value == 0


def test_a_constant_metric_ties_everything(both: MetaEvaluation) -> None:
    assert both.test_set("de-en").tied.figure(metric="constant") == 1
    assert np.isnan(both.estimate("constant", "tau_wmt13", on="de-en").value)


def test_the_leading_statistic_depends_on_what_people_did() -> None:
    assert meta_evaluate(compared(), resampling=FEW).leading == "tau_wmt14"
    assert meta_evaluate(rated(), resampling=FEW).leading == "acc_eq"
    assert meta_evaluate([compared(), rated()], resampling=FEW).leading == "tau_wmt14"


def test_tau_wmt13_never_stands_alone() -> None:
    found = meta_evaluate(compared(), "tau_wmt13", resampling=FEW)
    (table,) = found.tables()
    assert found.leading == "tau_wmt13"
    assert [column.name for column in table.columns] == [
        "metric",
        "tau_wmt13",
        "tau_wmt14",
        "tied",
        "cluster",
    ]


def test_strata_of_length_divide_the_lines(both: MetaEvaluation) -> None:
    parts = both.test_set("de-en").parts
    assert [part.name for part in parts] == ["1–10", "11–20", "21–30", "31–40", ">40"]
    assert sum(part.line_count for part in parts) == 60
    assert sum(part.pair_count for part in parts) == 180


def test_labels_divide_the_lines() -> None:
    found = meta_evaluate(compared(), "tau_wmt14", by="label", resampling=FEW)
    assert [(part.name, part.line_count) for part in found.test_set().parts] == [
        ("chat", 30),
        ("news", 30),
    ]
    assert found.tables("label")[0].rows[0][0] == "good"


def test_ranks_share_the_mean_where_metrics_tie() -> None:
    found = meta_evaluate([compared("a-b"), compared("c-d", 3)], "tau_wmt14", resampling=FEW)
    ranks = found.ranks("tau_wmt14")
    assert ranks.sum(axis=0).tolist() == [10, 10]
    assert found.tables("average")[0].rows[0][0] == "good"


def test_wins_draws_and_losses_add_up() -> None:
    found = meta_evaluate([compared("a-b"), compared("c-d", 3)], "tau_wmt14", resampling=FEW)
    wins, *_ = found.tables("significance")
    rows = {row[0]: row[1:] for row in wins.rows}
    assert rows["good"][3] == "2/0/0"
    assert rows["bad"][0] == "0/2/0"
    assert all(sum(map(int, cell.split("/"))) == 2 for row in rows.values() for cell in row if cell)


def test_the_papers_t_tests_stand_beside_ours() -> None:
    found = meta_evaluate([compared("a-b"), compared("c-d", 3)], "tau_wmt14", resampling=FEW)
    headings = [table.columns[0].name for table in found.tables("significance")]
    assert headings[:3] == [
        "tau_wmt14: N/B/D, bootstrap",
        "tau_wmt14: N/B/D, paired-t",
        "tau_wmt14: N/B/D, unpaired-t",
    ]
    one = found.sets[0]
    compared_ones = one.known_comparisons().beats("tau_wmt14")
    assert (one.t_wins("paired-t", "tau_wmt14", 0.05) >= compared_ones).all()


def test_a_permutation_test_is_by_the_leading_statistic() -> None:
    found = meta_evaluate(compared(), "tau_wmt14,consistency", test="permutation", resampling=FEW)
    one = found.test_set()
    assert one.known_comparisons().statistics == ("tau_wmt14",)
    assert one.clusters("tau_wmt14").tolist() == [1, 2, 4, 3]
    assert one.clusters("consistency").tolist() == [0, 0, 0, 0]


def test_ratings_and_the_verdicts_of_metrics() -> None:
    found = meta_evaluate(rated(), "acc_eq", by="ratings", resampling=FEW)
    means, marks, verdicts = found.tables("ratings")
    assert [row[0] for row in means.rows] == ["A", "B", "C"]
    assert [row[1:] for row in marks.rows] == [("-**", "-**"), ("", "-**")]
    rows = {row[0]: row[1:] for row in verdicts.rows}
    assert rows["good"] == (3, 0, 0, 0, 1.0)
    assert rows["bad"] == (0, 0, 0, 3, 0.0)
    assert rows["constant"] == (0, 3, 0, 0, 0.0)
    with refused(UsageError):
        meta_evaluate(rated(), "acc_eq", resampling=FEW).tables("ratings")


@pytest.mark.parametrize("view", ["metrics", "average", "pairs", "significance", "systems"])
def test_every_view_has_tables_and_records(both: MetaEvaluation, view: str) -> None:
    assert both.tables(view)
    assert len(next(iter(both.records(view).columns.values())))


def test_records_have_every_figure(both: MetaEvaluation) -> None:
    columns = both.records().columns
    figures = sum(one.figures["value"].size for one in both.sets)
    assert len(columns["value"]) == figures


@pytest.mark.slow
def test_all_comes_back_from_the_document(both: MetaEvaluation) -> None:
    one = compared()
    alone = replace(one, scores=one.scores.of_metrics(["good"]))
    made = [
        both,
        meta_evaluate(one, "tau_wmt14,consistency", test="permutation", resampling=FEW),
        meta_evaluate([one, rated()], "tau_wmt14", by=["ratings"], holm=True, resampling=FEW),
        meta_evaluate(alone, by=["label", "length"], resampling=Resampling(9, confidence=0.5)),
    ]
    for seed, result in enumerate(made):
        check_document(result)
        check_damage(result, Random(seed))


def test_the_document_tells_clusters(both: MetaEvaluation) -> None:
    found = both.to_dict()["clusters"]["de-en"]
    assert found == {"good": 1, "noisy": 2, "bad": 4, "constant": 3}


DAMAGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no test set": lambda document: document["sets"].clear(),
    "a name twice": lambda document: document["sets"][1].update(name="de-en"),
    "no such statistic": lambda document: document.update(leading="none"),
    "no such test": lambda document: document.update(test="t"),
    "another correction": lambda document: document.update(holm=True),
    "no resamples": lambda document: document["resampling"].update(resamples=0),
    "other systems": lambda document: _axes(document, "scores")["system"].reverse(),
    "other metrics": lambda document: _axes(document, "tied")["metric"].reverse(),
    "other pairs": lambda document: _axes(document, "t_tests")["pair"].reverse(),
    "pairs in another order": lambda document: _axes(document, "comparisons", "tests")[
        "pair"
    ].reverse(),
    "no comparisons": lambda document: document["sets"][0].update(comparisons=None),
    "a p-value too few": lambda document: document["sets"][0]["comparisons"]["tests"]["columns"][
        "p"
    ].pop(),
}


def _axes(document: dict[str, Any], *keys: str) -> dict[str, list[Any]]:
    part = document["sets"][0]
    for key in keys:
        part = part[key]
    axes: dict[str, list[Any]] = part["axes"]
    return axes


@pytest.mark.parametrize("damage", DAMAGES)
def test_figures_must_go_together(both: MetaEvaluation, damage: str) -> None:
    document = json.loads(dumps(both.to_dict()))
    DAMAGES[damage](document)
    with refused(InputError):
        MetaEvaluation.from_dict(document)


def test_ratings_must_go_with_the_systems() -> None:
    found = meta_evaluate(rated(), "acc_eq", by="ratings", resampling=FEW)
    document = json.loads(dumps(found.to_dict()))
    _axes(document, "ratings", "means")["system"].reverse()
    with refused(InputError):
        MetaEvaluation.from_dict(document)
    document = json.loads(dumps(found.to_dict()))
    _axes(document, "ratings", "verdicts")["people"].reverse()
    with refused(InputError):
        MetaEvaluation.from_dict(document)
    document = json.loads(dumps(found.to_dict()))
    document["sets"][0]["ratings"]["tests"]["alpha"] = 0.5
    with refused(InputError):
        MetaEvaluation.from_dict(document)


def test_a_single_metric_has_nothing_to_compare() -> None:
    dataset = compared()
    alone = replace(
        dataset.scores, metrics=("good",), segment_scores=dataset.scores.segment_scores[:1]
    )
    found = meta_evaluate(replace(dataset, scores=alone), resampling=FEW)
    assert found.test_set().comparisons is None
    assert found.test_set().clusters("tau_wmt14").tolist() == [1]
    assert found.tables()[0].rows[0][0] == "good"
    with refused(UsageError):
        found.tables("pairs")


def test_only_some_metrics_are_compared() -> None:
    found = meta_evaluate(compared(), metrics="noisy, good", resampling=FEW)
    assert found.metrics == ("good", "noisy")
    with refused(UsageError):
        meta_evaluate(compared(), metrics=["best"])


def test_holm_with_too_few_resamples_is_said() -> None:
    with warned():
        meta_evaluate(compared(), "tau_wmt14", holm=True, resampling=Resampling(100))


def test_what_cannot_be_done_is_said() -> None:
    with refused(InputError):
        meta_evaluate([])
    with refused(InputError):
        meta_evaluate([compared(), compared()])
    with refused(UsageError):
        meta_evaluate(compared(), "tau")
    with refused(UsageError):
        meta_evaluate(compared(), by="weight")
    with refused(UsageError):
        meta_evaluate(rated(), by="label")


def test_top_keeps_the_best_metrics_and_the_rivals_in_every_table() -> None:
    found = meta_evaluate([compared("a-b"), compared("c-d", 3)], "tau_wmt14", resampling=FEW)
    assert [row[:3] for row in found.tables("pairs", top=1)[0].rows] == [
        ("a-b", "good", "constant"),
        ("c-d", "good", "constant"),
    ]
    wins = found.tables("significance", top=1)[0]
    assert [row[0] for row in wins.rows] == ["good", "constant"]
    assert [row[0] for row in found.tables("average", top=1)[0].rows] == ["good", "constant"]
    heads = [column.name for column in found.tables("systems", top=1)[0].columns]
    assert heads == ["a-b", "wins", "good", "constant"]


def test_wins_put_the_best_metric_first() -> None:
    found = meta_evaluate([compared("a-b"), compared("c-d", 3)], "tau_wmt14", resampling=FEW)
    wins = found.tables("significance")[0]
    assert [row[0] for row in wins.rows] == ["good", "noisy", "constant", "bad"]


def test_ratings_cannot_be_shown_where_systems_were_compared() -> None:
    with refused(UsageError):
        meta_evaluate(compared(), by="ratings", resampling=FEW)
    both = meta_evaluate([compared(), rated()], by="ratings", resampling=FEW)
    assert both.tables("ratings")


def test_tables_say_what_was_left_out() -> None:
    dataset = compared()
    partly = replace(dataset, left_out=LeftOut(unscored_systems={"Z": 2}, judgements=2))
    note = meta_evaluate(partly, "tau_wmt14", resampling=FEW).tables()[0].note
    assert "2 judgements left out: no scores of Z" in note


def test_tables_say_which_scores_are_missing() -> None:
    dataset = compared()
    lines = dataset.scores.segment_scores.copy()
    lines[1:3, 0, :4] = np.nan
    partly = replace(dataset, scores=replace(dataset.scores, segment_scores=lines))
    note = meta_evaluate(partly, "tau_wmt14", resampling=FEW).tables()[0].note
    assert "no scores of 8 of 180 judged pairs by noisy and bad" in note


def test_few_lines_are_doubted() -> None:
    dataset = compared()
    few = replace(dataset.scores, segment_scores=dataset.scores.segment_scores[..., :2])
    judged = dataset.judgements.comparisons
    assert judged is not None
    two = Comparisons(*(column[:6] for column in judged))
    short = Dataset(replace(dataset.judgements, comparisons=two, labels={}), few)
    short = replace(short, scores=replace(few, reference_words=None))
    note = meta_evaluate(short, "tau_wmt14", resampling=FEW).tables()[0].note
    assert "few lines (2): intervals and p-values are rough below 30" in note
    assert "few lines" not in meta_evaluate(dataset, "tau_wmt14", resampling=FEW).tables()[0].note


def test_scores_too_large_to_be_averaged_are_named() -> None:
    dataset = compared()
    lines = dataset.scores.segment_scores.copy()
    lines[1, 0, 4] = 1e308
    huge = replace(dataset, scores=replace(dataset.scores, segment_scores=lines))
    with refused(InputError):
        meta_evaluate(huge, resampling=FEW)
