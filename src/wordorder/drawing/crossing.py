"""The geometry of crossing diagrams: two sentences, and curves between their words, in pixels.

A wide diagram has one sentence above the other; long ones continue in further rows. A narrow
diagram has two columns, with a word on each line. `crossing.js`, `crossing_rows.js` and
`crossing_columns.js` in `reporting/script` are the twins of this module: they compute the same
numbers from the same words, links, width and measure of text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from math import ceil, floor
from typing import Any, Literal, NamedTuple, TypeAlias

from wordorder.drawing.measuring import (
    Direction,
    TextWidth,
    cells_in_pixels,
    runs_right_to_left,
    shortened,
    tenth,
    total,
    word_direction,
)
from wordorder.drawing.palette import opacity
from wordorder.drawing.svg import HALF_LABEL

Side: TypeAlias = Literal["above", "below"]
Anchor: TypeAlias = Literal["start", "middle", "end"]
Curve: TypeAlias = tuple[float, float, float, float, float, float, float, float]

NARROW = 480  # pixels; below this, sentences stand in columns
AROUND = 4  # pixels between moved words and the sides of their box
EDGE = 4  # pixels left free on both sides of the words, for the boxes of moved ones

# Curves leave their words steeply, to avoid neighbouring words, but in different directions, to be
# told apart: towards a point at these parts of the way along and across the words.
ALONG, ACROSS = 0.12, 0.35

# In columns.
LINE = 26  # height of a line in pixels
SPACE = 6  # pixels between a word and its links
LEAST, MOST = 80, 160  # pixels between the columns
NARROWEST = 240  # pixels; a narrower drawing would be unreadable

# In rows.
GAP = 18  # pixels between neighbouring words, at least
LOWEST, HIGHEST = 110, 260  # pixels between the rows, growing with sentence length
EDGES = 0.8  # part of that in which links between rows cross the edges
APART = 3 * HALF_LABEL  # pixels between the words below and the words above in the next row


class CrossingLink(NamedTuple):
    """A link to draw.

    Attributes:
        above: The position of its word above, counting from 0.
        below: The position of its word below.
        stage: The stage that matched the two words, if any.
        confidence: The probability that the match is right, if known.
        judged: Whether it counts in the order; if not, it is dashed.
    """

    above: int
    below: int
    stage: str | None = None
    confidence: float | None = None
    judged: bool = True


@dataclass(frozen=True, slots=True)
class CrossingWord:
    """A word in its place: `x` is its anchor, `y` the middle of its line.

    `shown` is the word, cut if it is too long; `linked` says whether it has a link.
    """

    text: str
    shown: str
    side: Side
    x: float
    y: float
    width: float
    anchor: Anchor
    direction: Direction
    linked: bool

    @property
    def left(self) -> float:
        """Its left end."""
        return _left_end(self.x, self.width, self.anchor)


@dataclass(frozen=True, slots=True)
class CrossingCurve:
    """A link in its place: one or two Bézier curves, each as x and y of its four points.

    `crossing` says whether it crosses another link; `opacity` shows its confidence.
    """

    above: int
    below: int
    stage: str | None
    confidence: float | None
    judged: bool
    crossing: bool
    opacity: float
    curves: tuple[tuple[float, ...], ...]

    @property
    def kind(self) -> str:
        """The name of its colour in the palette."""
        return self.stage or ("inverted" if self.crossing else "monotone")


@dataclass(frozen=True, slots=True)
class MovedBox:
    """A box around neighbouring words of a group of moved words."""

    group: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class CrossingLayout:
    """A crossing diagram: its words, above before below, its links, boxes and size in pixels."""

    words: tuple[CrossingWord, ...]
    links: tuple[CrossingCurve, ...]
    moved: tuple[MovedBox, ...]
    width: float
    height: float

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as plain data, for JSON."""
        return asdict(self)

    @property
    def above(self) -> tuple[CrossingWord, ...]:
        """The words above."""
        return tuple(word for word in self.words if word.side == "above")

    @property
    def below(self) -> tuple[CrossingWord, ...]:
        """The words below."""
        return self.words[len(self.above) :]

    def title(self, link: CrossingCurve) -> str:
        """Return the words that a link connects, and what else is known about it."""
        first_below = next(n for n, word in enumerate(self.words) if word.side == "below")
        words = self.words[link.above].text, self.words[first_below + link.below].text
        return link_title(words, link.stage, link.confidence, judged=link.judged)


def link_title(
    words: tuple[str, str], stage: str | None, confidence: float | None, *, judged: bool
) -> str:
    """Return the words that a link connects and, if they were matched, how.

    Examples:
        >>> link_title(("house", "home"), "synonym", 0.42, judged=False)
        'house – home, synonym, confidence 0.42, not judged'
        >>> link_title(("Haus", "house"), None, None, judged=True)
        'Haus – house'
    """
    parts = [" – ".join(words)]
    if stage is not None:
        parts.append(stage)
        if confidence is not None:
            parts.append(f"confidence {confidence:.2f}")
        if not judged:
            parts.append("not judged")
    return ", ".join(parts)


def layout_crossing(
    above: Sequence[str],
    below: Sequence[str],
    links: Iterable[CrossingLink],
    *,
    width: float,
    measure: TextWidth = cells_in_pixels,
    moved: Sequence[Iterable[int]] = (),
) -> CrossingLayout:
    """Lay out two sentences and the links between their words.

    Args:
        above: The words of the sentence above, or on the left if the diagram is narrow.
        below: The words of the other sentence.
        links: The links between them, without duplicates.
        width: The available width in pixels; below 480, the sentences stand in columns.
        measure: The width of text in pixels.
        moved: Groups of positions below, to highlight.

    Examples:
        >>> layout = layout_crossing(["white", "house"], ["casa", "blanca"],
        ...                          [CrossingLink(0, 1), CrossingLink(1, 0)], width=800)
        >>> [(word.text, word.x) for word in layout.words]
        [('white', 35.5), ('house', 98.5), ('casa', 31.0), ('blanca', 94.0)]
        >>> [link.crossing for link in layout.links]
        [True, True]
    """
    ordered = sorted(links, key=lambda link: (link.above, link.below))
    sentences = [_Sentence(words, runs_right_to_left(words)) for words in (above, below)]
    place = _in_columns if width < NARROW else _in_rows
    placed = place(sentences, width, measure)
    linked = {link.above for link in ordered}, {link.below for link in ordered}
    judged = {link.below for link in ordered if link.judged}
    words = [
        word
        for side, sentence in enumerate(sentences)
        for word in _words(sentence, placed.spots[side], "below" if side else "above", linked[side])
    ]
    boxes = [
        box for number, group in enumerate(moved) for box in _boxes(number, group, judged, placed)
    ]
    return CrossingLayout(
        tuple(words),
        tuple(_curves(ordered, placed)),
        tuple(boxes),
        tenth(placed.width),
        tenth(placed.height),
    )


def _words(
    sentence: _Sentence, spots: Sequence[_Spot], side: Side, linked: set[int]
) -> Iterator[CrossingWord]:
    otherwise: Direction = "rtl" if sentence.from_right else "ltr"
    for number, (text, spot) in enumerate(zip(sentence.words, spots, strict=True)):
        yield CrossingWord(
            text,
            spot.shown,
            side,
            tenth(spot.x),
            tenth(spot.y),
            tenth(spot.width),
            spot.anchor,
            word_direction(text) or otherwise,
            number in linked,
        )


def _curves(links: Sequence[CrossingLink], placed: _Rows | _Columns) -> Iterator[CrossingCurve]:
    above, below = placed.spots
    curves_of_all = placed.curves([(above[link.above], below[link.below]) for link in links])
    crosses_of_all = crossing([link[:2] for link in links])
    for link, crosses, curves in zip(links, crosses_of_all, curves_of_all, strict=True):
        rounded = tuple(tuple(map(tenth, curve)) for curve in curves)
        yield CrossingCurve(*link, crosses, opacity(link.confidence), rounded)


def crossing(links: Sequence[tuple[int, int]]) -> list[bool]:
    """Return whether each link crosses another: an earlier one ends further on, or vice versa.

    Links are sorted by the word above, then by the word below, so links of one word do not cross.

    Examples:
        >>> crossing([(0, 1), (1, 0), (2, 2)])
        [True, True, False]
    """
    ends = [end for _, end in links]
    highest_so_far = accumulate(ends, max)
    lowest_to_come = list(accumulate(reversed(ends), min))[::-1]
    return [
        lowest < end or end < highest
        for end, highest, lowest in zip(ends, highest_so_far, lowest_to_come, strict=True)
    ]


def _boxes(
    number: int, group: Iterable[int], judged: set[int], placed: _Rows | _Columns
) -> Iterator[MovedBox]:
    """Yield a box for each part of the group that stands together in a row.

    Words that are not judged do not separate parts.
    """
    parts: list[list[_Spot]] = []
    before = -1
    for position in sorted(set(group)):
        spot = placed.spots[1][position]
        parted = any(between in judged for between in range(before + 1, position))
        if not parts or parted or parts[-1][-1].row != spot.row:
            parts.append([])
        parts[-1].append(spot)
        before = position
    for part in parts:
        left = min(spot.left for spot in part) - AROUND
        right = max(spot.left + spot.width for spot in part) + AROUND
        top, bottom = part[0].y - HALF_LABEL, part[-1].y + HALF_LABEL
        x, y = tenth(left), tenth(top)
        yield MovedBox(number, x, y, tenth(right - left), tenth(bottom - top))


# Places of words, in rows or columns.


class _Sentence(NamedTuple):
    """One side of a diagram."""

    words: Sequence[str]
    from_right: bool


@dataclass(frozen=True, slots=True)
class _Spot:
    """A word with its place, in pixels.

    Attributes:
        shown: The word, cut if it does not fit.
        width: Its width.
        x: Its anchor.
        y: The middle of its line.
        anchor: The part of the word at `x`.
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
        """Its left end."""
        return _left_end(self.x, self.width, self.anchor)


def _left_end(x: float, width: float, anchor: Anchor) -> float:
    """Return the left end of a word anchored at x."""
    if anchor == "start":
        return x
    return x - (width if anchor == "end" else width / 2)


def _share(whole: float, part: int, parts: int) -> float:
    """Return the centre of one of the equal parts of a length."""
    return whole * (2 * part + 1) / (2 * parts)


# Columns.


@dataclass(frozen=True, slots=True)
class _Columns:
    """The places of all words, and the size."""

    spots: tuple[tuple[_Spot, ...], tuple[_Spot, ...]]
    width: float
    height: float

    def curves(self, pairs: Sequence[tuple[_Spot, _Spot]]) -> Iterator[tuple[Curve, ...]]:
        """Yield the curves between pairs of words."""
        for above, below in pairs:
            x, y, to, end = above.x + SPACE, above.y, below.x - SPACE, below.y
            along, across = ALONG * (end - y), ACROSS * (to - x)
            yield ((x, y, x + across, y + along, to - across, end - along, to, end),)


def _in_columns(sentences: Sequence[_Sentence], width: float, measure: TextWidth) -> _Columns:
    """Place the words of the sentence above on the left, those of the sentence below on the right.

    Both are spread over the same height, so that only reordered links slant.
    """
    room = max(width, NARROWEST) - 2 * EDGE - 2 * SPACE
    widest = [max(map(measure, sentence.words), default=0.0) for sentence in sentences]
    # A column may take half of the room, or more where the other leaves it.
    left, right = (
        min(own, max((room - LEAST) / 2, room - LEAST - other))
        for own, other in (widest, reversed(widest))
    )
    between = min(room - left - right, MOST)
    lines = max(len(sentence.words) for sentence in sentences)
    start = EDGE + left
    end = start + between + 2 * SPACE
    return _Columns(
        (
            _spots_in_columns(sentences[0], left, (start, "end"), lines, measure),
            _spots_in_columns(sentences[1], right, (end, "start"), lines, measure),
        ),
        end + right + EDGE,
        lines * LINE,
    )


def _spots_in_columns(
    sentence: _Sentence, room: float, at: tuple[float, Anchor], lines: int, measure: TextWidth
) -> tuple[_Spot, ...]:
    x, anchor = at
    words = [shortened(word, room, measure) for word in sentence.words]
    return tuple(
        _Spot(word, measure(word), x, LINE * _share(lines, number, len(words)), anchor, 0)
        for number, word in enumerate(words)
    )


# Rows.


class _Line(NamedTuple):
    """A whole sentence in one line: its words as shown, their widths and their middles."""

    shown: Sequence[str]
    widths: Sequence[float]
    middles: Sequence[float]
    from_right: bool


class _Cut(NamedTuple):
    """The rows that lines are cut into: number, width, and how far words may stick out."""

    rows: int
    width: float
    slack: float

    def row(self, middle: float) -> int:
        return min(floor(middle / self.width), self.rows - 1)


@dataclass(frozen=True, slots=True)
class _Rows:
    """The places of all words, the size, the height between words, and the reading directions."""

    spots: tuple[tuple[_Spot, ...], tuple[_Spot, ...]]
    width: float
    height: float
    between: float
    from_right: tuple[bool, bool]

    def curves(self, pairs: Sequence[tuple[_Spot, _Spot]]) -> Iterator[tuple[Curve, ...]]:
        """Yield the curves between pairs of words.

        A link between different rows has two pieces: from its upper word to the edge of the
        picture, and from the edge to its lower word.
        """
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
        """Return the edge at which a link leaves for later or earlier rows."""
        return self.width if later != self.from_right[side] else 0


def _levels(pairs: Sequence[tuple[_Spot, _Spot]]) -> list[float | None]:
    """Return how far down each link between rows crosses the edges; None for links within a row.

    Each has a height of its own, the same in both rows, so that it can be followed. Words near the
    edge take the upper heights, which avoids crossings; links to later rows stay above the others.
    """
    levels: list[float | None] = [None] * len(pairs)
    later = [link for link, (above, below) in enumerate(pairs) if below.row > above.row]
    earlier = [link for link, (above, below) in enumerate(pairs) if below.row < above.row]
    for number, link in enumerate(later):
        levels[link] = (1 - EDGES * _share(1, number, len(later))) / 2
    for number, link in enumerate(earlier):
        levels[link] = (1 + EDGES * _share(1, number, len(earlier))) / 2
    return levels


def _curve(x: float, top: float, to: float, bottom: float) -> Curve:
    along, across = ALONG * (to - x), ACROSS * (bottom - top)
    return (x, top, x + along, top + across, to - along, bottom - across, to, bottom)


def _in_rows(sentences: Sequence[_Sentence], width: float, measure: TextWidth) -> _Rows:
    """Spread both sentences over the same length, so that only reordered links slant.

    That length is cut into equal rows; a word stands in the row of its middle.
    """
    room = width - 2 * EDGE
    shown = [[shortened(word, room, measure) for word in words] for words, _ in sentences]
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
        for start, taken in zip(starts, line.widths, strict=True):
            first, last = min(first, start), max(last, start + taken)
    between = min(max(cut.width / 8, LOWEST), HIGHEST)
    pitch = between + 4 * HALF_LABEL + APART
    above, below = (
        _spots_in_rows(line, [EDGE - first + start for start in starts], cut, (y, pitch))
        for line, starts, y in zip(
            lines, lefts, (HALF_LABEL, between + 3 * HALF_LABEL), strict=True
        )
    )
    directions = (sentences[0].from_right, sentences[1].from_right)
    size = (last - first + 2 * EDGE, cut.rows * pitch - APART)
    return _Rows((above, below), *size, between, directions)


def _spread(widths: Sequence[float], length: float) -> list[float]:
    """Return the middles of words spread evenly over a length."""
    spare, before, middles = length - total(widths), 0.0, []
    for number, width in enumerate(widths):
        middles.append(before + _share(spare, number, len(widths)) + width / 2)
        before += width
    return middles


def _cut(lines: Sequence[_Line], length: float, room: float) -> _Cut:
    """Cut into nearly the fewest rows in which words fit; twice the minimum is always enough."""
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
    """Return the start of each word in its row, moved if it would stick out too far."""
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


def _spots_in_rows(
    line: _Line, lefts: Sequence[float], cut: _Cut, down: tuple[float, float]
) -> tuple[_Spot, ...]:
    """Place the words; `down` has the height of the first row, and that from row to row."""
    y, pitch = down
    rows = [cut.row(middle) for middle in line.middles]
    return tuple(
        _Spot(word, width, left + width / 2, y + row * pitch, "middle", row)
        for word, width, left, row in zip(line.shown, line.widths, lefts, rows, strict=True)
    )
