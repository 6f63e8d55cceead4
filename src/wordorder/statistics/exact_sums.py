"""Sums of rows that do not depend on the order of the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.errors import InputError
from wordorder.statistics.accumulators import Accumulator

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers

_TOO_LARGE = 2.0**53  # beyond, whole numbers are no longer exact
_HALF = np.uint64(1 << 63)


class ExactSums(Accumulator):
    """Sums of each column over groups of rows, as fixed-point numbers.

    Sums of whole numbers are exact in floating point as long as they stay below 2⁵³. Other numbers
    are rounded to multiples of 2⁻⁶⁴, and their fractions are summed apart, in 64 bits that carry
    into the whole part. So a sum takes 16 bytes.

    Args:
        groups: Number of groups.
        columns: Number of columns.

    Attributes:
        whole: The whole parts of the sums, rounded down, of shape (columns, groups).
        fractions: What is above them, in units of 2⁻⁶⁴. Equal sums have equal parts.

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

        Nothing is copied if the numbers of a column lie side by side.

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
        return np.ascontiguousarray((whole + (fractions >= _HALF) + rest).T)


def refuse_not_summable(numbers: NDArray[np.number]) -> None:
    """Reject numbers that are undefined, infinite or too large.

    Raises:
        InputError: There is one.
    """
    if not np.abs(numbers).max(initial=0) < _TOO_LARGE:  # NaN is not less, either
        raise InputError("numbers must be finite and below 2⁵³ to be summed")
