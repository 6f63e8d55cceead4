"""When a difference between two systems counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers

FEWEST_ITEMS = 30
"""With fewer items, resamples are too much alike for a verdict: with one, p is always minimal."""


def excludes_zero(low: Floats, high: Floats) -> NDArray[np.bool_]:
    """Whether intervals lie on one side of 0."""
    return (low > 0) | (high < 0)


def verdicts(
    difference: Floats, p_value: Floats, outside: NDArray[np.bool_], alpha: float
) -> Integers:
    """Which of two systems is better: 1 the second, −1 the first, 0 neither.

    Args:
        difference: The second system minus the first.
        p_value: The p-values that decide.
        outside: Whether 0 is outside the interval, and there is enough data: skewed differences
            can be significant without that, and then a verdict would contradict their interval.
        alpha: The level of significance.

    Examples:
        >>> p, outside = np.array([0.01, 0.01, 0.2]), np.array([True, False, True])
        >>> verdicts(np.array([-0.1, 0.1, 0.1]), p, outside, 0.05).tolist()
        [-1, 0, 0]
    """
    return np.where((p_value < alpha) & outside, np.sign(difference), 0).astype(np.int64)
