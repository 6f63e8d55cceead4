"""Alignments in a terminal, as lines between two columns of words."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from wordorder.drawing.braille import ACROSS, DOWN, Canvas
from wordorder.drawing.cells import cell_len, cut, line
from wordorder.drawing.palette import LINKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.drawing.alignment import AlignmentLayout, PlacedLink, PlacedWord
    from wordorder.drawing.palette import Ink

NARROWEST, WIDEST = 12, 40  # cells between the two columns of words
LEVEL = (
    2  # the dot of a cell, from the top, where links end: level with the middle of small letters
)
ALL = "all links"
LARGEST = 20_000_000  # dots; more would be unreadable


def render(layout: AlignmentLayout, width: int, color: bool) -> str:
    """Draw source words on the left, target words on the right, links between them."""
    left, between, right = _columns(layout, width)
    if dots(layout, between) > LARGEST:
        return (
            f"(an alignment of {len(layout.source):,} and {len(layout.target):,} words "
            f"with {len(layout.links):,} links: too large to draw)"
        )
    lines: list[list[tuple[int, str, Ink]]] = [[] for _ in range(layout.lines)]
    for word in layout.source:
        text = cut(word.text, left)
        lines[word.line].append((left - cell_len(text), text, word.ink))
    for pieces, drawn in zip(lines, drawn_links(layout, between), strict=True):
        pieces += [(left + 1 + column, text, ink) for column, text, ink in drawn]
    for word in layout.target:
        lines[word.line].append((left + between + 2, cut(word.text, right), word.ink))
    return "\n".join(line(pieces, color) for pieces in lines)


def _columns(layout: AlignmentLayout, width: int) -> tuple[int, int, int]:
    """Widths of source words, lines and target words, in cells."""

    def widest(words: Sequence[PlacedWord]) -> int:
        return max((word.width for word in words), default=0)

    left, right = widest(layout.source), widest(layout.target)
    # Cells are twice as high as wide, so this makes the area of the lines square if possible.
    between = max(min(2 * layout.lines, WIDEST, width - left - right - 2), NARROWEST)
    room = width - between - 2
    left = min(left, max(room // 2, room - right))
    return left, between, min(right, room - left)


def _ends(layout: AlignmentLayout, link: PlacedLink) -> tuple[int, int]:
    """The dots, counted from the top, between which a link runs."""
    source, target = layout.source[link.source], layout.target[link.target]
    return DOWN * source.line + LEVEL, DOWN * target.line + LEVEL


def dots(layout: AlignmentLayout, columns: int) -> int:
    """The number of dots needed to draw all links."""
    ends = (_ends(layout, link) for link in layout.links)
    return sum(max(abs(end - start), ACROSS * columns) for start, end in ends)


def drawn_links(layout: AlignmentLayout, columns: int) -> Iterator[list[tuple[int, str, Ink]]]:
    """The pieces of links on each line, with their columns and colours."""
    canvases = {kind: Canvas(layout.lines, columns) for kind in (ALL, *LINKS)}
    for link in layout.links:
        start, end = _ends(layout, link)
        for kind in (ALL, link.kind):
            canvases[kind].draw((0, start), (ACROSS * columns - 1, end), dotted=not link.sure)
    for cells, *of_kinds in zip(*(canvas.cells() for canvas in canvases.values()), strict=True):
        kinds = [_last_kind(column, of_kinds) for column in range(columns)]
        runs = [(kind, list(run)) for kind, run in groupby(range(columns), kinds.__getitem__)]
        yield [(run[0], cells[run[0] : run[-1] + 1], LINKS[kind]) for kind, run in runs if kind]


def _last_kind(column: int, of_kinds: Sequence[str]) -> str:
    """The colour of a cell: the last in the palette of the links that touch it."""
    touching = [kind for kind, cells in zip(LINKS, of_kinds, strict=True) if cells[column] != " "]
    return touching[-1] if touching else ""
