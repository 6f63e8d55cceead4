"""Sums of rows that do not depend on the order of the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.statistics.accumulators import Accumulator
from wordorder.statistics.states import state_array

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.statistics.states import State

_TOO_LARGE = 2.0**53  # beyond, whole numbers are no longer exact
_BITS = 32
_MOST_ROWS = 1 << 20  # between two carries: each row adds at most 2³¹ to a limb


class ExactSums(Accumulator):
    """Sums of each column over groups of rows, as fixed-point numbers.

    Sums of whole numbers are exact in floating point as long as they stay below 2⁵³. Other numbers
    are rounded to multiples of 2⁻⁶⁴, and their fractions are summed apart, as two whole numbers of
    32 bits with room for carries. So a column with fractions takes 24 bytes for each group, another
    one 8.

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
        self._limbs: dict[int, Floats] = {}  # by column, of shape (2, groups)
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
        refuse_not_summable(rows)
        for start in range(0, len(rows), _MOST_ROWS):
            some = slice(start, start + _MOST_ROWS)
            self._add_some(np.ascontiguousarray(rows[some].T), groups[some])

    def _add_some(self, columns: Floats, groups: Integers) -> None:
        self._make_room(len(groups))
        for column, values in enumerate(columns):
            whole = np.rint(values)
            _add(self._whole[column], groups, whole)
            rest = values - whole
            if rest.any():
                upper, lower = self._limbs_of(column)
                scaled = np.ldexp(rest, _BITS)
                high = np.rint(scaled)
                _add(upper, groups, high)
                _add(lower, groups, np.rint(np.ldexp(scaled - high, _BITS)))

    def _limbs_of(self, column: int) -> Floats:
        return self._limbs.setdefault(column, np.zeros((2, self._whole.shape[1])))

    def _make_room(self, rows: int) -> None:
        if self._rows + rows > _MOST_ROWS:
            self._carry()
        self._rows += rows

    def _carry(self) -> None:
        for column, (upper, lower) in self._limbs.items():
            _move_whole(lower, upper)
            _move_whole(upper, self._whole[column])
        self._rows = 1

    def add_sums(self, other: ExactSums, places: Integers) -> None:
        """Add the sums of another one, whose group i is group `places[i]` of this one."""
        self._make_room(other._rows)
        self._whole[:, places] += other._whole
        for column, limbs in other._limbs.items():
            self._limbs_of(column)[:, places] += limbs

    def _merge(self, other: Self) -> None:
        self.add_sums(other, np.arange(self._whole.shape[1]))

    def result(self, groups: Integers | None = None) -> Floats:
        """Return the sums of all groups, or of some, of shape (groups, columns)."""
        self._carry()  # so that the parts are the same, whatever the order of adding
        wanted = np.arange(self._whole.shape[1]) if groups is None else groups
        sums = np.empty((len(wanted), len(self._whole)))
        for column, whole in enumerate(self._whole):
            sums[:, column] = whole[wanted]
        for column, limbs in self._limbs.items():
            upper, lower = limbs[:, wanted]
            # The nearest whole number, so that a small negative sum keeps its digits.
            above = upper >= 2 ** (_BITS - 1)
            sums[:, column] += above
            upper = upper - np.where(above, 2.0**_BITS, 0.0)
            sums[:, column] += np.ldexp(upper + np.ldexp(lower, -_BITS), -_BITS)
        return sums

    def state(self) -> State:
        """Return the sums; see `statistics.states`."""
        self._carry()
        columns = sorted(column for column, limbs in self._limbs.items() if limbs.any())
        limbs = [self._limbs[column] for column in columns]
        return {
            "whole": self._whole.copy(),
            "fractional": np.array(columns, np.int64),
            "limbs": np.array(limbs).reshape(len(limbs), 2, self._whole.shape[1]),
        }

    def restore(self, state: State) -> None:
        """Add sums that were handed out as a state.

        Raises:
            InputError: It is not the state of such sums.
        """
        columns, groups = self._whole.shape
        other = ExactSums(groups, columns)
        other._whole = state_array(state, "whole", np.float64, (columns, groups))
        fractional = state_array(state, "fractional", np.int64, (None,))
        limbs = state_array(state, "limbs", np.float64, (len(fractional), 2, groups))
        refuse_not_summable(other._whole)
        inside = ((limbs >= 0) & (limbs < 2.0**_BITS)).all()
        rising = (np.diff(fractional, prepend=-1, append=columns) > 0).all()
        if not inside or not rising or (other._whole % 1).any() or (limbs % 1).any():
            raise InputError("the sums are damaged")
        other._limbs = dict(zip(fractional.tolist(), limbs, strict=True))
        other._rows = 1
        self.merge(other)


def refuse_not_summable(numbers: NDArray[np.number]) -> None:
    """Reject numbers that are undefined, infinite or too large.

    Raises:
        InputError: There is one.
    """
    if not np.abs(numbers).max(initial=0) < _TOO_LARGE:  # NaN is not less, either
        raise InputError("numbers must be finite and below 2⁵³ to be summed")


def _add(sums: Floats, groups: Integers, values: Floats) -> None:
    """Add values to the sums of their groups, all of them whole numbers."""
    if 8 * len(values) > len(sums):
        sums += np.bincount(groups, values, minlength=len(sums))
    else:
        np.add.at(sums, groups, values)


def _move_whole(limb: Floats, higher: Floats) -> None:
    """Carry what exceeds 32 bits."""
    carry = np.floor(np.ldexp(limb, -_BITS))
    limb -= np.ldexp(carry, _BITS)
    higher += carry
