"""The paired bootstrap test between every pair of systems."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.statistics.bootstrapping import bootstrap_sample
from wordorder.statistics.corrections import holm
from wordorder.statistics.intervals import (
    count_undefined,
    mean_of_defined,
    percentile_interval,
    standard_error,
)
from wordorder.statistics.pairs import (
    PairedResult,
    PairTests,
    all_pairs,
    count_extreme,
    for_each_first,
    p_values,
    without_dust,
)
from wordorder.statistics.validation import as_confidence, as_resamples, as_seed, as_systems

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from wordorder.arrays import Floats, Integers
    from wordorder.statistics.bootstrapping import BootstrapResult
    from wordorder.statistics.scores import Score


@dataclass(frozen=True, slots=True, eq=False)
class PairedBootstrapResult(PairedResult):
    """Differences between systems, with p-values and intervals.

    Attributes:
        low: Lower end of the percentile interval of the difference.
        high: Upper end.
        standard_error: Standard deviation of the resampled differences.
        confidence: Confidence level of the interval.
    """

    low: Floats
    high: Floats
    standard_error: Floats
    confidence: float


def paired_bootstrap(
    statistics: ArrayLike,
    score: Score | None = None,
    *,
    resamples: int = 1000,
    seed: int,
    confidence: float = 0.95,
) -> PairedBootstrapResult:
    """Test every pair of systems on the same resamples of the items, two-sided.

    With δ the difference of the two scores and δ* that of a resample, p is the share of resamples
    with |δ* − mean δ*| ≥ |δ|, with 1 added to both counts. The resamples are those of `bootstrap`
    with the same seed. Swapping two systems swaps the signs and changes no p.

    Examples:
        >>> import numpy as np
        >>> a, b = [[0.9], [0.8], [0.7], [0.9], [0.6]], [[0.5], [0.7], [0.6], [0.7], [0.6]]
        >>> result = paired_bootstrap([a, b], seed=1)
        >>> print(f"{result.difference[0, 0]:.2f}, p = {result.p_value[0, 0]:.3f}")
        0.16, p = 0.008

    Args:
        statistics: Sufficient statistics of each item, of shape (systems, items, k).
        score: As in `bootstrap`: by default the mean of each column where it is not NaN.
        resamples: Number of bootstrap resamples.
        seed: Random seed.
        confidence: Confidence level of the interval of the difference.

    Raises:
        InputError: Fewer than two systems, or statistics empty or not finite.
        UsageError: An option out of range, or scores of the wrong shape.

    References:
        Koehn (2004), Statistical Significance Tests for Machine Translation Evaluation; Graham,
        Mathur and Baldwin (2014), Randomized Significance Tests in Machine Translation.
    """
    return compare_pairs(
        bootstrap_sample(
            as_systems(statistics, score),
            as_resamples(resamples),
            as_seed(seed),
            as_confidence(confidence),
        )
    )


def compare_pairs(scores: BootstrapResult) -> PairedBootstrapResult:
    """Test every pair of systems on resamples already drawn by `bootstrap`.

    Examples:
        >>> from wordorder.statistics import bootstrap
        >>> a, b = [[0.9], [0.8], [0.7], [0.9], [0.6]], [[0.5], [0.7], [0.6], [0.7], [0.6]]
        >>> result = compare_pairs(bootstrap([a, b], seed=1))
        >>> print(f"{result.difference[0, 0]:.2f}, p = {result.p_value[0, 0]:.3f}")
        0.16, p = 0.008

    Args:
        scores: The scores of two or more systems.

    Raises:
        InputError: Fewer than two systems.
    """
    if scores.undefined_items.ndim < 2 or len(scores.observed) < 2:
        raise InputError("a paired test needs at least two systems, found 1")
    systems = len(scores.observed)
    difference, extreme, undefined, low, high, error = for_each_first(
        systems, partial(_against_later_ones, scores)
    )
    return PairedBootstrapResult(
        pairs=all_pairs(systems),
        difference=difference,
        p_value=p_values(extreme, scores.resamples, difference),
        extreme=extreme,
        undefined_items=scores.undefined_items,
        undefined_resamples=undefined,
        resamples=scores.resamples,
        seed=scores.seed,
        low=low,
        high=high,
        standard_error=error,
        confidence=scores.confidence,
    )


def pair_tests(paired: PairedBootstrapResult) -> PairTests:
    """The tests as results keep them: the second system minus the first, with Holm's correction.

    Examples:
        >>> a, b = [[0.9], [0.8], [0.7], [0.9], [0.6]], [[0.5], [0.7], [0.6], [0.7], [0.6]]
        >>> tests = pair_tests(paired_bootstrap([a, b], seed=1))
        >>> print(f"{tests.difference[0, 0]:.2f}, p = {tests.p_holm[0, 0]:.3f}")
        -0.16, p = 0.008
    """
    # "B is better than A" is a positive difference; 0 − x leaves no −0.
    difference, low, high = (0 - one for one in (paired.difference, paired.high, paired.low))
    return PairTests(paired.pairs, difference, low, high, paired.p_value, holm(paired.p_value))


def _against_later_ones(scores: BootstrapResult, first: int) -> tuple[Floats | Integers, ...]:
    one, others = scores.observed[first], scores.observed[first + 1 :]
    difference = one - others
    resampled = scores.resampled[first] - scores.resampled[first + 1 :]
    centred = resampled - mean_of_defined(resampled)[..., np.newaxis]
    size = np.maximum(np.abs(one), np.abs(others))
    low, high = percentile_interval(resampled, scores.confidence)
    return (
        without_dust(difference, size),
        count_extreme(centred, difference, size),
        count_undefined(resampled),
        without_dust(low, size),
        without_dust(high, size),
        standard_error(resampled),
    )
