"""Crossing diagrams for narrow screens: two columns, with a word on each line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.drawing.crossing_parts import ACROSS, ALONG, EDGE, Spot, share
from wordorder.drawing.measuring import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.drawing.crossing_parts import Anchor, Curve, Sentence
    from wordorder.drawing.measuring import Measure

LINE = 26  # height of a line in pixels
SPACE = 6  # pixels between a word and its links
LEAST, MOST = 80, 160  # pixels between the columns
NARROWEST = 240  # pixels; a narrower drawing would be unreadable


@dataclass(frozen=True, slots=True)
class Columns:
    """The places of all words, and the size."""

    spots: tuple[tuple[Spot, ...], tuple[Spot, ...]]
    width: float
    height: float

    def curves(self, pairs: Sequence[tuple[Spot, Spot]]) -> Iterator[tuple[Curve, ...]]:
        """The lines between pairs of words."""
        for above, below in pairs:
            x, y, to, end = above.x + SPACE, above.y, below.x - SPACE, below.y
            along, across = ALONG * (end - y), ACROSS * (to - x)
            yield ((x, y, x + across, y + along, to - across, end - along, to, end),)


def in_columns(sentences: Sequence[Sentence], width: float, measure: Measure) -> Columns:
    """Place the words of the sentence above on the left, and those of the one below on the right.

    Both are spread over the same height, so that only reordered links slant.
    """
    room = max(width, NARROWEST) - 2 * EDGE - 2 * SPACE
    widest = [max((measure(word) for word in one.words), default=0.0) for one in sentences]
    # A column takes what the other leaves, and half of the width if they want more together.
    left, right = (
        min(own, max((room - LEAST) / 2, room - LEAST - other))
        for own, other in (widest, reversed(widest))
    )
    between = min(room - left - right, MOST)
    lines = max(len(one.words) for one in sentences)
    start = EDGE + left
    end = start + between + 2 * SPACE
    return Columns(
        (
            _spots(sentences[0], left, (start, "end"), lines, measure),
            _spots(sentences[1], right, (end, "start"), lines, measure),
        ),
        end + right + EDGE,
        lines * LINE,
    )


def _spots(
    sentence: Sentence, room: float, at: tuple[float, Anchor], lines: int, measure: Measure
) -> tuple[Spot, ...]:
    x, anchor = at
    words = [shortened(word, room, measure) for word in sentence.words]
    return tuple(
        Spot(word, measure(word), x, LINE * share(lines, number, len(words)), anchor, 0)
        for number, word in enumerate(words)
    )
