"""How well fitted weights agree with people on judgements that had no part in them."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.tuning.fit_result import Agreement
from wordorder.metaevaluation.tuning.preference_model import learn, line_folds
from wordorder.output import Estimate
from wordorder.statistics import bootstrap, compare_pairs, ratio

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.tuning.feature_differences import FeatureDifferences
    from wordorder.metaevaluation.tuning.fit_result import Unseen
    from wordorder.statistics import Resampling


def held_out_agreements(
    pairs: Sequence[FeatureDifferences], name: str, resampling: Resampling
) -> Iterator[Agreement]:
    """Agreement in each language pair, over lines and, if there are several pairs, over pairs.

    Args:
        pairs: The judged pairs of each language pair.
        name: Name of the fitted preset.
        resampling: How to resample lines.
    """
    over_lines = _fitted_to_other_lines(pairs)
    for place, one in enumerate(pairs):
        yield from compared(one, "lines", name, over_lines[place], resampling)
        others = [*pairs[:place], *pairs[place + 1 :]]
        if others:
            _, weights = learn(*_joined(others))
            yield from compared(one, "pairs", name, one.features @ weights, resampling)


def _joined(pairs: Sequence[FeatureDifferences]) -> tuple[Floats, Integers]:
    differences = np.concatenate([one.features for one in pairs])
    return differences, np.concatenate([one.line for one in pairs])


def _fitted_to_other_lines(pairs: Sequence[FeatureDifferences]) -> list[Floats]:
    """Differences of fitted scores; a line is held out of all language pairs at once."""
    differences, lines = _joined(pairs)
    folds = line_folds(lines)
    found = np.empty(len(lines))
    for fold in np.unique(folds):
        inside = folds == fold
        _, weights = learn(differences[~inside], lines[~inside])
        found[inside] = differences[inside] @ weights
    return np.split(found, np.cumsum([len(one.line) for one in pairs])[:-1])


def compared(
    pairs: FeatureDifferences, held_out: Unseen, name: str, fitted: Floats, resampling: Resampling
) -> Iterator[Agreement]:
    """The agreement of a fitted preset and of all metrics, resampled together by lines.

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
        resamples=resampling.resamples,
        seed=resampling.seed,
        confidence=resampling.confidence,
    )
    values = _estimates(drawn.observed, drawn.low, drawn.high)
    yield Agreement(pairs.name, held_out, name, values[0], Estimate(nan, nan, nan), nan)
    tests = compare_pairs(drawn)  # the first ones are those of the preset with all others
    gains = _estimates(tests.difference, tests.low, tests.high)
    for place, metric in enumerate(pairs.metrics):
        p_value = float(tests.p_value[place, 0])
        yield Agreement(pairs.name, held_out, metric, values[place + 1], gains[place], p_value)


def _estimates(value: Floats, low: Floats, high: Floats) -> list[Estimate]:
    return [Estimate(*row) for row in np.stack([value, low, high])[..., 0].T.tolist()]


def agreement_by_line(differences: Floats, lines: Integers) -> Floats:
    """C − D and C + D + T_m of each judged line, whose ratio is tau_wmt14.

    Args:
        differences: Scores of the better translation minus those of the worse one, of shape
            (metrics, pairs); a pair counts nowhere where it is NaN.
        lines: The line of each pair.

    Returns:
        An array of shape (metrics, lines, 2).

    Examples:
        >>> agreement_by_line(np.array([[0.1, -0.2, 0.0, 0.3, np.nan]]), np.array([1, 1, 1, 2, 2]))
        array([[[0., 3.],
                [1., 1.]]])
    """
    judged, place = np.unique(lines, return_inverse=True)
    found = np.zeros((len(differences), len(judged), 2))
    for row, values in enumerate(differences):
        known = ~np.isnan(values)
        line = place.reshape(-1)[known]
        found[row, :, 0] = np.bincount(line, np.sign(values[known]), minlength=len(judged))
        found[row, :, 1] = np.bincount(line, minlength=len(judged))
    return found
