"""What the readers of lines share: numbers, and errors that show where and what is wrong."""

from __future__ import annotations

from typing import NamedTuple

from wordorder.errors import InputError
from wordorder.output import visible

LARGEST_WORD = 2**30 - 2
"""No word has a larger index (kernels/links.hpp)."""

LONGEST_SHOWN = 40
_ENOUGH_DIGITS = 20  # for a number above LARGEST_WORD


class Place(NamedTuple):
    """A line of a file, for errors."""

    name: str
    line: int

    def error(self, what: str) -> InputError:
        """Say what is wrong in this line.

        Examples:
            >>> raise Place("links.txt", 3).error("'x' is not a link")
            Traceback (most recent call last):
            wordorder.errors.InputError: links.txt:3: 'x' is not a link
        """
        return InputError(f"{self.name}:{self.line}: {what}")


def shown(token: str) -> str:
    """Shorten a token for a message, which it must neither flood nor steer the terminal with.

    Examples:
        >>> shown("1" * 5000)
        '1111111111111111111111111111111111111111…'
    """
    return visible(token[:LONGEST_SHOWN]) + "…" * (len(token) > LONGEST_SHOWN)


def whole_number(digits: str) -> int | None:
    """Read a number in ASCII digits; None if it is something else.

    Every number above LARGEST_WORD is returned as LARGEST_WORD + 1: `int` refuses thousands of
    digits, and arrays what is longer than a machine word.

    Examples:
        >>> whole_number("007"), whole_number("²"), whole_number("9" * 5000) == LARGEST_WORD + 1
        (7, None, True)
    """
    return clamped(digits) if digits.isascii() and digits.isdigit() else None


def clamped(digits: str) -> int:
    """Do the same with what is known to be ASCII digits."""
    if len(digits) > _ENOUGH_DIGITS:
        digits = digits.lstrip("0")[:_ENOUGH_DIGITS] or "0"
    return min(int(digits), LARGEST_WORD + 1)


def counted(number: int, thing: str) -> str:
    """Put a number and its thing together.

    Examples:
        >>> counted(1, "word"), counted(2, "word")
        ('1 word', '2 words')
    """
    return f"{number} {thing}{'s' * (number != 1)}"
