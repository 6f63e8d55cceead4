"""Sentence statistics of a corpus of any size, to be resampled in bounded memory.

Rows are identified by file and line and are kept in that order, whatever the order of additions;
beyond a limit they are bundled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, Integers
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.codec import Bounds, Dimensions
from wordorder.statistics.accumulators import Accumulator, check_counts
from wordorder.statistics.exact_sums import ExactSums, refuse_not_summable

MOST_BUNDLES = 1 << 15
_MOST_NAMED = 1 << 12  # items per name: enough for an interval, and there may be many names


def check_file(file: int) -> None:
    """Reject an invalid file number.

    Raises:
        UsageError: It is not a number from 0 to 2⁶³ − 1.
    """
    expect(file, (int, np.integer), "file")
    if not 0 <= file <= np.iinfo(np.int64).max:
        raise UsageError(Argument("file"), f" must be from 0 to 2**63 - 1, not {file}")


class Rows(NamedTuple):
    """Rows of numbers with their keys.

    Attributes:
        files: The file number of each row.
        lines: The line of each row.
        numbers: The numbers of each row, of shape (rows, …).
    """

    files: Integers
    lines: Integers
    numbers: NDArray[Any]

    @classmethod
    def of_file(cls, file: int, lines: NDArray[np.integer], numbers: NDArray[Any]) -> Rows:
        """Return rows that all belong to one file.

        Raises:
            UsageError: The file is not a number from 0 to 2⁶³ − 1.
        """
        check_file(file)
        return cls(np.full(len(lines), file, np.int64), lines.astype(np.int64), numbers)


class KeyedRows(Accumulator):
    """Rows of numbers in the order of file and line, whatever the order of additions.

    Args:
        shape: The shape of one row.
        dtype: The type of its numbers.

    Examples:
        >>> kept = KeyedRows(shape=(1,))
        >>> kept.add(Rows.of_file(0, np.array([3, 4]), np.array([[0.3], [0.4]])))
        >>> kept.add(Rows.of_file(0, np.array([1]), np.array([[0.1]])))
        >>> kept.result().lines.tolist()
        [1, 3, 4]
    """

    def __init__(self, shape: tuple[int, ...], dtype: type[np.generic] = np.float64) -> None:
        self._shape = shape
        self._dtype = dtype
        self.parts: list[Rows] = []
        self._count = 0

    @property
    def configuration(self) -> Mapping[str, object]:
        """The shape and type of rows."""
        return {"shape": self._shape, "dtype": self._dtype.__name__}

    def __len__(self) -> int:
        return self._count

    def add(self, rows: Rows) -> None:
        """Add rows.

        Raises:
            InputError: The rows have the wrong shape.
        """
        count = len(rows.lines)
        if rows.numbers.shape != (count, *self._shape):
            raise InputError(
                f"rows must have the shape {(count, *self._shape)}, not {rows.numbers.shape}"
            )
        if count:
            numbers = np.array(rows.numbers, self._dtype)
            self.parts.append(Rows(rows.files.copy(), rows.lines.copy(), numbers))
            self._count += count

    def _merge(self, other: Self) -> None:
        for part in other.parts:
            self.add(part)

    def result(self) -> Rows:
        """Return all rows in order.

        Raises:
            InputError: A line was added twice.
        """
        no_keys, no_numbers = np.zeros(0, np.int64), np.zeros((0, *self._shape), self._dtype)
        parts = [Rows(no_keys, no_keys, no_numbers), *self.parts]
        files, lines, numbers = map(np.concatenate, zip(*parts, strict=True))
        order = np.lexsort((lines, files))
        files, lines = files[order], lines[order]
        twice = np.flatnonzero((np.diff(files) == 0) & (np.diff(lines) == 0))
        if twice.size:
            place = twice[0]
            raise InputError(
                f"line {lines[place]} of file {files[place]} was added twice; "
                "add every line once, and give each file a number of its own"
            )
        return Rows(files, lines, numbers[order])


class SavedBundles(NamedTuple):
    """Bundles as they are saved: single sentences or, beyond the limit, sums.

    Attributes:
        most: Maximum number of items.
        files: The file number of each sentence.
        lines: The line of each sentence.
        numbers: The statistics of each sentence.
        counts: Number of sentences in each bundle.
        whole: The whole parts of the sums of each column and bundle; see `ExactSums`.
        fractions: The fractional parts of the sums.
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
    sentences are bundled by a hash of file and line (`bundle_numbers`), not by position, so that
    accumulators can be merged at any time. The sums over all items stay the same. A bootstrap then
    draws bundles, which for independent sentences gives the same intervals, up to chance.

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
        self._sums: ExactSums | None = None  # only beyond the limit, where `_single` is empty
        self._counts: Integers = np.zeros(0, np.int64)  # likewise

    @property
    def configuration(self) -> Mapping[str, object]:
        """The number of statistics, and the limit."""
        return {"columns": self.columns, "limit": self.most}

    def __len__(self) -> int:
        return len(self._single) + int(self._counts.sum())

    def add(self, rows: Rows) -> None:
        """Add the statistics of sentences, of shape (sentences, columns).

        Raises:
            InputError: The rows have the wrong shape, or a number cannot be summed.
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
        """Rebuild saved bundles.

        Raises:
            InputError: A number cannot be summed, or a sentence occurs twice.
            ValueError: The arrays contradict each other.
        """
        count, columns = saved.numbers.shape
        bundles = saved.most if saved.counts.size else 0
        check_counts(saved.counts, (bundles,))
        for numbers in (saved.numbers, saved.whole):
            refuse_not_summable(numbers)
        if not len(saved.files) == len(saved.lines) == count:
            raise ValueError("the numbers of files, lines and sentences differ")
        if not saved.whole.shape == saved.fractions.shape == (columns, bundles):
            raise ValueError("the sums do not fit the bundles")
        if (saved.whole % 1).any():
            raise ValueError("the whole parts of sums are not integers")
        if bundles and (count or saved.counts.sum() <= saved.most):
            raise ValueError("too few sentences to be bundled")
        if count > saved.most:
            raise ValueError(f"there are more than {saved.most} single sentences")
        made = cls(columns, saved.most)
        made._single.add(Rows(saved.files, saved.lines, saved.numbers))
        made._single.result()  # rejects sentences that occur twice
        if bundles:
            made._sums, made._counts = ExactSums(0, columns), saved.counts
            made._sums.whole, made._sums.fractions = saved.whole, saved.fractions
        return made


def bundle_numbers(files: Integers, lines: Integers, count: int) -> Integers:
    """Assign sentences to bundles, identically on all machines.

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
    """Statistics of the rows of each name, bundled where a name has many rows.

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

    def __init__(self, columns: int, most: int = _MOST_NAMED) -> None:
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
            names: All names; some may belong only to other rows.
            numbers: For each row, the index of its name.
        """
        order = np.lexsort((rows.lines, rows.files, numbers))
        used, starts = np.unique(numbers[order], return_index=True)
        for number, places in zip(used.tolist(), np.split(order, starts[1:]), strict=False):
            part = Rows(*(column[places] for column in rows))
            first = int(part.files[0]), int(part.lines[0])
            self._of(names[number], first).add(part)

    def _of(self, name: str, first: tuple[int, int]) -> Bundles:
        """Return the bundles of a name, and update its first row."""
        self._first[name] = min(first, self._first.get(name, first))
        return self._bundles.setdefault(name, Bundles(self._columns, self._most))

    def _merge(self, other: Self) -> None:
        for name, bundles in other._bundles.items():
            self._of(name, other._first[name]).merge(bundles)

    def result(self) -> list[NamedItems]:
        """Return the items of each name, ordered by the first row of each."""
        return [
            NamedItems(name, len(self._bundles[name]), self._bundles[name].result())
            for name in sorted(self._first, key=self._first.__getitem__)
        ]
