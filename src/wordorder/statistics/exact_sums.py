"""Sums reproducible to the last bit: weighted sums, and sums over groups of rows.

A matrix product rounds differently with every shape, block size and number of threads. It is
exact, whatever the order of its additions, if all terms are multiples of one step and no sum
reaches 2⁵³ steps. So every column is split into a coarse and a fine part on two such grids;
both are summed exactly, and the two sums are added with a single rounding. (The idea is from
Ozaki et al. 2012, "Error-free transformations of matrix multiplication", Numerical Algorithms 59.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.arrays import Floats, Integers
from wordorder.errors import InputError
from wordorder.statistics.accumulators import Accumulator

_MANTISSA_BITS = 53
_SMALLEST_EXPONENT = -900  # leaves room for the fine grid above the subnormal numbers

_TOO_LARGE = 2.0**53  # beyond, whole numbers are no longer exact


@dataclass(frozen=True, slots=True)
class ExactColumns:
    """The columns of a matrix (items, columns), ready to be summed with weights.

    `fine` holds only the columns that `coarse` does not represent exactly; short numbers such as
    counts need no second product.
    """

    coarse: Floats
    fine: Floats
    fine_columns: NDArray[np.intp]

    @classmethod
    def split(cls, matrix: Floats) -> ExactColumns:
        """Split finite numbers; both grids drop less than 2⁻⁵² of a column's largest number.

        This holds up to 2²⁶ items; beyond that, each doubling drops 2 more bits.
        """
        bits = _MANTISSA_BITS - (len(matrix) - 1).bit_length()
        exponents = np.frexp(np.abs(matrix).max(axis=0))[1]
        exponents = np.maximum(exponents, _SMALLEST_EXPONENT)
        coarse = _rounded(matrix, exponents - bits)
        fine = _rounded(matrix - coarse, exponents - 2 * bits - 1)
        fine_columns = np.flatnonzero(fine.any(axis=0))
        return cls(coarse, fine[:, fine_columns], fine_columns)

    def weighted_sums(self, weights: Floats) -> Floats:
        """Return weights @ matrix for integer weights (rows, items), Σ|w| ≤ items in each row.

        Examples:
            >>> columns = ExactColumns.split(np.array([[0.1], [0.2], [-0.3]]))
            >>> columns.weighted_sums(np.array([[1.0, 1.0, 1.0], [3.0, 0.0, 0.0]])).tolist()
            [[2.7755575615628914e-17], [0.30000000000000004]]
        """
        sums = weights @ self.coarse
        sums[:, self.fine_columns] += weights @ self.fine
        return sums


def _rounded(matrix: Floats, step_exponents: NDArray[np.int32]) -> Floats:
    """Round each column to multiples of its own power of two."""
    steps: Floats = np.ldexp(1.0, step_exponents)
    rounded = matrix / steps
    np.rint(rounded, out=rounded)
    rounded *= steps
    return rounded


class ExactSums(Accumulator):
    """Sums of each column over groups of rows, as fixed-point numbers.

    Sums of whole numbers are exact in floating point as long as they stay below 2⁵³. Other numbers
    are rounded to multiples of 2⁻⁶⁴, and their fractions are summed separately, in 64 bits that
    carry into the whole part. So a sum takes 16 bytes.

    Args:
        groups: Number of groups.
        columns: Number of columns.

    Attributes:
        whole: The whole parts of the sums, rounded down, of shape (columns, groups).
        fractions: The remainders above them, in units of 2⁻⁶⁴. Equal sums have equal parts.

    Examples:
        >>> sums = ExactSums(groups=2, columns=1)
        >>> sums.add(np.array([[0.1], [0.2], [7.0], [0.3]]), groups=np.array([0, 0, 1, 0]))
        >>> sums.result().tolist()
        [[0.6], [7.0]]
    """

    def __init__(self, groups: int, columns: int) -> None:
        self.whole: Floats = np.zeros((columns, groups))
        self.fractions: NDArray[np.uint64] = np.zeros((columns, groups), np.uint64)

    @property
    def configuration(self) -> Mapping[str, object]:
        """The numbers of groups and columns."""
        columns, groups = self.whole.shape
        return {"groups": groups, "columns": columns}

    def add(self, rows: Floats, groups: Integers) -> None:
        """Add rows of shape (n, columns) to their groups, counted from 0.

        The numbers are not copied if those of a column are contiguous.

        Raises:
            InputError: A number is undefined, infinite or too large.
        """
        columns = np.require(rows.T, np.float64, ["C", "A"])
        _kernels.add_to_groups(columns, groups, self.whole, self.fractions)

    def _merge(self, other: Self) -> None:
        self.fractions += other.fractions
        carried = self.fractions < other.fractions
        self.whole += other.whole + carried

    def result(self, groups: Integers | None = None) -> Floats:
        """Return the sums of all groups, or of some, of shape (groups, columns)."""
        wanted = slice(None) if groups is None else groups
        whole, fractions = self.whole[:, wanted], self.fractions[:, wanted]
        # From the nearest whole number, so that a small negative sum keeps its digits.
        rest = np.ldexp(fractions.view(np.int64).astype(np.float64), -64)
        return np.ascontiguousarray((whole + (fractions >= np.uint64(1 << 63)) + rest).T)


def refuse_not_summable(numbers: NDArray[np.number]) -> None:
    """Reject numbers that cannot be summed exactly.

    Raises:
        InputError: A number is undefined, infinite or too large.
    """
    if not np.abs(numbers).max(initial=0) < _TOO_LARGE:  # NaN is not less, either
        raise InputError("numbers must be finite and below 2⁵³ to be summed")
