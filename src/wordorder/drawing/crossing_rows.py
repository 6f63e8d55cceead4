"""Crossing diagrams with one sentence above the other; long ones continue in further rows.

A link between different rows has two pieces: from its upper word to the edge of the picture, and
from the edge to its lower word.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from wordorder.drawing.crossing_parts import ACROSS, ALONG, EDGE, Spot, share
from wordorder.drawing.measuring import shortened, total
from wordorder.drawing.svg import HALF_LABEL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.drawing.crossing_parts import Curve, Sentence
    from wordorder.drawing.measuring import Measure

GAP = 18  # pixels between neighbouring words, at least
LOWEST, HIGHEST = 110, 260  # pixels between the rows, growing with sentence length
EDGES = 0.8  # part of that where links between rows pass the edges
APART = 3 * HALF_LABEL  # pixels between the words below and those above in the next row


class _Line(NamedTuple):
    """A whole sentence in one line: its words as shown, their widths and their middles."""

    shown: Sequence[str]
    widths: Sequence[float]
    middles: Sequence[float]
    from_right: bool


class _Cut(NamedTuple):
    """How lines are cut into rows: how many, how wide, and how far words may stand out."""

    rows: int
    width: float
    slack: float

    def row(self, middle: float) -> int:
        return min(floor(middle / self.width), self.rows - 1)


@dataclass(frozen=True, slots=True)
class Rows:
    """The places of all words, the size, the height between words, and the reading directions."""

    spots: tuple[tuple[Spot, ...], tuple[Spot, ...]]
    width: float
    height: float
    between: float
    from_right: tuple[bool, bool]

    def curves(self, pairs: Sequence[tuple[Spot, Spot]]) -> Iterator[tuple[Curve, ...]]:
        """The lines between pairs of words, in one or two pieces."""
        for (above, below), level in zip(pairs, _levels(pairs), strict=True):
            top, bottom = above.y + HALF_LABEL, below.y - HALF_LABEL
            if level is None:
                yield (_curve(above.x, top, below.x, bottom),)
                continue
            later, down = below.row > above.row, self.between * level
            yield (
                _curve(above.x, top, self._edge(0, later), top + down),
                _curve(self._edge(1, not later), bottom - self.between + down, below.x, bottom),
            )

    def _edge(self, side: int, later: bool) -> float:
        """Where a link leaves for later or earlier rows."""
        return self.width if later != self.from_right[side] else 0


def _levels(pairs: Sequence[tuple[Spot, Spot]]) -> list[float | None]:
    """How far down each link between rows passes the edges; None for those within a row.

    Each has a height of its own, the same in both rows, so that it can be followed. Words near the
    edge take the upper heights, which avoids crossings; links to later rows stay above the others.
    """
    levels: list[float | None] = [None] * len(pairs)
    later = [link for link, (above, below) in enumerate(pairs) if below.row > above.row]
    earlier = [link for link, (above, below) in enumerate(pairs) if below.row < above.row]
    for number, link in enumerate(later):
        levels[link] = (1 - EDGES * share(1, number, len(later))) / 2
    for number, link in enumerate(earlier):
        levels[link] = (1 + EDGES * share(1, number, len(earlier))) / 2
    return levels


def _curve(x: float, top: float, to: float, bottom: float) -> Curve:
    along, across = ALONG * (to - x), ACROSS * (bottom - top)
    return (x, top, x + along, top + across, to - along, bottom - across, to, bottom)


def in_rows(sentences: Sequence[Sentence], width: float, measure: Measure) -> Rows:
    """Spread both sentences over the same length, so that only reordered links slant.

    That length is cut into equal rows, and a word stands in the row where its middle is.
    """
    room = width - 2 * EDGE
    shown = [[shortened(word, room, measure) for word in one.words] for one in sentences]
    widths = [[measure(word) for word in words] for words in shown]
    length = max(total(side) + GAP * len(side) for side in widths)
    lines = [
        _Line(words, side, _spread(side, length), sentence.from_right)
        for sentence, words, side in zip(sentences, shown, widths, strict=True)
    ]
    cut = _cut(lines, length, room)
    lefts = [_lefts(line, cut) for line in lines]
    first, last = 0.0, cut.width
    for line, starts in zip(lines, lefts, strict=True):
        for start, one in zip(starts, line.widths, strict=True):
            first, last = min(first, start), max(last, start + one)
    between = min(max(cut.width / 8, LOWEST), HIGHEST)
    pitch = between + 4 * HALF_LABEL + APART
    above, below = (
        _spots(line, [EDGE - first + start for start in starts], cut, (y, pitch))
        for line, starts, y in zip(
            lines, lefts, (HALF_LABEL, between + 3 * HALF_LABEL), strict=True
        )
    )
    directions = (sentences[0].from_right, sentences[1].from_right)
    size = (last - first + 2 * EDGE, cut.rows * pitch - APART)
    return Rows((above, below), *size, between, directions)


def _spread(widths: Sequence[float], length: float) -> list[float]:
    """The middles of words that share a length evenly."""
    spare, before, middles = length - total(widths), 0.0, []
    for number, width in enumerate(widths):
        middles.append(before + share(spare, number, len(widths)) + width / 2)
        before += width
    return middles


def _cut(lines: Sequence[_Line], length: float, room: float) -> _Cut:
    """The fewest rows, nearly, whose words have room; half as wide as that, they always have it."""
    rows, enough = max(ceil(length / room), 1), ceil(2 * length / room)
    while True:
        width = length / rows
        cut = _Cut(rows, width, (room - width) / 2)
        if not rows < enough or all(_fits(line, cut, room) for line in lines):
            return cut
        rows += 1 + rows // 16


def _fits(line: _Line, cut: _Cut, room: float) -> bool:
    taken = [-float(GAP)] * cut.rows
    for width, middle in zip(line.widths, line.middles, strict=True):
        taken[cut.row(middle)] += width + GAP
    return max(taken) <= room


def _lefts(line: _Line, cut: _Cut) -> list[float]:
    """Where each word starts in its row, moved if it would stand out too far."""
    lefts, words = [0.0] * len(line.widths), range(len(line.widths))
    row, limit = -1, 0.0
    for word in words:
        if cut.row(line.middles[word]) != row:
            row, limit = cut.row(line.middles[word]), -cut.slack
        left = line.middles[word] - row * cut.width - line.widths[word] / 2
        lefts[word] = max(left, limit)
        limit = lefts[word] + line.widths[word] + GAP
    row = -1
    for word in reversed(words):
        if cut.row(line.middles[word]) != row:
            row, limit = cut.row(line.middles[word]), cut.width + cut.slack
        lefts[word] = min(lefts[word], limit - line.widths[word])
        limit = lefts[word] - GAP
    if line.from_right:
        return [cut.width - lefts[word] - line.widths[word] for word in words]
    return lefts


def _spots(
    line: _Line, lefts: Sequence[float], cut: _Cut, down: tuple[float, float]
) -> tuple[Spot, ...]:
    """The words in place; `down` is the height of the first row, and that to the next."""
    y, pitch = down
    rows = [cut.row(middle) for middle in line.middles]
    return tuple(
        Spot(word, width, left + width / 2, y + row * pitch, "middle", row)
        for word, width, left, row in zip(line.shown, line.widths, lefts, rows, strict=True)
    )
