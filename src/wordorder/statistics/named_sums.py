"""Sums of rows by name, such as those of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.statistics.accumulators import Accumulator
from wordorder.statistics.exact_sums import ExactSums

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

    from wordorder.arrays import Floats, Integers
    from wordorder.statistics.keyed_rows import Rows

_NOWHERE = (np.iinfo(np.int64).max,) * 2  # behind every file and line


class NamedSum(NamedTuple):
    """The rows of one name.

    Attributes:
        name: The name.
        size: Number of rows.
        sums: Sum of each column.
    """

    name: str
    size: int
    sums: Floats


class NamedSums(Accumulator):
    """Sums of each column over the rows of each name.

    Args:
        columns: Number of columns.

    Examples:
        >>> from wordorder.statistics import Rows
        >>> sums = NamedSums(columns=1)
        >>> rows = Rows.of_file(0, np.array([1, 2, 3]), np.array([[0.5], [5.0], [0.2]]))
        >>> sums.add(rows, ["long", "short"], np.array([1, 0, 1]))
        >>> [(name, size, values.tolist()) for name, size, values in sums.result()]
        [('short', 2, [0.7]), ('long', 1, [5.0])]
    """

    def __init__(self, columns: int) -> None:
        self._columns = columns
        self._places: dict[str, int] = {}
        self._sums = ExactSums(0, columns)
        self._counts: Integers = np.zeros(0, np.int64)
        self._first: list[tuple[int, int]] = []  # file and line

    @property
    def configuration(self) -> Mapping[str, object]:
        """The number of columns."""
        return {"columns": self._columns}

    def add(self, rows: Rows, names: Sequence[str], numbers: Integers) -> None:
        """Add rows.

        Args:
            rows: The rows, of shape (n, columns).
            names: All names, also of other rows.
            numbers: For each row, the index of its name.
        """
        used, groups = np.unique(numbers, return_inverse=True)
        order = np.lexsort((rows.lines, rows.files, groups))
        firsts = order[np.flatnonzero(np.diff(groups[order], prepend=-1))]
        part = NamedSums(self._columns)
        part._places = {names[number]: place for place, number in enumerate(used.tolist())}
        part._sums = ExactSums(len(used), self._columns)
        part._sums.add(rows.numbers, groups)
        part._counts = np.bincount(groups, minlength=len(used))
        part._first = [(int(rows.files[row]), int(rows.lines[row])) for row in firsts.tolist()]
        self._merge(part)

    def _merge(self, other: Self | NamedSums) -> None:
        new = [name for name in other._places if name not in self._places]
        if new:
            self._make_room(new)
        places = np.array([self._places[name] for name in other._places], np.int64)
        self._sums.add_sums(other._sums, places)
        self._counts[places] += other._counts
        for place, first in zip(places.tolist(), other._first, strict=True):
            self._first[place] = min(self._first[place], first)

    def _make_room(self, new: Sequence[str]) -> None:
        size = len(self._places)
        self._places.update({name: size + number for number, name in enumerate(new)})
        sums = ExactSums(size + len(new), self._columns)
        sums.add_sums(self._sums, np.arange(size))
        self._sums = sums
        self._counts = np.concatenate([self._counts, np.zeros(len(new), np.int64)])
        self._first += [_NOWHERE] * len(new)

    def result(self) -> list[NamedSum]:
        """Return the sums of each name, in the order of the first row of each."""
        sums, counts = self._sums.result(), self._counts.tolist()
        names = sorted(self._places, key=lambda name: self._first[self._places[name]])
        places = [self._places[name] for name in names]
        return [
            NamedSum(name, counts[place], sums[place])
            for name, place in zip(names, places, strict=True)
        ]
