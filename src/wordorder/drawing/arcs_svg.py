"""Dependency trees as self-contained SVG, light or dark as the reader prefers.

Long sentences continue in further rows. An arc between words of different rows continues from row
to row: from its first word to the edge, and on from the other edge.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from wordorder.drawing import svg
from wordorder.drawing.arcs import ROOT, ArcLayout, ArcWord, PlacedArc
from wordorder.drawing.measuring import runs_right_to_left
from wordorder.drawing.palette import DIM, GROUND, KINDS
from wordorder.output.console import cell_width
from wordorder.output.wording import counted

WIDEST = 110  # width of a row in cells, readable on a page
EDGE = 5  # cells on either side of several rows, for the labels of arcs between them
LEVEL = 20  # pixels from one level of arcs to the next
FOOT = 16  # pixels from the lowest level down to the words: a corner and an arrow
CORNER = 7  # radius in pixels
ARROW_HALF, ARROW = 4, 7  # half the width, and the height, in pixels
APART = 26  # pixels between rows
MARGIN = 18
LABEL_CELL = 7.3  # width of a label's cell in pixels
LABEL_BASELINE = 4


def render(layout: ArcLayout) -> str:
    """Draw a tree, in as many rows as it needs."""
    rows = _rows(layout)
    elements = [f'<g transform="translate({MARGIN} {MARGIN})">']
    top = 0
    for row in rows:
        elements.append(f'<g transform="translate(0 {top})">')
        elements += row.arcs(layout)
        elements += row.words(layout)
        elements.append("</g>")
        top += row.height + APART
    elements.append("</g>")
    width, height = rows[0].width + 2 * MARGIN, top - APART + 2 * MARGIN
    crossing = sum(arc.crossing for arc in layout.arcs)
    words = counted(len(layout.arcs), "word")
    name = f"Dependency tree: {words}, {crossing} of the arcs crossing"
    return svg.document("arcs", name, _style(), elements, width=width, height=height)


class _Ends(NamedTuple):
    """The ends of an arc in a row, in pixels; None for an end in another row."""

    head: float | None
    dependent: float | None


@dataclass(frozen=True, slots=True)
class _Row:
    """The words from `first` up to before `end`, and the levels of the arcs above them."""

    first: int
    end: int
    left: int  # the first cell
    width: int  # in pixels, the same for all rows
    levels: tuple[int, ...]
    from_right: bool

    @property
    def base(self) -> int:
        """The foot of the arcs, in pixels from the top."""
        return LEVEL * len(self.levels) + FOOT

    @property
    def height(self) -> int:
        return self.base + 4 * svg.HALF_LABEL

    def x(self, cell: float) -> float:
        across = svg.CELL * (cell - self.left)
        return self.width - across if self.from_right else across

    def words(self, layout: ArcLayout) -> Iterator[str]:
        for word in layout.words[self.first : self.end]:
            x = svg.pixels(self.x(word.middle))
            y = self.base + svg.HALF_LABEL + svg.BASELINE
            yield f'<text class="leaf" x="{x}" y="{y}">{svg.safe(word.text)}</text>'
            if word.tag:
                y += 2 * svg.HALF_LABEL - svg.BASELINE
                yield f'<text class="tag" x="{x}" y="{y}">{svg.safe(word.tag)}</text>'

    def arcs(self, layout: ArcLayout) -> Iterator[str]:
        # Labels come last, so that they are on top; among the arcs, crossing ones do.
        here = [arc for arc in layout.arcs if _is_above(arc, self.first, self.end)]
        here.sort(key=lambda arc: (arc.crossing, arc.level))
        for arc in here:
            ends = self._ends(arc)
            yield (
                f'<path class="{arc.kind}" d="{self._path(arc, ends)}">'
                f"<title>{svg.safe(layout.words_of(arc))}</title></path>"
            )
            if ends.dependent is not None:
                yield f'<path class="{arc.kind} arrow" d="{self._arrow(ends.dependent)}"/>'
        for arc in here:
            yield from self._label(arc)

    def _y(self, arc: PlacedArc) -> int:
        """Return the vertical place of an arc, by its level among the levels of the row."""
        return LEVEL * (len(self.levels) - bisect_left(self.levels, arc.level)) - LEVEL // 2

    def _ends(self, arc: PlacedArc) -> _Ends:
        head = arc.dependent if arc.head == ROOT else arc.head
        return _Ends(
            self.x(arc.start + 0.5) if self.first <= head < self.end else None,
            self.x(arc.end + 0.5) if self.first <= arc.dependent < self.end else None,
        )

    def _edges(self, arc: PlacedArc) -> tuple[float, float]:
        """Return the ends of the horizontal part of an arc, from head to dependent."""
        head, dependent = self._ends(arc)
        edges = [0, self.width]
        forward = arc.start < arc.end
        if forward == self.from_right:
            edges.reverse()
        return (edges[0] if head is None else head, edges[1] if dependent is None else dependent)

    def _path(self, arc: PlacedArc, ends: _Ends) -> str:
        y, foot = self._y(arc), self.base - ARROW + 1
        if arc.head == ROOT:
            return f"M{svg.pixels(ends.dependent or 0)} {y}V{foot}"
        begin, goal = self._edges(arc)
        radius = min(CORNER, abs(goal - begin) / 2)
        turn = radius if goal > begin else -radius
        path = f"M{svg.pixels(begin)} {y}"
        if ends.head is not None:
            path = f"M{svg.pixels(begin)} {self.base}V{y + CORNER}"
            path += f"Q{svg.pixels(begin)} {y} {svg.pixels(begin + turn)} {y}"
        if ends.dependent is None:
            return f"{path}H{svg.pixels(goal)}"
        path += f"H{svg.pixels(goal - turn)}Q{svg.pixels(goal)} {y} {svg.pixels(goal)} {y + CORNER}"
        return f"{path}V{foot}"

    def _arrow(self, x: float) -> str:
        top = self.base - ARROW
        left, right = svg.pixels(x - ARROW_HALF), svg.pixels(x + ARROW_HALF)
        return f"M{left} {top}H{right}L{svg.pixels(x)} {self.base}Z"

    def _label(self, arc: PlacedArc) -> Iterator[str]:
        """Draw a label on its line, on a patch of ground.

        If it does not fit, it is squeezed in the row of its dependent, elsewhere left out.
        """
        begin, goal = self._edges(arc)
        width, room = LABEL_CELL * cell_width(arc.label), abs(goal - begin) - 4
        fits = arc.head == ROOT or width <= room
        if not arc.label or not (fits or self.first <= arc.dependent < self.end):
            return
        width, squeeze = (width, "") if fits else (room, f' textLength="{svg.pixels(room)}"')
        squeeze += ' lengthAdjust="spacingAndGlyphs"' * bool(squeeze)
        middle = (begin + goal) / 2
        if None not in self._ends(arc):  # not cut at the edge of the row
            middle = self.x(arc.label_left + cell_width(arc.label) / 2)
        y = self._y(arc)
        yield (
            f'<rect class="ground" x="{svg.pixels(middle - width / 2 - 2)}" y="{y - 7}" '
            f'width="{svg.pixels(width + 4)}" height="14"/>'
        )
        yield (
            f'<text class="label {arc.kind}" x="{svg.pixels(middle)}" y="{y + LABEL_BASELINE}"'
            f"{squeeze}>{svg.safe(arc.label)}</text>"
        )


def _rows(layout: ArcLayout) -> list[_Row]:
    words = layout.words
    from_right = runs_right_to_left(word.text for word in words)
    starts = _row_starts(words)
    parts = list(pairwise([*starts, len(words)]))
    edge = EDGE if len(parts) > 1 else 0
    widest = max(_width(words, first, end) for first, end in parts)
    return [
        _Row(
            first,
            end,
            words[first].left - edge,
            svg.CELL * (widest + 2 * edge),
            tuple(sorted({arc.level for arc in layout.arcs if _is_above(arc, first, end)})),
            from_right,
        )
        for first, end in parts
    ]


def _width(words: Sequence[ArcWord], first: int, end: int) -> int:
    """Return the width in cells of the words from `first` up to before `end`."""
    return words[end - 1].left + words[end - 1].width - words[first].left


def _row_starts(words: Sequence[ArcWord]) -> list[int]:
    """Return the first word of each row: as few rows as possible, and as even as possible."""

    def rows(limit: int) -> int:
        return len(_greedy_row_starts(words, limit))

    limits = range(1, WIDEST + 1)
    narrowest = limits[bisect_left(limits, -rows(WIDEST), key=lambda limit: -rows(limit))]
    return _greedy_row_starts(words, narrowest)


def _greedy_row_starts(words: Sequence[ArcWord], limit: int) -> list[int]:
    """Return the first word of each row, if every row takes as many words as fit."""
    starts = [0]
    for number in range(1, len(words)):
        if _width(words, starts[-1], number + 1) > limit:
            starts.append(number)
    return starts


def _is_above(arc: PlacedArc, first: int, end: int) -> bool:
    """Return whether an arc ends at or spans a word from `first` up to before `end`."""
    head = arc.dependent if arc.head == ROOT else arc.head
    return min(head, arc.dependent) < end and first <= max(head, arc.dependent)


def _style() -> str:
    shapes = [
        f"text{{{svg.MONOSPACE};text-anchor:middle;{svg.WORDS}}}",
        ".label,.wordorder-arcs .tag{font-size:12px}",
        "path{fill:none;stroke-width:1.4}",
        "path.arrow{stroke:none}",
    ]
    inks = [(".ground", "fill", GROUND), (".leaf", "fill", KINDS["leaf"]), (".tag", "fill", DIM)]
    for kind in ("monotone", "inverted", "simple"):
        ink = KINDS[kind]
        inks += [(f"path.{kind}", "stroke", ink), (f"text.{kind}", "fill", ink)]
        inks.append((f"path.arrow.{kind}", "fill", ink))
    return svg.style_sheet("arcs", shapes, inks)
