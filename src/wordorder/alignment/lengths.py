"""Sentence lengths, read from the text that belongs to an alignment file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.output import counted, visible
from wordorder.text import read_word_counts, settled, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wordorder.text import Input


class SentenceLengths:
    """Returns the lengths of the lines of a text, in order.

    Without a text all lengths are None.

    Args:
        path: The text, if any.
        name: What to call it if it has no name.
        missing: Where to note null rows of Arrow; by default they are an error.
    """

    def __init__(
        self, path: Input | None, name: str, missing: dict[int, str] | None = None
    ) -> None:
        text = None if path is None else settled(path, name)
        self._name = None if text is None else visible(shown_name(text))
        self._blocks: Iterator[NDArray[np.int32]] = iter(())
        if text is not None:
            self._blocks = read_word_counts(text, missing=missing)
        self._missing = {} if missing is None else missing
        self._ready = np.empty(0, np.int32)
        self._given = 0

    @property
    def name(self) -> str | None:
        """The name of the text in error messages; None if there is no text."""
        return self._name

    @property
    def given(self) -> int:
        """The number of lengths returned so far."""
        return self._given

    def take(self, count: int, name: str) -> NDArray[np.int32] | None:
        """Return the next `count` lengths, for `count` lines of the alignment file `name`."""
        if self._name is None:
            return None
        if not self._read(count):
            lines = self._given + len(self._ready)
            raise InputError(
                f"{name}:{lines + 1}: {self._name} has only "
                f"{counted(lines, 'line')}; the two must have a line for every sentence pair"
            )
        taken, self._ready = self._ready[:count], self._ready[count:]
        self._given += count
        return taken

    def next(self, name: str) -> int | None:
        """Return the length of the next line; None for a missing one, too."""
        taken = self.take(1, name)
        return None if taken is None or self._given in self._missing else int(taken[0])

    def ended(self) -> bool:
        """Whether there is a text and it has no more lines."""
        return self._name is not None and not self._read(1)

    def finish(self, name: str) -> None:
        """Reject a text that continues after the last line of the alignment file `name`."""
        more = len(self._ready) + sum(map(len, self._blocks))
        if more:
            raise InputError(
                f"{name}: {counted(self._given, 'sentence pair')}, but {self._name} "
                f"has {counted(self._given + more, 'line')}; "
                "the two must have a line for every sentence pair"
            )

    def _read(self, count: int) -> bool:
        """Read until `count` lengths are ready; return whether the text has that many."""
        while len(self._ready) < count and (block := next(self._blocks, None)) is not None:
            self._ready = np.concatenate([self._ready, block])
        return len(self._ready) >= count
