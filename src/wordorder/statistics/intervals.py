"""Mean, standard error and interval of resampled scores.

Resamples are along the last axis. Undefined ones (NaN) are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers


def count_undefined(samples: Floats) -> Integers:
    """Count the undefined resamples."""
    return np.asarray(np.isnan(samples).sum(axis=-1))


def mean_of_defined(samples: Floats) -> Floats:
    """Average the defined resamples; NaN if there are none."""
    defined = ~np.isnan(samples)
    return _divided(np.where(defined, samples, 0).sum(axis=-1), defined.sum(axis=-1))


def standard_error(samples: Floats) -> Floats:
    """Return the sample standard deviation (n − 1) of the defined resamples.

    Examples:
        >>> standard_error(np.array([1.0, 2.0, np.nan, 3.0])).tolist()
        1.0
    """
    defined = ~np.isnan(samples)
    centred = samples - mean_of_defined(samples)[..., np.newaxis]
    squares = np.where(defined, centred, 0) ** 2
    return np.sqrt(_divided(squares.sum(axis=-1), defined.sum(axis=-1) - 1))


def percentile_interval(samples: Floats, confidence: float) -> tuple[Floats, Floats]:
    """Return the quantiles (1 − c)/2 and (1 + c)/2, interpolated as NumPy does by default.

    Each is counted from its own end, so that the interval of the negated samples is the negated
    interval to the last bit.

    Examples:
        >>> low, high = percentile_interval(np.arange(101.0), confidence=0.5)
        >>> low.tolist(), high.tolist()
        (25.0, 75.0)
    """
    ordered = np.sort(samples, axis=-1)  # NaN comes last
    last = np.maximum(samples.shape[-1] - count_undefined(samples) - 1, 0)
    place = np.minimum(last * ((1 - confidence) / 2), last)
    outer = np.floor(place).astype(np.int64)
    inner = np.minimum(outer + 1, last)
    share = place - outer
    return (
        _between(ordered, outer, inner, share),
        _between(ordered, last - outer, last - inner, share),
    )


def _between(ordered: Floats, outer: Integers, inner: Integers, share: Floats) -> Floats:
    first, second = (
        np.take_along_axis(ordered, places[..., np.newaxis], axis=-1)[..., 0]
        for places in (outer, inner)
    )
    return np.asarray(first + share * (second - first))


def _divided(total: Floats, count: Integers) -> Floats:
    quotients = np.full(np.shape(total), np.nan)
    np.divide(total, count, out=quotients, where=count > 0)
    return quotients
