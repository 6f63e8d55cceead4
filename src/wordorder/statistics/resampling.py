"""Seeded resamples of items, as weights on the statistics.

The draws depend only on the seed and the number of items: every system and every metric sees the
same resamples, and adding a system changes nothing for the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from wordorder.statistics.exact import ExactColumns

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.arrays import Floats, IntArray

_CELLS_PER_BLOCK = 2**23  # 64 MB of weights at a time
_DRAWS_AT_ONCE = 2**16  # rows of few items are drawn together

Draw: TypeAlias = "Callable[[np.random.Generator, Floats], None]"


@dataclass(frozen=True, slots=True)
class Sums:
    """Summed statistics: of the items as they are, and of every resample.

    Attributes:
        observed: Shape (systems, k).
        resampled: Shape (resamples, systems, k).
    """

    observed: Floats
    resampled: Floats


def draw_with_replacement(generator: np.random.Generator, weights: Floats | IntArray) -> None:
    """Fill each row with how often each item is drawn, in as many draws as items."""
    items = weights.shape[1]
    some = max(1, _DRAWS_AT_ONCE // items)
    for start in range(0, len(weights), some):
        rows = weights[start : start + some]
        drawn = generator.integers(items, size=rows.shape)
        drawn += items * np.arange(len(rows))[:, np.newaxis]
        rows[:] = np.bincount(drawn.reshape(-1), minlength=rows.size).reshape(rows.shape)


def draw_signs(generator: np.random.Generator, weights: Floats) -> None:
    """Fill each row with +1 or, with probability ½, −1."""
    for row in weights:
        row[:] = generator.integers(2, size=len(row), dtype=np.int8)
    weights *= -2
    weights += 1


def resampled_sums(
    statistics: Floats,
    draw: Draw,
    resamples: int,
    seed: int,
    on_resamples: Callable[[int], None] | None = None,
) -> Sums:
    """Sum the statistics (systems, items, k) over all items, and with the weights of each draw.

    Memory: at most five times the statistics, the sums themselves, and one block of weights of
    64 MB, or 8 bytes per item if that is more. Resamples are never materialised.
    """
    systems, items, width = statistics.shape
    columns = _exact_columns(statistics)
    observed = columns.weighted_sums(np.ones((1, items)))
    generator = np.random.Generator(np.random.PCG64(seed))
    resampled = np.empty((resamples, systems * width))
    rows = min(resamples, max(1, _CELLS_PER_BLOCK // items))
    weights = np.empty((rows, items))
    for start in range(0, resamples, rows):
        block = weights[: resamples - start]
        draw(generator, block)
        resampled[start : start + rows] = columns.weighted_sums(block)
        if on_resamples is not None:
            on_resamples(len(block))
    return Sums(observed.reshape(systems, width), resampled.reshape(resamples, systems, width))


def observed_sums(statistics: Floats) -> Floats:
    """Sum the statistics (systems, items, k) over all items, to the same bits as a bootstrap."""
    systems, items, width = statistics.shape
    sums = _exact_columns(statistics).weighted_sums(np.ones((1, items)))
    return sums.reshape(systems, width)


def _exact_columns(statistics: Floats) -> ExactColumns:
    systems, items, width = statistics.shape
    return ExactColumns.split(statistics.transpose(1, 0, 2).reshape(items, systems * width))
