"""The reading direction of sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import bidirectional

if TYPE_CHECKING:
    from collections.abc import Iterable

_STRONG = {"L": False, "R": True, "AL": True}


def runs_right_to_left(words: Iterable[str]) -> bool:
    """Whether most words with a direction run from right to left.

    Examples:
        >>> runs_right_to_left(["שלום", "עולם", "!"])
        True
        >>> runs_right_to_left(["the", "כתב", "2009", "is"])
        False
    """
    directions = [one for word in words if (one := _direction(word)) is not None]
    return 2 * sum(directions) > len(directions)


def _direction(word: str) -> bool | None:
    """Whether a word runs right to left, by its first letter; None if it has no letters."""
    found = (_STRONG[kind] for kind in map(bidirectional, word) if kind in _STRONG)
    return next(found, None)
