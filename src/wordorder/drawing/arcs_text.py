"""Dependency trees in a terminal: arcs above the words, or an outline with a word on each line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.drawing.cells import cell_len, line
from wordorder.drawing.direction import runs_right_to_left
from wordorder.drawing.palette import DIM, KINDS
from wordorder.drawing.tree_text import ARMS

if TYPE_CHECKING:
    from wordorder.drawing.arcs import ArcLayout, PlacedArc
    from wordorder.drawing.palette import Ink

UP, DOWN, LEFT, RIGHT = 8, 4, 2, 1
CHARACTERS = {int(arms, 2): character for arms, character in ARMS.items()}
CHARACTERS[DOWN] = "╷"  # of a root without a label


def render(layout: ArcLayout, width: int, color: bool) -> str:
    """Draw arcs if they fit, else an outline.

    Terminals disagree on where the words of a line stand that runs from right to left, so such
    sentences become outlines, too.
    """
    if layout.width > width or runs_right_to_left(word.text for word in layout.words):
        from wordorder.drawing.arcs_outline import outline

        return "\n".join(outline(layout, color))
    canvas = _Canvas(layout)
    for arc in layout.arcs:
        canvas.draw(arc)
    for arc in layout.arcs:  # over all lines
        canvas.write(arc)
    below = [
        line(
            (
                (word.left + (word.width - cell_len(text)) // 2, text, ink)
                for word, text in zip(layout.words, texts, strict=True)
                if text
            ),
            color,
        )
        for texts, ink in (
            ([word.text for word in layout.words], KINDS["leaf"]),
            ([word.tag for word in layout.words], DIM),
        )
    ]
    return "\n".join([*canvas.lines(color), *filter(None, below)])


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
        row, room = self._bottom - arc.level, cell_len(arc.label)
        for column in range(arc.label_left, arc.label_left + room):
            self._arms[row].pop(column, None)
        self._texts[row][arc.label_left] = arc.label
        self._inks[row][arc.label_left] = KINDS[arc.kind]

    def lines(self, color: bool) -> list[str]:
        """All lines, from the top."""
        drawn = []
        for arms, inks, texts in zip(self._arms, self._inks, self._texts, strict=True):
            cells = {column: CHARACTERS[of_cell] for column, of_cell in arms.items()} | texts
            pieces = [(column, cells[column], inks[column]) for column in sorted(cells)]
            drawn.append(line(pieces, color))
        return drawn
