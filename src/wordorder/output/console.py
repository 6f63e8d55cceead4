"""What a stream can show: its width, and whether to use colour."""

from __future__ import annotations

import os
from typing import NamedTuple, TextIO

_DEFAULT_WIDTH = 80


class Screen(NamedTuple):
    """Width of the output (None: no limit), and whether it may be coloured."""

    width: int | None = None
    color: bool = False


A_FILE = Screen()
"""Not a terminal: a file or a pipe."""


def screen_of(stream: TextIO | None) -> Screen:
    """Width and colour of a stream; those of a file or pipe if it is not a terminal."""
    if stream is None or not stream.isatty():
        return A_FILE
    return Screen(terminal_width(stream), use_color(stream))


def terminal_width(stream: TextIO) -> int:
    """Width in columns: COLUMNS if set, else the terminal's, else 80."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked) > 0:
        return int(asked)
    try:
        # Some pseudo-terminals report a width of 0.
        return os.get_terminal_size(stream.fileno()).columns or _DEFAULT_WIDTH
    except (OSError, ValueError):
        return _DEFAULT_WIDTH


def use_color(stream: TextIO) -> bool:
    """Whether to use colour: only on a capable terminal, respecting https://no-color.org.

    Examples:
        >>> import io
        >>> use_color(io.StringIO())
        False
    """
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
