"""Alignments in a terminal, as lines between two columns of words."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from wordorder.drawing.braille import ACROSS, DOWN, Canvas
from wordorder.drawing.cells import cell_len, cut, line
from wordorder.drawing.palette import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.drawing.alignment import AlignmentLayout, PlacedLink, PlacedWord
    from wordorder.drawing.palette import Ink

NARROWEST, WIDEST = 12, 40  # cells between the two columns of words
LEVEL = 2  # the dot of a cell, from above, where links end: level with the middle of small letters
LARGEST = 20_000_000  # dots; nobody follows more


def render(layout: AlignmentLayout, width: int, color: bool) -> str:
    """Write a word on each line, source words left, target words right, links between them."""
    left, between, right = _columns(layout, width)
    if _dots(layout, between) > LARGEST:
        return (
            f"(an alignment of {len(layout.source):,} and {len(layout.target):,} words "
            f"with {len(layout.links):,} links: too large to draw)"
        )
    lines: list[list[tuple[int, str, Ink]]] = [[] for _ in range(layout.lines)]
    for word in layout.source:
        text = cut(word.text, left)
        lines[word.line].append((left - cell_len(text), text, word.ink))
    for pieces, drawn in zip(lines, _drawn_links(layout, between), strict=True):
        pieces += [(left + 1 + column, text, ink) for column, text, ink in drawn]
    for word in layout.target:
        lines[word.line].append((left + between + 2, cut(word.text, right), word.ink))
    return "\n".join(line(pieces, color) for pieces in lines)


def _columns(layout: AlignmentLayout, width: int) -> tuple[int, int, int]:
    """Cells for the source words, for the lines and for the target words."""

    def widest(words: Sequence[PlacedWord]) -> int:
        return max((word.width for word in words), default=0)

    left, right = widest(layout.source), widest(layout.target)
    # Cells are twice as high as wide: so the field of the lines is a square, where it can be one.
    between = max(min(2 * layout.lines, WIDEST, width - left - right - 2), NARROWEST)
    room = width - between - 2
    left = min(left, max(room // 2, room - right))
    return left, between, min(right, room - left)


def _ends(layout: AlignmentLayout, link: PlacedLink) -> tuple[int, int]:
    """The dots, counted downwards, between which a link runs."""
    source, target = layout.source[link.source], layout.target[link.target]
    return DOWN * source.line + LEVEL, DOWN * target.line + LEVEL


def _dots(layout: AlignmentLayout, columns: int) -> int:
    """How many dots it takes to draw all links."""
    ends = (_ends(layout, link) for link in layout.links)
    return sum(max(abs(end - start), ACROSS * columns) for start, end in ends)


def _drawn_links(layout: AlignmentLayout, columns: int) -> Iterator[list[tuple[int, str, Ink]]]:
    """The pieces of links on each line, with their columns and colours."""
    everything, crossing = (Canvas(layout.lines, columns) for _ in range(2))
    for link in layout.links:
        start, end = _ends(layout, link)
        for canvas in (everything, crossing) if link.crossing else (everything,):
            canvas.draw((0, start), (ACROSS * columns - 1, end), dotted=not link.sure)
    for cells, crossing_cells in zip(everything.cells(), crossing.cells(), strict=True):
        kinds = [
            "" if cell == " " else "monotone" if crossing_cell == " " else "inverted"
            for cell, crossing_cell in zip(cells, crossing_cells, strict=True)
        ]
        runs = [(kind, list(run)) for kind, run in groupby(range(columns), kinds.__getitem__)]
        yield [(run[0], cells[run[0] : run[-1] + 1], KINDS[kind]) for kind, run in runs if kind]
