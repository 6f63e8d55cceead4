"""Numbers in alignment files."""

from __future__ import annotations

from wordorder import _kernels

LARGEST_WORD = _kernels.LARGEST_WORD
"""The largest word index."""

_ENOUGH_DIGITS = 20  # for a number above LARGEST_WORD


def whole_number(digits: str) -> int | None:
    """Read a number in ASCII digits; None if it is not one.

    Every number above LARGEST_WORD is returned as LARGEST_WORD + 1: `int` rejects thousands of
    digits, and arrays numbers longer than a machine word.

    Examples:
        >>> whole_number("007"), whole_number("²"), whole_number("9" * 5000) == LARGEST_WORD + 1
        (7, None, True)
    """
    return clamped(digits) if digits.isascii() and digits.isdigit() else None


def clamped(digits: str) -> int:
    """Do the same with a string known to be ASCII digits."""
    if len(digits) > _ENOUGH_DIGITS:
        digits = digits.lstrip("0")[:_ENOUGH_DIGITS] or "0"
    return min(int(digits), LARGEST_WORD + 1)
