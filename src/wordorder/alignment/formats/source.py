"""The input of every alignment reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.output import visible
from wordorder.text import shown_name

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from wordorder.alignment.lengths import SentenceLengths
    from wordorder.text import Input


@dataclass(frozen=True, slots=True)
class Source:
    """An input of links, and the lengths of its sentences.

    Attributes:
        path: The links.
        base: The number of the first word, 0 or 1, if the format does not fix it.
        source_lengths: The lengths of the source sentences, if known.
        target_lengths: The lengths of the target sentences, if known.
        on_bytes: Called with the number of bytes read, for a progress bar.
        missing: The null rows of links and texts, by number from 1, with their problems; None if
            there may be none.
    """

    path: Input
    base: int
    source_lengths: SentenceLengths
    target_lengths: SentenceLengths
    on_bytes: Callable[[int], None] | None
    missing: dict[int, str] | None = None

    @property
    def name(self) -> str:
        """The name of the links in error messages."""
        return visible(shown_name(self.path))

    def take_lengths(self, count: int) -> tuple[NDArray[np.int32] | None, NDArray[np.int32] | None]:
        """The lengths of the next sentence pairs, where they are known."""
        return (
            self.source_lengths.take(count, self.name),
            self.target_lengths.take(count, self.name),
        )

    def is_missing(self, row: int) -> bool:
        """Whether a row, counted from 1, is missing."""
        return self.missing is not None and row in self.missing

    def missing_rows(self, first: int, count: int) -> list[int]:
        """Which of consecutive rows are missing, counted from 0; `first` is a number from 1."""
        return [row - first for row in self.missing or () if first <= row < first + count]
