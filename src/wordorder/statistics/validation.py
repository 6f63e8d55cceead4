"""Validation of the arguments of the resampling functions."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, InputError, UsageError
from wordorder.statistics.scores import Score, ratio

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from wordorder.arrays import Floats, Integers

MOST_RESAMPLES = 100_000


@dataclass(frozen=True, slots=True)
class Sample:
    """Validated input.

    Attributes:
        statistics: Finite, shape (systems, items, k).
        score: A function of the summed statistics.
        undefined_items: Number of items left out, per system and input column.
        single: Whether a single system was given, without an axis for systems.
    """

    statistics: Floats
    score: Score
    undefined_items: Integers
    single: bool


def as_sample(statistics: ArrayLike, score: Score | None) -> Sample:
    """Check statistics (items, k) or (systems, items, k); without a score, average them.

    A mean is a ratio of two sums: of the defined values, and of their number.
    """
    array = _as_floats(statistics)
    single = array.ndim == 2
    array = array[np.newaxis] if single else array
    missing = np.isnan(array)
    if score is None:
        array = np.concatenate([np.where(missing, 0, array), ~missing], axis=2)
    elif not callable(score):
        raise UsageError(f"score must be a function of summed statistics, not {score!r}")
    elif missing.any():
        raise InputError(
            f"{_first(missing)} is undefined (NaN), but only the default score, the mean, can "
            "skip items"
        )
    _refuse_infinite_sums(array)
    return Sample(array, score or ratio, missing.sum(axis=1), single)


def as_systems(statistics: ArrayLike, score: Score | None) -> Sample:
    """Check the statistics (systems, items, k) of two or more systems."""
    sample = as_sample(statistics, score)
    if len(sample.statistics) < 2:
        raise InputError("a paired test needs at least two systems, found 1")
    return sample


def as_resamples(resamples: int) -> int:
    """Check the number of resamples."""
    checked = _as_integer("resamples", resamples, at_least=1)
    if checked > MOST_RESAMPLES:
        raise UsageError(
            Argument("resamples"),
            f" must be at most {MOST_RESAMPLES:,}: all are kept in memory, and "
            f"{MOST_RESAMPLES:,} resolve p-values to 0.00001",
        )
    return checked


def as_seed(seed: int) -> int:
    """Check a seed."""
    return _as_integer("seed", seed, at_least=0)


def as_confidence(confidence: float) -> float:
    """Check a confidence level."""
    if not isinstance(confidence, Real) or not 0 < confidence < 1:
        raise UsageError(f"confidence must lie between 0 and 1, not {confidence!r}")
    return float(confidence)


def _as_integer(name: str, value: int, at_least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral) or value < at_least:
        raise UsageError(f"{name} must be a whole number of at least {at_least}, not {value!r}")
    return int(value)


def _as_floats(statistics: ArrayLike) -> Floats:
    try:
        array = np.asarray(statistics)
    except ValueError:  # rows of different lengths
        raise InputError("statistics must have the same items and columns throughout") from None
    if array.dtype.kind not in "biuf":
        raise InputError(f"statistics must be numbers, not {array.dtype}")
    if array.ndim not in (2, 3):
        raise InputError(
            "statistics must have the shape (items, k) or (systems, items, k), "
            f"not {array.ndim} dimensions"
        )
    if not array.size:
        raise InputError(f"statistics are empty: their shape is {array.shape}")
    return array.astype(np.float64, copy=False)


def _refuse_infinite_sums(array: Floats) -> None:
    too_large = np.abs(array) > np.finfo(np.float64).max / (2 * array.shape[1])
    if too_large.any():
        raise InputError(f"{_first(too_large)} is infinite or too large to be summed")


def _first(found: NDArray[np.bool_]) -> str:
    system, item, column = np.argwhere(found)[0]
    return f"statistics[{system}, {item}, {column}]"
