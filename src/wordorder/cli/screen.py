"""Whether a result goes to a terminal, and what fits there."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from wordorder.output import render, terminal_width, use_color

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output import Style, Table


PAGE = 100  # columns of a drawing that does not go to a terminal


class Screen(NamedTuple):
    """How wide a result may be, None for no limit, and whether it may be coloured."""

    width: int | None
    color: bool
    is_terminal: bool


def screen_for(*, on_screen: bool) -> Screen:
    """What is known of standard output, if the result goes there and it is a terminal."""
    if on_screen and sys.stdout is not None and sys.stdout.isatty():
        return Screen(terminal_width(sys.stdout), use_color(sys.stdout), is_terminal=True)
    return Screen(None, color=False, is_terminal=False)


def styled(tables: Sequence[Table], style: str, signature: str, *, on_screen: bool) -> str:
    """Render tables one under the other: in LaTeX, in Markdown, or for people, signed."""
    if style in ("latex", "markdown"):
        name: Style = "latex" if style == "latex" else "markdown"
        return "\n".join(render(table, name) for table in tables)
    shown = [shown_table(table, on_screen=on_screen) for table in tables]
    return "\n".join([*shown, f"{signature}\n"])


def shown_table(table: Table, *, on_screen: bool) -> str:
    """Render a table for people: rich at a terminal, else plain."""
    width, color, is_terminal = screen_for(on_screen=on_screen)
    return render(table, "rich" if is_terminal else "plain", width=width, color=color)
