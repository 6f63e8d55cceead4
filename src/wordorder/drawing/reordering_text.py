"""A sentence before and after reordering, in a terminal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wordorder.drawing.alignment_text_crossing import LARGEST, dots, drawn_links
from wordorder.drawing.arcs_text import CHARACTERS, DOWN, LEFT, RIGHT, UP
from wordorder.drawing.cells import cell_len, cut, line
from wordorder.drawing.palette import DIM, KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordorder.drawing.palette import Ink
    from wordorder.drawing.reordering import ReorderingLayout, SideArc

    Piece = tuple[int, str, Ink]

BETWEEN_LEVELS = 2  # cells from one level of arcs to the next
NARROWEST, WIDEST = 8, 40  # cells of the lines between the two columns of words
GAP = 2  # cells between columns
LEAST = 4  # cells of a word, however narrow the terminal


@dataclass(frozen=True, slots=True)
class _Widths:
    """The widths of the columns in cells, from left to right; 0 for a column that is left out."""

    before: int
    labels: int
    tags: int
    source: int
    lines: int
    numbers: int
    target: int
    after: int

    @property
    def fixed(self) -> int:
        """All but the lines, with the gaps between them."""
        columns = (self.before, self.labels, self.tags, self.numbers)
        gaps = sum(width + GAP for width in columns if width) + 2 * (GAP - 1)
        return gaps + self.source + self.target + (1 + self.after if self.after else 0)


def render(layout: ReorderingLayout, width: int, color: bool) -> str:
    """Draw it, with as many of arcs, tags and labels as have room."""
    widths = _fitted(_wanted(layout), width, len(layout.words))
    if dots(layout.lines, widths.lines) > LARGEST:
        return f"(a sentence of {len(layout.words):,} words: too large to draw)"
    rows: list[list[Piece]] = [[] for _ in layout.words]
    left = _place_source(rows, layout, widths)
    for row, drawn in zip(rows, drawn_links(layout.lines, widths.lines), strict=True):
        row += [(left + 1 + column, text, ink) for column, text, ink in drawn]
    start = left + widths.lines + 2
    _place_target(rows, layout, widths, start)
    if widths.numbers:
        start += widths.numbers + GAP
    heading = _heading(layout, left, start, width)
    return "\n".join(line(pieces, color) for pieces in [*heading, *rows])


def _heading(layout: ReorderingLayout, left: int, right: int, width: int) -> list[list[Piece]]:
    """What stands above the end of the source words and the beginning of the others, if it fits."""
    source, target = layout.headings
    if right + cell_len(target) > width:
        target = target.partition(",")[0]
        right = min(right, width - cell_len(target))
    if cell_len(source) > left or right <= left:
        return []
    return [[(left - cell_len(source), source, DIM), (right, target, DIM)]]


def _wanted(layout: ReorderingLayout) -> _Widths:
    def widest(texts: Iterable[str]) -> int:
        return max(map(cell_len, texts))

    words = layout.words
    return _Widths(
        _arcs_width(layout.before),
        widest(word.label for word in words),
        widest(word.tag for word in words),
        widest(word.text for word in words),
        NARROWEST,
        widest(word.number for word in words),
        widest(word.text for word in words),
        _arcs_width(layout.after),
    )


def _fitted(widths: _Widths, room: int, words: int) -> _Widths:
    """Leave columns out, the least important first, and then shorten words, until it fits."""
    for left_out in ("after", "tags", "labels", "before"):
        if widths.fixed + NARROWEST > room:
            widths = replace(widths, **{left_out: 0})
    if (missing := widths.fixed + NARROWEST - room) > 0:
        shorter = max(widths.source - (missing + 1) // 2, LEAST)
        widths = replace(widths, source=shorter, target=shorter)
    # Cells are twice as high as wide, so this makes the area of the lines square if possible.
    between = max(min(2 * words, WIDEST, room - widths.fixed), NARROWEST)
    return replace(widths, lines=between)


def _arcs_width(arcs: Sequence[SideArc]) -> int:
    """The levels, and the arrows."""
    return BETWEEN_LEVELS * max((arc.level for arc in arcs), default=0) + bool(arcs)


def _place_source(rows: list[list[Piece]], layout: ReorderingLayout, widths: _Widths) -> int:
    """Put arcs, labels, tags and words on the left; return where the words end."""
    if widths.before:
        arcs = _arcs(layout.before, len(rows), widths.before)
        for row, pieces in zip(rows, arcs, strict=True):
            row.extend(pieces)
    left = widths.before + GAP if widths.before else 0
    for shown, texts, ink in (
        (widths.labels, [word.label for word in layout.words], KINDS["monotone"]),
        (widths.tags, [word.tag for word in layout.words], DIM),
    ):
        if shown:
            for row, text in zip(rows, texts, strict=True):
                row.append((left, text, ink))
            left += shown + GAP
    left += widths.source
    for row, word in zip(rows, layout.words, strict=True):
        text = cut(word.text, widths.source)
        row.append((left - cell_len(text), text, word.ink))
    return left


def _place_target(
    rows: list[list[Piece]], layout: ReorderingLayout, widths: _Widths, left: int
) -> None:
    """Put the places in the reference order, the words and the arcs on the right."""
    for row, word in zip(rows, layout.reordered, strict=True):
        start = left
        if widths.numbers:
            ink = DIM if word.follows else KINDS["inverted"]
            row.append((left + widths.numbers - len(word.number), word.number, ink))
            start += widths.numbers + GAP
        row.append((start, cut(word.text, widths.target), word.ink))
    if widths.after:
        left += (widths.numbers + GAP if widths.numbers else 0) + widths.target + 1
        arcs = _arcs(layout.after, len(rows), widths.after, mirrored=True)
        for row, pieces in zip(rows, arcs, strict=True):
            row += [(left + column, text, ink) for column, text, ink in pieces]


def _arcs(
    arcs: Sequence[SideArc], lines: int, width: int, *, mirrored: bool = False
) -> list[list[Piece]]:
    """Arcs to the left of words or, mirrored, to the right: single cells for each line."""
    arms: list[dict[int, int]] = [{} for _ in range(lines)]
    inks: list[dict[int, Ink]] = [{} for _ in range(lines)]
    inward, outward, arrow = (LEFT, RIGHT, "◀") if mirrored else (RIGHT, LEFT, "▶")

    def add(row: int, column: int, more: int, ink: Ink) -> None:
        cell = width - 1 - column if mirrored else column
        arms[row][cell] = arms[row].get(cell, 0) | more
        inks[row][cell] = ink

    for arc in sorted(arcs, key=lambda arc: (arc.crossing, arc.level)):
        ink, start = KINDS[arc.kind], width - 1 - BETWEEN_LEVELS * arc.level
        top, bottom = sorted((arc.head, arc.dependent))
        for row in range(top, bottom + 1):
            add(row, start, UP * (row > top) | DOWN * (row < bottom), ink)
        for row in (top, bottom):
            add(row, start, inward, ink)
            for column in range(start + 1, width):
                add(row, column, inward | outward, ink)
    texts = [{cell: CHARACTERS[of_cell] for cell, of_cell in row.items()} for row in arms]
    for arc in arcs:
        texts[arc.dependent][0 if mirrored else width - 1] = arrow
    return [_joined(row, of_row) for row, of_row in zip(texts, inks, strict=True)]


def _joined(cells: dict[int, str], inks: dict[int, Ink]) -> list[Piece]:
    """Neighbouring cells of one ink as one piece."""
    pieces: list[Piece] = []
    for cell in sorted(cells):
        if pieces and pieces[-1][0] + len(pieces[-1][1]) == cell and pieces[-1][2] == inks[cell]:
            left, text, ink = pieces.pop()
            pieces.append((left, text + cells[cell], ink))
        else:
            pieces.append((cell, cells[cell], inks[cell]))
    return pieces
