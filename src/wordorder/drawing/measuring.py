"""Widths of text, and lengths in pixels; `script/measuring.js` of the report is its twin.

A drawing takes a function that measures text: here it counts terminal cells, a browser asks its
font, and tests look widths up in a table. Sums are written as loops, because the sums of newer
Pythons are more exact than those of JavaScript, and no other than the same.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, TypeAlias
from unicodedata import category

from wordorder.drawing.svg import CELL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Measure: TypeAlias = Callable[[str], float]

JOINERS = "\u200c\u200d"  # stay with the character before them, as combining marks do


def cells_in_pixels(text: str) -> float:
    """The width of text whose characters all take whole terminal cells."""
    from wordorder.drawing.cells import cell_len

    return CELL * cell_len(text)


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


def shortened(word: str, room: float, measure: Measure) -> str:
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
    while fits and _joins(word[fits]):
        fits -= 1
    return word[:fits] + "…"


def _joins(character: str) -> bool:
    """Whether a character is part of the one before it."""
    return character in JOINERS or category(character).startswith("M")
