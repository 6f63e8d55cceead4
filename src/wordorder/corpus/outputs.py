"""What can be computed for each row."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Output(NamedTuple):
    """A figure of each row.

    Attributes:
        name: Its name, and that of its column.
        meaning: What it tells, in one line.
        scale: `unit` for values in [0, 1], `log` for values of at least 0 without bound.
        whole: Whether its values are whole numbers.
        needs: The columns it needs.
    """

    name: str
    meaning: str
    scale: Literal["unit", "log"]
    whole: bool = False
    needs: tuple[str, ...] = ()
