"""Weighted sums that are reproducible to the last bit.

A matrix product rounds differently with every shape, block size and number of threads. It is
exact, whatever the order of its additions, if all terms are multiples of one step and no sum
reaches 2⁵³ steps. So every column is split into a coarse and a fine part on two such grids;
both are summed exactly, and the two sums are added with a single rounding. (The idea is from
Ozaki et al. 2012, "Error-free transformations of matrix multiplication", Numerical Algorithms 59.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats

_MANTISSA_BITS = 53
_SMALLEST_EXPONENT = -900  # leaves room for the fine grid above the subnormal numbers

Columns: TypeAlias = "NDArray[np.intp]"


@dataclass(frozen=True, slots=True)
class ExactColumns:
    """The columns of a matrix (items, columns), ready to be summed with weights.

    `fine` holds only the columns that `coarse` does not represent exactly; short numbers such as
    counts need no second product.
    """

    coarse: Floats
    fine: Floats
    fine_columns: Columns

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
