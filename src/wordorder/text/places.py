"""Places and quotes for error messages."""

from __future__ import annotations

from typing import NamedTuple

from wordorder.errors import InputError
from wordorder.output import visible

LONGEST_QUOTE = 40


class Place(NamedTuple):
    """A line of a file, for errors."""

    name: str
    line: int

    def error(self, what: str) -> InputError:
        """Make an error for this line.

        Examples:
            >>> raise Place("links.txt", 3).error("'x' is not a link")
            Traceback (most recent call last):
            wordorder.errors.InputError: links.txt:3: 'x' is not a link
        """
        return InputError(f"{self.name}:{self.line}: {what}")


def quoted(token: str) -> str:
    """Shorten a token for a message and escape control characters.

    Examples:
        >>> quoted("1" * 5000)
        '1111111111111111111111111111111111111111…'
    """
    return visible(token[:LONGEST_QUOTE]) + "…" * (len(token) > LONGEST_QUOTE)
