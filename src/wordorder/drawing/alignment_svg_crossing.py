"""An alignment as SVG: lines between a row of source words and a row of target words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.drawing.svg import CELL, HALF_LABEL, Picture, pixels, safe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.drawing.alignment import AlignmentLayout, PlacedWord

LOWEST, HIGHEST = 110, 260  # pixels between the rows: the more, the longer the sentences

# Lines leave their words steeply, to keep off the words beside them, but not all in the same
# direction, so that they can be told apart: towards a point so far across and down.
ACROSS, DOWN = 0.12, 0.35


def draw(layout: AlignmentLayout) -> Picture:
    """Draw the source words above and the target words below."""
    width = layout.width * CELL
    between = min(max(width // 8, LOWEST), HIGHEST)
    bottom = between + 3 * HALF_LABEL
    elements = [
        *_links(layout, 2 * HALF_LABEL, 2 * HALF_LABEL + between),
        *_words(layout.source, HALF_LABEL),
        *_words(layout.target, bottom),
    ]
    return Picture(width, bottom + HALF_LABEL, elements)


def _links(layout: AlignmentLayout, top: int, bottom: int) -> Iterator[str]:
    down = round(DOWN * (bottom - top))
    # The crossing ones, and among them the sure ones, come last, that is on top.
    for link in sorted(layout.links, key=lambda link: (link.crossing, link.sure)):
        start = layout.source[link.source].middle * CELL
        end = layout.target[link.target].middle * CELL
        across = ACROSS * (end - start)
        yield (
            f'<path class="{link.kind} {link.certainty}" d="M{pixels(start)} {top}'
            f"C{pixels(start + across)} {top + down} {pixels(end - across)} {bottom - down} "
            f'{pixels(end)} {bottom}"><title>{safe(layout.words_of(link))}</title></path>'
        )


def _words(words: Sequence[PlacedWord], y: int) -> Iterator[str]:
    for word in words:
        yield (  # dy: centred on the line also by readers that know no dominant-baseline
            f'<text class="{word.kind}" x="{pixels(word.middle * CELL)}" y="{y}" '
            f'dy=".35em">{safe(word.text)}</text>'
        )
