"""Sums over consecutive sentences, to resample a corpus of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_BUNDLES = 1 << 15


class Bundles:
    """Rows of statistics, one per sentence up to a limit.

    Beyond that, two, four, … consecutive sentences share a row. The sum over all rows does not
    change; a bootstrap draws bundles instead of sentences, which for independent sentences gives
    the same intervals.

    Args:
        columns: Number of statistics.
        most: Maximum number of rows.

    Examples:
        >>> bundles = Bundles(1, most=2)
        >>> bundles.add(np.array([[1.0], [2.0], [3.0]]))
        >>> bundles.rows.tolist(), bundles.size
        ([[3.0], [3.0]], 2)
    """

    def __init__(self, columns: int, most: int = MOST_BUNDLES) -> None:
        self._sums = np.zeros((most, columns))
        self._sentences = 0
        self.size = 1

    def add(self, rows: NDArray[np.float64]) -> None:
        """Add the statistics of more sentences."""
        while self._sentences + len(rows) > self.size * len(self._sums):
            self._halve()
        places = np.arange(self._sentences, self._sentences + len(rows)) // self.size
        starts = np.flatnonzero(np.diff(places, prepend=-1))
        if starts.size:
            self._sums[places[starts]] += np.add.reduceat(rows, starts, axis=0)
        self._sentences += len(rows)

    def _halve(self) -> None:
        half = (len(self._sums) + 1) // 2
        pairs = np.zeros((2 * half, self._sums.shape[1]))
        pairs[: len(self._sums)] = self._sums
        self._sums[:half] = pairs[::2] + pairs[1::2]
        self._sums[half:] = 0
        self.size *= 2

    @property
    def rows(self) -> NDArray[np.float64]:
        """The statistics, one row per bundle."""
        return self._sums[: -(-self._sentences // self.size)]
