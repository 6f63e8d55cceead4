"""Sentences before and after reordering: their layout, and their drawings in a terminal.

Each word has a line, so that long sentences fit on a page: the source on the left with the arcs of
its tree, lines between the words in the middle, and the new order on the right, with the same arcs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from wordorder.drawing.alignment import (
    LARGEST_CROSSING,
    PAGE,
    AlignmentLayout,
    drawn_links,
    layout_alignment,
    number_of_dots,
)
from wordorder.drawing.arcs import LONGEST_LABEL, LONGEST_WORD, ROOT, arc_levels
from wordorder.drawing.measuring import BOXES, DOWN, LEFT, RIGHT, UP, Piece, check_width, cut, line
from wordorder.drawing.palette import DIM, KINDS, Ink
from wordorder.output.console import cell_width, wrapped

_BETWEEN_LEVELS = 2  # cells from one level of arcs to the next
_NARROWEST, _WIDEST = 8, 40  # cells of the lines between the two columns of words
_GAP = 2  # cells between columns
_LEAST = 4  # cells of a word, however narrow the terminal


class ReferencePlace(NamedTuple):
    """The place of a word in the reference order.

    Attributes:
        rank: Its rank, counting from 0.
        linked: Whether the word has a link; otherwise it goes with the next linked word.
    """

    rank: int
    linked: bool


@dataclass(frozen=True, slots=True)
class ReorderedWord:
    """A word of the source.

    Attributes:
        text: The word.
        tag: Its part of speech.
        label: Its relation to its head.
        place: Its line in the new order.
        moved: Whether it belongs to the smallest set of words that change places.
        reference: Its place in the reference order, if known.
        follows: Whether the same word comes before it in the new and in the reference order.
    """

    text: str
    tag: str
    label: str
    place: int
    moved: bool
    reference: ReferencePlace | None
    follows: bool

    @property
    def linked(self) -> bool:
        """Whether it has a link; true if that is unknown."""
        return self.reference is None or self.reference.linked

    @property
    def ink(self) -> Ink:
        """Its colour."""
        return KINDS["leaf"] if self.linked else DIM

    @property
    def number(self) -> str:
        """Its place in the reference order, counting from 1."""
        return "" if self.reference is None else str(self.reference.rank + 1)


@dataclass(frozen=True, slots=True)
class SideArc:
    """An arc beside the words, from the line of a head to that of a dependent.

    `level` counts from 1, next to the words; `crossing` says whether it crosses another arc.
    """

    head: int
    dependent: int
    level: int
    crossing: bool

    @property
    def kind(self) -> str:
        """The name of its colour in the palette and in the style sheet."""
        return "inverted" if self.crossing else "monotone"


@dataclass(frozen=True, slots=True)
class ReorderingLayout:
    """The words in source order, and the arcs beside them, before and after reordering."""

    words: tuple[ReorderedWord, ...]
    before: tuple[SideArc, ...]
    after: tuple[SideArc, ...]

    @property
    def reordered(self) -> tuple[ReorderedWord, ...]:
        """The words in the new order."""
        return tuple(sorted(self.words, key=lambda word: word.place))

    @property
    def headings(self) -> tuple[str, str]:
        """The headings of the two columns of words."""
        numbered = any(word.reference for word in self.words)
        return "source", "new order" + ", numbered by the reference" * numbered

    @property
    def lines(self) -> AlignmentLayout:
        """The words of both columns, and the lines between them."""
        links = [(line, word.place) for line, word in enumerate(self.words)]
        before, after = ([word.text for word in words] for words in (self.words, self.reordered))
        layout = layout_alignment(before, after, links, [True] * len(links))
        in_source = zip(layout.links, self.words, strict=True)
        placed = tuple(replace(link, crossing=word.moved) for link, word in in_source)
        return replace(layout, links=placed)

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as plain data, for JSON."""
        return asdict(self)

    def to_svg(self) -> str:
        """Render as a self-contained SVG picture."""
        from wordorder.drawing.reordering_svg import render

        return render([self])

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_text(self, *, width: int, color: bool) -> str:
        """Render for a terminal of this width; columns that do not fit are left out, arcs first.

        Examples:
            >>> layout = layout_reordering(["We", "eat", "rice"], ["PRON", "VERB", "NOUN"],
            ...                            [1, -1, 1], ["nsubj", "root", "obj"], [0, 2, 1], [2])
            >>> print(layout.to_text(width=60, color=False))
                source          new order
            ┌─▶  nsubj  PRON    We ⠤⠤⠤⠤⠤⠤⠤⠤ We   ◀───┐
            ├──  root   VERB   eat ⠤⣀⣀  ⣀⣀⠤ rice ◀─┐ │
            └─▶  obj    NOUN  rice ⠤⠒⠒⠉⠉⠒⠒⠤ eat  ──┴─┘
        """
        check_width(width)
        return _text(self, width, color)


def layout_reordering(
    words: Sequence[str],
    tags: Sequence[str],
    heads: Sequence[int],
    labels: Sequence[str],
    places: Sequence[int],
    moved: Sequence[int],
    reference: Sequence[ReferencePlace] | None = None,
) -> ReorderingLayout:
    """Lay out a dependency tree before and after reordering.

    Args:
        words: The words in source order.
        tags: Their tags.
        heads: The head of each word, counting from 0; -1 for the root.
        labels: The relation of each word to its head.
        places: The place of each word in the new order, counting from 0.
        moved: The words to show as moved.
        reference: The place of each word in the reference order.
    """
    order, in_motion = sorted(range(len(words)), key=places.__getitem__), set(moved)
    before = {order[place]: order[place - 1] for place in range(1, len(order))}

    def follows(word: int) -> bool:
        if reference is None:
            return True
        expected = reference[before[word]].rank + 1 if word in before else 0
        return reference[word].rank == expected

    return ReorderingLayout(
        tuple(
            ReorderedWord(
                cut(text, LONGEST_WORD),
                cut(tags[word], LONGEST_LABEL),
                cut(labels[word], LONGEST_LABEL),
                int(places[word]),
                word in in_motion,
                None if reference is None else reference[word],
                follows(word),
            )
            for word, text in enumerate(words)
        ),
        _side_arcs(heads),
        _side_arcs([ROOT if heads[word] == ROOT else places[heads[word]] for word in order]),
    )


def _side_arcs(heads: Sequence[int]) -> tuple[SideArc, ...]:
    """Return the arcs of all words but the root."""
    return tuple(
        SideArc(int(head), word, level, crossing)
        for word, (head, (level, crossing)) in enumerate(zip(heads, arc_levels(heads), strict=True))
        if head != ROOT
    )


class ReorderingDrawing(NamedTuple):
    """One sentence.

    Attributes:
        title: The title printed above it, with scores.
        layout: The layout of its words, arcs and lines.
    """

    title: str
    layout: ReorderingLayout


@dataclass(frozen=True, slots=True)
class ReorderingDrawings:
    """Drawings of reordered sentences.

    Attributes:
        drawings: The sentences, in order.
        more: Whether there are more, apart from those left out on request.
    """

    drawings: tuple[ReorderingDrawing, ...]
    more: bool = False

    def to_text(self, *, width: int | None = None, color: bool = False) -> str:
        """Render for a terminal of this width, or a page."""
        columns = PAGE if width is None else width
        cards = (
            f"{wrapped(title, width)}\n\n{layout.to_text(width=columns, color=color)}\n"
            for title, layout in self.drawings
        )
        return "\n".join(cards)

    def to_svg(self) -> str:
        """Render as one self-contained SVG picture."""
        from wordorder.drawing.reordering_svg import render

        titles, layouts = zip(*self.drawings, strict=True)
        return render(layouts, titles)

    def _repr_svg_(self) -> str:
        return self.to_svg()


# In a terminal.


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
        """The width of all columns but the lines, with gaps."""
        columns = (self.before, self.labels, self.tags, self.numbers)
        gaps = sum(width + _GAP for width in columns if width) + 2 * (_GAP - 1)
        return gaps + self.source + self.target + (1 + self.after if self.after else 0)


def _text(layout: ReorderingLayout, width: int, color: bool) -> str:
    """Draw the sentence, with as many of arcs, tags and labels as fit."""
    widths, lines = _fitted_widths(_full_widths(layout), width, len(layout.words)), layout.lines
    if number_of_dots(lines, widths.lines) > LARGEST_CROSSING:
        return f"(a sentence of {len(layout.words):,} words: too large to draw)"
    rows: list[list[Piece]] = [[] for _ in layout.words]
    left = _place_source(rows, layout, widths)
    for row, drawn in zip(rows, drawn_links(lines, widths.lines), strict=True):
        row += [(left + 1 + column, text, ink) for column, text, ink in drawn]
    start = left + widths.lines + 2
    _place_target(rows, layout, widths, start)
    if widths.numbers:
        start += widths.numbers + _GAP
    heading = _heading(layout, left, start, width)
    return "\n".join(line(pieces, color) for pieces in [*heading, *rows])


def _heading(layout: ReorderingLayout, left: int, right: int, width: int) -> list[list[Piece]]:
    """Put headings above the end of the source words and the start of the others, if they fit."""
    source, target = layout.headings
    if right + cell_width(target) > width:
        target = target.partition(",")[0]
        right = min(right, width - cell_width(target))
    if cell_width(source) > left or right <= left:
        return []
    return [[(left - cell_width(source), source, DIM), (right, target, DIM)]]


def _full_widths(layout: ReorderingLayout) -> _Widths:
    def widest(texts: Iterable[str]) -> int:
        return max(map(cell_width, texts))

    words = layout.words
    return _Widths(
        _arcs_width(layout.before),
        widest(word.label for word in words),
        widest(word.tag for word in words),
        widest(word.text for word in words),
        _NARROWEST,
        widest(word.number for word in words),
        widest(word.text for word in words),
        _arcs_width(layout.after),
    )


def _fitted_widths(widths: _Widths, room: int, words: int) -> _Widths:
    """Leave out columns, the least important first, then shorten words, until all fits."""
    for left_out in ("after", "tags", "labels", "before"):
        if widths.fixed + _NARROWEST > room:
            widths = replace(widths, **{left_out: 0})
    if (missing := widths.fixed + _NARROWEST - room) > 0:
        shorter = max(widths.source - (missing + 1) // 2, _LEAST)
        widths = replace(widths, source=shorter, target=shorter)
    # Cells are twice as high as wide, so this makes the area of the lines square if possible.
    between = max(min(2 * words, _WIDEST, room - widths.fixed), _NARROWEST)
    return replace(widths, lines=between)


def _arcs_width(arcs: Sequence[SideArc]) -> int:
    """Return the width of the levels and the arrows."""
    return _BETWEEN_LEVELS * max((arc.level for arc in arcs), default=0) + bool(arcs)


def _place_source(rows: list[list[Piece]], layout: ReorderingLayout, widths: _Widths) -> int:
    """Put arcs, labels, tags and words on the left; return where the words end."""
    if widths.before:
        arcs = _arcs(layout.before, len(rows), widths.before)
        for row, pieces in zip(rows, arcs, strict=True):
            row.extend(pieces)
    left = widths.before + _GAP if widths.before else 0
    for shown, texts, ink in (
        (widths.labels, [word.label for word in layout.words], KINDS["monotone"]),
        (widths.tags, [word.tag for word in layout.words], DIM),
    ):
        if shown:
            for row, text in zip(rows, texts, strict=True):
                row.append((left, text, ink))
            left += shown + _GAP
    left += widths.source
    for row, word in zip(rows, layout.words, strict=True):
        text = cut(word.text, widths.source)
        row.append((left - cell_width(text), text, word.ink))
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
            start += widths.numbers + _GAP
        row.append((start, cut(word.text, widths.target), word.ink))
    if widths.after:
        left += (widths.numbers + _GAP if widths.numbers else 0) + widths.target + 1
        arcs = _arcs(layout.after, len(rows), widths.after, mirrored=True)
        for row, pieces in zip(rows, arcs, strict=True):
            row += [(left + column, text, ink) for column, text, ink in pieces]


def _arcs(
    arcs: Sequence[SideArc], lines: int, width: int, *, mirrored: bool = False
) -> list[list[Piece]]:
    """Draw arcs to the left of words or, mirrored, to the right, as pieces of each line."""
    arms: list[dict[int, int]] = [{} for _ in range(lines)]
    inks: list[dict[int, Ink]] = [{} for _ in range(lines)]
    inward, outward, arrow = (LEFT, RIGHT, "◀") if mirrored else (RIGHT, LEFT, "▶")

    def add(row: int, column: int, more: int, ink: Ink) -> None:
        cell = width - 1 - column if mirrored else column
        arms[row][cell] = arms[row].get(cell, 0) | more
        inks[row][cell] = ink

    for arc in sorted(arcs, key=lambda arc: (arc.crossing, arc.level)):
        ink, start = KINDS[arc.kind], width - 1 - _BETWEEN_LEVELS * arc.level
        top, bottom = sorted((arc.head, arc.dependent))
        for row in range(top, bottom + 1):
            add(row, start, UP * (row > top) | DOWN * (row < bottom), ink)
        for row in (top, bottom):
            add(row, start, inward, ink)
            for column in range(start + 1, width):
                add(row, column, inward | outward, ink)
    texts = [{cell: BOXES[of_cell] for cell, of_cell in row.items()} for row in arms]
    for arc in arcs:
        texts[arc.dependent][0 if mirrored else width - 1] = arrow
    return [_pieces_of_cells(row, of_row) for row, of_row in zip(texts, inks, strict=True)]


def _pieces_of_cells(cells: dict[int, str], inks: dict[int, Ink]) -> list[Piece]:
    """Join neighbouring cells of one ink into pieces."""
    pieces: list[Piece] = []
    for cell in sorted(cells):
        if pieces and pieces[-1][0] + len(pieces[-1][1]) == cell and pieces[-1][2] == inks[cell]:
            left, text, ink = pieces.pop()
            pieces.append((left, text + cells[cell], ink))
        else:
            pieces.append((cell, cells[cell], inks[cell]))
    return pieces
