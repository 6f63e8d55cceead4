"""The sums behind scores: the same for all divisions of the sentences."""

from __future__ import annotations

import random
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from accumulator_checks import bits, check_divisions
from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.scoring.measures import all_statistics
from wordorder.scoring.plan import ScorePlan
from wordorder.scoring.presets import PRESETS
from wordorder.scoring.score_sums import BucketSums, ScoreSums, divided
from wordorder.scoring.texts import read_texts
from wordorder.statistics import Rows

if TYPE_CHECKING:
    from wordorder.scoring.counts import SentenceCounts

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

COUNT, CUT = 20, 8  # sentences, and where the second file begins
NAMES = ("A", "B")
FEW = wo.Resampling(30, 5)


def shaken(rng: random.Random, sentence: str) -> str:
    words = sentence.split()
    for _ in range(rng.randrange(4)):
        words.insert(rng.randrange(len(words)), words.pop(rng.randrange(len(words))))
    return " ".join(words[: rng.randint(1, len(words))])


@cache
def texts() -> tuple[list[str], dict[str, list[str]], list[str]]:
    rng = random.Random(1)
    reference = [" ".join(rng.choices("abcdefghij", k=rng.randint(1, 25))) for _ in range(COUNT)]
    systems = {name: [shaken(rng, line) for line in reference] for name in NAMES}
    systems["A"][3] = "zzz"  # without an order
    return reference, systems, [rng.choice("xyz") for _ in reference]


@cache
def plan(preset: str = "lrscore") -> ScorePlan:
    metrics = ("kendall", "fuzzy")
    return ScorePlan.of(wo.ScoreOptions(tokenize="none", metrics=metrics, preset=preset, threads=1))


@cache
def counts(start: int, stop: int, preset: str = "lrscore") -> SentenceCounts:
    reference, systems, _ = texts()
    some = {name: lines[start:stop] for name, lines in systems.items()}
    raw = read_texts(reference[start:stop], some)
    return plan(preset).count(raw)


def make(**options: int) -> ScoreSums:
    return ScoreSums(NAMES, plan().measures, "kendall", **options)


def add(sums: ScoreSums, start: int, stop: int) -> None:
    labels = texts()[2]
    for file, (first, last) in enumerate([(start, min(stop, CUT)), (max(start, CUT), stop)]):
        if first < last:
            some = counts(first, last)
            divisions = divided(some, labels[first:last])
            sums.add(some, divisions, file=file, first_line=1 + first - file * CUT)


@pytest.mark.slow
@given(st.data(), st.sampled_from([5, 100]), st.sampled_from(["bootstrap", "randomization"]))
def test_scores_are_the_same_for_all_divisions(data: st.DataObject, most: int, test: str) -> None:
    new = partial(make, most=most)
    check_divisions(data, new, add, COUNT, lambda sums: sums.result(FEW, test))


@pytest.mark.slow
@given(st.data())
def test_buckets_are_the_same_for_all_divisions(data: st.DataObject) -> None:
    whole = counts(0, COUNT)
    rows = all_statistics(plan().measures, whole).swapaxes(0, 1).reshape(COUNT, -1)

    def add_buckets(sums: BucketSums, start: int, stop: int) -> None:
        if start < stop:
            lines = np.arange(start, stop)
            divisions = divided(counts(start, stop), texts()[2][start:stop])
            sums.add(divisions, Rows.of_file(0, lines, rows[start:stop]))

    check_divisions(
        data,
        lambda: BucketSums(NAMES, plan().measures),
        add_buckets,
        COUNT,
        lambda sums: sums.result(FEW),
    )


@pytest.mark.slow
def test_the_sums_of_parts_give_the_scores_of_the_whole() -> None:
    reference, systems, labels = texts()
    options = {"preset": "lrscore", "tokenize": "none", "metrics": ("kendall", "fuzzy")}
    whole = wo.score(reference, systems, labels=labels, resampling=FEW, **options)
    parts = [make(), make()]
    add(parts[0], 12, COUNT)
    add(parts[1], 0, 12)
    parts[0].merge(parts[1])
    found = parts[0].result(FEW)
    assert bits(found.scores) == bits(whole.scores)
    assert bits(found.tests) == bits(whole.tests)
    assert bits(found.buckets) == bits(whole.buckets)
    assert bits(found.undefined) == bits(whole.undefined)
    assert found.undefined["sentences"].tolist() == [1, 0]
    assert found.sentence_count == whole.sentence_count == COUNT
    assert found.buckets["label"].names == tuple(dict.fromkeys(labels))


def test_bundled_or_not_the_scores_are_the_same() -> None:
    found = []
    for most in (5, 100):
        sums = make(most=most)
        add(sums, 0, COUNT)
        found.append(sums.result(FEW).scores["value"])
    np.testing.assert_allclose(*found, rtol=1e-14)


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - {"frs"}))
def test_measures_know_the_number_of_their_statistics(preset: str) -> None:
    for measure in plan(preset).measures:
        found = measure.statistics(counts(0, 4, preset))
        assert found.shape == (len(NAMES), 4, measure.width), measure.name


def test_only_the_same_measures_of_the_same_systems_can_be_merged() -> None:
    for other in (
        ScoreSums(["A", "C"], plan().measures, "kendall"),
        ScoreSums(NAMES, plan().measures[1:], "kendall"),
        ScoreSums(NAMES, plan().measures, "fuzzy"),
    ):
        with refused(UsageError):
            make().merge(other)


def test_no_sentences_no_scores() -> None:
    with refused(InputError):
        make().result(FEW)
