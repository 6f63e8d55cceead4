"""Counts that can be taken in parts: on threads, on other machines, file by file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from wordorder.errors import UsageError, expect

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self


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
