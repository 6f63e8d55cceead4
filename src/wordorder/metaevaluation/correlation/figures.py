"""Figures of metrics with their resamples, as every part of the room makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from wordorder.arrays import Floats


class Figures(NamedTuple):
    """Statistics of metrics, of all judgements and of every resample; NaN is undefined.

    Attributes:
        value: Shape (metrics, statistics).
        resampled: Shape (metrics, statistics, resamples).
    """

    value: Floats
    resampled: Floats
