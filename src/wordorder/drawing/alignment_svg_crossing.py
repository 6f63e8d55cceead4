"""An alignment as SVG: lines between a row of source words and a row of target words."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from wordorder.drawing.svg import BASELINE, Picture, pixels, safe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.drawing.alignment import AlignmentLayout
    from wordorder.drawing.crossing import CrossingLayout


def draw(layout: AlignmentLayout) -> Picture:
    """Draw the source words above and the target words below."""
    diagram = layout.to_crossing()
    elements = [*_links(diagram), *_words(diagram)]
    return Picture(ceil(diagram.width), ceil(diagram.height), elements)


def _links(diagram: CrossingLayout) -> Iterator[str]:
    # Crossing links, and among them sure ones, come last and so on top.
    for link in sorted(diagram.links, key=lambda link: (link.crossing, link.judged)):
        look = f'class="{link.kind} {"sure" if link.judged else "possible"}"'
        if link.opacity < 1:
            look += f' stroke-opacity="{link.opacity}"'
        title = safe(diagram.title(link))
        for curve in link.curves:
            x, y, *rest = map(pixels, curve)
            yield f'<path {look} d="M{x} {y}C{" ".join(rest)}"><title>{title}</title></path>'


def _words(diagram: CrossingLayout) -> Iterator[str]:
    for word in diagram.words:
        kind, text = "linked" if word.linked else "unlinked", safe(word.shown)
        # Not dominant-baseline or dy, which some viewers do not support, or not for Hebrew.
        y = pixels(word.y + BASELINE)
        yield f'<text class="{kind}" x="{pixels(word.x)}" y="{y}">{text}</text>'
