"""An alignment as SVG: lines between a row of source words and a row of target words.

Long sentences continue in further rows. A link between different rows is drawn twice: from its
first word to the edge of the picture, and from the edge to its second word.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING

from wordorder.drawing.direction import runs_right_to_left
from wordorder.drawing.svg import BASELINE, CELL, HALF_LABEL, Picture, pixels, safe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.drawing.alignment import AlignmentLayout, PlacedLink, PlacedWord

WIDEST = 110  # approximate width of a row in cells, readable on a page
LOWEST, HIGHEST = 110, 260  # pixels between the rows, growing with sentence length
APART = 3 * HALF_LABEL  # pixels between the target words and the source words of the next rows

# Lines leave their words steeply, to avoid neighbouring words, but in different directions, so that
# they can be told apart: towards a point at this horizontal and vertical distance.
ACROSS, DOWN = 0.12, 0.35


@dataclass(frozen=True, slots=True)
class _Side:
    """The words of one side: the row and the horizontal position of each, in cells."""

    row: tuple[int, ...]
    middle: tuple[float, ...]
    from_right: bool

    @classmethod
    def of(cls, words: Sequence[PlacedWord], row_width: int, rows: int) -> _Side:
        from_right = runs_right_to_left(word.text for word in words)
        row = tuple(min(int(word.middle // row_width), rows - 1) for word in words)
        across = [word.middle - number * row_width for word, number in zip(words, row, strict=True)]
        return cls(row, tuple(row_width - x if from_right else x for x in across), from_right)

    def edge(self, later: bool, width: int) -> int:
        """Where a link leaves for later or earlier rows."""
        return width if later != self.from_right else 0


@dataclass(frozen=True, slots=True)
class _Size:
    """Sizes in pixels: width, between the words of a row, and from one row to the next."""

    width: int
    between: int
    left: int

    @property
    def height(self) -> int:
        return self.between + 4 * HALF_LABEL

    @property
    def row(self) -> int:
        return self.height + APART

    def x(self, cells: float) -> float:
        return CELL * cells + self.left


def draw(layout: AlignmentLayout) -> Picture:
    """Draw the source words above and the target words below."""
    rows = max(-(-layout.width // WIDEST), 1)
    row_width = -(-layout.width // rows)
    source, target = (_Side.of(words, row_width, rows) for words in (layout.source, layout.target))
    # A word centred near the end of a row extends beyond it.
    ends = [
        end
        for words, side in ((layout.source, source), (layout.target, target))
        for word, x in zip(words, side.middle, strict=True)
        for end in (x - word.width / 2, x + word.width / 2)
    ]
    first, last = floor(min([0, *ends])), ceil(max([row_width, *ends]))
    between = min(max(row_width * CELL // 8, LOWEST), HIGHEST)
    size = _Size((last - first) * CELL, between, -first * CELL)
    elements = [
        *_links(layout, source, target, size),
        *_words(layout.source, source, HALF_LABEL, size),
        *_words(layout.target, target, size.height - HALF_LABEL, size),
    ]
    return Picture(size.width, rows * size.row - APART, elements)


def _links(layout: AlignmentLayout, source: _Side, target: _Side, size: _Size) -> Iterator[str]:
    # Crossing links, and among them sure ones, come last and so on top.
    for link in sorted(layout.links, key=lambda link: (link.crossing, link.sure)):
        begin, end = source.row[link.source], target.row[link.target]
        top = begin * size.row + 2 * HALF_LABEL
        bottom = end * size.row + 2 * HALF_LABEL + size.between
        start = (size.x(source.middle[link.source]), top)
        goal = (size.x(target.middle[link.target]), bottom)
        if begin == end:
            yield _path(layout, link, start, goal)
            continue
        later, half = end > begin, size.between // 2
        yield _path(layout, link, start, (source.edge(later, size.width), top + half))
        yield _path(layout, link, (target.edge(not later, size.width), bottom - half), goal)


def _path(
    layout: AlignmentLayout, link: PlacedLink, start: tuple[float, int], end: tuple[float, int]
) -> str:
    (x, top), (y, bottom) = start, end
    down, across = round(DOWN * (bottom - top)), ACROSS * (y - x)
    return (
        f'<path class="{link.kind} {link.certainty}" d="M{pixels(x)} {top}'
        f"C{pixels(x + across)} {top + down} {pixels(y - across)} {bottom - down} "
        f'{pixels(y)} {bottom}"><title>{safe(layout.words_of(link))}</title></path>'
    )


def _words(words: Sequence[PlacedWord], side: _Side, y: int, size: _Size) -> Iterator[str]:
    for word, row, x in zip(words, side.row, side.middle, strict=True):
        # Not dominant-baseline or dy, which some viewers do not support, or not for Hebrew.
        down = y + row * size.row + BASELINE
        yield (
            f'<text class="{word.kind}" x="{pixels(size.x(x))}" y="{down}">{safe(word.text)}</text>'
        )
