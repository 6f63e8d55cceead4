"""Straight lines in a terminal, drawn with Braille characters of 2 × 4 dots."""

from __future__ import annotations

import numpy as np

ACROSS, DOWN = 2, 4  # dots of a cell
BLANK = 0x2800  # the Braille character without dots; each dot adds its bit
BITS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], dtype=np.uint8)
DOTTED = 3  # a dotted line shows every third dot


class Canvas:
    """A canvas of cells.

    Examples:
        >>> canvas = Canvas(lines=2, columns=4)
        >>> canvas.draw((0, 0), (7, 7))
        >>> canvas.cells()
        ['⠑⢄  ', '  ⠑⢄']
    """

    def __init__(self, lines: int, columns: int) -> None:
        self._dots = np.zeros((lines * DOWN, columns * ACROSS), dtype=np.bool_)

    def draw(self, start: tuple[int, int], end: tuple[int, int], *, dotted: bool = False) -> None:
        """Draw a straight line between two dots, each given as (across, down)."""
        steps = max(abs(end[0] - start[0]), abs(end[1] - start[1])) + 1
        across = np.linspace(start[0], end[0], steps).round().astype(np.intp)
        down = np.linspace(start[1], end[1], steps).round().astype(np.intp)
        drawn = slice(None, None, DOTTED if dotted else 1)
        self._dots[down[drawn], across[drawn]] = True

    def cells(self) -> list[str]:
        """The characters of each line; a space where there is no dot."""
        lines, columns = self._dots.shape[0] // DOWN, self._dots.shape[1] // ACROSS
        blocks = self._dots.reshape(lines, DOWN, columns, ACROSS).view(np.uint8)
        dots = np.einsum("ldca,da->lc", blocks, BITS)
        codes = np.where(dots, BLANK + dots.astype(np.uint32), ord(" ")).astype(np.uint32)
        return [str(line) for [line] in codes.view(f"U{columns}")]
