"""How often each line is drawn in every resample, for figures that are no function of sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.statistics.resampling import draw_with_replacement

if TYPE_CHECKING:
    from wordorder.arrays import IntArray
    from wordorder.statistics import Resampling


def line_weights(lines: int, resampling: Resampling) -> IntArray:
    """Draw the resamples that `bootstrap` draws, of shape (1 + resamples, lines).

    The first row is no resample but all lines once, so that the value itself comes first.

    Examples:
        >>> from wordorder.statistics import Resampling
        >>> line_weights(3, Resampling(resamples=2, seed=1)).tolist()
        [[1, 1, 1], [0, 2, 1], [2, 0, 1]]
    """
    generator = np.random.Generator(np.random.PCG64(resampling.seed))
    weights = np.ones((1 + resampling.resamples, lines), np.int32)
    draw_with_replacement(generator, weights[1:])
    return weights
