"""Widths of text in pixels and in terminal cells, its direction, and lines of a terminal.

`script/measuring.js` of the report is the twin of the functions that measure pixels.

A drawing takes a function that measures text: here it counts terminal cells, a browser asks its
font, and tests look widths up in a table. Sums are loops, because `sum` of newer Pythons is more
exact than JavaScript, and both must give the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate
from math import floor
from typing import Literal, TypeAlias
from unicodedata import category

from wordorder.drawing.palette import Ink, paint
from wordorder.drawing.svg import CELL
from wordorder.errors import Argument, UsageError, expect
from wordorder.output.console import cell_width

TextWidth: TypeAlias = Callable[[str], float]
"""The width of a text in pixels."""

Piece: TypeAlias = tuple[int, str, Ink]
"""A piece of a line in a terminal: its first cell, its text and its colour."""

_JOINERS = "\u200c\u200d"  # belong to the character before them, like combining marks

# The arms of box-drawing characters.
UP, DOWN, LEFT, RIGHT = 8, 4, 2, 1
BOXES = {
    LEFT | RIGHT: "─",
    DOWN: "╷",
    DOWN | RIGHT: "┌",
    DOWN | LEFT: "┐",
    DOWN | LEFT | RIGHT: "┬",
    UP | RIGHT: "└",
    UP | LEFT: "┘",
    UP | LEFT | RIGHT: "┴",
    UP | DOWN: "│",
    UP | DOWN | RIGHT: "├",
    UP | DOWN | LEFT: "┤",
    UP | DOWN | LEFT | RIGHT: "┼",
}


def cells_in_pixels(text: str) -> float:
    """Return the width of text whose characters all take whole terminal cells."""
    return CELL * cell_width(text)


def tenth(length: float) -> float:
    """Round to a tenth of a pixel, halves upwards as JavaScript does.

    Examples:
        >>> tenth(0.25), tenth(0.75), tenth(-0.25)
        (0.3, 0.8, -0.2)
    """
    return floor(length * 10 + 0.5) / 10


def total(lengths: Iterable[float]) -> float:
    """Add from left to right."""
    whole = 0.0
    for length in lengths:
        whole += length
    return whole


def shortened(word: str, room: float, measure: TextWidth) -> str:
    """Cut a word that is wider than the room, between characters, and end it with an ellipsis.

    Examples:
        >>> shortened("internationalisation", 72, cells_in_pixels)
        'interna…'
    """
    if measure(word) <= room:
        return word
    fits, too_long = 0, len(word)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if measure(word[:middle] + "…") <= room:
            fits = middle
        else:
            too_long = middle
    while fits and (word[fits] in _JOINERS or category(word[fits]).startswith("M")):
        fits -= 1  # a part of the character before it
    return word[:fits] + "…"


# Text in terminal cells.


def characters(word: str) -> list[str]:
    r"""Split a word into characters, each with its combining marks.

    Examples:
        >>> [len(character) for character in characters("e\N{COMBINING ACUTE ACCENT}t")]
        [2, 1]
    """
    pieces: list[str] = []
    for character in word:
        before = pieces[-1][-2:] if pieces else ""
        # A character without a cell: by itself or, in newer versions of rich, after a joiner.
        joins = not cell_width(character) or cell_width(before + character) == cell_width(before)
        if pieces and joins:
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def cut(word: str, room: int) -> str:
    """Shorten a word to a number of cells, at least one.

    Examples:
        >>> cut("internationalisation", 8), cut("国際化", 4), cut("word", 4)
        ('interna…', '国…', 'word')
    """
    if cell_width(word) <= room:
        return word
    pieces = characters(word)
    ends = accumulate(map(cell_width, pieces))
    return "".join(piece for piece, end in zip(pieces, ends, strict=True) if end < room) + "…"


def line(pieces: Iterable[Piece], color: bool) -> str:
    """Place pieces of text at their cells, from left to right, without trailing spaces."""
    text, column = "", 0
    for left, piece, ink in pieces:
        text += " " * (left - column) + paint(piece, ink, color)
        column = left + cell_width(piece)
    return text


def check_width(width: int) -> None:
    """Reject an invalid width of a terminal.

    Raises:
        UsageError: The width is not a whole number of at least 1.
    """
    expect(width, int, "width")
    if width < 1:
        raise UsageError(Argument("width"), f" must be at least 1, not {width}")


# The reading direction of words and sentences; `script/direction.js` of the report is its twin.


Direction: TypeAlias = Literal["ltr", "rtl"]

# The blocks that Unicode reserves for scripts that run from right to left: all letters there do,
# and no others. JavaScript does not know the direction of a letter, but can compare it with blocks.
_FROM_RIGHT = (
    range(0x0590, 0x0900),
    range(0xFB1D, 0xFE00),
    range(0xFE70, 0xFF00),
    range(0x10800, 0x11000),
    range(0x1E800, 0x1F000),
)


def runs_right_to_left(words: Iterable[str]) -> bool:
    """Return whether most words with a direction run from right to left.

    Examples:
        >>> runs_right_to_left(["שלום", "עולם", "!"])
        True
        >>> runs_right_to_left(["the", "כתב", "2009", "is"])
        False
    """
    directions = [direction for word in words if (direction := word_direction(word)) is not None]
    return 2 * directions.count("rtl") > len(directions)


def word_direction(word: str) -> Direction | None:
    """Return the direction of a word's first letter; None if it has no letters.

    Examples:
        >>> word_direction("«שלום»"), word_direction("No."), word_direction("2009")
        ('rtl', 'ltr', None)
    """
    letter = next(filter(str.isalpha, word), None)
    if letter is None:
        return None
    return "rtl" if any(ord(letter) in block for block in _FROM_RIGHT) else "ltr"
