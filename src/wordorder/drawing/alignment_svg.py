"""Alignments as self-contained SVG, light or dark as the reader prefers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, cos, radians, sin

from wordorder.drawing import svg
from wordorder.drawing.alignment import AlignmentKind, AlignmentLayout, unknown_kind
from wordorder.drawing.crossing import CrossingLayout
from wordorder.drawing.measuring import cut, runs_right_to_left
from wordorder.drawing.palette import DIM, GROUND, KINDS, LINE, LINKS
from wordorder.drawing.svg import Picture
from wordorder.output.console import cell_width
from wordorder.output.wording import counted

MARGIN = 18
TITLE_CELL = 7.3  # width of a title's cell in pixels

# Of grids.
SQUARE = 22  # pixels
MARK = 12
SPACE = 8  # between the grid and its words
SLANT = 60  # angle of the words above the columns, in degrees
LONGEST = 30  # cells; longer words are cut


def render_alignments_svg(
    layouts: Sequence[AlignmentLayout],
    titles: Sequence[str] = (),
    kinds: Sequence[AlignmentKind] = ("crossing",),
    sides: tuple[str, str] | None = None,
) -> str:
    """Draw alignments one below the other, with titles if given.

    Args:
        layouts: The alignments.
        titles: The titles.
        kinds: How to draw each: "crossing", "grid", or both in order.
        sides: Names of the two sides.
    """
    parts, top, width = [], MARGIN, 0
    for layout, title in zip(layouts, titles or [""] * len(layouts), strict=True):
        if title:
            parts.append(_title(title, top))
            top += MARGIN
            width = max(width, ceil(cell_width(title) * TITLE_CELL))
        for kind in kinds:
            picture = _picture(layout, kind)
            if sides is not None:
                where = "{} on the left, {} above" if kind == "grid" else "{} above, {} below"
                parts.append(_title(where.format(*sides), top))
                top += 2 * MARGIN
            parts.append(f'<g transform="translate({MARGIN} {top})">')
            parts += picture.elements
            parts.append("</g>")
            top += picture.height + 2 * MARGIN
            width = max(width, picture.width)
    width, height = width + 2 * MARGIN, top - MARGIN
    links = [link for layout in layouts for link in layout.links]
    name = "Word alignment" if len(layouts) == 1 else f"{len(layouts)} word alignments"
    name += (
        f": {counted(len(links), 'link')}, {sum(link.crossing for link in links)} of them crossing"
    )
    return svg.document("alignment", name, _style(), parts, width=width, height=height)


def _title(text: str, top: int) -> str:
    return f'<text class="title" x="{MARGIN}" y="{top + 4}">{svg.safe(text)}</text>'


def _picture(layout: AlignmentLayout, kind: AlignmentKind) -> Picture:
    if kind == "crossing":
        return _draw_crossing(layout)
    if kind == "grid":
        return _draw_grid(layout)
    raise unknown_kind(kind)


def _style() -> str:
    shapes = [
        f"text{{{svg.MONOSPACE};text-anchor:middle;{svg.WORDS}}}",
        ".title{font-size:12px;text-anchor:start}",
        ".row{text-anchor:end}",
        ".column{text-anchor:start}",
        "path{fill:none;stroke-width:1.6}",
        "path.possible{stroke-dasharray:4 4}",
        "rect.possible{fill:none;stroke-width:1.6}",
        ".guides{stroke-width:1;stroke-opacity:.3}",
    ]
    fills = {"ground": GROUND, "title": DIM, "linked": KINDS["leaf"], "unlinked": DIM}
    inks = [(f".{name}", "fill", ink) for name, ink in fills.items()]
    inks.append((".guides", "stroke", LINE))
    for kind, ink in LINKS.items():
        inks += [(f".{kind}", "stroke", ink), (f"rect.sure.{kind}", "fill", ink)]
    return svg.style_sheet("alignment", shapes, inks)


# Lines between a row of source words and a row of target words.


def _draw_crossing(layout: AlignmentLayout) -> Picture:
    """Draw the source words above and the target words below."""
    diagram = layout.to_crossing()
    elements = list(_links(diagram))
    for word in diagram.words:
        x, y = svg.pixels(word.x), svg.pixels(word.y + svg.BASELINE)
        kind = "linked" if word.linked else "unlinked"
        elements.append(f'<text class="{kind}" x="{x}" y="{y}">{svg.safe(word.shown)}</text>')
    return Picture(ceil(diagram.width), ceil(diagram.height), elements)


def _links(diagram: CrossingLayout) -> Iterator[str]:
    # Crossing links, and sure ones among them, come last, so that they are on top.
    for link in sorted(diagram.links, key=lambda link: (link.crossing, link.judged)):
        look = f'class="{link.kind} {"sure" if link.judged else "possible"}"'
        if link.opacity < 1:
            look += f' stroke-opacity="{link.opacity}"'
        title = svg.safe(diagram.title(link))
        for curve in link.curves:
            x, y, *rest = map(svg.pixels, curve)
            yield f'<path {look} d="M{x} {y}C{" ".join(rest)}"><title>{title}</title></path>'


# A grid: a row per source word, a column per target word.


def _draw_grid(layout: AlignmentLayout) -> Picture:
    """Draw the grid with the source words beside it and the target words above it."""
    rows = [cut(word.text, LONGEST) for word in layout.source]
    columns = [cut(word.text, LONGEST) for word in layout.target]
    lengths = [svg.CELL * cell_width(word) + svg.HALF_LABEL for word in columns]
    left = svg.CELL * max(map(cell_width, rows), default=0) + SPACE
    top = ceil(max(lengths, default=0) * sin(radians(SLANT))) + SPACE
    places = range(len(columns))
    if runs_right_to_left(columns):
        places = places[::-1]
    right = SQUARE * len(columns)
    for column, length in zip(places, lengths, strict=True):
        # Slanted words may extend beyond the last column.
        right = max(right, ceil(SQUARE * (column + 0.5) + length * cos(radians(SLANT))))
    across = [f"M0 {SQUARE * row}h{SQUARE * len(columns)}" for row in range(len(rows) + 1)]
    down = [f"M{SQUARE * column} 0v{SQUARE * len(rows)}" for column in range(len(columns) + 1)]
    elements = [
        f'<g transform="translate({left} {top})">',
        f'<path class="guides" d="{"".join(across + down)}"/>',
        *_grid_words(layout, rows, columns, places),
        *_marks(layout, places),
        "</g>",
    ]
    return Picture(left + right, top + SQUARE * len(rows), elements)


def _grid_words(
    layout: AlignmentLayout, rows: list[str], columns: list[str], places: range
) -> Iterator[str]:
    for row, (word, text) in enumerate(zip(layout.source, rows, strict=True)):
        y = SQUARE * row + SQUARE // 2 + svg.BASELINE
        yield f'<text class="row {word.kind}" x="{-SPACE}" y="{y}">{svg.safe(text)}</text>'
    for column, word, text in zip(places, layout.target, columns, strict=True):
        x = SQUARE * column + SQUARE // 2
        yield (
            f'<text class="column {word.kind}" y="{svg.BASELINE}" '
            f'transform="translate({x} {-SPACE}) rotate({-SLANT})">{svg.safe(text)}</text>'
        )


def _marks(layout: AlignmentLayout, places: range) -> Iterator[str]:
    inset = (SQUARE - MARK) // 2
    for link in layout.links:
        x, y = SQUARE * places[link.target] + inset, SQUARE * link.source + inset
        kind = f"{link.kind} {'sure' if link.sure else 'possible'}"
        yield (
            f'<rect class="{kind}" x="{x}" y="{y}" width="{MARK}" '
            f'height="{MARK}" rx="2"><title>{svg.safe(layout.title(link))}</title></rect>'
        )
