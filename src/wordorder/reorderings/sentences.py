"""Lines of text beside batches of sentence pairs."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.text import read_blocks, split_words

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Sentences:
    """Consecutive lines of a text, split into words where they are asked for."""

    lines: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, row: int) -> tuple[str, ...]:
        return tuple(split_words(self.lines[row]))

    def rows(self, start: int, stop: int) -> Sentences:
        """Return consecutive lines."""
        return Sentences(self.lines[start:stop])


def read_sentences(path: str | os.PathLike[str]) -> Iterator[Sentences]:
    """Stream a text, some lines at a time."""
    with closing(read_blocks(path)) as blocks:
        for block in blocks:
            yield Sentences(tuple(block.data.decode().split("\n")[:-1]))
