"""An alignment as an SVG grid: a row per source word, a column per target word."""

from __future__ import annotations

from math import ceil, cos, radians, sin
from typing import TYPE_CHECKING

from wordorder.drawing.direction import runs_right_to_left
from wordorder.drawing.svg import BASELINE, CELL, HALF_LABEL, Picture, safe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.drawing.alignment import AlignmentLayout

SQUARE = 22  # pixels
MARK = 12
SPACE = 8  # between the grid and its words
SLANT = 60  # angle of the words above the columns, in degrees
LONGEST = 30  # cells; longer words are cut


def draw(layout: AlignmentLayout) -> Picture:
    """Draw the grid with the source words beside it and the target words above it."""
    from wordorder.drawing.cells import cell_len, cut

    rows = [cut(word.text, LONGEST) for word in layout.source]
    columns = [cut(word.text, LONGEST) for word in layout.target]
    lengths = [CELL * cell_len(word) + HALF_LABEL for word in columns]
    left = CELL * max(map(cell_len, rows), default=0) + SPACE
    top = ceil(max(lengths, default=0) * sin(radians(SLANT))) + SPACE
    places = range(len(columns))
    if runs_right_to_left(columns):
        places = places[::-1]
    right = SQUARE * len(columns)
    for column, length in zip(
        places, lengths, strict=True
    ):  # slanted words may extend beyond the last column
        right = max(right, ceil(SQUARE * (column + 0.5) + length * cos(radians(SLANT))))
    elements = [
        f'<g transform="translate({left} {top})">',
        *_guides(len(rows), len(columns)),
        *_words(layout, rows, columns, places),
        *_marks(layout, places),
        "</g>",
    ]
    return Picture(left + right, top + SQUARE * len(rows), elements)


def _guides(rows: int, columns: int) -> Iterator[str]:
    across = [f"M0 {SQUARE * row}h{SQUARE * columns}" for row in range(rows + 1)]
    down = [f"M{SQUARE * column} 0v{SQUARE * rows}" for column in range(columns + 1)]
    yield f'<path class="guides" d="{"".join(across + down)}"/>'


def _words(
    layout: AlignmentLayout, rows: list[str], columns: list[str], places: range
) -> Iterator[str]:
    for row, (word, text) in enumerate(zip(layout.source, rows, strict=True)):
        # Not dominant-baseline or dy, which some viewers do not support, or not for Hebrew.
        y = SQUARE * row + SQUARE // 2 + BASELINE
        yield f'<text class="row {word.kind}" x="{-SPACE}" y="{y}">{safe(text)}</text>'
    for column, word, text in zip(places, layout.target, columns, strict=True):
        x = SQUARE * column + SQUARE // 2
        yield (
            f'<text class="column {word.kind}" y="{BASELINE}" '
            f'transform="translate({x} {-SPACE}) rotate({-SLANT})">{safe(text)}</text>'
        )


def _marks(layout: AlignmentLayout, places: range) -> Iterator[str]:
    inset = (SQUARE - MARK) // 2
    for link in layout.links:
        x, y = SQUARE * places[link.target] + inset, SQUARE * link.source + inset
        yield (
            f'<rect class="{link.kind} {link.certainty}" x="{x}" y="{y}" width="{MARK}" '
            f'height="{MARK}" rx="2"><title>{safe(layout.title(link))}</title></rect>'
        )
