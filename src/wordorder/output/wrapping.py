"""Wrap long lines between words to fit a screen."""

from __future__ import annotations

import re

# Where a line may be broken: not beside =, nor inside short brackets, so that `p = 0.02` and
# `[0.1, 0.2]` stay whole.
_WHOLE = re.compile(r"(?<!=) (?!=|[^\[\]]{0,20}\])")


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
    from rich.cells import cell_len

    if width is None or cell_len(line) <= width:
        return line
    kept = "" if at == " " else at
    words = _WHOLE.split(line) if at == " " else line.split(at)
    lines = [words[0]]
    for number, word in enumerate(words[1:], start=2):
        longer = f"{lines[-1]}{at}{word}"
        tail = "" if number == len(words) else kept + end
        if cell_len(longer + tail) <= width:
            lines[-1] = longer
        else:
            lines[-1] += kept + end
            lines.append(indent + word)
    return "\n".join(lines)
