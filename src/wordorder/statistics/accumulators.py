"""Counts taken in parts and merged: across threads, machines or files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Annotated, Self

from wordorder.errors import UsageError, expect
from wordorder.output.codec import Bounds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.arrays import Integers

_TOO_MANY = 1 << 48  # so that sums of many stay below 2⁶³

Tally = Annotated[int, Bounds(least=0, below=_TOO_MANY)]
"""A saved count, small enough to add others to it."""


class Accumulator(ABC):
    """Counts over sentences that do not depend on how the sentences are divided.

    All accumulators share three methods:

    - `add` counts a batch of sentences. Where sentences must be told apart, they are identified by
      file and line.
    - `merge` adds the counts of another accumulator, which stays unchanged.
    - `result` returns the figures; it may be called repeatedly, also between additions.

    Accumulators can be pickled. Any division of the sentences into batches, any assignment of
    batches to accumulators and any order of merging give the same result to the last bit: counts
    are whole numbers, and other sums are exact (`ExactSums`).

    An accumulator that corpus summaries save has a codec (`wordorder.output.codec`): it is a
    dataclass of its options and counts, or has `PLAIN`. Equal counts give equal bytes.
    """

    @property
    @abstractmethod
    def configuration(self) -> Mapping[str, object]:
        """The settings, by name, that two accumulators must share to be merged."""

    def merge(self, other: Self) -> None:
        """Add the counts of another accumulator.

        Raises:
            UsageError: It has another type or configuration, or is this accumulator.
        """
        expect(other, type(self), "other")
        if other is self:
            raise UsageError("an accumulator cannot be merged with itself")
        theirs = other.configuration
        for name, own in self.configuration.items():
            if theirs[name] != own:
                raise UsageError(
                    f"accumulators that differ in {name} cannot be merged: "
                    f"{own!r} and {theirs[name]!r}"
                )
        self._merge(other)

    @abstractmethod
    def _merge(self, other: Self) -> None:
        """Add the counts of another accumulator with the same configuration."""


def check_counts(counts: Integers, shape: tuple[int, ...]) -> None:
    """Reject an array from a file that cannot hold counts.

    Raises:
        ValueError: It has another shape, or a number is too small or too large for a count.

    Examples:
        >>> import numpy as np
        >>> check_counts(np.array([3, -1]), shape=(2,))
        Traceback (most recent call last):
        ValueError: -1 is not a valid count
    """
    if counts.shape != shape:
        raise ValueError(f"there are counts of shape {counts.shape}, expected {shape}")
    for end in (counts.min(initial=0), counts.max(initial=0)):
        if not 0 <= end < _TOO_MANY:
            raise ValueError(f"{end} is not a valid count")
