"""Dependency trees as arcs above the words: their layout, and their drawings in a terminal.

The horizontal unit is one terminal cell, the vertical unit one level of arcs. Every end of an arc
has a column of its own, so that no two arcs of a word share a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.drawing.measuring import BOXES, DOWN, LEFT, RIGHT, UP, cut, line, runs_right_to_left
from wordorder.drawing.palette import DIM, KINDS, LINE, Ink, paint
from wordorder.output.console import cell_width

ROOT = -1  # the head of the root
GAP = 2  # cells between neighbouring words, at least
BETWEEN_ENDS = 2  # cells from one end of an arc to the next
AROUND_LABEL = 3  # cells that an arc needs beside its label: both ends, and a piece of line
LONGEST_LABEL, LONGEST_WORD = 24, 60  # cells; longer texts are cut
FARTHEST = 40  # cells that a label may stand away from the middle of its arc


@dataclass(frozen=True, slots=True)
class ArcWord:
    """A word and its tag, centred in a place with a first cell and a width."""

    text: str
    tag: str
    left: int
    width: int

    @property
    def middle(self) -> float:
        """The centre of its place."""
        return self.left + self.width / 2


@dataclass(frozen=True, slots=True)
class PlacedArc:
    """An arc from a head to a dependent, or the mark of the root, whose head is -1.

    `start` and `end` are the columns of its ends at head and dependent, `level` is its height,
    counting from 1, `crossing` says whether it crosses another arc, and `label_left` is the first
    cell of the label.
    """

    head: int
    dependent: int
    label: str
    level: int
    start: int
    end: int
    crossing: bool
    label_left: int

    @property
    def kind(self) -> str:
        """The name of its colour in the palette and in the style sheet."""
        if self.head == ROOT:
            return "simple"
        return "inverted" if self.crossing else "monotone"


@dataclass(frozen=True, slots=True)
class ArcLayout:
    """The positions of all words and arcs, by dependent, and the total size."""

    words: tuple[ArcWord, ...]
    arcs: tuple[PlacedArc, ...]
    width: int
    levels: int

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as plain data, for JSON."""
        return asdict(self)

    def to_svg(self) -> str:
        """Render as a self-contained SVG picture."""
        from wordorder.drawing.arcs_svg import render

        return render(self)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_text(self, *, width: int, color: bool) -> str:
        """Render with box-drawing characters; as an outline if it is wider than `width`.

        Sentences that run from right to left become outlines too.

        Examples:
            >>> layout = layout_arcs(["We", "eat", "rice"], ["PRON", "VERB", "NOUN"],
            ...                      [1, -1, 1], ["nsubj", "root", "obj"])
            >>> print(layout.to_text(width=40, color=False))
                     root
             ┌─nsubj─┐ │ ┌─obj─┐
             ▼       │ ▼ │     ▼
             We       eat     rice
            PRON     VERB     NOUN
        """
        # Terminals disagree on the places of words in a line that runs from right to left.
        if self.width > width or runs_right_to_left(word.text for word in self.words):
            return "\n".join(_outline(self, color))
        return "\n".join(_arcs_above(self, color))

    def words_of(self, arc: PlacedArc) -> str:
        """Return the words that an arc connects, and its label."""
        dependent = self.words[arc.dependent].text
        if arc.head == ROOT:
            return f"{dependent}: {arc.label}"
        return f"{self.words[arc.head].text} → {dependent}: {arc.label}"


class _Span(NamedTuple):
    """The words at the ends of an arc."""

    left: int
    right: int


def layout_arcs(
    words: Sequence[str], tags: Sequence[str], heads: Sequence[int], labels: Sequence[str]
) -> ArcLayout:
    """Lay out a dependency tree.

    Args:
        words: The words.
        tags: Their tags, drawn below them.
        heads: The head of each word, counting from 0; -1 for the root.
        labels: The relation of each word to its head.
    """
    words = [cut(word, LONGEST_WORD) for word in words]
    tags = [cut(tag, LONGEST_LABEL) for tag in tags]
    labels = [cut(label, LONGEST_LABEL) for label in labels]
    spans = _spans(heads)
    levels = _levels(heads, spans)
    placed, columns = _placed(words, tags, heads, spans, _ends_in_order(heads, spans), labels)
    crossing = _crossing(heads, spans)
    width = placed[-1].left + placed[-1].width
    arcs = []
    for word, (head, label) in enumerate(zip(heads, labels, strict=True)):
        ends = columns[word, word if head == ROOT else head], columns[word, word]
        higher = set()
        if crossing[word]:
            higher = {c for (arc, _), c in columns.items() if levels[arc] > levels[word]}
        left = _label_left(label, ends, higher, width)
        arcs.append(PlacedArc(head, word, label, levels[word], *ends, crossing[word], left))
    return ArcLayout(placed, tuple(arcs), width, max(levels))


def arc_levels(heads: Sequence[int]) -> list[tuple[int, bool]]:
    """Return the level of each word's arc, and whether it crosses another; see `PlacedArc`.

    Examples:
        >>> arc_levels([3, -1, 1, 1])  # What did you see
        [(3, True), (4, False), (1, False), (2, False)]
    """
    spans = _spans(heads)
    return list(zip(_levels(heads, spans), _crossing(heads, spans), strict=True))


def _spans(heads: Sequence[int]) -> list[_Span]:
    return [_Span(*sorted((word, head))) for word, head in enumerate(heads)]


def _levels(heads: Sequence[int], spans: Sequence[_Span]) -> list[int]:
    """Put each arc just above the shorter arcs that it overlaps, the root's mark above all."""
    levels = [0] * len(heads)
    highest = [0] * len(heads)  # in the gap behind each word
    for word in sorted(range(len(heads)), key=lambda word: spans[word].right - spans[word].left):
        if heads[word] != ROOT:
            gaps = slice(*spans[word])
            levels[word] = 1 + max(highest[gaps])
            highest[gaps] = [levels[word]] * len(highest[gaps])
    levels[heads.index(ROOT)] = 1 + max(highest)
    return levels


def _ends_in_order(heads: Sequence[int], spans: Sequence[_Span]) -> list[list[int]]:
    """Return the arcs that end at each word, by dependent, in an order without crossings.

    First arcs to the left, the longest last; then the root's mark; then arcs to the right, the
    longest first.
    """
    ends: list[list[tuple[int, int, int]]] = [[] for _ in heads]
    for word, (left, right) in enumerate(spans):
        length = right - left
        if heads[word] == ROOT:
            ends[word].append((1, 0, word))
        else:
            ends[left].append((2, -length, word))
            ends[right].append((0, length, word))
    return [[word for _, _, word in sorted(of_word)] for of_word in ends]


def _placed(
    words: Sequence[str],
    tags: Sequence[str],
    heads: Sequence[int],
    spans: Sequence[_Span],
    ends: Sequence[Sequence[int]],
    labels: Sequence[str],
) -> tuple[tuple[ArcWord, ...], dict[tuple[int, int], int]]:
    """Place words from left to right; also return the column of each arc at each end."""
    placed: list[ArcWord] = []
    columns: dict[tuple[int, int], int] = {}
    free = 0
    for word, of_word in enumerate(ends):
        across = BETWEEN_ENDS * (len(of_word) - 1) + 1
        texts = [words[word], tags[word], labels[word] if heads[word] == ROOT else ""]
        width = max(across, *map(cell_width, texts))
        offsets = {arc: (width - across) // 2 + BETWEEN_ENDS * n for n, arc in enumerate(of_word)}
        left = max(
            free,
            *(
                columns[arc, spans[arc].left] + cell_width(labels[arc]) + AROUND_LABEL - offset
                for arc, offset in offsets.items()
                if heads[arc] != ROOT and spans[arc].right == word
            ),
            0,
        )
        columns.update({(arc, word): left + offset for arc, offset in offsets.items()})
        placed.append(ArcWord(words[word], tags[word], left, width))
        free = left + width + GAP
    return tuple(placed), columns


def _label_left(label: str, ends: tuple[int, int], crossed: set[int], width: int) -> int:
    """Return the start of a label: the nearest to the middle of its arc that no line crosses."""
    room = cell_width(label)
    middle = (sum(ends) + 1 - room) // 2
    if ends[0] == ends[1]:  # the root's label, which may be at the edge
        return max(min(middle, width - room), 0)
    choices = range(max(min(ends) + 2, middle - FARTHEST), min(max(ends) - room, middle + FARTHEST))
    clear = (left for left in choices if crossed.isdisjoint(range(left - 1, left + room + 1)))
    return min(clear, key=lambda left: abs(left - middle), default=middle)


def _crossing(heads: Sequence[int], spans: Sequence[_Span]) -> list[bool]:
    """Return whether each arc crosses another, or the mark of the root."""
    root = heads.index(ROOT)
    crossing = [False] * len(heads)
    by_left = sorted(set(range(len(heads))) - {root}, key=lambda word: spans[word])
    for number, arc in enumerate(by_left):
        crossing[arc] |= spans[arc].left < root < spans[arc].right
        for other in by_left[number + 1 :]:
            if spans[other].left >= spans[arc].right:
                break
            if spans[arc].left < spans[other].left and spans[arc].right < spans[other].right:
                crossing[arc] = crossing[other] = True
    return crossing


# Trees in a terminal: arcs above the words, or an outline with a word on each line.


def _arcs_above(layout: ArcLayout, color: bool) -> Iterator[str]:
    canvas = _Canvas(layout)
    for arc in layout.arcs:
        canvas.draw(arc)
    for arc in layout.arcs:  # labels last, over all lines
        canvas.write(arc)
    yield from canvas.lines(color)
    words = [(word, word.text, KINDS["leaf"]) for word in layout.words]
    tags = [(word, word.tag, DIM) for word in layout.words]
    for texts in (words, tags):
        pieces = [
            (word.left + (word.width - cell_width(text)) // 2, text, ink)
            for word, text, ink in texts
            if text
        ]
        if pieces:
            yield line(pieces, color)


class _Canvas:
    """Lines of cells above the words; the last line has the arrows."""

    def __init__(self, layout: ArcLayout) -> None:
        self._bottom = layout.levels
        self._arms: list[dict[int, int]] = [{} for _ in range(layout.levels + 1)]
        self._inks: list[dict[int, Ink]] = [{} for _ in range(layout.levels + 1)]
        self._texts: list[dict[int, str]] = [{} for _ in range(layout.levels + 1)]

    def draw(self, arc: PlacedArc) -> None:
        """Draw the lines of an arc."""
        top, ink = self._bottom - arc.level, KINDS[arc.kind]
        left, right = sorted((arc.start, arc.end))
        for column in range(left, right + 1):
            self._add(top, column, LEFT * (column > left) | RIGHT * (column < right), ink)
        for column in {arc.start, arc.end}:
            self._add(top, column, DOWN, ink)
            for row in range(top + 1, self._bottom + 1):
                self._add(row, column, UP | DOWN, ink)
        self._texts[self._bottom][arc.end] = "▼"

    def _add(self, row: int, column: int, arms: int, ink: Ink) -> None:
        cells = self._arms[row]
        cells[column] = cells.get(column, 0) | arms
        self._inks[row][column] = ink

    def write(self, arc: PlacedArc) -> None:
        """Write the label of an arc in the middle of its line."""
        if not arc.label:
            return
        row, room = self._bottom - arc.level, cell_width(arc.label)
        for column in range(arc.label_left, arc.label_left + room):
            self._arms[row].pop(column, None)
        self._texts[row][arc.label_left] = arc.label
        self._inks[row][arc.label_left] = KINDS[arc.kind]

    def lines(self, color: bool) -> Iterator[str]:
        """Yield all lines, from the top."""
        for arms, inks, texts in zip(self._arms, self._inks, self._texts, strict=True):
            cells = {column: BOXES[of_cell] for column, of_cell in arms.items()} | texts
            pieces = [(column, cells[column], inks[column]) for column in sorted(cells)]
            yield line(pieces, color)


def _outline(layout: ArcLayout, color: bool) -> Iterator[str]:
    """Draw the words from top to bottom, in their order, each further right than its head.

    Crossing lines could not be told apart, so a word with a non-projective arc is attached as in
    the projective tree, and its head is named.
    """
    row = _kernels.Ragged(
        np.array([arc.head for arc in layout.arcs], np.int32), np.array([0, len(layout.arcs)])
    )
    heads: list[int] = _kernels.lift_heads(row, len(layout.arcs)).heads.tolist()
    ends = _line_ends(heads)
    for word, arc in zip(layout.words, layout.arcs, strict=True):
        lead = _lead(arc.dependent, heads, ends)
        label = arc.label
        if heads[arc.dependent] != arc.head:
            label += f" of {layout.words[arc.head].text}"
        texts = [
            paint(lead, LINE, color and bool(lead)) + paint(word.text, KINDS["leaf"], color),
            paint(label, KINDS[arc.kind], color) if label else "",
            paint(word.tag, DIM, color) if word.tag else "",
        ]
        yield "  ".join(filter(None, texts))


def _line_ends(heads: list[int]) -> list[tuple[int, int]]:
    """Return the first and last row of the vertical line at each head."""
    first, last = list(range(len(heads))), list(range(len(heads)))
    for word, head in enumerate(heads):
        if head != ROOT:
            first[head] = min(first[head], word)
            last[head] = max(last[head], word)
    return list(zip(first, last, strict=True))


def _lead(word: int, heads: list[int], ends: list[tuple[int, int]]) -> str:
    """Return the text left of a word: the lines of the words above it, the nearest last."""
    if heads[word] == ROOT:
        return ""
    first, last = ends[heads[word]]
    pieces = [("┌" if word == first else "└" if word == last else "├") + "─ "]
    above = heads[heads[word]]
    while above != ROOT:
        first, last = ends[above]
        pieces.append("│  " if first < word < last else "   ")
        above = heads[above]
    return "".join(reversed(pieces))
