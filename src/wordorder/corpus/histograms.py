"""Counts of values in narrow bins, for quantiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from math import ceil, nan
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, Integers
from wordorder.statistics.accumulators import Accumulator, check_counts

Scale = Literal["unit", "log"]
"""Values in [0, 1], or values of at least 0 without a bound."""

_STEPS = 1 << 14
_BINS = _STEPS + 1
_DROPPED_BITS = 52 - 8  # of a float's fraction: 8 bits remain, 256 bins for each doubling
_SMALLEST = 2.0**-20  # smaller values share the first bin
_FIRST = int(np.float64(_SMALLEST).view(np.int64) >> _DROPPED_BITS) - 1


@dataclass(eq=False, repr=False)
class Histogram(Accumulator):
    """Counts of the values of one output, with the smallest and the largest.

    On the scale `unit`, bins are 2⁻¹⁴ wide and centred on the multiples of 2⁻¹⁴ in [0, 1]. On the
    scale `log`, each doubling from 2⁻²⁰ to 2⁴⁴ has 256 bins of equal width, at most 1/256 of the
    value: whole numbers up to 512 have bins of their own. Values beyond an end count in the last
    bin on that side. NaN is left out.

    Attributes:
        scale: `unit` for values in [0, 1], `log` for values of at least 0.
        whole: Whether values are whole numbers.
        counts: The number of values in each bin.
        smallest: The smallest value; NaN if there is none.
        largest: The largest value.

    Examples:
        >>> lengths = Histogram("log", whole=True)
        >>> lengths.add(np.array([7.0, 3.0, np.nan, 12.0]))
        >>> lengths.quantile(0.5), lengths.smallest, lengths.largest, lengths.count
        (7.0, 3.0, 12.0, 3)
    """

    scale: Scale
    _: KW_ONLY
    whole: bool = False
    counts: Integers = field(default_factory=lambda: np.zeros(_BINS, np.int64))
    smallest: float = nan
    largest: float = nan

    def __post_init__(self) -> None:
        check_counts(self.counts, (_BINS,))
        if (self.smallest <= self.largest) != bool(self.counts.any()):
            raise ValueError("the smallest and the largest value contradict the counts")

    @property
    def configuration(self) -> Mapping[str, object]:
        """The scale, and whether values are whole numbers."""
        return {"scale": self.scale, "whole numbers": self.whole}

    @property
    def count(self) -> int:
        """Number of values."""
        return int(self.counts.sum())

    def add(self, values: Floats) -> None:
        """Add values; NaN is left out."""
        if not len(values):
            return
        smallest, largest = values.min(), values.max()
        if np.isnan(smallest):
            self.add(values[~np.isnan(values)])
            return
        self._widen(smallest, largest)
        bounded = values if smallest >= 0 else np.maximum(values, 0.0)
        if largest > _LARGEST[self.scale]:
            bounded = np.minimum(bounded, _LARGEST[self.scale])
        self.counts += np.bincount(_BINS_OF[self.scale](bounded), minlength=_BINS)

    def _widen(self, smallest: float, largest: float) -> None:
        # Adding 0 turns -0.0 into 0.0: the sign must not depend on the order of the values.
        self.smallest = float(np.fmin(self.smallest, smallest)) + 0.0
        self.largest = float(np.fmax(self.largest, largest)) + 0.0

    def _merge(self, other: Self) -> None:
        self.counts += other.counts
        self._widen(other.smallest, other.largest)

    def quantile(self, share: float) -> float:
        """Return the smallest value that at least this share of the values do not exceed.

        x_(⌈share·n⌉) of n values in ascending order, off by at most the width of a bin; NaN if
        there are no values.

        Args:
            share: The share, from 0 to 1; 0 gives the smallest value.
        """
        if not self.count:
            return nan
        rank = max(1, ceil(Fraction(str(float(share))) * self.count))
        if rank in (1, self.count):
            return self.smallest if rank == 1 else self.largest
        place = int(np.searchsorted(np.cumsum(self.counts), rank))
        return float(np.clip(self._value(place), self.smallest, self.largest))

    def _value(self, place: int) -> float:
        """Return the roundest value of a bin: its middle, a multiple of 2⁻¹⁴, or its lower end."""
        return place / _STEPS if self.scale == "unit" else float(bin_ends("log")[place])

    def result(self) -> Integers:
        """Return the counts of all bins; their ends are `bin_ends`."""
        return self.counts.copy()


def _unit_bins(values: Floats) -> NDArray[np.intp]:
    scaled = values * _STEPS
    return np.rint(scaled, out=scaled).astype(np.intp)


def _log_bins(values: Floats) -> NDArray[np.intp]:
    # The bits of a float are its exponent, then its fraction, so that as an integer they rise with
    # the float, evenly between two powers of 2.
    bins: NDArray[np.intp] = np.ascontiguousarray(values).view(np.int64) >> _DROPPED_BITS
    bins -= _FIRST
    return np.maximum(bins, 0, out=bins)


_BINS_OF: Mapping[Scale, Callable[[Floats], NDArray[np.intp]]] = {
    "unit": _unit_bins,
    "log": _log_bins,
}
_LARGEST: Mapping[Scale, float] = {"unit": 1.0, "log": float(np.nextafter(2.0**44, 0))}


def bin_ends(scale: Scale) -> Floats:
    """Return the ends of all bins, one more than there are bins.

    Examples:
        >>> bin_ends("unit")[:3].tolist()
        [0.0, 3.0517578125e-05, 9.1552734375e-05]
        >>> ends = bin_ends("log")
        >>> ends[ends >= 100][:3].tolist()
        [100.0, 100.25, 100.5]
    """
    if scale == "unit":
        return np.clip((np.arange(_BINS + 1) - 0.5) / _STEPS, 0.0, 1.0)
    bits = (np.arange(_BINS + 1, dtype=np.int64) + _FIRST) << _DROPPED_BITS
    return np.concatenate([[0.0], bits.view(np.float64)[1:]])
