"""Sums of rows that do not depend on the order of the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.statistics.accumulators import Accumulator

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from wordorder.arrays import Floats, Integers

_TOO_LARGE = 2.0**53
_BITS = 32
_LOW = (1 << _BITS) - 1
_MOST_ROWS = 1 << 30  # between two carries: each adds less than 2³² to a limb of 64 bits


class ExactSums(Accumulator):
    """Sums of each column over groups of rows, as fixed-point numbers.

    Sums of whole numbers are exact in floating point as long as they stay below 2⁵³. Other numbers
    are rounded to multiples of 2⁻⁶⁴, and their fractions are summed apart, in two limbs of 32 bits
    with room for carries. So a column with fractions takes 24 bytes for each group, another one 8.

    Args:
        groups: Number of groups.
        columns: Number of columns.

    Examples:
        >>> sums = ExactSums(groups=2, columns=1)
        >>> sums.add(np.array([[0.1], [0.2], [7.0], [0.3]]), groups=np.array([0, 0, 1, 0]))
        >>> sums.result().tolist()
        [[0.6], [7.0]]
    """

    def __init__(self, groups: int, columns: int) -> None:
        self._whole: Floats = np.zeros((columns, groups))
        self._limbs: dict[int, Integers] = {}  # by column, of shape (2, groups)
        self._rows = 0  # since the last carry

    @property
    def configuration(self) -> Mapping[str, object]:
        """The numbers of groups and columns."""
        columns, groups = self._whole.shape
        return {"groups": groups, "columns": columns}

    def add(self, rows: Floats, groups: Integers) -> None:
        """Add rows of shape (n, columns) to their groups, counted from 0.

        Raises:
            InputError: A number is undefined, infinite or too large.
        """
        if not np.abs(rows).max(initial=0) < _TOO_LARGE:  # NaN is not less, either
            raise InputError("numbers must be finite and below 2⁵³ to be summed")
        for column, values in enumerate(rows.T):
            whole = np.rint(values)
            np.add.at(self._whole[column], groups, whole)
            rest = values - whole
            if rest.any():
                upper, lower = self._limbs_of(column)
                scaled = np.ldexp(rest, _BITS)
                high = np.rint(scaled)
                np.add.at(upper, groups, high.astype(np.int64))
                low = np.rint(np.ldexp(scaled - high, _BITS))
                np.add.at(lower, groups, low.astype(np.int64))
        self._make_room(len(rows))

    def _limbs_of(self, column: int) -> Integers:
        groups = self._whole.shape[1]
        return self._limbs.setdefault(column, np.zeros((2, groups), np.int64))

    def _make_room(self, rows: int) -> None:
        self._rows += rows
        if self._rows >= _MOST_ROWS:
            self._carry()

    def _carry(self) -> None:
        for column, limbs in self._limbs.items():
            limbs[0] += limbs[1] >> _BITS
            self._whole[column] += limbs[0] >> _BITS
            np.bitwise_and(limbs, _LOW, out=limbs)
        self._rows = 1

    def add_sums(self, other: ExactSums, places: Integers) -> None:
        """Add the sums of another one, whose group i is group `places[i]` of this one."""
        self._whole[:, places] += other._whole
        for column, limbs in other._limbs.items():
            self._limbs_of(column)[:, places] += limbs
        self._make_room(other._rows)

    def _merge(self, other: Self) -> None:
        self.add_sums(other, np.arange(self._whole.shape[1]))

    def result(self) -> Floats:
        """Return the sums, of shape (groups, columns)."""
        self._carry()  # so that the parts are the same, whatever the order of adding
        sums = self._whole.copy()
        for column, (upper, lower) in self._limbs.items():
            sums[column] += np.ldexp(upper + np.ldexp(lower, -_BITS), -_BITS)
        return np.ascontiguousarray(sums.T)
