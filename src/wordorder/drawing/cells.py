"""Text in terminal cells: split into characters, shortened, and placed."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from rich import cells

from wordorder.drawing.palette import paint

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.drawing.palette import Ink


def cell_len(text: str) -> int:
    """Count the cells of a text, quickly if it is plain.

    Examples:
        >>> cell_len("word"), cell_len("国際")
        (4, 4)
    """
    plain = text.isascii() and text.isprintable()
    return len(text) if plain else cells.cell_len(text)


def characters(word: str) -> list[str]:
    r"""Split a word into characters, each with its combining marks.

    Examples:
        >>> [len(character) for character in characters("e\N{COMBINING ACUTE ACCENT}t")]
        [2, 1]
    """
    pieces: list[str] = []
    for character in word:
        if pieces and _joins(pieces[-1][-2:], character):
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def _joins(before: str, character: str) -> bool:
    """Whether a character takes no cell: by itself or, as newer rich counts, after a joiner."""
    return not cell_len(character) or cell_len(before + character) == cell_len(before)


def cut(word: str, room: int) -> str:
    """Shorten a word to a number of cells, at least one.

    Examples:
        >>> cut("internationalisation", 8), cut("国際化", 4), cut("word", 4)
        ('interna…', '国…', 'word')
    """
    if cell_len(word) <= room:
        return word
    pieces = characters(word)
    ends = accumulate(map(cell_len, pieces))
    return "".join(piece for piece, end in zip(pieces, ends, strict=True) if end < room) + "…"


def line(pieces: Iterable[tuple[int, str, Ink]], color: bool) -> str:
    """Place pieces of text at their cells, from left to right, without trailing spaces."""
    text, column = "", 0
    for left, piece, ink in pieces:
        text += " " * (left - column) + paint(piece, ink, color)
        column = left + cell_len(piece)
    return text
