"""The approximate randomisation test between every pair of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.statistics.intervals import count_undefined
from wordorder.statistics.pairs import (
    PairedResult,
    all_pairs,
    count_extreme,
    for_each_first,
    p_values,
)
from wordorder.statistics.resampling import draw_signs, resampled_sums
from wordorder.statistics.scores import apply_score
from wordorder.statistics.validation import as_resamples, as_seed, as_systems

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from wordorder.arrays import Floats, Integers
    from wordorder.statistics.resampling import Sums
    from wordorder.statistics.scores import Score


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
        systems, lambda first: _against_later_ones(signed, sample.score, first)
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


def _against_later_ones(signed: Sums, score: Score, first: int) -> tuple[Floats | Integers, ...]:
    observed = apply_score(score, signed.observed[first:])
    one, others = observed[0], observed[1:]
    middle = (signed.observed[first] + signed.observed[first + 1 :]) / 2
    swing = (signed.resampled[:, first, np.newaxis] - signed.resampled[:, first + 1 :]) / 2
    swapped = apply_score(score, middle + swing) - apply_score(score, middle - swing)
    resampled = np.moveaxis(swapped, 0, -1)
    difference = one - others
    return (
        difference,
        count_extreme(resampled, difference, size=np.maximum(np.abs(one), np.abs(others))),
        count_undefined(resampled),
    )
