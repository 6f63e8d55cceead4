"""Sentences before and after reordering as self-contained SVG, light or dark as the reader prefers.

Each word has a line, so long sentences need no further rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from wordorder.drawing import svg
from wordorder.drawing.palette import DIM, GROUND, KINDS
from wordorder.drawing.reordering import ReorderingLayout, SideArc
from wordorder.drawing.svg import Picture
from wordorder.output.console import cell_width
from wordorder.output.wording import counted

MARGIN = 18
LINE = 24  # pixels from one word to the next
LEVEL = 14  # pixels from one level of arcs to the next
FOOT = 12  # pixels from the lowest level to the words: a corner and an arrow
CORNER = 7  # radius in pixels
ARROW_HALF, ARROW = 4, 7  # half the width, and the length, in pixels
GAP = 14  # pixels between columns
SMALL_CELL = 7.3  # width of a cell of small text in pixels
LOWEST, HIGHEST = 140, 280  # pixels between the two columns of words, growing with the sentence
STEEP = 0.4  # part of that over which lines run level before they turn


def render(layouts: Sequence[ReorderingLayout], titles: Sequence[str] = ()) -> str:
    """Draw sentences one below the other, with their titles if given."""
    parts, top, width = [], MARGIN, 0
    for layout, title in zip(layouts, titles or [""] * len(layouts), strict=True):
        if title:
            parts.append(f'<text class="title" x="{MARGIN}" y="{top + 4}">{svg.safe(title)}</text>')
            top += 2 * MARGIN
            width = max(width, round(cell_width(title) * SMALL_CELL))
        picture = _picture(layout)
        parts.append(f'<g transform="translate({MARGIN} {top})">')
        parts += [*picture.elements, "</g>"]
        top += picture.height + 2 * MARGIN
        width = max(width, picture.width)
    width, height = width + 2 * MARGIN, top - MARGIN
    words = [word for layout in layouts for word in layout.words]
    name = "Reordered sentence" if len(layouts) == 1 else f"{len(layouts)} reordered sentences"
    name += f": {counted(len(words), 'word')}, {sum(word.moved for word in words)} of them moved"
    return svg.document("reordering", name, _style(), parts, width=width, height=height)


@dataclass(frozen=True, slots=True)
class _ColumnEdges:
    """The places of the columns, in pixels from the left."""

    before: int  # the right edge of the arcs
    labels: int  # the left edge
    tags: int
    source: int  # the right edge of the words
    numbers: int  # the right edge
    target: int  # the left edge of the words
    after: int  # the left edge of the arcs
    width: int

    @classmethod
    def of(cls, layout: ReorderingLayout) -> _ColumnEdges:
        words = layout.words
        widest = svg.CELL * max(cell_width(word.text) for word in words)
        before = _arcs_width(layout.before)
        labels = before + GAP // 2
        tags = labels + _small(word.label for word in words) + GAP
        source = tags + _small(word.tag for word in words) + GAP + widest
        end = source + min(max(LINE * len(words) // 2, LOWEST), HIGHEST)
        numbers = end + _small(word.number for word in words)
        target = numbers + (GAP // 2 if numbers > end else 0)
        after = target + widest + GAP // 2
        return cls(
            before, labels, tags, source, numbers, target, after, after + _arcs_width(layout.after)
        )


def _small(texts: Iterable[str]) -> int:
    """Return the width of the widest of some small texts, in pixels."""
    return round(SMALL_CELL * max(map(cell_width, texts)))


def _arcs_width(arcs: Sequence[SideArc]) -> int:
    return LEVEL * max((arc.level for arc in arcs), default=0) + FOOT if arcs else 0


def _picture(layout: ReorderingLayout) -> Picture:
    """Draw a sentence, with the headings in the first line."""
    columns, (source, target) = _ColumnEdges.of(layout), layout.headings
    elements = [
        f'<text class="small end" x="{columns.source}" y="{svg.BASELINE}">{source}</text>',
        f'<text class="small" x="{columns.target}" y="{svg.BASELINE}">{target}</text>',
        *_arcs(layout.before, columns.before, outward=-1),
        *_arcs(layout.after, columns.after, outward=1),
        *_links(layout, columns),
        *_source(layout, columns),
        *_target(layout, columns),
    ]
    width = max(columns.width, columns.target + _small(layout.headings[1:]))
    return Picture(width, LINE * len(layout.words) + LINE // 2, elements)


def _y(line: int) -> int:
    """Return the middle of a line, below the line of headings."""
    return LINE * (line + 1)


def _arcs(arcs: Sequence[SideArc], foot: int, outward: int) -> Iterator[str]:
    """Draw arcs from the words at `foot`, to their left (-1) or right (1)."""
    for arc in sorted(arcs, key=lambda arc: (arc.crossing, arc.level)):
        begin, goal = _y(arc.head), _y(arc.dependent)
        far = foot + outward * (FOOT + LEVEL * arc.level - LEVEL // 2)
        turn, tip = far - outward * CORNER, foot + outward * (ARROW - 1)
        down = CORNER if goal > begin else -CORNER
        yield (
            f'<path class="{arc.kind}" d="M{foot} {begin}H{turn}Q{far} {begin} {far} {begin + down}'
            f'V{goal - down}Q{far} {goal} {turn} {goal}H{tip}"/>'
        )
        back = foot + outward * ARROW
        yield (
            f'<path class="{arc.kind} arrow" d="M{back} {goal - ARROW_HALF}V{goal + ARROW_HALF}'
            f'L{foot} {goal}Z"/>'
        )


def _links(layout: ReorderingLayout, columns: _ColumnEdges) -> Iterator[str]:
    begin = columns.source + GAP // 2
    end = columns.numbers - _small(word.number for word in layout.words) - GAP // 2
    level = STEEP * (end - begin)
    rows = sorted(enumerate(layout.words), key=lambda row: row[1].moved)  # moved words on top
    for line, word in rows:
        y, z = _y(line), _y(word.place)
        kind = "inverted" if word.moved else "monotone"
        yield (
            f'<path class="{kind}" d="M{begin} {y}C{svg.pixels(begin + level)} {y} '
            f'{svg.pixels(end - level)} {z} {end} {z}"><title>{svg.safe(word.text)}</title></path>'
        )


def _source(layout: ReorderingLayout, columns: _ColumnEdges) -> Iterator[str]:
    for line, word in enumerate(layout.words):
        y = _y(line) + svg.BASELINE
        yield f'<text class="small" x="{columns.labels}" y="{y - 1}">{svg.safe(word.label)}</text>'
        yield f'<text class="small" x="{columns.tags}" y="{y - 1}">{svg.safe(word.tag)}</text>'
        ink = "linked" if word.linked else "unlinked"
        yield f'<text class="end {ink}" x="{columns.source}" y="{y}">{svg.safe(word.text)}</text>'


def _target(layout: ReorderingLayout, columns: _ColumnEdges) -> Iterator[str]:
    for word in layout.reordered:
        y = _y(word.place) + svg.BASELINE
        if word.number:
            kind = "small end" if word.follows else "small end broken"
            yield f'<text class="{kind}" x="{columns.numbers}" y="{y - 1}">{word.number}</text>'
        ink = "linked" if word.linked else "unlinked"
        yield f'<text class="{ink}" x="{columns.target}" y="{y}">{svg.safe(word.text)}</text>'


def _style() -> str:
    shapes = [
        f"text{{{svg.MONOSPACE};{svg.WORDS}}}",
        ".small,.wordorder-reordering .title{font-size:12px}",
        ".end{text-anchor:end}",
        "path{fill:none;stroke-width:1.4}",
        "path.arrow{stroke:none}",
    ]
    fills = {
        "ground": GROUND,
        "title": KINDS["leaf"],
        "small": DIM,
        "linked": KINDS["leaf"],
        "unlinked": DIM,
        "broken": KINDS["inverted"],
    }
    inks = [(f".{name}", "fill", ink) for name, ink in fills.items()]
    for kind in ("monotone", "inverted"):
        ink = KINDS[kind]
        inks += [(f"path.{kind}", "stroke", ink), (f"path.arrow.{kind}", "fill", ink)]
    return svg.style_sheet("reordering", shapes, inks)
