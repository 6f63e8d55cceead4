"""Alignments in a terminal, as a grid: a row per source word, a column per target word."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from wordorder.drawing.cells import cell_len, characters, cut, line
from wordorder.drawing.palette import LINE, LINKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.drawing.alignment import AlignmentLayout, PlacedLink, PlacedWord
    from wordorder.drawing.palette import Ink

SURE, POSSIBLE, NOTHING = "■", "□", "·"
COLUMN = 2  # cells; as wide as a Chinese character
LONGEST = 20  # cells of a word beside its row, characters of a word above its column
LARGEST = 4_000_000  # squares; more would be unreadable


def render(layout: AlignmentLayout, width: int, color: bool) -> str:
    """Draw the grid, split into panels one below the other if it is too wide."""
    if len(layout.source) * len(layout.target) > LARGEST:
        return (
            f"(an alignment of {len(layout.source):,} and {len(layout.target):,} words: "
            "too large for a grid)"
        )
    labels = [cut(word.text, min(LONGEST, width // 2 - 1)) for word in layout.source]
    margin = max(map(cell_len, labels), default=-1) + 1
    links: list[list[PlacedLink]] = [[] for _ in labels]
    for link in layout.links:
        links[link.source].append(link)
    panels = []
    for columns in _panels(len(layout.target), (width - margin) // COLUMN):
        lines = list(_heads(layout.target[columns.start : columns.stop], margin, color))
        for label, word, of_word in zip(labels, layout.source, links, strict=True):
            pieces = [(margin - 1 - cell_len(label), label, word.ink)]
            pieces += _marks(of_word, columns, margin)
            lines.append(line(pieces, color))
        panels.append("\n".join(lines))
    return "\n\n".join(panels)


def _panels(columns: int, most: int) -> Iterator[range]:
    """Divide the columns evenly into as few panels as possible."""
    panels = max(-(-columns // most), 1)
    for start, stop in pairwise(columns * panel // panels for panel in range(panels + 1)):
        yield range(start, stop)


def _heads(words: Sequence[PlacedWord], margin: int, color: bool) -> Iterator[str]:
    """Write each word downwards, its last character next to its column."""
    stacks = [characters(word.text) for word in words]
    stacks = [s if len(s) <= LONGEST else [*s[: LONGEST - 1], "…"] for s in stacks]
    for height in range(max(map(len, stacks), default=0), 0, -1):
        yield line(
            [
                (margin + COLUMN * column, stack[-height], word.ink)
                for column, (word, stack) in enumerate(zip(words, stacks, strict=True))
                if len(stack) >= height
            ],
            color,
        )


def _marks(
    links: Sequence[PlacedLink], columns: range, margin: int
) -> Iterator[tuple[int, str, Ink]]:
    """The row of a source word."""

    def nothing(start: int, stop: int) -> Iterator[tuple[int, str, Ink]]:
        if start < stop:
            yield place(start), " ".join(NOTHING * (stop - start)), LINE

    def place(column: int) -> int:
        return margin + COLUMN * (column - columns.start)

    free = columns.start
    for link in links:
        if link.target in columns:
            yield from nothing(free, link.target)
            yield place(link.target), SURE if link.sure else POSSIBLE, LINKS[link.kind]
            free = link.target + 1
    yield from nothing(free, columns.stop)
