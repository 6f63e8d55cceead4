"""The layout of a sentence before and after reordering, for the terminal and for SVG.

Words stand below each other, a word on each line, so that long sentences fit on a page: the source
on the left with the arcs of its tree, lines in the middle, and the new order on the right, with the
same arcs.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from wordorder.drawing.alignment import AlignmentLayout, PlacedLink, layout_alignment
from wordorder.drawing.arcs import LONGEST_LABEL, LONGEST_WORD, ROOT, arc_levels
from wordorder.drawing.palette import DIM, KINDS
from wordorder.drawing.widths import check_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.drawing.palette import Ink


class ReferencePlace(NamedTuple):
    """Where a word stands in the reference order.

    Attributes:
        rank: Its rank, counting from 0.
        linked: Whether the alignment says so; otherwise it goes with the next word that has a link.
    """

    rank: int
    linked: bool


@dataclass(frozen=True, slots=True)
class ReorderedWord:
    """A word of the source.

    Attributes:
        text: The word.
        tag: Its part of speech.
        label: Its relation to its head.
        place: Its line in the new order.
        moved: Whether it is one of the fewest words that change places.
        reference: Its place in the reference order, if that is known.
        follows: Whether the word before it in the new order is also the one in the reference.
    """

    text: str
    tag: str
    label: str
    place: int
    moved: bool
    reference: ReferencePlace | None
    follows: bool

    @property
    def linked(self) -> bool:
        """Whether it has a link, as far as is known."""
        return self.reference is None or self.reference.linked

    @property
    def ink(self) -> Ink:
        """Its colour."""
        return KINDS["leaf"] if self.linked else DIM

    @property
    def number(self) -> str:
        """Its place in the reference order, counting from 1."""
        return "" if self.reference is None else str(self.reference.rank + 1)


@dataclass(frozen=True, slots=True)
class SideArc:
    """An arc beside the words, from the line of a head to that of a dependent.

    `level` counts from 1, the nearest to the words; `crossing` says whether it crosses another.
    """

    head: int
    dependent: int
    level: int
    crossing: bool

    @property
    def kind(self) -> str:
        """The name of its colour in the palette and in the style sheet."""
        return "inverted" if self.crossing else "monotone"


@dataclass(frozen=True, slots=True)
class ReorderingLayout:
    """The words from first to last in the source, and the arcs beside them, before and after."""

    words: tuple[ReorderedWord, ...]
    before: tuple[SideArc, ...]
    after: tuple[SideArc, ...]

    @property
    def reordered(self) -> tuple[ReorderedWord, ...]:
        """The words in the new order."""
        return tuple(sorted(self.words, key=lambda word: word.place))

    @property
    def headings(self) -> tuple[str, str]:
        """What stands above the two columns of words."""
        numbered = any(word.reference for word in self.words)
        return "source", "new order" + ", numbered by the reference" * numbered

    @property
    def lines(self) -> AlignmentLayout:
        """The words of both columns, and the lines between them."""
        links = [(line, word.place) for line, word in enumerate(self.words)]
        before, after = ([word.text for word in words] for words in (self.words, self.reordered))
        layout = layout_alignment(before, after, links, [True] * len(links))
        placed = tuple(
            PlacedLink(line, word.place, sure=True, crossing=word.moved)
            for line, word in enumerate(self.words)
        )
        return replace(layout, links=placed)

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as plain data, for JSON."""
        return asdict(self)

    def to_svg(self) -> str:
        """Render as a self-contained SVG picture."""
        from wordorder.drawing.reordering_svg import render

        return render([self])

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_text(self, *, width: int, color: bool) -> str:
        """Render for a terminal of that width; what has no room is left out, arcs first.

        Examples:
            >>> layout = layout_reordering(["We", "eat", "rice"], ["PRON", "VERB", "NOUN"],
            ...                            [1, -1, 1], ["nsubj", "root", "obj"], [0, 2, 1], [2])
            >>> print(layout.to_text(width=60, color=False))
                source          new order
            ┌─▶  nsubj  PRON    We ⠤⠤⠤⠤⠤⠤⠤⠤ We   ◀───┐
            ├──  root   VERB   eat ⠤⣀⣀  ⣀⣀⠤ rice ◀─┐ │
            └─▶  obj    NOUN  rice ⠤⠒⠒⠉⠉⠒⠒⠤ eat  ──┴─┘
        """
        from wordorder.drawing.reordering_text import render

        check_width(width)
        return render(self, width, color)


def layout_reordering(
    words: Sequence[str],
    tags: Sequence[str],
    heads: Sequence[int],
    labels: Sequence[str],
    places: Sequence[int],
    moved: Sequence[int],
    reference: Sequence[ReferencePlace] | None = None,
) -> ReorderingLayout:
    """Lay out a dependency tree before and after reordering.

    Args:
        words: The words in source order.
        tags: Their tags.
        heads: The head of each word, counting from 0; -1 for the root.
        labels: The relation of each word to its head.
        places: The place of each word in the new order, counting from 0.
        moved: The words to show as moved.
        reference: The place of each word in the reference order.
    """
    from wordorder.drawing.cells import cut

    order, in_motion = sorted(range(len(words)), key=places.__getitem__), set(moved)
    before = {order[place]: order[place - 1] for place in range(1, len(order))}

    def follows(word: int) -> bool:
        if reference is None:
            return True
        expected = reference[before[word]].rank + 1 if word in before else 0
        return reference[word].rank == expected

    return ReorderingLayout(
        tuple(
            ReorderedWord(
                cut(text, LONGEST_WORD),
                cut(tags[word], LONGEST_LABEL),
                cut(labels[word], LONGEST_LABEL),
                int(places[word]),
                word in in_motion,
                None if reference is None else reference[word],
                follows(word),
            )
            for word, text in enumerate(words)
        ),
        _side_arcs(heads),
        _side_arcs([ROOT if heads[word] == ROOT else places[heads[word]] for word in order]),
    )


def _side_arcs(heads: Sequence[int]) -> tuple[SideArc, ...]:
    """The arcs of all words but the root."""
    return tuple(
        SideArc(int(head), word, level, crossing)
        for word, (head, (level, crossing)) in enumerate(zip(heads, arc_levels(heads), strict=True))
        if head != ROOT
    )
