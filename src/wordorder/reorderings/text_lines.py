"""Lines of text for batches of sentence pairs."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.text import read_blocks, split_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.text import Input


@dataclass(frozen=True, slots=True)
class TextLines:
    """Consecutive lines of a text, split into words on demand."""

    lines: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, row: int) -> tuple[str, ...]:
        return tuple(split_words(self.lines[row]))

    def rows(self, start: int, stop: int) -> TextLines:
        """Return consecutive lines."""
        return TextLines(self.lines[start:stop])


def block_text(words: Sequence[str], span: range, most: int) -> str:
    """Return the words of a block; one with more than `most` is shortened in the middle.

    Examples:
        >>> block_text(["the", "old", "white", "house"], range(1, 4), most=3)
        'old white house'
        >>> block_text(["the", "old", "white", "house"], range(4), most=2)
        'the … house'
    """
    if len(span) <= most:
        return " ".join(words[span.start : span.stop])
    half = most // 2
    ends = (*words[span.start : span.start + half], "…", *words[span.stop - half : span.stop])
    return " ".join(ends)


def read_text_lines(path: Input, *, missing: dict[int, str] | None = None) -> Iterator[TextLines]:
    """Stream a text in batches of lines; `missing` is that of `read_blocks`."""
    with closing(read_blocks(path, missing=missing)) as blocks:
        for block in blocks:
            yield TextLines(tuple(block.data.decode().split("\n")[:-1]))
