"""Two-sided tests between every pair of systems: paired bootstrap, approximate randomisation.

`weighted_differences` tests differences that are known item by item.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wordorder.arrays import Floats, Integers
from wordorder.errors import InputError
from wordorder.output.grid import DIFFERENCE
from wordorder.statistics.bootstrapping import BootstrapResult, bootstrap, bootstrap_sample
from wordorder.statistics.intervals import (
    Score,
    apply_score,
    count_undefined,
    mean_of_defined,
    percentile_interval,
    quotients,
    standard_error,
)
from wordorder.statistics.resampling import (
    Sums,
    as_confidence,
    as_resamples,
    as_seed,
    as_systems,
    draw_signs,
    resampled_sums,
)
from wordorder.statistics.significance import holm

_TIE = 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class PairedResult:
    """Differences between systems, with p-values.

    The arrays have the shape (pairs, m), without the last axis if the score is a single number.

    Attributes:
        pairs: The two systems of each pair, (0, 1), (0, 2), …, (1, 2), …, of shape (pairs, 2).
        difference: Score of the first minus score of the second.
        p_value: (extreme + 1)/(resamples + 1), so never 0; NaN if the difference is undefined.
        extreme: Number of resamples at least as extreme as the difference, or undefined.
        undefined_items: Number of items left out of the mean, for each system and column.
        undefined_resamples: Number of resamples without a difference.
        resamples: Number of resamples.
        seed: Random seed.
    """

    pairs: Integers
    difference: Floats
    p_value: Floats
    extreme: Integers
    undefined_items: Integers
    undefined_resamples: Integers
    resamples: int
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class PairTests:
    """Tests of all pairs of systems, in the form that results keep.

    The first axis of every array is the pair; others may follow, as in (pairs, measures).

    Attributes:
        pairs: Indices of the two systems, of shape (pairs, 2).
        difference: Score of the second minus score of the first.
        low: Lower end of the interval of the difference.
        high: Upper end.
        p_value: Two-sided p-value.
        p_holm: The p-value corrected for the number of pairs.
    """

    pairs: Integers
    difference: Floats
    low: Floats
    high: Floats
    p_value: Floats
    p_holm: Floats

    @property
    def columns(self) -> dict[str, Floats]:
        """The figures as the columns `DIFFERENCE` of a grid."""
        figures = self.difference, self.low, self.high, self.p_value, self.p_holm
        return dict(zip(DIFFERENCE, figures, strict=True))


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
        systems, partial(_bootstrap_against_later, scores)
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
    """Convert tests to the form that results keep: second minus first, with Holm's correction.

    Examples:
        >>> a, b = [[0.9], [0.8], [0.7], [0.9], [0.6]], [[0.5], [0.7], [0.6], [0.7], [0.6]]
        >>> tests = pair_tests(paired_bootstrap([a, b], seed=1))
        >>> print(f"{tests.difference[0, 0]:.2f}, p = {tests.p_holm[0, 0]:.3f}")
        -0.16, p = 0.008
    """
    # "B is better than A" is a positive difference; 0 − x leaves no −0.
    difference, low, high = (0 - ends for ends in (paired.difference, paired.high, paired.low))
    return PairTests(paired.pairs, difference, low, high, paired.p_value, holm(paired.p_value))


def _bootstrap_against_later(scores: BootstrapResult, first: int) -> tuple[Floats | Integers, ...]:
    score, others = scores.observed[first], scores.observed[first + 1 :]
    difference = score - others
    resampled = scores.resampled[first] - scores.resampled[first + 1 :]
    centred = resampled - mean_of_defined(resampled)[..., np.newaxis]
    size = np.maximum(np.abs(score), np.abs(others))
    low, high = percentile_interval(resampled, scores.confidence)
    return (
        without_dust(difference, size),
        count_extreme(centred, difference, size),
        count_undefined(resampled),
        without_dust(low, size),
        without_dust(high, size),
        standard_error(resampled),
    )


def approximate_randomization(
    statistics: ArrayLike,
    score: Score | None = None,
    *,
    resamples: int = 1000,
    seed: int,
    on_resamples: Callable[[int], None] | None = None,
) -> PairedResult:
    """Test every pair of systems by swapping their outputs at random, two-sided.

    In each resample the statistics of an item are swapped with probability ½, for the same items in
    all pairs; p is the share of resamples with |δ*| ≥ |δ|, with 1 added to both counts. Swapping
    two systems swaps the signs and changes no p.

    With a sign z_i of −1 for the swapped items, the sums of systems a and b become
    (Σa_i + Σb_i)/2 ± (Σz_i·a_i − Σz_i·b_i)/2. So one signed sum per system serves all its pairs
    and any score.

    Examples:
        >>> import numpy as np
        >>> a, b = [[0.9], [0.8], [0.7], [0.9], [0.6]], [[0.5], [0.7], [0.6], [0.7], [0.6]]
        >>> result = approximate_randomization([a, b], seed=1)
        >>> print(f"{result.difference[0, 0]:.2f}, p = {result.p_value[0, 0]:.3f}")
        0.16, p = 0.103

    Args:
        statistics: Sufficient statistics of each item, of shape (systems, items, k).
        score: As in `bootstrap`: by default the mean of each column where it is not NaN.
        resamples: Number of resamples.
        seed: Random seed.
        on_resamples: Called with the number of new resamples, for a progress bar.

    Raises:
        InputError: Fewer than two systems, or statistics empty or not finite.
        UsageError: An option out of range, or scores of the wrong shape.

    References:
        Noreen (1989), Computer-Intensive Methods for Testing Hypotheses; Riezler and Maxwell
        (2005), On Some Pitfalls in Automatic Evaluation and Significance Testing for MT.
    """
    sample = as_systems(statistics, score)
    systems, resamples, seed = len(sample.statistics), as_resamples(resamples), as_seed(seed)
    signed = resampled_sums(sample.statistics, draw_signs, resamples, seed, on_resamples)
    difference, extreme, undefined = for_each_first(
        systems, lambda first: _randomize_against_later(signed, sample.score, first)
    )
    return PairedResult(
        pairs=all_pairs(systems),
        difference=difference,
        p_value=p_values(extreme, resamples, difference),
        extreme=extreme,
        undefined_items=sample.undefined_items,
        undefined_resamples=undefined,
        resamples=resamples,
        seed=seed,
    )


def _randomize_against_later(
    signed: Sums, score: Score, first: int
) -> tuple[Floats | Integers, ...]:
    observed = apply_score(score, signed.observed[first:])
    own, others = observed[0], observed[1:]
    middle = (signed.observed[first] + signed.observed[first + 1 :]) / 2
    swing = (signed.resampled[:, first, np.newaxis] - signed.resampled[:, first + 1 :]) / 2
    swapped = apply_score(score, middle + swing) - apply_score(score, middle - swing)
    resampled = np.moveaxis(swapped, 0, -1)
    difference = own - others
    return (
        difference,
        count_extreme(resampled, difference, size=np.maximum(np.abs(own), np.abs(others))),
        count_undefined(resampled),
    )


@dataclass(frozen=True, slots=True, eq=False)
class WeightedDifferences:
    """Weighted mean differences with intervals and p-values, of shape (pairs, k).

    Attributes:
        difference: Σw·δ/Σw; NaN if all weights are 0.
        low: Lower end of its percentile interval.
        high: Upper end.
        p_value: (extreme + 1)/(resamples + 1), two-sided; NaN if the difference is undefined.
    """

    difference: Floats
    low: Floats
    high: Floats
    p_value: Floats


def weighted_differences(
    statistics: ArrayLike,
    size: ArrayLike,
    *,
    test: str = "bootstrap",
    resamples: int = 1000,
    seed: int,
    confidence: float = 0.95,
) -> WeightedDifferences:
    """Test whether weighted mean differences are 0, two-sided.

    The bootstrap draws items with replacement and counts |δ* − mean δ*| ≥ |δ|; randomisation flips
    the sign of each w·δ with probability ½ and counts |δ*| ≥ |δ|. The draws depend only on the seed
    and the number of items, and sums are exact to one rounding: further pairs change nothing, and
    the negated differences have the negated interval and the same p.

    Examples:
        >>> import numpy as np
        >>> differences, weights = [0.2, 0.1, 0.3, -0.1, 0.2, 0.3], [2, 1, 3, 1, 2, 1]
        >>> statistics = np.transpose([np.multiply(differences, weights), weights])[np.newaxis]
        >>> found = weighted_differences(statistics, [[0.5]], seed=1)
        >>> print(f"{found.difference[0, 0]:.3f}, p = {found.p_value[0, 0]:.3f}")
        0.200, p = 0.002

    Args:
        statistics: w·δ of k measures and, last, w, of shape (pairs, items, k + 1).
        size: The magnitude of the compared scores, of shape (pairs, k). Differences that fall
            short by less than 10⁻¹⁰ of it count as equal; those no larger than that become 0.
        test: bootstrap or randomization.
        resamples: Number of resamples.
        seed: Random seed.
        confidence: Confidence level of the intervals.

    Raises:
        InputError: Statistics of the wrong shape, empty, or not finite.
        UsageError: An option out of range.
    """
    array = np.asarray(statistics, dtype=np.float64)
    drawn = bootstrap(
        array,
        lambda sums: quotients(sums[..., :-1], sums[..., -1:]),
        resamples=resamples,
        seed=seed,
        confidence=confidence,
    )
    if test == "randomization":
        signed = resampled_sums(array[..., :-1], draw_signs, resamples, seed)
        weights = array[..., -1:].sum(axis=1)
        under_null = np.moveaxis(quotients(signed.resampled, weights), 0, -1)
    else:
        under_null = drawn.resampled - mean_of_defined(drawn.resampled)[..., np.newaxis]
    scale = np.asarray(size, dtype=np.float64)
    p_value = p_values(count_extreme(under_null, drawn.observed, scale), resamples, drawn.observed)
    difference, low, high = (
        without_dust(ends, scale) for ends in (drawn.observed, drawn.low, drawn.high)
    )
    return WeightedDifferences(difference, low, high, p_value)


def all_pairs(systems: int) -> Integers:
    """Return every pair of systems, the first varying slowest.

    Examples:
        >>> all_pairs(3).tolist()
        [[0, 1], [0, 2], [1, 2]]
    """
    return np.array(list(combinations(range(systems), 2)), dtype=np.int64).reshape(-1, 2)


def for_each_first(
    systems: int, test: Callable[[int], tuple[NDArray[Any], ...]]
) -> tuple[NDArray[Any], ...]:
    """Test each system against all later ones and join the results in the order of `all_pairs`.

    The resampled differences of all pairs at once would need far more memory.

    Examples:
        >>> for_each_first(3, lambda first: (np.arange(first + 1, 3),))
        (array([1, 2, 2]),)
    """
    parts = [test(first) for first in range(systems - 1)]
    return tuple(np.concatenate(columns) for columns in zip(*parts, strict=True))


def count_extreme(resampled: Floats, difference: Floats, size: Floats) -> Integers:
    """Count the resamples, along the last axis, with |δ*| ≥ |δ|.

    Rounding must not break ties: a value that falls short of |δ| by less than 10⁻¹⁰ of the scale
    counts as equal. The scale is the larger of the two systems' scores, or the largest |δ*| if
    scores cancel out to nearly 0.

    Examples:
        >>> resampled = np.array([[0.3, -0.1 - 0.2, 0.2, np.nan]])
        >>> count_extreme(resampled, np.array([0.1 + 0.2]), size=np.array([0.5])).tolist()
        [3]

    Args:
        resampled: Differences δ* under the null hypothesis, of shape (..., resamples).
        difference: The observed δ.
        size: The larger of the two systems' observed scores, in absolute value.
    """
    extent = np.abs(resampled)
    slack = _TIE * np.fmax(size, np.fmax.reduce(extent, axis=-1))
    short_of_it = extent < (np.abs(difference) - slack)[..., np.newaxis]
    return np.asarray((~short_of_it).sum(axis=-1))  # undefined δ* count, too


def without_dust(differences: Floats, size: Floats) -> Floats:
    """Replace differences that are mere rounding error with exact 0.

    The limit is that of `count_extreme`: 10⁻¹⁰ of the compared scores.

    Examples:
        >>> without_dust(np.array([0.1 + 0.2 - 0.3, 1e-9, np.nan]), np.array([0.5])).tolist()
        [0.0, 1e-09, nan]
    """
    return np.where(np.abs(differences) <= _TIE * size, 0.0, differences)


def p_values(extreme: Integers, resamples: int, difference: Floats) -> Floats:
    """Return (extreme + 1)/(resamples + 1), or NaN if the difference is undefined.

    Examples:
        >>> p_values(np.array([0, 999]), 999, np.array([0.7, 0.0])).tolist()
        [0.001, 1.0]
    """
    return np.where(np.isnan(difference), np.nan, (extreme + 1) / (resamples + 1))
