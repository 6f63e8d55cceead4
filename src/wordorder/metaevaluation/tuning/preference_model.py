"""Weights of features that tell which of two translations people prefer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers

STRENGTHS = (1e-1, 1e-2, 1e-3, 1e-4)
"""How strongly weights may be held back: the factor of Σ w²/2 beside the mean loss of a pair."""

FOLDS = 5


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
    """The standard deviation of each feature's differences, taken in both directions."""
    return np.asarray(np.sqrt(np.mean(differences**2, axis=0)))


def fit_weights(differences: Floats, strength: float) -> Floats:
    """Fit the weights of a logistic regression without intercept, none of them negative.

    P(people prefer a to b) = 1/(1 + exp(−Σ w·(a − b))). A negative weight would reward what every
    feature counts as worse; such a weight only makes up for another feature that says nearly the
    same. So the feature with the most negative weight is left out and the others are fitted
    again, until there is none.

    Args:
        differences: For each judged pair, the features of the better translation minus those of
            the worse one, of shape (pairs, features); higher is better.
        strength: See `STRENGTHS`; differences are standardised for it.

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
    kept = np.flatnonzero(scale > 0)
    weights = np.zeros(differences.shape[1])
    while len(kept):
        found = _logistic_regression(differences[:, kept] / scale[kept], strength)
        if found.min() >= 0:
            weights[kept] = found / scale[kept]
            break
        kept = np.delete(kept, found.argmin())
    return weights


def choose_strength(differences: Floats, folds: Integers) -> float:
    """The strength with the highest agreement on the held-out folds, the highest of equals.

    Args:
        differences: As in `fit_weights`.
        folds: The fold of each pair.
    """

    def agreement(strength: float) -> float:
        return float(np.sign(held_out(differences, folds, strength)).sum())

    return max(STRENGTHS, key=agreement)


def held_out(differences: Floats, folds: Integers, strength: float) -> Floats:
    """The differences of the fitted scores of each pair, with weights fitted to the other folds."""
    found = np.empty(len(differences))
    for fold in np.unique(folds):
        inside = folds == fold
        found[inside] = differences[inside] @ fit_weights(differences[~inside], strength)
    return found


def line_folds(lines: Integers, folds: int = FOLDS) -> Integers:
    """The fold of each pair: stretches of neighbouring lines, with equally many judged lines.

    Neighbouring lines come from the same document, so they stay together.

    Raises:
        InputError: There are fewer than two lines.

    Examples:
        >>> line_folds(np.array([1, 1, 2, 5, 7, 7]), 2).tolist()
        [0, 0, 0, 1, 1, 1]
    """
    judged, place = np.unique(lines, return_inverse=True)
    if len(judged) < 2:
        raise InputError("fitting needs judgements of more lines")
    return np.asarray(place.reshape(-1) * min(folds, len(judged)) // len(judged))


def _logistic_regression(differences: Floats, strength: float) -> Floats:
    try:
        from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtraError("scikit-learn", "fitting a preset", "learn") from error
    # Every second pair the other way round: without an intercept, that says the same.
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
