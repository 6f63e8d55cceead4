"""Alignments as self-contained SVG, light or dark as the reader prefers."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from wordorder.drawing import alignment_svg_crossing, alignment_svg_grid
from wordorder.drawing.alignment import unknown_kind
from wordorder.drawing.palette import DIM, GROUND, KINDS, LINE, LINKS
from wordorder.drawing.svg import Picture, document, safe
from wordorder.output import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.drawing.alignment import AlignmentKind, AlignmentLayout

MARGIN = 18
TITLE_CELL = 7.3  # width of a title's cell in pixels


def render(
    layouts: Sequence[AlignmentLayout],
    titles: Sequence[str] = (),
    kinds: Sequence[AlignmentKind] = ("crossing",),
    sides: tuple[str, str] | None = None,
) -> str:
    """Draw alignments one below the other, with their titles if given.

    Args:
        layouts: The alignments.
        titles: The titles.
        kinds: How to draw each, "crossing", "grid" or both in order.
        sides: Names of the two sides.
    """
    from wordorder.drawing.cells import cell_len

    parts, top, width = [], MARGIN, 0
    for layout, title in zip(layouts, titles or [""] * len(layouts), strict=True):
        if title:
            parts.append(_title(title, top))
            top += MARGIN
            width = max(width, ceil(cell_len(title) * TITLE_CELL))
        for kind in kinds:
            picture = _picture(layout, kind)
            if sides is not None:
                parts.append(_title(_places(kind, sides), top))
                top += 2 * MARGIN
            parts.append(f'<g transform="translate({MARGIN} {top})">')
            parts += picture.elements
            parts.append("</g>")
            top += picture.height + 2 * MARGIN
            width = max(width, picture.width)
    width, height = width + 2 * MARGIN, top - MARGIN
    return document("alignment", _name(layouts), _style(), parts, width=width, height=height)


def _title(text: str, top: int) -> str:
    return f'<text class="title" x="{MARGIN}" y="{top + 4}">{safe(text)}</text>'


def _places(kind: AlignmentKind, sides: tuple[str, str]) -> str:
    source, target = sides
    if kind == "grid":
        return f"{source} on the left, {target} above"
    return f"{source} above, {target} below"


def _picture(layout: AlignmentLayout, kind: AlignmentKind) -> Picture:
    if kind == "crossing":
        return alignment_svg_crossing.draw(layout)
    if kind == "grid":
        return alignment_svg_grid.draw(layout)
    raise unknown_kind(kind)


def _name(layouts: Sequence[AlignmentLayout]) -> str:
    """The description for screen readers."""
    links = [link for layout in layouts for link in layout.links]
    what = "Word alignment" if len(layouts) == 1 else f"{len(layouts)} word alignments"
    crossing = sum(link.crossing for link in links)
    return f"{what}: {counted(len(links), 'link')}, {crossing} of them crossing"


def _style() -> str:
    def inks(ground: str) -> str:
        fills = {"ground": GROUND, "title": DIM, "linked": KINDS["leaf"], "unlinked": DIM}
        rules = [f".{name}{{fill:{getattr(ink, ground)}}}" for name, ink in fills.items()]
        rules.append(f".guides{{stroke:{getattr(LINE, ground)}}}")
        for kind, ink in LINKS.items():
            shade = getattr(ink, ground)
            rules += [f".{kind}{{stroke:{shade}}}", f"rect.sure.{kind}{{fill:{shade}}}"]
        return "".join(f".wordorder-alignment {rule}" for rule in rules)

    return (
        # Each word has its own text direction, independent of the page's.
        ".wordorder-alignment text{font:15px ui-monospace,Menlo,Consolas,monospace;"
        "text-anchor:middle;direction:ltr;unicode-bidi:plaintext}"
        ".wordorder-alignment .title{font-size:12px;text-anchor:start}"
        ".wordorder-alignment .row{text-anchor:end}"
        ".wordorder-alignment .column{text-anchor:start}"
        ".wordorder-alignment path{fill:none;stroke-width:1.6}"
        ".wordorder-alignment path.possible{stroke-dasharray:4 4}"
        ".wordorder-alignment rect.possible{fill:none;stroke-width:1.6}"
        ".wordorder-alignment .guides{stroke-width:1;stroke-opacity:.3}"
        f"{inks('light')}@media(prefers-color-scheme:dark){{{inks('dark')}}}"
    )
