"""`--lines 3,7-9`: which lines of a file to show."""

from __future__ import annotations

import re

import click

MOST_LINES = 100


def as_lines(
    _ctx: click.Context, _param: click.Parameter, value: str | None
) -> tuple[int, ...] | None:
    """Turn the text of the option into numbers of lines, counting from 1, in order."""
    if value is None:
        return None
    lines: set[int] = set()
    for part in value.split(","):
        chosen = _range(part.strip())
        if not chosen:
            raise click.BadParameter(f"{part!r} is not a line or a range, such as 3 or 1,7-9")
        if len(chosen) > MOST_LINES or len(lines | set(chosen)) > MOST_LINES:
            raise click.BadParameter(f"more than {MOST_LINES} lines; choose fewer")
        lines.update(chosen)
    return tuple(sorted(lines))


def _range(part: str) -> range:
    found = re.fullmatch(r"([1-9][0-9]{0,15})(?:-([1-9][0-9]{0,15}))?", part)
    return range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
