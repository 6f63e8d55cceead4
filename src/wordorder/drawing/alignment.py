"""The layout of alignments, for the terminal and for SVG.

Each word has a horizontal position, in terminal cells, for drawings with a sentence in a row, and a
vertical position, in lines, for those with a sentence in a column. Grids need neither.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from wordorder.drawing.palette import DIM, KINDS
from wordorder.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.drawing.palette import Ink

GAP = 2  # cells between neighbouring words, at least
NARROWEST = 20  # cells; a narrower drawing would be unreadable

AlignmentKind: TypeAlias = Literal["crossing", "grid"]


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word with its position: its first cell and its width, or its line."""

    text: str
    left: int
    width: int
    line: int
    linked: bool

    @property
    def middle(self) -> float:
        """Where its links end."""
        return self.left + self.width / 2

    @property
    def ink(self) -> Ink:
        """Its colour."""
        return KINDS["leaf"] if self.linked else DIM

    @property
    def kind(self) -> str:
        """The name of its colour in the style sheet."""
        return "linked" if self.linked else "unlinked"


@dataclass(frozen=True, slots=True)
class PlacedLink:
    """A link between two words, by their positions, and whether it crosses another link.

    The stage, if any, says how the two words were matched.
    """

    source: int
    target: int
    sure: bool
    crossing: bool
    stage: str | None = None

    @property
    def kind(self) -> str:
        """The name of its colour in the palette and in the style sheet."""
        return self.stage or ("inverted" if self.crossing else "monotone")

    @property
    def certainty(self) -> str:
        """The name of its line style in the style sheet."""
        return "sure" if self.sure else "possible"


@dataclass(frozen=True, slots=True)
class AlignmentLayout:
    """The positions of all words, the links, and the total size, in cells and in lines."""

    source: tuple[PlacedWord, ...]
    target: tuple[PlacedWord, ...]
    links: tuple[PlacedLink, ...]
    width: int
    lines: int

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as plain data, for JSON."""
        return {
            "source": [asdict(word) for word in self.source],
            "target": [asdict(word) for word in self.target],
            "links": [asdict(link) for link in self.links],
            "width": self.width,
            "lines": self.lines,
        }

    def to_svg(self, kind: AlignmentKind = "crossing") -> str:
        """Render as a self-contained SVG picture: lines between two rows of words, or a grid."""
        from wordorder.drawing.alignment_svg import render

        return render([self], kinds=[kind])

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_text(self, *, width: int, color: bool, kind: AlignmentKind = "crossing") -> str:
        """Render for a terminal of that width: lines between two columns of words, or a grid.

        Examples:
            >>> layout = layout_alignment(["white", "house"], ["la", "casa", "blanca"],
            ...                           [(0, 2), (1, 0), (1, 1)], [True, False, True])
            >>> print(layout.to_text(width=40, color=False, kind="grid"))
                      b
                      l
                    c a
                    a n
                  l s c
                  a a a
            white · · ■
            house □ ■ ·
        """
        if kind == "crossing":
            from wordorder.drawing.alignment_text_crossing import render
        elif kind == "grid":
            from wordorder.drawing.alignment_text_grid import render
        else:
            raise unknown_kind(kind)
        return render(self, max(width, NARROWEST), color)

    def words_of(self, link: PlacedLink) -> str:
        """Say which words a link connects."""
        return f"{self.source[link.source].text} – {self.target[link.target].text}"


def unknown_kind(kind: object) -> UsageError:
    """Return an error for an unknown kind of drawing."""
    return UsageError.unknown("kind of drawing", kind, ["crossing", "grid"])


def layout_alignment(
    source: Sequence[str],
    target: Sequence[str],
    links: Sequence[tuple[int, int]],
    sure: Sequence[bool],
    stages: Sequence[str] | None = None,
) -> AlignmentLayout:
    """Lay out the words of two sentences, and find the links that cross.

    Args:
        source: The words of the source sentence.
        target: The words of the target sentence.
        links: Pairs of source and target positions, counting from 0, sorted and without duplicates.
        sure: Whether each link is sure; the others are possible.
        stages: For each link, the name of its colour: exact, stem, synonym, vectors or
            paraphrase. By default, crossing links have a colour of their own.

    Examples:
        >>> layout = layout_alignment(["white", "house"], ["casa", "blanca"],
        ...                           [(0, 1), (1, 0)], [True, True])
        >>> [link.crossing for link in layout.links]
        [True, True]
    """
    from rich.cells import cell_len

    widths = [[cell_len(word) for word in words] for words in (source, target)]
    linked = [{word for word, _ in links}, {word for _, word in links}]
    named: Sequence[str | None] = [None] * len(links) if stages is None else stages
    width = max(sum(row) + GAP * len(row) for row in widths)
    lines = max(len(source), len(target))
    return AlignmentLayout(
        _place(source, widths[0], linked[0], width, lines),
        _place(target, widths[1], linked[1], width, lines),
        tuple(
            PlacedLink(int(i), int(j), bool(is_sure), bool(crosses), stage)
            for (i, j), is_sure, crosses, stage in zip(
                links, sure, _crossing(links), named, strict=True
            )
        ),
        width,
        lines,
    )


def _place(
    words: Sequence[str], widths: Sequence[int], linked: set[int], width: int, lines: int
) -> tuple[PlacedWord, ...]:
    """Spread the words over the whole width, so that only reordered links slant."""
    spare, before, placed = width - sum(widths), 0, []
    for number, (word, cells) in enumerate(zip(words, widths, strict=True)):
        left = before + _share(spare, number, len(words))
        line = _share(lines, number, len(words))
        placed.append(PlacedWord(word, left, cells, line, number in linked))
        before += cells
    return tuple(placed)


def _share(whole: int, part: int, parts: int) -> int:
    """The centre of one of several equal parts."""
    return whole * (2 * part + 1) // (2 * parts)


def _crossing(links: Sequence[tuple[int, int]]) -> list[bool]:
    """Whether each link crosses another: one before it ends further on, or the mirror image.

    Links of one source word are sorted by target, so they never count as crossing.
    """
    targets = [target for _, target in links]
    highest_so_far = accumulate(targets, max)
    lowest_to_come = list(accumulate(reversed(targets), min))[::-1]
    return [
        lowest < target or target < highest
        for target, highest, lowest in zip(targets, highest_so_far, lowest_to_come, strict=True)
    ]
