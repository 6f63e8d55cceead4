"""Byte input from a file or standard input, with errors that name it."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class CopiedInput:
    """A copy of an input that can be read only once; errors keep its original name.

    Attributes:
        file: The path of the copy.
        name: The name of the input.
    """

    file: str
    name: str

    def __fspath__(self) -> str:
        """Return the path of the copy."""
        return self.file


def shown_name(path: str | os.PathLike[str]) -> str:
    """The name of the input in error messages: the path as given, or ``<stdin>``.

    Args:
        path: A path, or ``-`` for standard input.
    """
    if isinstance(path, CopiedInput):
        return path.name
    given = os.fspath(path)
    return "<stdin>" if given == STANDARD_INPUT else given


def open_bytes(path: str | os.PathLike[str]) -> AbstractContextManager[BinaryIO]:
    """Open the input; leaving the context closes a file but never standard input.

    Args:
        path: A path, or ``-`` for standard input.

    Raises:
        InputError: The file is missing, a directory or not readable.
    """
    if os.fspath(path) == STANDARD_INPUT:
        return nullcontext(_standard_input())
    if not os.fspath(path):  # Path would take it as the current folder
        raise InputError("the input name is empty; name a file, or - for standard input")
    try:
        return Path(path).open("rb")
    # ValueError: a name that no file system can hold, such as one with a NUL in it.
    except (OSError, ValueError) as error:
        raise InputError(f"{shown_name(path)}: {_why_unreadable(error)}") from error


def raw_chunks(
    raw: BinaryIO, name: str, size: int, on_bytes: Callable[[int], None] | None
) -> Iterator[bytes]:
    """The bytes of an open input, ``size`` at a time (a terminal gives a line at a time).

    Args:
        raw: The open input.
        name: The name shown in errors.
        size: The number of bytes to request.
        on_bytes: Called with the size of each chunk.
    """
    # At a terminal read() would need Ctrl-D twice, once for the last block and once for the end.
    read = raw.readline if raw.isatty() else raw.read
    while chunk := _read_chunk(read, name, size):
        if on_bytes is not None:
            on_bytes(len(chunk))
        yield chunk


def _read_chunk(read: Callable[[int], bytes], name: str, size: int) -> bytes:
    # Outside the loop, so that an OSError from the caller's on_bytes is not mistaken for ours.
    try:
        return read(size)
    except OSError as error:
        raise InputError(f"{name}: {_why_unreadable(error)}") from error


def _standard_input() -> BinaryIO:
    # None: the process was started without one (`<&-`, or a program without a console).
    if sys.stdin is None or sys.stdin.closed:
        raise InputError("<stdin>: standard input is closed; name a file or pipe text in")
    return sys.stdin.buffer


def _why_unreadable(error: OSError | ValueError) -> str:
    match error:
        case FileNotFoundError():
            return "no such file; check the path"
        case IsADirectoryError():
            return "is a directory; name a file in it"
        case PermissionError():
            return "no permission to read it; change its permissions or copy it"
        case _:
            reason = getattr(error, "strerror", None) or error
            return f"cannot be read ({reason}); check the path and the device"
