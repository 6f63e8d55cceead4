"""The geometry of crossing diagrams: two sentences, and curves between their words, in pixels.

`script/crossing.js` of the report is its twin: both give the same numbers for the same words,
links, width and measure of text.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from wordorder.drawing.crossing_columns import in_columns
from wordorder.drawing.crossing_parts import Sentence, left_end
from wordorder.drawing.crossing_rows import in_rows
from wordorder.drawing.direction import runs_right_to_left, word_direction
from wordorder.drawing.measuring import cells_in_pixels, tenth
from wordorder.drawing.palette import opacity
from wordorder.drawing.svg import HALF_LABEL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wordorder.drawing.crossing_columns import Columns
    from wordorder.drawing.crossing_parts import Anchor, Spot
    from wordorder.drawing.crossing_rows import Rows
    from wordorder.drawing.direction import Direction
    from wordorder.drawing.measuring import Measure

NARROW = 480  # pixels; below this, sentences stand in columns
AROUND = 4  # pixels between moved words and the sides of their box

Side: TypeAlias = Literal["above", "below"]


class CrossingLink(NamedTuple):
    """A link to draw.

    Attributes:
        above: The position of its word above, counting from 0.
        below: The position of its word below.
        stage: How the two words were matched, if they were.
        confidence: How sure the match is, from 0 to 1, if that is known.
        judged: Whether it counts; others are dashed.
    """

    above: int
    below: int
    stage: str | None = None
    confidence: float | None = None
    judged: bool = True


@dataclass(frozen=True, slots=True)
class CrossingWord:
    """A word in its place: `x` is where it is anchored, `y` the middle of its line.

    `shown` is the word, cut if it is too long; `linked` says whether any link ends there.
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
        """Where it starts."""
        return left_end(self.x, self.width, self.anchor)


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
    """A box around words of one group of moved words that stand together."""

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
        """Say which words a link connects, and what else is known of it."""
        first_below = next(n for n, word in enumerate(self.words) if word.side == "below")
        words = self.words[link.above].text, self.words[first_below + link.below].text
        return link_title(words, link.stage, link.confidence, judged=link.judged)


def link_title(
    words: tuple[str, str], stage: str | None, confidence: float | None, *, judged: bool
) -> str:
    """Say which words a link connects and, if they were matched, how.

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
    measure: Measure = cells_in_pixels,
    moved: Sequence[Iterable[int]] = (),
) -> CrossingLayout:
    """Lay out two sentences and the links between their words.

    Args:
        above: The words of the sentence above, or on the left if the diagram is narrow.
        below: The words of the other sentence.
        links: The links between them, without duplicates.
        width: The width there is, in pixels: below 480, the sentences stand in columns.
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
    sentences = [Sentence(words, runs_right_to_left(words)) for words in (above, below)]
    place = in_columns if width < NARROW else in_rows
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
    sentence: Sentence, spots: Sequence[Spot], side: Side, linked: set[int]
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


def _curves(links: Sequence[CrossingLink], placed: Rows | Columns) -> Iterator[CrossingCurve]:
    above, below = placed.spots
    curves_of_all = placed.curves([(above[link.above], below[link.below]) for link in links])
    crosses_of_all = crossing([link[:2] for link in links])
    for link, crosses, curves in zip(links, crosses_of_all, curves_of_all, strict=True):
        rounded = tuple(tuple(map(tenth, curve)) for curve in curves)
        yield CrossingCurve(*link, crosses, opacity(link.confidence), rounded)


def crossing(links: Sequence[tuple[int, int]]) -> list[bool]:
    """Whether each link crosses another: one before it ends further on, or the mirror image.

    Links are sorted. Those of one word above are sorted by the one below, so they do not cross.

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
    number: int, group: Iterable[int], judged: set[int], placed: Rows | Columns
) -> Iterator[MovedBox]:
    """A box for each part of the group that stands together in a row.

    Words that are not judged do not part it.
    """
    parts: list[list[Spot]] = []
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
