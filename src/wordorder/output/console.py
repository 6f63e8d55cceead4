"""Text for a stream: width, colour, escaped control characters, terminal cells and line breaks."""

from __future__ import annotations

import os
import re
from typing import NamedTuple, TextIO

_DEFAULT_WIDTH = 80

# C0, DEL and C1 hold the escape sequences and line ends; the two separators also end a line;
# bidi embeddings, overrides and isolates would reverse the rest of a table's line; lone
# surrogates (from undecodable file names) have no UTF-8 form.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

# Line ends and tabs stay, and so do the colours of our own drawings (drawing/palette.py), which are
# harmless.
_TERMINAL = re.compile(rf"(\x1b\[(?:0|2|3[2-6])m)|(?![\n\t]){_STEERING.pattern}")

# Where a line may be broken: not beside =, nor inside short brackets, so that `p = 0.02` and
# `[0.1, 0.2]` stay whole.
_WHOLE = re.compile(r"(?<!=) (?!=|[^\[\]]{0,20}\])")

# Characters known to take one cell: those of most texts, and all signs in our tables.
_NARROW = re.compile("[ -~\xa1-\xac\xae-\u02ff–—‘’“”…−→↔⟨⟩≤≥]*")


class Screen(NamedTuple):
    """Width of the output (None: no limit), and whether it may be coloured."""

    width: int | None = None
    color: bool = False


NOT_A_TERMINAL = Screen()
"""The screen of a file or a pipe."""


def screen_of(stream: TextIO | None) -> Screen:
    """Return the width and colour of a stream; `NOT_A_TERMINAL` for a file or pipe."""
    if stream is None or not stream.isatty():
        return NOT_A_TERMINAL
    return Screen(terminal_width(stream), use_color(stream))


def terminal_width(stream: TextIO) -> int:
    """Return the width in columns: COLUMNS if set, else the terminal's, else 80."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked) > 0:
        return int(asked)
    try:
        # Some pseudo-terminals report a width of 0.
        return os.get_terminal_size(stream.fileno()).columns or _DEFAULT_WIDTH
    except (OSError, ValueError):
        return _DEFAULT_WIDTH


def use_color(stream: TextIO) -> bool:
    """Return whether to use colour: only on a capable terminal, respecting https://no-color.org.

    Examples:
        >>> import io
        >>> use_color(io.StringIO())
        False
    """
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def visible(text: str) -> str:
    r"""Return the text with every control character as a backslash escape.

    Examples:
        >>> print(visible("one\ttwo \x1b[31mred"))
        one\ttwo \x1b[31mred
    """
    return _STEERING.sub(lambda match: repr(match[0])[1:-1], text)


def for_terminal(text: str, *, color: bool) -> str:
    r"""Escape the control characters in lines of text that could affect a terminal.

    Line ends and tabs stay, and with `color` so do the colours of drawings.

    Examples:
        >>> for_terminal("\x1b[34m1\x1b[0m\t\x1b[2J\n", color=True)
        '\x1b[34m1\x1b[0m\t\\x1b[2J\n'
    """

    def spelled(match: re.Match[str]) -> str:
        return match[0] if match[1] and color else visible(match[0])

    return _TERMINAL.sub(spelled, text)


def cell_width(text: str) -> int:
    """Count the terminal cells of a text, not its characters: 語 takes two, an accent none.

    Examples:
        >>> cell_width("word"), cell_width("語")
        (4, 2)
    """
    if _NARROW.fullmatch(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def wrapped(line: str, width: int | None, *, indent: str = "", at: str = " ", end: str = "") -> str:
    r"""Break a line into several that fit the screen; a word that is too long stays whole.

    Args:
        line: The text, without line ends.
        width: Width of the screen in columns; None for no limit.
        indent: Put before every line but the first.
        at: The separator of words; unless it is a space, it is kept at the end of the line.
        end: Put after every line but the last.

    Examples:
        >>> print(wrapped("one two three four", 9, indent="  "))
        one two
          three
          four
        >>> print(wrapped("refs:1|tok:13a|case:lc", 16, at="|"))
        refs:1|tok:13a|
        case:lc
        >>> print(wrapped("pef +0.1 [0.0, 0.2], p = 0.03", 14))
        pef +0.1
        [0.0, 0.2],
        p = 0.03
        >>> wrapped("one two three four", None)
        'one two three four'
    """
    if width is None or cell_width(line) <= width:
        return line
    separator = "" if at == " " else at
    words = _WHOLE.split(line) if at == " " else line.split(at)
    lines = [words[0]]
    for number, word in enumerate(words[1:], start=2):
        longer = f"{lines[-1]}{at}{word}"
        tail = "" if number == len(words) else separator + end
        if cell_width(longer + tail) <= width:
            lines[-1] = longer
        else:
            lines[-1] += separator + end
            lines.append(indent + word)
    return "\n".join(lines)
