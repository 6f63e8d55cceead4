"""Statistics of a corpus of any size, to resample in bounded memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.statistics.accumulators import Accumulator
from wordorder.statistics.exact_sums import ExactSums, refuse_not_summable
from wordorder.statistics.keyed_rows import KeyedRows, Rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers

MOST_BUNDLES = 1 << 15


class Bundles(Accumulator):
    """Statistics to resample: of each sentence or, if there are many, of bundles of sentences.

    Up to a limit, every sentence is an item of its own, in the order of file and line. Beyond it,
    sentences are bundled by a hash of file and line (`bundle_numbers`), not by their position, so
    that two of these can be merged at any time. The sums over all items stay the same. A bootstrap
    then draws bundles, which for independent sentences gives the same intervals, up to chance.

    Args:
        columns: Number of statistics.
        most: Maximum number of items.

    Examples:
        >>> bundles = Bundles(columns=1, most=2)
        >>> bundles.add(Rows.of_file(0, np.array([2, 1]), np.array([[0.2], [0.1]])))
        >>> bundles.result().tolist(), bundles.size
        ([[0.1], [0.2]], 1)
        >>> bundles.add(Rows.of_file(0, np.array([3, 4]), np.array([[0.3], [0.4]])))
        >>> bundles.result().tolist(), bundles.size
        ([[0.1], [0.9]], 2)
    """

    def __init__(self, columns: int, most: int = MOST_BUNDLES) -> None:
        self._columns, self._most = columns, most
        self._single = KeyedRows((columns,))
        self._sums: ExactSums | None = None  # beyond the limit, and `_single` is empty
        self._counts: Integers = np.zeros(0, np.int64)  # likewise only beyond the limit

    @property
    def configuration(self) -> Mapping[str, object]:
        """The number of statistics, and the limit."""
        return {"columns": self._columns, "limit": self._most}

    def __len__(self) -> int:
        return len(self._single) + int(self._counts.sum())

    def add(self, rows: Rows) -> None:
        """Add the statistics of sentences, of shape (sentences, columns).

        Raises:
            InputError: They have another shape, or a number cannot be summed.
        """
        # All checks come before anything is counted, and are the same on both sides of the limit.
        wanted = len(rows.lines), self._columns
        if rows.numbers.shape != wanted:
            raise InputError(f"rows must have the shape {wanted}, not {rows.numbers.shape}")
        if self._sums is None:
            refuse_not_summable(rows.numbers)  # as the sums do
        if self._sums is None and len(self) + len(rows.lines) <= self._most:
            self._single.add(rows)
        else:
            self._bundle(rows)

    def _bundle(self, *parts: Rows) -> None:
        if self._sums is None:
            self._sums = ExactSums(self._most, self._columns)
            self._counts = np.zeros(self._most, np.int64)
            parts = (*self._single.parts, *parts)
            self._single = KeyedRows((self._columns,))
        for files, lines, numbers in parts:
            groups = bundle_numbers(files, lines, self._most)
            self._sums.add(numbers, groups)
            self._counts += np.bincount(groups, minlength=self._most)

    def _merge(self, other: Self) -> None:
        if other._sums is None:
            for part in other._single.parts:
                self.add(part)
            return
        self._bundle()
        assert self._sums is not None
        self._sums.merge(other._sums)
        self._counts += other._counts

    def result(self) -> Floats:
        """Return the statistics of each item, of shape (items, columns).

        Raises:
            InputError: A sentence was added twice; only found up to the limit.
        """
        if self._sums is None:
            return self._single.result().numbers
        return self._sums.result(np.flatnonzero(self._counts))

    @property
    def size(self) -> int:
        """Mean number of sentences in an item, rounded up: 1 up to the limit, then more."""
        if self._sums is None:
            return 1
        return -(-len(self) // int((self._counts > 0).sum()))


def bundle_numbers(files: Integers, lines: Integers, count: int) -> Integers:
    """Assign sentences to bundles, the same ones on all machines.

    bundle = mix(mix(file) xor line) mod count, with the function that SplitMix64 applies to its
    successive states.

    Examples:
        >>> bundle_numbers(np.array([0, 0, 1]), np.array([1, 2, 1]), 1000).tolist()
        [430, 857, 606]

    References:
        Steele, Lea and Flood (2014), Fast Splittable Pseudorandom Number Generators.
    """
    mixed = _mix(_mix(files.astype(np.uint64)) ^ lines.astype(np.uint64))
    return (mixed % np.uint64(count)).astype(np.int64)


def _mix(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    mixed = numbers + np.uint64(0x9E3779B97F4A7C15)  # all arithmetic is modulo 2⁶⁴
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))
