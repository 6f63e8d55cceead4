"""Which lines of a file to show."""

from __future__ import annotations

import re
from operator import index
from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError
from wordorder.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_LINES = 100


def chosen_lines(lines: str | Iterable[int]) -> tuple[int, ...]:
    """Return line numbers, counting from 1, in order; a string lists numbers and ranges.

    Raises:
        UsageError: The choice is malformed, empty, or has more than MOST_LINES lines.

    Examples:
        >>> chosen_lines("7-9,3"), chosen_lines([2, 1])
        ((3, 7, 8, 9), (1, 2))
    """
    parts = lines.split(",") if isinstance(lines, str) else list(lines)
    chosen: set[int] = set()
    for part in parts:
        found = _range(part.strip()) if isinstance(part, str) else range(index(part), part + 1)
        if not found or found[0] < 1:
            raise UsageError(
                Argument("lines"),
                f" has '{quoted(str(part))}', which is not a line or a range; "
                "expected lines such as 3 or 1,7-9",
            )
        if len(found) > MOST_LINES or len(chosen | set(found)) > MOST_LINES:
            raise UsageError(Argument("lines"), f" has more than {MOST_LINES} lines; choose fewer")
        chosen.update(found)
    if not chosen:
        raise UsageError(Argument("lines"), " names no line")
    return tuple(sorted(chosen))


def _range(part: str) -> range:
    found = re.fullmatch(r"([1-9][0-9]{0,15})(?:-([1-9][0-9]{0,15}))?", part)
    return range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
