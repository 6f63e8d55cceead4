"""Combined scores fitted to judgements, and how well they agree with others."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.tuning.feature_differences import FeatureDifferences
from wordorder.metaevaluation.tuning.fit_agreement import held_out_agreements
from wordorder.metaevaluation.tuning.fit_result import FittedWeights
from wordorder.metaevaluation.tuning.preference_model import FOLDS, learn, spread
from wordorder.output import counted, signature
from wordorder.scoring import FEATURES, FittedPreset
from wordorder.scoring.fitted_presets import CAN_BE_UNDEFINED, NONE_IF_PERFECT, check_name
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Sequence

USUAL_FEATURES = ("chrf", "weighted_recall", "ulam", "brevity")
"""Spelling, words, order and length: few features, each about something else."""

_DIGITS = 4
_USUAL_RESAMPLING = Resampling()


def fit_preset(
    datasets: Dataset | Sequence[Dataset],
    features: Sequence[str] = USUAL_FEATURES,
    *,
    name: str = "mine",
    trained_on: str | None = None,
    lang: str | None = None,
    resampling: Resampling = _USUAL_RESAMPLING,
) -> FittedWeights:
    r"""Fit the weights of a combined score to judgements of pairs of translations.

    Logistic regression tells from the differences between the features of two translations which
    one people prefer. Features are standardised, no weight is negative (there lower values of
    order errors are better), and how strongly weights are held back is chosen by
    cross-validation. Weights are then scaled so that a translation equal to its reference scores
    1. Undefined features count as 0.

    What is reported is `tau_wmt14` on judgements that had no part in it, neither in the weights nor
    in the choice: over lines (each fifth of the test set by weights from the other lines) and, with
    several language pairs, over pairs (each by weights from the others).

    Args:
        datasets: Judgements and scores of one or more language pairs. The scores must include the
            features, as those of `score_systems` do; all are compared with the fitted one.
        features: What to combine: ordering metrics, order errors, coverage, lexical parts; see
            `FittedPreset`.
        name: Name of the preset.
        trained_on: The judgements in words, for the signature; by default language pairs and
            numbers of judgements.
        lang: The language of the translations, so that the preset warns of another one.
        resampling: How to resample lines for intervals.

    Returns:
        The preset, and its agreement with people beside that of every other score.

    Raises:
        InputError: There are too few judgements, or no feature agrees with people.
        MissingExtraError: scikit-learn is not installed.
        UsageError: A feature is unknown, or not among the scores.

    Examples:
        >>> from wordorder.metaevaluation import DatasetSource, read_datasets
        >>> import io
        >>> ranks = "segment\tbetter\tworse\n" + "".join(f"{n}\tA\tB\n" for n in (1, 2, 3, 4))
        >>> reference = ["we have seen it", "so now", "he has it", "a red house"]
        >>> worse = ["seen it we have", "now", "it he has", "the red houses"]
        >>> texts = {"A": reference, "B": worse}
        >>> judged = read_datasets(
        ...     DatasetSource(io.StringIO(ranks), texts, reference, lang="en")
        ... )
        >>> found = fit_preset(judged, ["chrf", "ulam"], trained_on="four sentences")
        >>> found.preset.weights
        {'chrf': 0.6999, 'ulam': 0.3001}

    References:
        Stanojević and Sima'an (2014), BEER: BEtter Evaluation as Ranking. WMT.
    """
    expect(resampling, Resampling, "resampling")
    data = [datasets] if isinstance(datasets, Dataset) else list(datasets)
    _check(data, features, name)
    pairs = [FeatureDifferences.of(one, features) for one in data]
    if trained_on is None:
        trained_on = ", ".join(
            f"{one.name}: {counted(len(one.line), 'judgement')}" for one in pairs
        )
    differences = np.concatenate([one.features for one in pairs])
    strength, weights = learn(differences, np.concatenate([one.line for one in pairs]))
    if not weights.any():
        raise InputError("no feature agrees with people: choose others")
    scale = spread(differences)
    digest = sha256("".join(one.digest for one in pairs).encode()).hexdigest()[:12]
    preset = _preset(name, dict(zip(features, weights, strict=True)), trained_on, digest, lang)
    return FittedWeights(
        preset=preset,
        standardized=dict(zip(features, (weights * scale).tolist(), strict=True)),
        strength=strength,
        log_odds=_unit(dict(zip(features, weights, strict=True))),
        judgements={one.name: len(one.line) for one in pairs},
        agreements=tuple(held_out_agreements(pairs, name, resampling)),
        confidence=resampling.confidence,
        signature=signature([preset.signature, f"folds:{FOLDS}", resampling.signature]),
    )


def _check(data: Sequence[Dataset], features: Sequence[str], name: str) -> None:
    if not data:
        raise UsageError(Argument("datasets"), " is empty: give at least one")
    for one in data:
        expect(one, Dataset, "datasets")
    if len({one.name for one in data}) < len(data):
        raise UsageError("two data sets have the same language pair: join them, or leave one out")
    if isinstance(features, str) or not features:
        raise UsageError(Argument("features"), " must be a list with at least one feature")
    for feature in features:
        if feature not in FEATURES:
            raise UsageError.unknown("feature", feature, FEATURES)
    if len(set(features)) < len(features):
        raise UsageError("a feature is given twice; leave it out")
    expect(name, str, "name")
    check_name(name)


def _preset(
    name: str, weights: dict[str, float], trained_on: str, digest: str, lang: str | None
) -> FittedPreset:
    """Scale and round the weights; those of order errors are negative, as fewer are better."""
    unit = _unit(weights)
    scaled = {
        feature: float(f"{weight / unit:.{_DIGITS}g}") * (-1 if feature in ORDER_ERRORS else 1)
        for feature, weight in weights.items()
        if weight
    }
    whole = [feature for feature in scaled if feature not in NONE_IF_PERFECT]
    if whole:  # what rounding took away
        rest = 1 - sum(scaled[feature] for feature in whole)
        largest = max(whole, key=lambda feature: scaled[feature])
        scaled[largest] = round(scaled[largest] + rest, 8)
    undefined = {feature: 0.0 for feature in scaled if feature in CAN_BE_UNDEFINED}
    return FittedPreset(name, scaled, trained_on, digest, undefined, lang=lang)


def _unit(weights: dict[str, float]) -> float:
    """The fitted score of a translation that equals its reference; 1 if that is 0."""
    perfect = sum(weight for name, weight in weights.items() if name not in NONE_IF_PERFECT)
    return float(perfect or 1.0)
