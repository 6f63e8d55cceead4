"""How large a parsed sentence may be: later steps may be quadratic in it."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """What one file may ask of the memory.

    Attributes:
        words: Of a sentence.
        bytes: Of the text of a sentence.
        names: Different relations and tags, or categories, of a file.
        name_bytes: Of each of them.
    """

    words: int
    bytes: int
    names: int
    name_bytes: int


LIMITS = Limits(words=4000, bytes=1 << 20, names=100_000, name_bytes=255)
