"""Word alignments: the layout of words and links, and their drawings in a terminal.

A terminal shows lines between two columns of words, or a grid. `crossing` lays out words and links
in pixels, for SVG.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from wordorder.drawing.crossing import (
    CrossingLayout,
    CrossingLink,
    crossing,
    layout_crossing,
    link_title,
)
from wordorder.drawing.measuring import Piece, characters, cut, line
from wordorder.drawing.palette import DIM, KINDS, LINE, LINKS, Ink
from wordorder.drawing.svg import CELL
from wordorder.errors import UsageError
from wordorder.output.console import cell_width, wrapped

AlignmentKind: TypeAlias = Literal["crossing", "grid"]

DRAWINGS: dict[str, tuple[AlignmentKind, ...]] = {
    "both": ("grid", "crossing"),
    "grid": ("grid",),
    "crossing": ("crossing",),
}
_SIDES_IN_TEXT: dict[AlignmentKind, tuple[str, str]] = {
    "grid": ("left", "above"),
    "crossing": ("left", "right"),
}

PAGE = 100  # cells of a drawing outside a terminal
NARROWEST = 20  # cells; a narrower drawing would be unreadable
WIDEST = 110 * CELL  # pixels of a picture, readable on a page

# Lines between two columns of words.
_LEAST_BETWEEN, _MOST_BETWEEN = 12, 40  # cells between the columns
_ALL = "all links"
LARGEST_CROSSING = 20_000_000  # dots; more would be unreadable

# Braille characters.
_ACROSS, _DOWN = 2, 4  # dots of a cell
_BLANK = 0x2800  # the character without dots; each dot adds its bit
_BITS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], dtype=np.uint8)
_DOTTED = 3  # a dotted line shows every third dot
_LEVEL = 2  # dots from the top where links end: the middle of small letters

# Grids.
_SURE, _POSSIBLE, _NOTHING = "■", "□", "·"
_COLUMN = 2  # cells; as wide as a Chinese character
_LONGEST = 20  # cells of a word beside its row, characters of a word above its column
_LARGEST_GRID = 4_000_000  # squares; more would be unreadable


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word, its width in cells, and its line."""

    text: str
    width: int
    line: int
    linked: bool

    @property
    def ink(self) -> Ink:
        """Its colour."""
        return KINDS["leaf"] if self.linked else DIM

    @property
    def kind(self) -> str:
        """The name of its colour in the style sheet."""
        return "linked" if self.linked else "unlinked"


@dataclass(frozen=True, slots=True)
class PlacedLink:
    """A link between two words, by their positions, and whether it crosses another link.

    The stage, if any, says how the words were matched, the confidence how probable the link is.
    """

    source: int
    target: int
    sure: bool
    crossing: bool
    stage: str | None = None
    confidence: float | None = None

    @property
    def kind(self) -> str:
        """The name of its colour in the palette and in the style sheet."""
        return self.stage or ("inverted" if self.crossing else "monotone")


@dataclass(frozen=True, slots=True)
class AlignmentLayout:
    """Words and links, and the number of lines."""

    source: tuple[PlacedWord, ...]
    target: tuple[PlacedWord, ...]
    links: tuple[PlacedLink, ...]
    lines: int

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as plain data, for JSON."""
        return {
            "source": [asdict(word) for word in self.source],
            "target": [asdict(word) for word in self.target],
            "links": [asdict(link) for link in self.links],
            "lines": self.lines,
        }

    def to_svg(self, kind: AlignmentKind = "crossing") -> str:
        """Render as a self-contained SVG picture: lines between two rows of words, or a grid."""
        from wordorder.drawing.alignment_svg import render_alignments_svg

        return render_alignments_svg([self], kinds=[kind])

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_text(self, *, width: int, color: bool, kind: AlignmentKind = "crossing") -> str:
        """Render for a terminal of this width: lines between two columns of words, or a grid.

        Examples:
            >>> layout = layout_alignment(["white", "house"], ["la", "casa", "blanca"],
            ...                           [(0, 2), (1, 0), (1, 1)], [True, False, True])
            >>> print(layout.to_text(width=40, color=False, kind="grid"))
                      b
                      l
                    c a
                    a n
                  l s c
                  a a a
            white · · ■
            house □ ■ ·
        """
        if kind == "crossing":
            return _crossing_text(self, max(width, NARROWEST), color)
        if kind == "grid":
            return _grid_text(self, max(width, NARROWEST), color)
        raise unknown_kind(kind)

    def to_crossing(self) -> CrossingLayout:
        """Lay out in pixels, the source above the target, as `to_svg` shows it."""
        source, target = ([word.text for word in words] for words in (self.source, self.target))
        links = [
            CrossingLink(link.source, link.target, link.stage, link.confidence, link.sure)
            for link in self.links
        ]
        return layout_crossing(source, target, links, width=WIDEST)

    def title(self, link: PlacedLink) -> str:
        """Return the words that a link connects, and what else is known about it."""
        words = self.source[link.source].text, self.target[link.target].text
        return link_title(words, link.stage, link.confidence, judged=link.sure)


def layout_alignment(
    source: Sequence[str],
    target: Sequence[str],
    links: Sequence[tuple[int, int]],
    sure: Sequence[bool],
    stages: Sequence[str] | None = None,
    confidence: Sequence[float] | None = None,
) -> AlignmentLayout:
    """Lay out the words of two sentences, and find the links that cross.

    Args:
        source: The words of the source sentence.
        target: The words of the target sentence.
        links: Pairs of source and target positions, counting from 0, sorted and without duplicates.
        sure: Whether each link is sure; the others are possible.
        stages: For each link, the name of its colour: exact, stem, synonym, vectors or
            paraphrase. By default, crossing links have a colour of their own.
        confidence: The probability that each link is right, shown in pictures.

    Examples:
        >>> layout = layout_alignment(["white", "house"], ["casa", "blanca"],
        ...                           [(0, 1), (1, 0)], [True, True])
        >>> [link.crossing for link in layout.links]
        [True, True]
    """
    lines = max(len(source), len(target))
    unknown = [None] * len(links)
    looks = zip(links, sure, crossing(links), stages or unknown, confidence or unknown, strict=True)
    return AlignmentLayout(
        _placed(source, {word for word, _ in links}, lines),
        _placed(target, {word for _, word in links}, lines),
        tuple(
            PlacedLink(int(i), int(j), bool(is_sure), bool(crosses), stage, certainty)
            for (i, j), is_sure, crosses, stage, certainty in looks
        ),
        lines,
    )


def _placed(words: Sequence[str], linked: set[int], lines: int) -> tuple[PlacedWord, ...]:
    """Spread the words over all lines, so that only reordered links slant."""
    return tuple(
        PlacedWord(
            word, cell_width(word), lines * (2 * number + 1) // (2 * len(words)), number in linked
        )
        for number, word in enumerate(words)
    )


class AlignmentDrawing(NamedTuple):
    """One sentence pair.

    Attributes:
        title: The title printed above it.
        layout: The layout of its words and links.
        sentences: Source and target, if their words are known.
    """

    title: str
    layout: AlignmentLayout
    sentences: tuple[str | None, str | None] = (None, None)


@dataclass(frozen=True, slots=True)
class AlignmentDrawings:
    """Drawings of sentence pairs.

    Attributes:
        drawings: The sentence pairs, in order.
        more: Whether there are more, apart from those left out on request.
        sides: Names of the two sides.
    """

    drawings: tuple[AlignmentDrawing, ...]
    more: bool = False
    sides: tuple[str, str] = ("source", "target")

    def to_text(self, kind: str = "both", *, width: int | None = None, color: bool = False) -> str:
        """Render for a terminal of this width, or a page: grid, crossing or both."""
        columns, kinds = PAGE if width is None else width, _kinds(kind)
        cards = []
        places = [
            " and ".join(dict.fromkeys(of_side))
            for of_side in zip(*(_SIDES_IN_TEXT[each] for each in kinds), strict=True)
        ]
        for title, layout, sentences in self.drawings:
            heads = [
                f"{side} ({place}): {sentence}"
                for side, place, sentence in zip(self.sides, places, sentences, strict=True)
                if sentence is not None
            ]
            pictures = [layout.to_text(width=columns, color=color, kind=each) for each in kinds]
            heading = "\n".join(wrapped(line, width) for line in (title, *heads))
            cards.append("\n\n".join([heading, *filter(None, pictures)]) + "\n")
        return "\n".join(cards)

    def to_svg(self, kind: str = "both") -> str:
        """Render as one self-contained SVG picture."""
        from wordorder.drawing.alignment_svg import render_alignments_svg

        titles, layouts, _ = zip(*self.drawings, strict=True)
        return render_alignments_svg(layouts, titles, _kinds(kind), self.sides)

    def _repr_svg_(self) -> str:
        return self.to_svg()


def _kinds(kind: str) -> tuple[AlignmentKind, ...]:
    if kind not in DRAWINGS:
        raise UsageError.unknown("kind of drawing", kind, DRAWINGS)
    return DRAWINGS[kind]


def unknown_kind(kind: object) -> UsageError:
    """Return the error for an unknown kind of drawing."""
    return UsageError.unknown("kind of drawing", kind, ["crossing", "grid"])


# Lines between two columns of words, in a terminal.


def _crossing_text(layout: AlignmentLayout, width: int, color: bool) -> str:
    """Draw source words on the left, target words on the right, links between them."""
    left, between, right = _column_widths(layout, width)
    if number_of_dots(layout, between) > LARGEST_CROSSING:
        return (
            f"(an alignment of {len(layout.source):,} and {len(layout.target):,} words "
            f"with {len(layout.links):,} links: too large to draw)"
        )
    lines: list[list[Piece]] = [[] for _ in range(layout.lines)]
    for word in layout.source:
        text = cut(word.text, left)
        lines[word.line].append((left - cell_width(text), text, word.ink))
    for pieces, drawn in zip(lines, drawn_links(layout, between), strict=True):
        pieces += [(left + 1 + column, text, ink) for column, text, ink in drawn]
    for word in layout.target:
        lines[word.line].append((left + between + 2, cut(word.text, right), word.ink))
    return "\n".join(line(pieces, color) for pieces in lines)


def _column_widths(layout: AlignmentLayout, width: int) -> tuple[int, int, int]:
    """Widths of source words, lines and target words, in cells."""

    def widest(words: Sequence[PlacedWord]) -> int:
        return max((word.width for word in words), default=0)

    left, right = widest(layout.source), widest(layout.target)
    # Cells are twice as high as wide, so this makes the area of the lines square if possible.
    between = max(min(2 * layout.lines, _MOST_BETWEEN, width - left - right - 2), _LEAST_BETWEEN)
    room = width - between - 2
    left = min(left, max(room // 2, room - right))
    return left, between, min(right, room - left)


def _ends(layout: AlignmentLayout, link: PlacedLink) -> tuple[int, int]:
    """Return the dots, counted from the top, between which a link runs."""
    source, target = layout.source[link.source], layout.target[link.target]
    return _DOWN * source.line + _LEVEL, _DOWN * target.line + _LEVEL


def number_of_dots(layout: AlignmentLayout, columns: int) -> int:
    """Return the number of dots needed to draw all links."""
    ends = (_ends(layout, link) for link in layout.links)
    return sum(max(abs(end - start), _ACROSS * columns) for start, end in ends)


def drawn_links(layout: AlignmentLayout, columns: int) -> Iterator[list[Piece]]:
    """Yield the pieces of links on each line, with their columns and colours."""
    canvases = {kind: BrailleCanvas(layout.lines, columns) for kind in (_ALL, *LINKS)}
    for link in layout.links:
        start, end = _ends(layout, link)
        for kind in (_ALL, link.kind):
            canvases[kind].draw((0, start), (_ACROSS * columns - 1, end), dotted=not link.sure)
    for cells, *of_kinds in zip(*(canvas.cells() for canvas in canvases.values()), strict=True):
        kinds = [""] * columns  # of each cell: the kind, last in the palette, that touches it
        for kind, dots in zip(LINKS, of_kinds, strict=True):
            kinds = [
                before if dot == " " else kind for before, dot in zip(kinds, dots, strict=True)
            ]
        runs = [(kind, list(run)) for kind, run in groupby(range(columns), kinds.__getitem__)]
        yield [(run[0], cells[run[0] : run[-1] + 1], LINKS[kind]) for kind, run in runs if kind]


class BrailleCanvas:
    """A canvas of Braille cells.

    Examples:
        >>> canvas = BrailleCanvas(lines=2, columns=4)
        >>> canvas.draw((0, 0), (7, 7))
        >>> canvas.cells()
        ['⠑⢄  ', '  ⠑⢄']
    """

    def __init__(self, lines: int, columns: int) -> None:
        self._dots = np.zeros((lines * _DOWN, columns * _ACROSS), dtype=np.bool_)

    def draw(self, start: tuple[int, int], end: tuple[int, int], *, dotted: bool = False) -> None:
        """Draw a straight line between two dots, each given as (across, down)."""
        steps = max(abs(end[0] - start[0]), abs(end[1] - start[1])) + 1
        across = np.linspace(start[0], end[0], steps).round().astype(np.intp)
        down = np.linspace(start[1], end[1], steps).round().astype(np.intp)
        drawn = slice(None, None, _DOTTED if dotted else 1)
        self._dots[down[drawn], across[drawn]] = True

    def cells(self) -> list[str]:
        """Return the characters of each line, with spaces for cells without dots."""
        lines, columns = self._dots.shape[0] // _DOWN, self._dots.shape[1] // _ACROSS
        blocks = self._dots.reshape(lines, _DOWN, columns, _ACROSS).view(np.uint8)
        dots = np.einsum("ldca,da->lc", blocks, _BITS)
        codes = np.where(dots, _BLANK + dots.astype(np.uint32), ord(" ")).astype(np.uint32)
        return [str(line) for [line] in codes.view(f"U{columns}")]


# A grid in a terminal: a row per source word, a column per target word.


def _grid_text(layout: AlignmentLayout, width: int, color: bool) -> str:
    """Draw the grid, split into panels one below the other if it is too wide."""
    if len(layout.source) * len(layout.target) > _LARGEST_GRID:
        return (
            f"(an alignment of {len(layout.source):,} and {len(layout.target):,} words: "
            "too large for a grid)"
        )
    labels = [cut(word.text, min(_LONGEST, width // 2 - 1)) for word in layout.source]
    margin = max(map(cell_width, labels), default=-1) + 1
    links: list[list[PlacedLink]] = [[] for _ in labels]
    for link in layout.links:
        links[link.source].append(link)
    panels = []
    for columns in _panels(len(layout.target), (width - margin) // _COLUMN):
        lines = list(_heads(layout.target[columns.start : columns.stop], margin, color))
        for label, word, of_word in zip(labels, layout.source, links, strict=True):
            pieces = [(margin - 1 - cell_width(label), label, word.ink)]
            pieces += _marks(of_word, columns, margin)
            lines.append(line(pieces, color))
        panels.append("\n".join(lines))
    return "\n\n".join(panels)


def _panels(columns: int, most: int) -> Iterator[range]:
    """Divide the columns evenly into as few panels as possible."""
    panels = max(-(-columns // most), 1)
    for start, stop in pairwise(columns * panel // panels for panel in range(panels + 1)):
        yield range(start, stop)


def _heads(words: Sequence[PlacedWord], margin: int, color: bool) -> Iterator[str]:
    """Write each word downwards, its last character next to its column."""
    stacks = [characters(word.text) for word in words]
    stacks = [s if len(s) <= _LONGEST else [*s[: _LONGEST - 1], "…"] for s in stacks]
    for height in range(max(map(len, stacks), default=0), 0, -1):
        yield line(
            [
                (margin + _COLUMN * column, stack[-height], word.ink)
                for column, (word, stack) in enumerate(zip(words, stacks, strict=True))
                if len(stack) >= height
            ],
            color,
        )


def _marks(links: Sequence[PlacedLink], columns: range, margin: int) -> Iterator[Piece]:
    """Yield the row of a source word."""

    def nothing(start: int, stop: int) -> Iterator[Piece]:
        if start < stop:
            yield place(start), " ".join(_NOTHING * (stop - start)), LINE

    def place(column: int) -> int:
        return margin + _COLUMN * (column - columns.start)

    free = columns.start
    for link in links:
        if link.target in columns:
            yield from nothing(free, link.target)
            yield place(link.target), _SURE if link.sure else _POSSIBLE, LINKS[link.kind]
            free = link.target + 1
    yield from nothing(free, columns.stop)
