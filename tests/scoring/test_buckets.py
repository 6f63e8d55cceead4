"""Scores of kinds of sentences: each bucket is scored like a corpus of its own."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import wordorder as wo
from document_checks import check_document
from messages import refused
from wordorder.cli.demo import SAMPLE, SYSTEMS
from wordorder.errors import InputError, UsageError
from wordorder.output import Estimate, dumps
from wordorder.scoring.score_sums import LEAST_SENTENCES

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

LABELS = ["few"] * (LEAST_SENTENCES - 1) + ["enough"] * LEAST_SENTENCES + ["others"] * 11
FEW = wo.Resampling(50, 7)


def lines(name: str) -> list[str]:
    return (SAMPLE / "de-en" / f"{name}.en").read_text(encoding="utf-8").splitlines()


def scored(chosen: list[int], **options) -> wo.ScoreResult:
    reference, *systems = ([lines(name)[k] for k in chosen] for name in ("reference", *SYSTEMS))
    named = dict(zip(SYSTEMS, systems, strict=True))
    return wo.score(reference, named, lang="en", resampling=FEW, **options)


@pytest.fixture(scope="module")
def result() -> wo.ScoreResult:
    return scored(list(range(30)), labels=LABELS)


def loaded(result: wo.ScoreResult, sentences: bool | set[int] = True) -> wo.ScoreResult:
    return wo.ScoreResult.from_dict(json.loads(dumps(result.to_dict(sentences=sentences))))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["length", "coverage", "label"])
def test_a_bucket_is_scored_like_its_sentences_alone(result, kind) -> None:
    names, numbers = result.bucket_numbers()[kind]
    buckets = result.buckets[kind]
    assert names == buckets.names
    for place, name in enumerate(names):
        chosen = np.flatnonzero(numbers == place).tolist()
        assert len(chosen) == buckets.counts.figure(bucket=name)
        alone = scored(chosen).scores
        for figure in ("value", "low", "high"):
            if figure == "value" or len(chosen) >= LEAST_SENTENCES:
                found = buckets.scores.at(figure, bucket=name)
                np.testing.assert_array_equal(found, alone[figure])


def test_few_sentences_have_no_interval(result) -> None:
    found = result.buckets["label"]
    assert found.counts["sentences"].tolist() == [9, 10, 11]
    value, low, high = (found.scores[name] for name in ("value", "low", "high"))
    assert np.isnan(low[0]).all()
    assert np.isnan(high[0]).all()
    assert not np.isnan(value[0]).any()
    assert (low[1:] <= value[1:]).all()
    assert (value[1:] <= high[1:]).all()


def test_the_leading_metric_has_its_interval_in_tables(result) -> None:
    table = result.tables("label")[0]
    assert table.note.endswith("; none with fewer than 10 sentences")
    found = result.buckets["label"]
    for row, (bucket, system) in zip(table.rows, product(found.names, SYSTEMS), strict=True):
        assert row[0] == f"{bucket}: {system}"
        wanted = found.scores.estimate(bucket=bucket, system=system, measure=result.leading)
        np.testing.assert_array_equal(row[2], wanted)
        assert isinstance(row[2], Estimate)
        assert not any(isinstance(cell, Estimate) for cell in row[3:])


@pytest.mark.slow
def test_buckets_of_a_loaded_result(result) -> None:
    check_document(replace(result, seconds={}))
    again = loaded(result)
    assert list(again.bucket_numbers()) == ["length", "coverage", "label"]
    for kind, (names, numbers) in result.bucket_numbers().items():
        found = again.bucket_numbers()[kind]
        assert found[0] == names
        assert found[1].tolist() == numbers.tolist()


def test_buckets_are_those_of_the_sentences_that_were_saved(result) -> None:
    with refused(UsageError):
        loaded(result, False).bucket_numbers()
    every = result.bucket_numbers()
    for kind, (names, numbers) in loaded(result, {1, 2}).bucket_numbers().items():
        assert names == every[kind][0]
        assert numbers.tolist() == every[kind][1][:2].tolist()


def test_a_sentence_in_an_unknown_bucket_is_refused(result) -> None:
    document = json.loads(dumps(result.to_dict(sentences=True)))
    document["sentences"][0]["buckets"]["length"] = "no words"
    with refused(InputError):
        wo.ScoreResult.from_dict(document)
    del document["sentences"][0]["buckets"]["length"]
    with refused(InputError):
        wo.ScoreResult.from_dict(document)


def test_all_intervals_in_one_table_best_first(result) -> None:
    table, records = result.tables("intervals")[0], result.records("intervals").columns
    names = [name for cluster in result.clusters for name in cluster]
    assert [row[0] for row in table.rows] == names
    assert not set(result.findings()) & set(table.note.splitlines())
    shown = result.shown_measures
    for row, name in zip(table.rows, names, strict=True):
        assert row[1] == next(n for n, some in enumerate(result.clusters, 1) if name in some)
        for cell, measure in zip(row[2:], shown, strict=True):
            assert cell == Estimate(result.value(name, measure), *result.interval(name, measure))
    assert records["system"] == [name for name in names for _ in shown]
    assert records["measure"] == list(shown) * len(names)
    assert records["high"][0] == result.interval(names[0], shown[0])[1]


def test_a_single_system_has_no_cluster() -> None:
    one = wo.score(["a b"], ["b a"], resampling=FEW)
    assert [column.name for column in one.tables("intervals")[0].columns][:2] == ["system", "fuzzy"]


def test_the_note_says_if_no_group_has_an_interval() -> None:
    reference = ["we have seen it", "she reads a good book today"] * 6
    turned = [" ".join(reversed(line.split())) for line in reference]
    labels = ["a", "b", "c"] * 4
    table = wo.score(reference, {"A": turned}, lang="en", labels=labels).tables("label")[0]
    assert table.note == "No intervals: all groups have fewer than 10 sentences"
