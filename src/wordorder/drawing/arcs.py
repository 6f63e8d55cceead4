"""The layout of dependency trees as arcs above the words, for the terminal and for SVG.

The horizontal unit is one terminal cell, the vertical unit one level of arcs. Every end of an arc
has a column of its own, so that no two arcs of a word share a line.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = -1  # the head of the root
GAP = 2  # cells between neighbouring words, at least
BETWEEN_ENDS = 2  # cells from one end of an arc to the next
AROUND_LABEL = 3  # cells that an arc needs beside its label: both ends, and a piece of line
LONGEST_LABEL, LONGEST_WORD = 24, 60  # cells; longer ones are cut
FARTHEST = 40  # cells that a label may stand away from the middle of its arc


@dataclass(frozen=True, slots=True)
class ArcWord:
    """A word and its tag, centred in its place: the first cell and the width."""

    text: str
    tag: str
    left: int
    width: int

    @property
    def middle(self) -> float:
        """The centre of its place."""
        return self.left + self.width / 2


@dataclass(frozen=True, slots=True)
class PlacedArc:
    """An arc from a head to a dependent, or the mark of the root, whose head is -1.

    `start` and `end` are the columns of its ends at head and dependent, `level` counts from 1
    upwards, `crossing` says whether it crosses another arc, and `label_left` is the first cell of
    the label.
    """

    head: int
    dependent: int
    label: str
    level: int
    start: int
    end: int
    crossing: bool
    label_left: int

    @property
    def kind(self) -> str:
        """The name of its colour in the palette and in the style sheet."""
        if self.head == ROOT:
            return "simple"
        return "inverted" if self.crossing else "monotone"


@dataclass(frozen=True, slots=True)
class ArcLayout:
    """The positions of all words and arcs, by dependent, and the total size."""

    words: tuple[ArcWord, ...]
    arcs: tuple[PlacedArc, ...]
    width: int
    levels: int

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as plain data, for JSON."""
        return asdict(self)

    def to_svg(self) -> str:
        """Render as a self-contained SVG picture."""
        from wordorder.drawing.arcs_svg import render

        return render(self)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_text(self, *, width: int, color: bool) -> str:
        """Render with box-drawing characters; as an outline if it is wider than `width`.

        Examples:
            >>> layout = layout_arcs(["We", "eat", "rice"], ["PRON", "VERB", "NOUN"],
            ...                      [1, -1, 1], ["nsubj", "root", "obj"])
            >>> print(layout.to_text(width=40, color=False))
                     root
             ┌─nsubj─┐ │ ┌─obj─┐
             ▼       │ ▼ │     ▼
             We       eat     rice
            PRON     VERB     NOUN
        """
        from wordorder.drawing.arcs_text import render

        return render(self, width, color)

    def words_of(self, arc: PlacedArc) -> str:
        """Say what an arc connects."""
        dependent = self.words[arc.dependent].text
        if arc.head == ROOT:
            return f"{dependent}: {arc.label}"
        return f"{self.words[arc.head].text} → {dependent}: {arc.label}"


class _Span(NamedTuple):
    """The words at the ends of an arc."""

    left: int
    right: int


def layout_arcs(
    words: Sequence[str], tags: Sequence[str], heads: Sequence[int], labels: Sequence[str]
) -> ArcLayout:
    """Lay out a dependency tree.

    Args:
        words: The words.
        tags: Their tags, drawn below them.
        heads: The head of each word, counting from 0; -1 for the root.
        labels: The relation of each word to its head.
    """
    from wordorder.drawing.cells import cut

    words = [cut(word, LONGEST_WORD) for word in words]
    tags = [cut(tag, LONGEST_LABEL) for tag in tags]
    labels = [cut(label, LONGEST_LABEL) for label in labels]
    spans = _spans(heads)
    levels = _levels(heads, spans)
    placed, columns = _placed(words, tags, heads, spans, _ends_in_order(heads, spans), labels)
    crossing = _crossing(heads, spans)
    width = placed[-1].left + placed[-1].width
    arcs = []
    for word, (head, label) in enumerate(zip(heads, labels, strict=True)):
        ends = columns[word, word if head == ROOT else head], columns[word, word]
        higher = set()
        if crossing[word]:
            higher = {c for (arc, _), c in columns.items() if levels[arc] > levels[word]}
        left = _label_left(label, ends, higher, width)
        arcs.append(PlacedArc(head, word, label, levels[word], *ends, crossing[word], left))
    return ArcLayout(placed, tuple(arcs), width, max(levels))


def arc_levels(heads: Sequence[int]) -> list[tuple[int, bool]]:
    """The level of the arc of each word, and whether it crosses another; see `PlacedArc`.

    Examples:
        >>> arc_levels([3, -1, 1, 1])  # What did you see
        [(3, True), (4, False), (1, False), (2, False)]
    """
    spans = _spans(heads)
    return list(zip(_levels(heads, spans), _crossing(heads, spans), strict=True))


def _spans(heads: Sequence[int]) -> list[_Span]:
    return [_Span(*sorted((word, head))) for word, head in enumerate(heads)]


def _levels(heads: Sequence[int], spans: Sequence[_Span]) -> list[int]:
    """Each arc just above the shorter ones that it overlaps, the root's mark above all."""
    levels = [0] * len(heads)
    highest = [0] * len(heads)  # in the gap behind each word
    for word in sorted(range(len(heads)), key=lambda word: spans[word].right - spans[word].left):
        if heads[word] != ROOT:
            gaps = slice(*spans[word])
            levels[word] = 1 + max(highest[gaps])
            highest[gaps] = [levels[word]] * len(highest[gaps])
    levels[heads.index(ROOT)] = 1 + max(highest)
    return levels


def _ends_in_order(heads: Sequence[int], spans: Sequence[_Span]) -> list[list[int]]:
    """The arcs that end at each word, by dependent, in an order in which they do not cross.

    First those to the left, the longest last; then the root's mark; then those to the right, the
    longest first.
    """
    ends: list[list[tuple[int, int, int]]] = [[] for _ in heads]
    for word, (left, right) in enumerate(spans):
        length = right - left
        if heads[word] == ROOT:
            ends[word].append((1, 0, word))
        else:
            ends[left].append((2, -length, word))
            ends[right].append((0, length, word))
    return [[word for _, _, word in sorted(of_word)] for of_word in ends]


def _placed(
    words: Sequence[str],
    tags: Sequence[str],
    heads: Sequence[int],
    spans: Sequence[_Span],
    ends: Sequence[Sequence[int]],
    labels: Sequence[str],
) -> tuple[tuple[ArcWord, ...], dict[tuple[int, int], int]]:
    """Words from left to right, and the column of each arc, by dependent, at each of its ends."""
    from wordorder.drawing.cells import cell_len

    placed: list[ArcWord] = []
    columns: dict[tuple[int, int], int] = {}
    free = 0
    for word, of_word in enumerate(ends):
        across = BETWEEN_ENDS * (len(of_word) - 1) + 1
        texts = [words[word], tags[word], labels[word] if heads[word] == ROOT else ""]
        width = max(across, *map(cell_len, texts))
        offsets = {arc: (width - across) // 2 + BETWEEN_ENDS * n for n, arc in enumerate(of_word)}
        left = max(
            free,
            *(
                columns[arc, spans[arc].left] + cell_len(labels[arc]) + AROUND_LABEL - offset
                for arc, offset in offsets.items()
                if heads[arc] != ROOT and spans[arc].right == word
            ),
            0,
        )
        columns.update({(arc, word): left + offset for arc, offset in offsets.items()})
        placed.append(ArcWord(words[word], tags[word], left, width))
        free = left + width + GAP
    return tuple(placed), columns


def _label_left(label: str, ends: tuple[int, int], crossed: set[int], width: int) -> int:
    """Where a label begins: as near to the middle of its arc as lines that cross the arc allow."""
    from wordorder.drawing.cells import cell_len

    room = cell_len(label)
    middle = (sum(ends) + 1 - room) // 2
    if ends[0] == ends[1]:  # the root's, which may stand at the edge
        return max(min(middle, width - room), 0)
    choices = range(max(min(ends) + 2, middle - FARTHEST), min(max(ends) - room, middle + FARTHEST))
    clear = (left for left in choices if crossed.isdisjoint(range(left - 1, left + room + 1)))
    return min(clear, key=lambda left: abs(left - middle), default=middle)


def _crossing(heads: Sequence[int], spans: Sequence[_Span]) -> list[bool]:
    """Whether each arc crosses another, or the mark of the root."""
    root = heads.index(ROOT)
    crossing = [False] * len(heads)
    by_left = sorted(set(range(len(heads))) - {root}, key=lambda word: spans[word])
    for number, one in enumerate(by_left):
        crossing[one] |= spans[one].left < root < spans[one].right
        for other in by_left[number + 1 :]:
            if spans[other].left >= spans[one].right:
                break
            if spans[one].left < spans[other].left and spans[one].right < spans[other].right:
                crossing[one] = crossing[other] = True
    return crossing
