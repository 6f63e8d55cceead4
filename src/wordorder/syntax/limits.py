"""Limits on the size of a parsed sentence: later steps may be quadratic in it."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Limits on the memory that a file may take.

    Attributes:
        words: Words in a sentence.
        bytes: Bytes in the text of a sentence.
        names: Distinct relations and tags, or categories, in a file.
        name_bytes: Bytes in each of these names.
    """

    words: int
    bytes: int
    names: int
    name_bytes: int


LIMITS = Limits(words=4000, bytes=1 << 20, names=100_000, name_bytes=255)
