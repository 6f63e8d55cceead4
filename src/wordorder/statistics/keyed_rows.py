"""Rows that are known by file and line, and keep that order however they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.statistics.accumulators import Accumulator

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.arrays import Integers


def check_file(file: int) -> None:
    """Reject what cannot be the number of a file.

    Raises:
        UsageError: It is not a number from 0 to 2⁶³ − 1.
    """
    expect(file, (int, np.integer), "file")
    if not 0 <= file <= np.iinfo(np.int64).max:
        raise UsageError(Argument("file"), f" must be from 0 to 2**63 - 1, not {file}")


class Rows(NamedTuple):
    """Rows with their keys.

    Attributes:
        files: The number of the file of each row.
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
    """Rows of numbers in the order of file and line, whatever the order in which they are added.

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
            InputError: They have another shape.
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
        files, lines, numbers = map(np.concatenate, zip(self._nothing(), *self.parts, strict=True))
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

    def _nothing(self) -> Rows:
        none = np.zeros(0, np.int64)
        return Rows(none, none, np.zeros((0, *self._shape), self._dtype))
