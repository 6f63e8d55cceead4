"""Where the bytes come from: a file or standard input, with errors that name it."""

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
class CopyOfText(os.PathLike[str]):
    """A file that we made out of another one, whose name errors show.

    Attributes:
        path: Where it is.
        original: What it was made of.
    """

    path: Path
    original: str | os.PathLike[str]

    def __fspath__(self) -> str:
        return str(self.path)


def shown_name(path: str | os.PathLike[str]) -> str:
    """The name of the input in error messages: the path as given, or ``<stdin>``.

    Args:
        path: A path, or ``-`` for standard input.
    """
    given = os.fspath(path.original if isinstance(path, CopyOfText) else path)
    return "<stdin>" if given == STANDARD_INPUT else given


def open_bytes(path: str | os.PathLike[str]) -> AbstractContextManager[BinaryIO]:
    """Opens the input; leaving the context closes a file but never standard input.

    Args:
        path: A path, or ``-`` for standard input.

    Raises:
        InputError: The file is missing, a directory or not readable.
    """
    if os.fspath(path) == STANDARD_INPUT:
        return nullcontext(_standard_input())
    if not os.fspath(path):  # which Path would take for the current folder
        raise InputError("the name of the input is empty; name a file, or - for standard input")
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
        name: Shown in errors.
        size: How many bytes to ask for.
        on_bytes: Told how many bytes each chunk has.
    """
    # At a terminal read() would want Ctrl-D twice, once for the last block and once for the end.
    read = raw.readline if raw.isatty() else raw.read
    while chunk := _read_chunk(read, name, size):
        if on_bytes is not None:
            on_bytes(len(chunk))
        yield chunk


def _read_chunk(read: Callable[[int], bytes], name: str, size: int) -> bytes:
    # Apart from the loop, so that an OSError of the caller's on_bytes is not taken for ours.
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
