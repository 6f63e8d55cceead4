"""Streams that give a few bytes at a time, as a pipe may, so that short texts come in blocks."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Trickle(BytesIO):
    """An open stream of some bytes, at most so many of them at a time."""

    def __init__(self, data: bytes, most: int, name: object = "<trickle>") -> None:
        super().__init__(data)
        self.name = str(name)
        self._most = most

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self._most if size is None or size < 0 else min(size, self._most))


def trickle(file: Path, most: int) -> Trickle:
    """The same with the bytes and the name of a file."""
    return Trickle(file.read_bytes(), most, file)
