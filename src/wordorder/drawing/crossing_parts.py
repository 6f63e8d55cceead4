"""What the two forms of crossing diagrams share: words with their places, and sizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Anchor: TypeAlias = Literal["start", "middle", "end"]
Curve: TypeAlias = tuple[float, float, float, float, float, float, float, float]

EDGE = 4  # pixels left free on both sides of the words, for the boxes of moved ones

# Lines leave their words steeply, to avoid neighbouring words, but in different directions, so that
# they can be told apart: towards a point at this part of the way along and across the words.
ALONG, ACROSS = 0.12, 0.35


class Sentence(NamedTuple):
    """One side of a diagram."""

    words: Sequence[str]
    from_right: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """A word with its place, in pixels.

    Attributes:
        shown: The word, cut if it has no room.
        width: Its width.
        x: Where it is anchored.
        y: The middle of its line.
        anchor: Which part of it is there.
        row: The row of the diagram.
    """

    shown: str
    width: float
    x: float
    y: float
    anchor: Anchor
    row: int

    @property
    def left(self) -> float:
        """Where it starts."""
        return left_end(self.x, self.width, self.anchor)


def left_end(x: float, width: float, anchor: Anchor) -> float:
    """The left end of a word that is anchored at x."""
    if anchor == "start":
        return x
    return x - (width if anchor == "end" else width / 2)


def share(whole: float, part: int, parts: int) -> float:
    """The centre of one of several equal parts."""
    return whole * (2 * part + 1) / (2 * parts)
