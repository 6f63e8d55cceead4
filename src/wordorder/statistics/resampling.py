"""Seeded resamples of items: their options, checked input, and the sums of drawn statistics.

The draws depend only on the seed and the number of items: every system and every metric sees the
same resamples, and adding a system changes nothing for the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wordorder.arrays import Floats, IntArray, Integers
from wordorder.errors import Argument, InputError, UsageError
from wordorder.statistics.exact_sums import ExactColumns
from wordorder.statistics.intervals import Score, ratio

MOST_RESAMPLES = 100_000
USUAL_CONFIDENCE = 0.95

_ROOM = 5  # times the fewest resamples with which Holm's correction can reject
_AFFORDABLE = 10_000  # draw more only if needed: 253 pairs take half a minute
_CELLS_PER_BLOCK = 2**23  # 64 MB of weights at a time
_DRAWS_AT_ONCE = 2**16  # rows of few items are drawn together


@dataclass(frozen=True, slots=True)
class Resampling:
    """Options of the bootstrap over sentences.

    Attributes:
        resamples: Number of bootstrap resamples.
        seed: Random seed.
        confidence: Confidence level of the intervals.

    Raises:
        UsageError: An option is out of range.

    Examples:
        >>> Resampling(seed=7).signature
        'resamples:1000|seed:7'
    """

    resamples: int = 1000
    seed: int = 12345
    confidence: float = USUAL_CONFIDENCE

    def __post_init__(self) -> None:
        object.__setattr__(self, "resamples", as_resamples(self.resamples))
        object.__setattr__(self, "seed", as_seed(self.seed))
        object.__setattr__(self, "confidence", as_confidence(self.confidence))

    @property
    def alpha(self) -> float:
        """The significance level, 1 − confidence."""
        return significance_level(self.confidence)

    def can_reject(self, tests: int) -> bool:
        """Whether Holm's correction over this many tests can reject anything at `alpha`.

        The smallest p-value of R resamples is 1/(R + 1); Holm multiplies it by the number of tests.

        Examples:
            >>> Resampling().can_reject(50), Resampling().can_reject(51)
            (True, False)
        """
        return self.resamples >= self._needed(tests)

    def enough_for(self, tests: int) -> Resampling:
        """Return options with more resamples if Holm's correction could hardly ever reject.

        The smallest corrected p is then at most a fifth of `alpha`, if 10,000 resamples are enough
        for that, and below `alpha` in any case. Resamples are drawn one after the other, so the
        first stay the same. If even the largest number is too small, the options stay unchanged.

        Examples:
            >>> [Resampling().enough_for(tests).resamples for tests in (3, 45, 253, 600)]
            [1000, 4500, 10000, 12000]
        """
        least = self._needed(tests)
        if least > MOST_RESAMPLES:
            return self
        enough = max(least, min(_ROOM * least, _AFFORDABLE))
        return replace(self, resamples=max(self.resamples, enough))

    def _needed(self, tests: int) -> int:
        """Return the smallest R with tests/(R + 1) < alpha, in exact arithmetic."""
        from fractions import Fraction

        return int(tests / Fraction(str(self.alpha)))

    @property
    def signature(self) -> str:
        """The options that determine the intervals; the default confidence is omitted."""
        parts = [f"resamples:{self.resamples}", f"seed:{self.seed}"]
        if self.confidence != USUAL_CONFIDENCE:
            parts.append(f"confidence:{self.confidence:g}")
        return "|".join(parts)

    @property
    def keywords(self) -> dict[str, Any]:
        """The options as keyword arguments of `bootstrap`."""
        return {"resamples": self.resamples, "seed": self.seed, "confidence": self.confidence}


def significance_level(confidence: float) -> float:
    """Return 1 − confidence, without the rounding error of the subtraction.

    Examples:
        >>> 1 - 0.95, significance_level(0.95)
        (0.050000000000000044, 0.05)
    """
    return float(1 - Decimal(str(confidence)))


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
    too_large = np.abs(array) > np.finfo(np.float64).max / (2 * array.shape[1])
    if too_large.any():
        raise InputError(f"{_first(too_large)} is infinite or too large to be summed")
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


def _first(flags: NDArray[np.bool_]) -> str:
    system, item, column = np.argwhere(flags)[0]
    return f"statistics[{system}, {item}, {column}]"


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
    """Fill each row with the counts of each item in as many draws as there are items."""
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
    draw: Callable[[np.random.Generator, Floats], None],
    resamples: int,
    seed: int,
    on_resamples: Callable[[int], None] | None = None,
    *,
    cells_per_block: int = _CELLS_PER_BLOCK,
) -> Sums:
    """Sum the statistics (systems, items, k) over all items and over each resample.

    Memory: at most five times the statistics, the sums themselves, and one block of weights of
    64 MB, or 8 bytes per item if that is more. Resamples are never materialised.
    """
    systems, items, width = statistics.shape
    columns = _exact_columns(statistics)
    observed = columns.weighted_sums(np.ones((1, items)))
    generator = np.random.Generator(np.random.PCG64(seed))
    resampled = np.empty((resamples, systems * width))
    rows = min(resamples, max(1, cells_per_block // items))
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
