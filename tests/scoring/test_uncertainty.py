"""Intervals and p-values are those of a plain computation with the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import exp, log
from typing import TYPE_CHECKING

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

import wordorder as wo
from messages import refused
from wordorder import Preset, Resampling
from wordorder.cli.demo import SAMPLE, SYSTEMS
from wordorder.errors import UsageError
from wordorder.scoring import TESTS, Comparison

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Rows = NDArray[np.float64]  # what is summed, a row for each sentence
    Score = Callable[[Rows], float]

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

RESAMPLES, SEED, CONFIDENCE = 150, 2014, 0.9
TINY = 1e-10  # equal but for rounding
UNMATCHED = (3, 17)  # lines of the first system, whose order is then undefined


# --- The plain computation: each resample spelled out


def drawn(sentences: int) -> Iterator[NDArray[np.int64]]:
    """How often each sentence is drawn, resample by resample."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    for _ in range(RESAMPLES):
        yield np.bincount(generator.integers(sentences, size=sentences), minlength=sentences)


def swapped(sentences: int) -> Iterator[NDArray[np.bool_]]:
    """Which sentences change sides, resample by resample."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    for _ in range(RESAMPLES):
        yield generator.integers(2, size=sentences, dtype=np.int8) == 1


def resampled(rows: Rows, score: Score) -> NDArray[np.float64]:
    return np.array([score((rows * times[:, np.newaxis]).sum(0)) for times in drawn(len(rows))])


def interval(samples: NDArray[np.float64]) -> list[float]:
    return np.quantile(samples, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]).tolist()


def p_of_bootstrap(one: Rows, other: Rows, score: Score) -> float:
    observed = score(other.sum(0)) - score(one.sum(0))
    samples = resampled(other, score) - resampled(one, score)
    extreme = np.abs(samples - samples.mean()) >= abs(observed) - TINY
    return (int(extreme.sum()) + 1) / (RESAMPLES + 1)


def p_of_randomization(one: Rows, other: Rows, score: Score) -> float:
    observed = score(other.sum(0)) - score(one.sum(0))
    extreme = 0
    for flips in swapped(len(one)):
        first = np.where(flips[:, np.newaxis], other, one).sum(0)
        second = np.where(flips[:, np.newaxis], one, other).sum(0)
        extreme += abs(score(second) - score(first)) >= abs(observed) - TINY
    return (extreme + 1) / (RESAMPLES + 1)


P_VALUE = {"bootstrap": p_of_bootstrap, "randomization": p_of_randomization}


# --- What is summed, and the score of the sums


def share(sums: Rows) -> float:
    return sums[0] / sums[1]


def bleu(sums: Rows) -> float:
    """BLEU-4 of matches, n-grams and lengths; not smoothed, for all of them occur here."""
    matches, ngrams, (length, wanted) = sums[:4], sums[4:8], sums[8:]
    assert matches.min() > 0
    mean = sum(log(m / n) for m, n in zip(matches, ngrams, strict=True)) / 4
    return exp(min(0.0, 1 - wanted / length) + mean)


def ngrams(words: list[str], size: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[start:] for start in range(size)), strict=False))


def bleu_counts(hypothesis: list[str], reference: list[str]) -> list[int]:
    shared = [(ngrams(hypothesis, n) & ngrams(reference, n)).total() for n in range(1, 5)]
    return [
        *shared,
        *(ngrams(hypothesis, n).total() for n in range(1, 5)),
        len(hypothesis),
        len(reference),
    ]


@pytest.fixture(scope="module")
def words() -> dict[str, list[list[str]]]:
    tokenize = BLEU(tokenize="13a").tokenizer
    return {
        name: [
            tokenize(line).split()
            for line in (SAMPLE / "de-en" / f"{name}.en").read_text(encoding="utf-8").splitlines()
        ]
        for name in ("reference", *SYSTEMS)
    }


@pytest.fixture(scope="module")
def results(words) -> dict[str, wo.ScoreResult]:
    sides = {name: [" ".join(line) for line in lines] for name, lines in words.items()}
    reference = sides.pop("reference")
    for line in UNMATCHED:
        sides["monotone"][line] = "???"
    words["monotone"] = [line.split() for line in sides["monotone"]]
    options = {
        "lang": "en",
        "tokenize": "none",
        "preset": Preset(lexical="bleu4"),
        "resampling": Resampling(RESAMPLES, SEED, CONFIDENCE),
    }
    return {
        test: wo.score(reference, sides, comparison=Comparison(test), **options) for test in TESTS
    }


MEASURES: dict[str, Score] = {
    "pefscore": share,
    "kendall": share,
    "coverage": share,
    "bleu4": bleu,
}


def rows_of(measure: str, result: wo.ScoreResult, words, system: int) -> Rows:
    scores = result.segment(measure)[system]
    name = result.systems[system]
    if measure == "coverage":  # matched words and words
        lengths = np.array([len(line) for line in words["reference"]])
        return np.stack([np.rint(scores * lengths), lengths], axis=-1)
    if measure == "bleu4":
        pairs = zip(words[name], words["reference"], strict=True)
        return np.array([bleu_counts(*pair) for pair in pairs], dtype=float)
    return np.stack([np.nan_to_num(scores), ~np.isnan(scores)], axis=-1)


def test_some_sentences_are_undefined(results) -> None:
    result = results["bootstrap"]
    assert result.undefined["sentences"].tolist() == [len(UNMATCHED), 0, 0]
    assert np.isnan(result.segment("kendall")[0]).sum() == len(UNMATCHED)
    assert not np.isnan(result.segment("pefscore")).any()


@pytest.mark.parametrize("measure", MEASURES)
def test_scores_and_intervals(results, words, measure) -> None:
    result = results["bootstrap"]
    column, score = result.measures.index(measure), MEASURES[measure]
    for system in range(len(result.systems)):
        rows = rows_of(measure, result, words, system)
        found = [result.scores[end][system, column] for end in ("value", "low", "high")]
        expected = [score(rows.sum(0)), *interval(resampled(rows, score))]
        assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("measure", MEASURES)
def test_differences_their_intervals_and_p_values(results, words, measure, test) -> None:
    result = results[test]
    column, score = result.measures.index(measure), MEASURES[measure]
    for pair, systems in enumerate(combinations(range(len(result.systems)), 2)):
        assert result.tests.axes["pair"][pair] == tuple(result.systems[one] for one in systems)
        one, other = (rows_of(measure, result, words, system) for system in systems)
        found = [result.tests[name][pair, column] for name in ("difference", "low", "high", "p")]
        expected = [
            score(other.sum(0)) - score(one.sum(0)),
            *interval(resampled(other, score) - resampled(one, score)),
            P_VALUE[test](one, other, score),
        ]
        assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("test", TESTS)
def test_holm_multiplies_the_smallest_p_by_the_number_of_pairs(results, test) -> None:
    tests = results[test].tests
    for p, corrected in zip(tests["p"].T.tolist(), tests["p_holm"].T.tolist(), strict=True):
        largest = 0.0
        for rank, pair in enumerate(sorted(range(len(p)), key=p.__getitem__)):
            largest = max(largest, min(1, p[pair] * (len(p) - rank)))
            assert corrected[pair] == pytest.approx(largest, abs=1e-12)


def test_the_seed_changes_the_resamples_and_nothing_else(words) -> None:
    reference, system = ([" ".join(line) for line in words[n]] for n in ("reference", "scrambled"))
    one, same, other = (
        wo.score(reference, system, resampling=Resampling(30, seed)).scores for seed in (1, 1, 2)
    )
    assert np.array_equal(one["value"], other["value"])
    assert np.array_equal(one["low"], same["low"])
    assert not np.array_equal(one["low"], other["low"])


@pytest.mark.parametrize("test", TESTS)
def test_equal_systems_do_not_differ(test) -> None:
    lines = ["a b c d", "d c b a", "b a c"]
    wanted = ["a b c d", "a b c d", "a b c"]
    systems, how = {"one": lines, "other": lines}, Comparison(test)
    result = wo.score(wanted, systems, comparison=how, resampling=Resampling(19))
    assert (result.tests["difference"] == 0).all()
    assert (result.tests["p"] == 1).all()


def test_no_p_value_is_0(results) -> None:
    for result in results.values():
        assert result.tests["p"].min() == 1 / (RESAMPLES + 1)


@pytest.mark.parametrize(
    ("option", "arguments"),
    [
        (Comparison, {"test": "t-test"}),
        (Resampling, {"resamples": 0}),
        (Resampling, {"seed": -1}),
        (Resampling, {"confidence": 95}),
    ],
    ids=str,
)
def test_options_out_of_range(option, arguments) -> None:
    with refused(UsageError):
        option(**arguments)
