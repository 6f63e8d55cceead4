"""Presets fitted to judgements: the weights, and their agreement on what was held out."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.optimize import minimize

from document_checks import check_damage, check_document, there_and_back
from messages import refused
from wordorder import InputError, MissingExtraError, Resampling, UsageError
from wordorder.metaevaluation import (
    Comparisons,
    Dataset,
    FittedWeights,
    Judgements,
    MetricScores,
    fit_preset,
)
from wordorder.metaevaluation.tuning.fit import (
    STRENGTHS,
    FeatureDifferences,
    choose_strength,
    fit_weights,
    held_out,
    learn,
    line_folds,
)
from wordorder.output import dumps

pytestmark = pytest.mark.slow  # scikit-learn alone takes a second to import

FEATURES = ("chrf", "ulam", "misplaced_per_100")
METRICS = (*FEATURES, "length")
FEW = Resampling(20)


def dataset(name: str = "de-en", seed: int = 1, lines: int = 40, noise: float = 1.0) -> Dataset:
    """Four systems that people prefer by the sum of chrf and ulam and minus misplaced words."""
    rng = np.random.default_rng(seed)
    scores = rng.random((len(METRICS), 4, lines)) * np.array([1, 1, 10, 30])[:, None, None]
    scores[2] *= -1
    scores[1, 0, 0] = np.nan  # an undefined order
    truth = 3 * scores[0] + 2 * np.nan_to_num(scores[1]) + 0.1 * scores[2]
    count = lines * 10
    line, first = rng.integers(lines, size=count) + 1, rng.integers(4, size=count)
    second = (first + rng.integers(1, 4, size=count)) % 4
    felt = truth[first, line - 1] - truth[second, line - 1] + rng.normal(0, noise, count)
    preference = np.where(np.abs(felt) < 0.1, 0, np.sign(felt)).astype(np.int64)
    compared = Comparisons(line, first, second, preference, np.full(count, -1))
    systems = ("A", "B", "C", "D")
    return Dataset(Judgements(name, systems, compared), MetricScores(METRICS, systems, scores))


@given(st.integers(0, 10_000), st.sampled_from(STRENGTHS))
@settings(max_examples=20)
def test_weights_are_those_of_the_convex_problem(seed: int, strength: float) -> None:
    rng = np.random.default_rng(seed)
    pairs = rng.normal(0.4, 1, (60, 3)) * [1, 10, 0.1]
    scale = np.sqrt((pairs**2).mean(axis=0))

    def loss(weights: np.ndarray) -> float:
        mean = np.logaddexp(0, -(pairs / scale) @ weights).mean()
        return mean + strength * (weights**2).sum() / 2

    best = minimize(loss, np.zeros(3), tol=1e-12).x
    if (best > 1e-3).all():
        assert fit_weights(pairs, strength) == pytest.approx(best / scale, rel=1e-3)


def test_a_feature_that_only_makes_up_for_another_is_left_out() -> None:
    rng = np.random.default_rng(1)
    good = rng.normal(1, 1, 500)
    pairs = np.stack([good, good + rng.normal(0.5, 0.5, 500) * -1, np.zeros(500)], axis=1)
    weights = fit_weights(pairs, 1e-3)
    assert weights[0] > 0
    assert weights[1] == weights[2] == 0
    assert weights[0] == pytest.approx(fit_weights(pairs[:, :1], 1e-3)[0])


def test_folds_are_stretches_of_lines() -> None:
    lines = np.array([9, 3, 3, 5, 7, 1, 9])
    assert line_folds(lines, 5).tolist() == [4, 1, 1, 2, 3, 0, 4]
    assert line_folds(np.array([1, 2, 2]), 5).tolist() == [0, 1, 1]
    with refused(InputError):
        line_folds(np.array([4, 4]))


def test_the_chosen_strength_is_the_best_on_held_out_folds() -> None:
    data = FeatureDifferences.of(dataset(noise=2), FEATURES)
    folds = line_folds(data.line)
    agreement = [np.sign(held_out(data.features, folds, one)).sum() for one in STRENGTHS]
    assert choose_strength(data.features, folds) == STRENGTHS[int(np.argmax(agreement))]


def test_the_weights_say_how_people_decide() -> None:
    result = fit_preset(dataset(lines=300), FEATURES, resampling=FEW)
    weights = result.preset.weights
    assert list(weights) == list(FEATURES)
    assert weights["chrf"] + weights["ulam"] == pytest.approx(1)
    assert weights["chrf"] / weights["ulam"] == pytest.approx(3 / 2, rel=0.25)
    assert weights["misplaced_per_100"] / weights["ulam"] == pytest.approx(-0.05, rel=0.25)
    assert result.preset.undefined == {"ulam": 0.0}
    assert result.judgements["de-en"] < 3000  # people's ties do not count


def test_agreement_over_pairs_is_that_of_weights_from_the_others() -> None:
    data = [dataset("de-en"), dataset("fr-en", seed=2)]
    result = fit_preset(data, FEATURES, resampling=FEW)
    pairs = [FeatureDifferences.of(one, FEATURES) for one in data]
    for own, other in (pairs, pairs[::-1]):
        _, weights = learn(other.features, other.line)
        found = next(
            one
            for one in result.agreements
            if (one.pair, one.held_out, one.metric) == (own.name, "pairs", "mine")
        )
        assert found.value.value == pytest.approx(np.sign(own.features @ weights).mean())


@pytest.mark.parametrize("kind", ["lines", "pairs"])
def test_every_metric_stands_beside_it(kind: str) -> None:
    data = [dataset("de-en"), dataset("fr-en", seed=2)]
    result = fit_preset(data, FEATURES, resampling=FEW)
    rows = [one for one in result.agreements if (one.pair, one.held_out) == ("fr-en", kind)]
    assert [one.metric for one in rows] == ["mine", *METRICS]
    pairs = data[1].judgements.pairs()
    for place, row in enumerate(rows[1:]):
        agreeing = judged = 0
        scores = data[1].scores.segment_scores[place]
        for line, first, second, difference in zip(*pairs, strict=True):
            by_metric = scores[first, line - 1] - scores[second, line - 1]
            if difference != 0 and not np.isnan(by_metric):
                judged += 1
                agreeing += np.sign(by_metric) * np.sign(difference)
        assert row.value.value == pytest.approx(agreeing / judged)
        assert row.gain.value == pytest.approx(rows[0].value.value - row.value.value)
        assert row.gain.low <= row.gain.value <= row.gain.high


def test_lines_are_held_out_of_all_language_pairs() -> None:
    """With other judgements in one fold, the others are judged by other weights, it is not."""
    data = [dataset("de-en"), dataset("fr-en", seed=2)]
    first = FeatureDifferences.of(data[0], FEATURES)
    lines = np.concatenate([FeatureDifferences.of(one, FEATURES).line for one in data])
    folds = line_folds(lines)[: len(first.line)]
    differences = np.concatenate([FeatureDifferences.of(one, FEATURES).features for one in data])
    total = 0.0
    for fold in range(5):
        outside = line_folds(lines) != fold
        _, weights = learn(differences[outside], lines[outside])
        total += np.sign(first.features[folds == fold] @ weights).sum()
    result = fit_preset(data, FEATURES, resampling=FEW)
    assert result.agreements[0].value.value == pytest.approx(total / len(first.line))


def test_the_same_data_gives_the_same_result_and_digest() -> None:
    one, again = (fit_preset(dataset(), FEATURES, resampling=FEW) for _ in range(2))
    assert dumps(one.to_dict()) == dumps(again.to_dict())
    other = fit_preset(dataset(seed=3), FEATURES, resampling=FEW)
    assert one.preset.digest != other.preset.digest


def test_the_document_comes_back() -> None:
    result = fit_preset([dataset(), dataset("fr-en", 2)], FEATURES, lang="en", resampling=FEW)
    check_document(result)
    for seed in range(10):
        check_damage(result, Random(seed))
    assert there_and_back(result).preset == result.preset
    document = json.loads(dumps(result.to_dict()))
    document["preset"]["weights"]["chrv"] = 1
    with refused(InputError):
        FittedWeights.from_dict(document)
    assert "held-out tau_wmt14: de-en" in result.summary()


@pytest.mark.parametrize("view", ["weights", "agreement"])
def test_views_have_tables_and_records(view: str) -> None:
    result = fit_preset(dataset(), FEATURES, resampling=FEW)
    (table,) = result.tables(view)
    assert len(table.rows) == len(result.records(view))
    assert len(result.records(view, top=2)) == 2


def test_wrong_arguments() -> None:
    data = dataset()
    for features in ("chrf", [], ["chrf", "chrf"], ["chr"], ["pef"]):
        with pytest.raises(UsageError):
            fit_preset(data, features)
    for datasets in ([], [data, data], ["x"]):
        with pytest.raises(UsageError):
            fit_preset(datasets, FEATURES)
    with refused(UsageError):
        fit_preset(data, FEATURES, name="ulam")


def test_judgements_that_nothing_agrees_with() -> None:
    data = dataset(noise=0.01)
    turned = replace(data.scores, segment_scores=-data.scores.segment_scores)
    with refused(InputError):
        fit_preset(Dataset(data.judgements, turned), FEATURES)
    ties = data.judgements.comparisons._replace(preference=np.zeros(400, np.int64))
    with refused(InputError):
        fit_preset(Dataset(replace(data.judgements, comparisons=ties), data.scores), FEATURES)


def test_scikit_learn_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    with refused(MissingExtraError):
        fit_preset(dataset(), FEATURES)
