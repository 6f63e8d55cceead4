"""Statistics of a corpus of any size, to resample in bounded memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, Integers
from wordorder.errors import InputError
from wordorder.output.codec import Dimensions
from wordorder.output.codec_kinds import Bounds
from wordorder.statistics.accumulators import Accumulator, check_counts
from wordorder.statistics.exact_sums import ExactSums, refuse_not_summable
from wordorder.statistics.keyed_rows import KeyedRows, Rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

MOST_BUNDLES = 1 << 15


class SavedBundles(NamedTuple):
    """Bundles as they are saved: single sentences or, beyond the limit, sums.

    Attributes:
        most: Maximum number of items.
        files: The number of the file of each sentence.
        lines: The line of each sentence.
        numbers: Its statistics.
        counts: Number of sentences in each bundle.
        whole: The sums of each column and bundle; see `ExactSums`.
        fractions: What is above the whole parts.
    """

    most: Annotated[int, Bounds(least=1, most=MOST_BUNDLES)]
    files: Integers
    lines: Integers
    numbers: Annotated[Floats, Dimensions(2)]
    counts: Integers
    whole: Annotated[Floats, Dimensions(2)]
    fractions: Annotated[NDArray[np.uint64], Dimensions(2)]


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

    PLAIN: ClassVar = SavedBundles

    def __init__(self, columns: int, most: int = MOST_BUNDLES) -> None:
        self.columns, self.most = columns, most
        self._single = KeyedRows((columns,))
        self._sums: ExactSums | None = None  # beyond the limit, and `_single` is empty
        self._counts: Integers = np.zeros(0, np.int64)  # likewise only beyond the limit

    @property
    def configuration(self) -> Mapping[str, object]:
        """The number of statistics, and the limit."""
        return {"columns": self.columns, "limit": self.most}

    def __len__(self) -> int:
        return len(self._single) + int(self._counts.sum())

    def add(self, rows: Rows) -> None:
        """Add the statistics of sentences, of shape (sentences, columns).

        Raises:
            InputError: They have another shape, or a number cannot be summed.
        """
        # All checks come before anything is counted, and are the same on both sides of the limit.
        wanted = len(rows.lines), self.columns
        if rows.numbers.shape != wanted:
            raise InputError(f"rows must have the shape {wanted}, not {rows.numbers.shape}")
        if self._sums is None:
            refuse_not_summable(rows.numbers)  # as the sums do
        if self._sums is None and len(self) + len(rows.lines) <= self.most:
            self._single.add(rows)
        else:
            self._bundle(rows)

    def _bundle(self, *parts: Rows) -> None:
        if self._sums is None:
            self._sums = ExactSums(self.most, self.columns)
            self._counts = np.zeros(self.most, np.int64)
            parts = (*self._single.parts, *parts)
            self._single = KeyedRows((self.columns,))
        for files, lines, numbers in parts:
            groups = bundle_numbers(files, lines, self.most)
            self._sums.add(numbers, groups)
            self._counts += np.bincount(groups, minlength=self.most)

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

    def to_plain(self) -> SavedBundles:
        """Return the statistics to save.

        Raises:
            InputError: A sentence was added twice; only found up to the limit.
        """
        sums = self._sums or ExactSums(0, self.columns)
        rows = self._single.result()
        return SavedBundles(self.most, *rows, self._counts, sums.whole, sums.fractions)

    @classmethod
    def from_plain(cls, saved: SavedBundles) -> Self:
        """Build bundles that were saved.

        Raises:
            InputError: They contradict each other.
            ValueError: Likewise.
        """
        count, columns = saved.numbers.shape
        bundles = saved.most if saved.counts.size else 0
        check_counts(saved.counts, (bundles,))
        for numbers in (saved.numbers, saved.whole):
            refuse_not_summable(numbers)
        if not len(saved.files) == len(saved.lines) == count:
            raise ValueError("there are more files or lines than sentences, or fewer")
        if not saved.whole.shape == saved.fractions.shape == (columns, bundles):
            raise ValueError("the sums do not fit the bundles")
        if (saved.whole % 1).any():
            raise ValueError("the whole parts of sums are not whole")
        if bundles and (count or saved.counts.sum() <= saved.most):
            raise ValueError("few sentences are bundled")
        if count > saved.most:
            raise ValueError(f"there are more than {saved.most} single sentences")
        made = cls(columns, saved.most)
        made._single.add(Rows(saved.files, saved.lines, saved.numbers))
        made._single.result()  # no sentence comes twice
        if bundles:
            made._sums, made._counts = ExactSums(0, columns), saved.counts
            made._sums.whole, made._sums.fractions = saved.whole, saved.fractions
        return made


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
