"""Counts that can be taken in parts: on threads, on other machines, file by file."""

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
"""A count in a file, to which others can be added."""


class Accumulator(ABC):
    """What is counted over sentences, and the same however the sentences are divided.

    All accumulators share three methods:

    - `add` counts a batch of sentences. Its arguments are those of the batch; where sentences must
      be told apart, they are known by file and line.
    - `merge` adds what another accumulator has counted, which itself does not change.
    - `result` returns the figures, any number of times, also between additions.

    An accumulator pickles. Any division of the sentences into batches, any assignment of batches to
    accumulators and any order of merging give the same result to the last bit: counts are whole
    numbers, and other sums are exact (`ExactSums`).

    One that summaries of corpora keep in files has a codec (`wordorder.output.codec`): it is a
    dataclass of its options and counts, or has `PLAIN`. Equal counts give equal bytes.
    """

    @property
    @abstractmethod
    def configuration(self) -> Mapping[str, object]:
        """What two accumulators must have in common to be merged, by name."""

    def merge(self, other: Self) -> None:
        """Add what another accumulator has counted.

        Raises:
            UsageError: It counts something else, or is this one.
        """
        expect(other, type(self), "other")
        if other is self:
            raise UsageError("an accumulator cannot be merged with itself")
        theirs = other.configuration
        for name, own in self.configuration.items():
            if theirs[name] != own:
                raise UsageError(
                    f"accumulators with different {name} cannot be merged: "
                    f"{own!r} and {theirs[name]!r}"
                )
        self._merge(other)

    @abstractmethod
    def _merge(self, other: Self) -> None:
        """Add the counts of another one with the same configuration."""


def check_counts(counts: Integers, shape: tuple[int, ...]) -> None:
    """Refuse an array out of a file that cannot be one of counts.

    Raises:
        ValueError: It has another shape, or a number is too small or too large for a count.

    Examples:
        >>> import numpy as np
        >>> check_counts(np.array([3, -1]), shape=(2,))
        Traceback (most recent call last):
        ValueError: -1 is no count
    """
    if counts.shape != shape:
        raise ValueError(f"there are counts of shape {counts.shape}, expected {shape}")
    for end in (counts.min(initial=0), counts.max(initial=0)):
        if not 0 <= end < _TOO_MANY:
            raise ValueError(f"{end} is no count")
