"""The reading direction of words and sentences; `script/direction.js` of the report is its twin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Direction: TypeAlias = Literal["ltr", "rtl"]

# The blocks that Unicode sets aside for scripts that run from right to left: all letters there do,
# and no others. JavaScript does not know the direction of a letter, but these it can compare.
_FROM_RIGHT = (
    range(0x0590, 0x0900),
    range(0xFB1D, 0xFE00),
    range(0xFE70, 0xFF00),
    range(0x10800, 0x11000),
    range(0x1E800, 0x1F000),
)


def runs_right_to_left(words: Iterable[str]) -> bool:
    """Whether most words with a direction run from right to left.

    Examples:
        >>> runs_right_to_left(["שלום", "עולם", "!"])
        True
        >>> runs_right_to_left(["the", "כתב", "2009", "is"])
        False
    """
    directions = [one for word in words if (one := word_direction(word)) is not None]
    return 2 * directions.count("rtl") > len(directions)


def word_direction(word: str) -> Direction | None:
    """The direction of a word's first letter; None if it has no letters.

    Examples:
        >>> word_direction("«שלום»"), word_direction("No."), word_direction("2009")
        ('rtl', 'ltr', None)
    """
    letter = next(filter(str.isalpha, word), None)
    if letter is None:
        return None
    return "rtl" if any(ord(letter) in block for block in _FROM_RIGHT) else "ltr"
