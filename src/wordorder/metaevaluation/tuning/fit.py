"""Presets fitted to judgements by logistic regression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import nan

import numpy as np

from wordorder.arrays import Floats, Integers
from wordorder.errors import Argument, InputError, MissingExtraError, UsageError, expect
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.tuning.results import Agreement, FittedWeights, Unseen
from wordorder.output.tables import Estimate
from wordorder.output.wording import counted, signature
from wordorder.scoring.features import CAN_BE_UNDEFINED, FEATURES, NONE_IF_PERFECT
from wordorder.scoring.fitted_presets import FittedPreset, check_name
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.intervals import ratio
from wordorder.statistics.paired_tests import compare_pairs
from wordorder.statistics.resampling import Resampling

USUAL_FEATURES = ("chrf", "weighted_recall", "ulam", "brevity")
"""One feature each for spelling, words, order and length."""

_DIGITS = 4
_USUAL_RESAMPLING = Resampling()

STRENGTHS = (1e-1, 1e-2, 1e-3, 1e-4)
"""The strengths of the L2 penalty to try: factors of Σ w²/2 beside the mean loss of a pair."""

FOLDS = 5


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

    Logistic regression predicts which of two translations people prefer from the differences
    between their features. Features are standardised, no weight is negative (order errors are
    negated), and cross-validation chooses the strength of the L2 penalty. Weights are then scaled
    so that a translation equal to its reference scores 1. Undefined features count as 0.

    The result reports `tau_wmt14` on held-out judgements, which decided neither weights nor
    strength: over lines (each fifth of the test set, by weights from the other lines) and, with
    several language pairs, over pairs (each by weights from the others).

    Args:
        datasets: Judgements and scores of one or more language pairs. The scores must include the
            features, as those of `score_systems` do; all are compared with the fitted score.
        features: The features to combine: ordering metrics, order errors, coverage, lexical parts;
            see `FittedPreset`.
        name: Name of the preset.
        trained_on: A description of the judgements for the signature; by default language pairs and
            numbers of judgements.
        lang: The language of the translations, so that the preset warns of other languages.
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
        >>> fitted = fit_preset(judged, ["chrf", "ulam"], trained_on="four sentences")
        >>> fitted.preset.weights
        {'chrf': 0.6999, 'ulam': 0.3001}

    References:
        Stanojević and Sima'an (2014), BEER: BEtter Evaluation as Ranking. WMT.
    """
    expect(resampling, Resampling, "resampling")
    data = [datasets] if isinstance(datasets, Dataset) else list(datasets)
    _check(data, features, name)
    pairs = [FeatureDifferences.of(dataset, features) for dataset in data]
    if trained_on is None:
        trained_on = ", ".join(
            f"{of_pair.name}: {counted(len(of_pair.line), 'judgement')}" for of_pair in pairs
        )
    differences, lines = _joined(pairs)
    strength, weights = learn(differences, lines)
    if not weights.any():
        raise InputError("no feature agrees with people: choose others")
    by_feature = dict(zip(features, weights, strict=True))
    digest = sha256("".join(of_pair.digest for of_pair in pairs).encode()).hexdigest()[:12]
    preset = _preset(name, by_feature, trained_on, digest, lang)
    return FittedWeights(
        preset=preset,
        standardized=dict(zip(features, (weights * spread(differences)).tolist(), strict=True)),
        strength=strength,
        log_odds=_unit(by_feature),
        judgements={of_pair.name: len(of_pair.line) for of_pair in pairs},
        agreements=tuple(held_out_agreements(pairs, name, resampling)),
        confidence=resampling.confidence,
        signature=signature([preset.signature, f"folds:{FOLDS}", resampling.signature]),
    )


def _check(data: Sequence[Dataset], features: Sequence[str], name: str) -> None:
    if not data:
        raise UsageError(Argument("datasets"), " is empty: give at least one")
    for dataset in data:
        expect(dataset, Dataset, "datasets")
    if len({dataset.name for dataset in data}) < len(data):
        raise UsageError("two data sets have the same language pair: join them, or leave one out")
    if isinstance(features, str) or not features:
        raise UsageError(Argument("features"), " must be a list with at least one feature")
    for feature in features:
        if feature not in FEATURES:
            raise UsageError.unknown("feature", feature, FEATURES)
    if len(set(features)) < len(features):
        raise UsageError("a feature is given twice; give it once")
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
    if whole:  # rounded weights need not sum to 1
        rest = 1 - sum(scaled[feature] for feature in whole)
        largest = max(whole, key=lambda feature: scaled[feature])
        scaled[largest] = round(scaled[largest] + rest, 8)
    undefined = {feature: 0.0 for feature in scaled if feature in CAN_BE_UNDEFINED}
    return FittedPreset(name, scaled, trained_on, digest, undefined, lang=lang)


def _unit(weights: dict[str, float]) -> float:
    """Return the fitted score of a translation equal to its reference; 1 if that is 0."""
    perfect = sum(weight for name, weight in weights.items() if name not in NONE_IF_PERFECT)
    return float(perfect or 1.0)


# Differences of features between the two translations of judged pairs.


@dataclass(frozen=True, slots=True, eq=False)
class FeatureDifferences:
    """The judged pairs of one language pair, without those that people tie.

    Attributes:
        name: The language pair.
        line: The line of each pair.
        features: Features of the better translation minus those of the worse one, of shape
            (pairs, features), undefined ones taken as 0; higher is better.
        metrics: Names of all metrics.
        rivals: The same differences of all metrics, of shape (metrics, pairs); NaN is missing.
    """

    name: str
    line: Integers
    features: Floats
    metrics: tuple[str, ...]
    rivals: Floats

    @classmethod
    def of(cls, dataset: Dataset, features: Sequence[str]) -> FeatureDifferences:
        """Compute the differences of a data set.

        Raises:
            InputError: People prefer neither translation of any pair.
            UsageError: A feature is not among the scores.
        """
        scores = dataset.scores
        for name in features:
            if name not in scores.metrics:
                raise UsageError.unknown("feature", name, scores.metrics)
        pairs = dataset.judgements.pairs()
        preferred = pairs.difference != 0
        if not preferred.any():
            raise InputError(f"{dataset.name}: people prefer neither translation of any pair")
        line, first, second, difference = (column[preferred] for column in pairs)
        better = np.where(difference > 0, first, second)
        worse = np.where(difference > 0, second, first)
        chosen = [scores.metrics.index(name) for name in features]
        known = np.nan_to_num(scores.segment_scores[chosen], nan=0.0)
        return cls(
            dataset.name,
            line,
            (known[:, better, line - 1] - known[:, worse, line - 1]).T,
            scores.metrics,
            scores.segment_scores[:, better, line - 1] - scores.segment_scores[:, worse, line - 1],
        )

    @property
    def digest(self) -> str:
        """A digest of the data that weights are fitted to."""
        digest = sha256(self.name.encode())
        digest.update(np.ascontiguousarray(self.line, np.int64).tobytes())
        digest.update(np.ascontiguousarray(self.features, np.float64).tobytes())
        return digest.hexdigest()


# Weights of features that predict which of two translations people prefer.


def learn(differences: Floats, lines: Integers) -> tuple[float, Floats]:
    """Choose the strength by cross-validation over lines, and fit the weights with it.

    Args:
        differences: As in `fit_weights`.
        lines: The line of each pair.

    Raises:
        InputError: There are fewer than two lines.
    """
    strength = choose_strength(differences, line_folds(lines))
    return strength, fit_weights(differences, strength)


def spread(differences: Floats) -> Floats:
    """Return the standard deviation of each feature's differences, taken in both directions."""
    return np.asarray(np.sqrt(np.mean(differences**2, axis=0)))


def fit_weights(differences: Floats, strength: float) -> Floats:
    """Fit the weights of a logistic regression without intercept, none of them negative.

    P(people prefer a to b) = 1/(1 + exp(−Σ w·(a − b))). A negative weight would reward what its
    feature counts as worse, only to make up for another, similar feature. So the feature with the
    most negative weight is left out and the others are fitted again, until no weight is negative.

    Args:
        differences: For each judged pair, the features of the better translation minus those of
            the worse one, of shape (pairs, features); higher is better.
        strength: The penalty (`STRENGTHS`) on weights of standardised differences.

    Returns:
        The weights, of shape (features,), in the units of the features.

    Raises:
        MissingExtraError: scikit-learn is not installed.

    Examples:
        >>> pairs = np.array([[1.0, 0.2], [2.0, -0.1], [0.5, -0.3], [-1.0, -0.1]])
        >>> fit_weights(pairs, 0.1).round(2).tolist()
        [0.61, 0.0]
    """
    scale = spread(differences)
    features = np.flatnonzero(scale > 0)
    weights = np.zeros(differences.shape[1])
    while len(features):
        fitted = _logistic_regression(differences[:, features] / scale[features], strength)
        if fitted.min() >= 0:
            weights[features] = fitted / scale[features]
            break
        features = np.delete(features, fitted.argmin())
    return weights


def choose_strength(differences: Floats, folds: Integers) -> float:
    """Return the strength with the best agreement on held-out folds, the highest of equals.

    Args:
        differences: As in `fit_weights`.
        folds: The fold of each pair.
    """

    def agreement(strength: float) -> float:
        return float(np.sign(held_out(differences, folds, strength)).sum())

    return max(STRENGTHS, key=agreement)


def held_out(differences: Floats, folds: Integers, strength: float) -> Floats:
    """Return each pair's difference in fitted score, with weights fitted to the other folds."""
    fitted = np.empty(len(differences))
    for fold in np.unique(folds):
        inside = folds == fold
        fitted[inside] = differences[inside] @ fit_weights(differences[~inside], strength)
    return fitted


def line_folds(lines: Integers, folds: int = FOLDS) -> Integers:
    """Return the fold of each pair: stretches of equally many neighbouring judged lines.

    Neighbouring lines come from the same document, so they stay together.

    Raises:
        InputError: There are fewer than two lines.

    Examples:
        >>> line_folds(np.array([1, 1, 2, 5, 7, 7]), 2).tolist()
        [0, 0, 0, 1, 1, 1]
    """
    judged, place = np.unique(lines, return_inverse=True)
    if len(judged) < 2:
        raise InputError("fitting needs judgements of at least two lines")
    return np.asarray(place.reshape(-1) * min(folds, len(judged)) // len(judged))


def _logistic_regression(differences: Floats, strength: float) -> Floats:
    try:
        from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtraError("scikit-learn", "fitting a preset", "learn") from error
    # Flip every second pair, which is equivalent without an intercept.
    sign = np.where(np.arange(len(differences)) % 2, -1.0, 1.0)
    if len(differences) == 1:  # both directions, as there must be two classes
        differences, sign = np.repeat(differences, 2, axis=0), np.array([1.0, -1.0])
    model = LogisticRegression(
        C=1 / (strength * len(differences)),
        fit_intercept=False,
        solver="newton-cholesky",
        tol=1e-8,
    )
    model.fit(differences * sign[:, np.newaxis], sign)
    return np.asarray(model.coef_[0], np.float64)


# Agreement of fitted weights with people on held-out judgements.


def held_out_agreements(
    pairs: Sequence[FeatureDifferences], name: str, resampling: Resampling
) -> Iterator[Agreement]:
    """Yield agreement in each language pair, over lines and, if several, over pairs.

    Args:
        pairs: The judged pairs of each language pair.
        name: Name of the fitted preset.
        resampling: How to resample lines.
    """
    over_lines = _fitted_to_other_lines(pairs)
    for place, of_pair in enumerate(pairs):
        yield from compared(of_pair, "lines", name, over_lines[place], resampling)
        others = [*pairs[:place], *pairs[place + 1 :]]
        if others:
            _, weights = learn(*_joined(others))
            fitted = of_pair.features @ weights
            yield from compared(of_pair, "pairs", name, fitted, resampling)


def _joined(pairs: Sequence[FeatureDifferences]) -> tuple[Floats, Integers]:
    differences = np.concatenate([of_pair.features for of_pair in pairs])
    return differences, np.concatenate([of_pair.line for of_pair in pairs])


def _fitted_to_other_lines(pairs: Sequence[FeatureDifferences]) -> list[Floats]:
    """Return differences of fitted scores; a line is held out of all language pairs at once."""
    differences, lines = _joined(pairs)
    folds = line_folds(lines)
    fitted = np.empty(len(lines))
    for fold in np.unique(folds):
        inside = folds == fold
        _, weights = learn(differences[~inside], lines[~inside])
        fitted[inside] = differences[inside] @ weights
    return np.split(fitted, np.cumsum([len(of_pair.line) for of_pair in pairs])[:-1])


def compared(
    pairs: FeatureDifferences, held_out: Unseen, name: str, fitted: Floats, resampling: Resampling
) -> Iterator[Agreement]:
    """Yield the agreement of a fitted preset and of all metrics, resampled together by lines.

    Args:
        pairs: The judged pairs.
        held_out: What the preset was not fitted to.
        name: Name of the preset.
        fitted: Its scores of the better translation minus those of the worse one.
        resampling: How to resample lines.
    """
    drawn = bootstrap(
        agreement_by_line(np.concatenate([fitted[np.newaxis], pairs.rivals]), pairs.line),
        ratio,
        **resampling.keywords,
    )
    values = _estimates(drawn.observed, drawn.low, drawn.high)
    yield Agreement(pairs.name, held_out, name, values[0], Estimate(nan, nan, nan), nan)
    tests = compare_pairs(drawn)  # comparisons of the preset come first
    gains = _estimates(tests.difference, tests.low, tests.high)
    for place, metric in enumerate(pairs.metrics):
        p_value = float(tests.p_value[place, 0])
        yield Agreement(pairs.name, held_out, metric, values[place + 1], gains[place], p_value)


def _estimates(value: Floats, low: Floats, high: Floats) -> list[Estimate]:
    return [Estimate(*row) for row in np.stack([value, low, high])[..., 0].T.tolist()]


def agreement_by_line(differences: Floats, lines: Integers) -> Floats:
    """Return C − D and C + D + T_m of each judged line; the ratio of sums is tau_wmt14.

    Args:
        differences: Scores of the better translation minus those of the worse one, of shape
            (metrics, pairs); NaN counts nowhere.
        lines: The line of each pair.

    Returns:
        An array of shape (metrics, lines, 2).

    Examples:
        >>> agreement_by_line(np.array([[0.1, -0.2, 0.0, 0.3, np.nan]]), np.array([1, 1, 1, 2, 2]))
        array([[[0., 3.],
                [1., 1.]]])
    """
    judged, place = np.unique(lines, return_inverse=True)
    sums = np.zeros((len(differences), len(judged), 2))
    for row, values in enumerate(differences):
        known = ~np.isnan(values)
        line = place.reshape(-1)[known]
        sums[row, :, 0] = np.bincount(line, np.sign(values[known]), minlength=len(judged))
        sums[row, :, 1] = np.bincount(line, minlength=len(judged))
    return sums
