"""Text with control characters escaped, safe to print to a terminal."""

from __future__ import annotations

import re

# C0, DEL and C1 hold the escape sequences and line ends; the two separators also end a line;
# bidi embeddings, overrides and isolates would reverse the rest of a table's line; lone
# surrogates (from undecodable file names) have no UTF-8 form.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

# Line ends and tabs are needed, and so are the colours of our own drawings (drawing/palette.py),
# which do no harm in a text.
_TERMINAL = re.compile(rf"(\x1b\[(?:0|2|3[2-6])m)|(?![\n\t]){_STEERING.pattern}")


def visible(text: str) -> str:
    r"""The text with every control character as a backslash escape.

    Examples:
        >>> print(visible("one\ttwo \x1b[31mred"))
        one\ttwo \x1b[31mred
    """
    return _STEERING.sub(lambda found: repr(found[0])[1:-1], text)


def for_terminal(text: str, *, color: bool) -> str:
    r"""The lines with every control character escaped that could affect a terminal.

    Line ends and tabs stay, and with `color` so do the colours of drawings.

    Examples:
        >>> for_terminal("\x1b[34m1\x1b[0m\t\x1b[2J\n", color=True)
        '\x1b[34m1\x1b[0m\t\\x1b[2J\n'
    """

    def spelled(found: re.Match[str]) -> str:
        return found[0] if found[1] and color else visible(found[0])

    return _TERMINAL.sub(spelled, text)
