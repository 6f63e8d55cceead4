"""Text made ready for the kernel that turns words into numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence


def as_block(sentences: Sequence[str]) -> bytes:
    """Put sentences together, one per line."""
    for number, sentence in enumerate(sentences):
        if "\n" in sentence:
            raise InputError(f"sentence {number} has a line end in it")
    return "".join(f"{sentence}\n" for sentence in sentences).encode("utf-8", "backslashreplace")


def folded(text: bytes) -> bytes:
    """Put text in lower case."""
    return text.decode().lower().encode()
