"""What looks wrong with the input: kept with the scores, so that nobody reads them without it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something odd about the texts.

    Attributes:
        text: What was found, in one line.
        systems: Names of the systems whose verdicts it makes doubtful; may be empty.

    Examples:
        >>> Doubt("A and B are the same text", ("A", "B")).systems
        ('A', 'B')
    """

    text: str
    systems: tuple[str, ...] = ()
