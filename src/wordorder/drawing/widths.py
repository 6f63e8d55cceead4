"""How wide a drawing may be."""

from __future__ import annotations

from wordorder.errors import Argument, UsageError, expect


def check_width(width: int) -> None:
    """Reject what cannot be the width of a terminal.

    Raises:
        UsageError: It is not a number of at least 1.
    """
    expect(width, int, "width")
    if width < 1:
        raise UsageError(Argument("width"), f" must be at least 1, not {width}")
