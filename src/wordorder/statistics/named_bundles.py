"""Statistics to resample, apart by name, such as those of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.statistics.accumulators import Accumulator
from wordorder.statistics.bundles import Bundles
from wordorder.statistics.keyed_rows import Rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

    from wordorder.arrays import Floats, Integers

_MOST = 1 << 12  # items of each name: enough for an interval, and there may be many names


class NamedItems(NamedTuple):
    """The items of one name.

    Attributes:
        name: The name.
        size: Number of rows.
        items: Statistics of each item, of shape (items, columns); see `Bundles`.
    """

    name: str
    size: int
    items: Floats


class NamedBundles(Accumulator):
    """Statistics of the rows of each name; of many rows, of bundles of them.

    Args:
        columns: Number of statistics.
        most: Maximum number of items of each name.

    Examples:
        >>> from wordorder.statistics import Rows
        >>> bundles = NamedBundles(columns=1)
        >>> rows = Rows.of_file(0, np.array([1, 2, 3]), np.array([[0.5], [5.0], [0.2]]))
        >>> bundles.add(rows, ["long", "short"], np.array([1, 0, 1]))
        >>> [(name, size, items.tolist()) for name, size, items in bundles.result()]
        [('short', 2, [[0.5], [0.2]]), ('long', 1, [[5.0]])]
    """

    def __init__(self, columns: int, most: int = _MOST) -> None:
        self._columns, self._most = columns, most
        self._bundles: dict[str, Bundles] = {}
        self._first: dict[str, tuple[int, int]] = {}  # file and line

    @property
    def configuration(self) -> Mapping[str, object]:
        """The number of statistics, and the limit."""
        return {"columns": self._columns, "limit": self._most}

    def add(self, rows: Rows, names: Sequence[str], numbers: Integers) -> None:
        """Add rows.

        Args:
            rows: The rows, of shape (n, columns).
            names: All names, also of other rows.
            numbers: For each row, the index of its name.
        """
        order = np.lexsort((rows.lines, rows.files, numbers))
        used, starts = np.unique(numbers[order], return_index=True)
        for number, places in zip(used.tolist(), np.split(order, starts[1:]), strict=False):
            part = Rows(*(column[places] for column in rows))
            first = int(part.files[0]), int(part.lines[0])
            self._of(names[number], first).add(part)

    def _of(self, name: str, first: tuple[int, int]) -> Bundles:
        """The bundles of a name whose rows may start earlier than was known."""
        self._first[name] = min(first, self._first.get(name, first))
        return self._bundles.setdefault(name, Bundles(self._columns, self._most))

    def _merge(self, other: Self) -> None:
        for name, bundles in other._bundles.items():
            self._of(name, other._first[name]).merge(bundles)

    def result(self) -> list[NamedItems]:
        """Return the items of each name, in the order of the first row of each."""
        return [
            NamedItems(name, len(self._bundles[name]), self._bundles[name].result())
            for name in sorted(self._first, key=self._first.__getitem__)
        ]
