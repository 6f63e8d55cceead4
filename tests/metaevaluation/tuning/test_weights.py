"""Tuned weights, and their agreement on judgements that they were not tuned on."""

import json
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from document_checks import check_damage, check_document
from messages import refused, warned
from oracles.tuning import Pair, agreement, best_stretches
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation import (
    Comparisons,
    Dataset,
    Judgements,
    MetricScores,
    TunedWeight,
    tune_weight,
)
from wordorder.metaevaluation.tuning.sweep import OBJECTIVES
from wordorder.metaevaluation.tuning.tuner import random_folds
from wordorder.output import dumps
from wordorder.statistics import Resampling

FEW = Resampling(50, seed=5)


def random_dataset(seed: int, name: str = "de-en", lines: int = 12) -> Dataset:
    """Three systems judged by people who follow a mix of two metrics, with ties and noise."""
    generator = np.random.default_rng(seed)
    scores = generator.integers(0, 6, (2, 3, lines)).astype(np.float64)
    judged = 6 * lines
    line = generator.integers(1, lines + 1, judged)
    first = generator.integers(0, 3, judged)
    second = (first + generator.integers(1, 3, judged)) % 3
    mixed = scores[0] + 2 * scores[1] + generator.normal(size=scores[0].shape)
    preference = np.sign(np.round(mixed[first, line - 1] - mixed[second, line - 1]))
    comparisons = Comparisons(line, first, second, preference.astype(int), 0 * line - 1)
    systems = ("A", "B", "C")
    return Dataset(
        Judgements(name, systems, comparisons), MetricScores(("x", "y"), systems, scores)
    )


def oracle_pairs(dataset: Dataset, kept) -> list[Pair]:
    """The judged pairs of the lines that are kept."""
    x, y = dataset.scores.segment_scores
    return [
        Pair(x[a, n - 1] - x[b, n - 1], y[a, n - 1] - y[b, n - 1], int(h))
        for n, a, b, h in zip(*dataset.judgements.pairs(), strict=True)
        if kept(int(n))
    ]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")
def test_folds_are_tuned_on_the_other_lines(objective) -> None:
    dataset = random_dataset(1)
    tuned = tune_weight(dataset, "x", "y", objective=objective, folds=3, resampling=FEW)
    pairs = dataset.judgements.pairs()
    ties = OBJECTIVES[objective].human_ties
    lines = np.unique(pairs.line[(pairs.difference != 0) | ties])
    fold_of = dict(zip(lines.tolist(), random_folds(len(lines), 3, 5).tolist(), strict=True))
    for number, fold in enumerate(tuned.folds):
        training = oracle_pairs(dataset, lambda line, n=number: fold_of.get(line, n) != n)
        best, _ = best_stretches(training, objective)
        held_out = oracle_pairs(dataset, lambda line, n=number: fold_of.get(line) == n)
        counted = [pair for pair in held_out if pair.human or ties]
        assert best is not None
        assert fold.trained == float(best)
        assert fold.judged == len(counted)
        assert fold.held_out == pytest.approx(
            float(agreement(counted, Fraction(fold.alpha), objective))
        )
        assert fold.untuned == pytest.approx(float(agreement(counted, Fraction(1, 2), objective)))
    everything = oracle_pairs(dataset, lambda _line: True)
    assert tuned.optimum.value == float(best_stretches(everything, objective)[0])
    assert tuned.climbed.value <= tuned.optimum.value
    assert tuned.curve.max() <= tuned.optimum.value or objective == "tau_wmt13"


def test_the_held_out_gain_is_that_of_all_folds() -> None:
    tuned = tune_weight(random_dataset(2), "x", "y", folds=4, resampling=FEW)
    judged = np.array([fold.judged for fold in tuned.folds])
    for figure, name in ((tuned.held_out.tuned, "held_out"), (tuned.held_out.untuned, "untuned")):
        parts = np.array([getattr(fold, name) for fold in tuned.folds])
        assert figure.value == pytest.approx((parts * judged).sum() / judged.sum())
    assert tuned.held_out.untuned.value == tuned.untuned
    difference = tuned.held_out.tuned.value - tuned.held_out.untuned.value
    assert tuned.held_out.gain.value == pytest.approx(difference)
    assert tuned.judged == judged.sum()


def test_a_language_pair_is_tuned_on_the_others() -> None:
    datasets = [random_dataset(3, "de-en"), random_dataset(4, "fr-en"), random_dataset(5, "ja-en")]
    tuned = tune_weight(datasets, "x", "y", folds=3, resampling=FEW)
    assert [pair.name for pair in tuned.pairs] == ["de-en", "fr-en", "ja-en"]
    for number, pair in enumerate(tuned.pairs):
        alone = tune_weight(datasets[number], "x", "y", resampling=FEW)
        others = datasets[:number] + datasets[number + 1 :]
        together = tune_weight(others, "x", "y", resampling=FEW)
        assert (pair.own_alpha, pair.own_value) == (alone.alpha, alone.optimum.value)
        assert pair.alpha == together.alpha
        assert pair.held_out.untuned.value == alone.untuned
        assert pair.judged == alone.judged


def test_all_weights_within_one_standard_error_are_near() -> None:
    tuned = tune_weight(random_dataset(6), "x", "y", resampling=FEW)
    least = tuned.optimum.value - tuned.standard_error
    for alpha, value in zip(np.arange(101) / 100, tuned.curve, strict=True):
        assert any(float(alpha) in one for one in tuned.near) == (value >= least)


def test_missing_scores_leave_their_pairs_out() -> None:
    dataset = random_dataset(7)
    scores = dataset.scores.segment_scores.copy()
    scores[1, 0, :6] = np.nan
    lacking = Dataset(dataset.judgements, MetricScores(("x", "y"), ("A", "B", "C"), scores))
    tuned = tune_weight(lacking, "x", "y", resampling=FEW)
    pairs = dataset.judgements.pairs()
    missing = ((pairs.first == 0) | (pairs.second == 0)) & (pairs.line <= 6)
    assert tuned.left_out == (missing & (pairs.difference != 0)).sum()
    assert f"{tuned.left_out} judged pairs left out, as a score is missing" in str(tuned)
    scores[1] = np.nan
    nothing = Dataset(dataset.judgements, MetricScores(("x", "y"), ("A", "B", "C"), scores))
    with refused(InputError):
        tune_weight(nothing, "x", "y")


@pytest.fixture(scope="module")
def tuned() -> TunedWeight:
    datasets = [random_dataset(8, "de-en"), random_dataset(9, "fr-en")]
    return tune_weight(datasets, "x", "y", folds=3, resampling=FEW)


def test_the_document_comes_back(tuned, tmp_path) -> None:
    check_document(tuned)
    tuned.save(tmp_path / "tuned.json")
    document = json.loads(dumps(tuned.to_dict()))
    assert TunedWeight.load(tmp_path / "tuned.json").to_dict() == document
    assert pickle.loads(pickle.dumps(tuned)).to_dict() == document
    assert (document["alpha"], document["preset"]) == (tuned.alpha, None)
    assert "for x, 1 − α for y; tau_wmt14 on held-out lines" in repr(tuned)


@given(rng=st.randoms(use_true_random=False))
def test_damage_is_named(tuned, rng) -> None:
    check_damage(tuned, rng)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("optimum", {"value": 1, "ranges": []}),
        ("near", []),
        ("near", [{"low": 0, "high": 2, "has_low": True, "has_high": True}]),
        ("near", [{"low": 1, "high": 0.5, "has_low": True, "has_high": True}]),
        ("curve", []),
        ("objective", "bleu"),
        ("lines", -1),
        ("untuned_preset", {"name": "pefscor"}),
    ],
)
def test_a_damaged_document_is_refused(tuned, name, value) -> None:
    with refused(InputError):
        TunedWeight.from_dict({**tuned.to_dict(), name: value})


def test_the_main_view_ranks_nothing(tuned) -> None:
    with refused(UsageError):
        tuned.tables(top=1)
    assert len(tuned.records("folds", top=2)) == 2


def test_wrong_arguments_are_refused() -> None:
    dataset = random_dataset(1)
    with refused(UsageError):
        tune_weight(dataset, "x", "z")
    with refused(UsageError):
        tune_weight(dataset, "x", "y", objective="tau")
    with refused(UsageError):
        tune_weight(dataset, "x", "y", folds=1)
    with refused(UsageError):
        tune_weight([], "x", "y")
    with refused(InputError):
        tune_weight(random_dataset(1, lines=1), "x", "y")
    with warned():
        tune_weight(dataset, "x", "y", objective="tau_wmt13", resampling=FEW)


def test_the_same_seed_gives_the_same_result() -> None:
    one, other = (tune_weight(random_dataset(1), "x", "y", resampling=FEW) for _ in range(2))
    assert one.to_dict() == other.to_dict()
