"""Alignments to draw: words with their lines in a terminal, and links with their looks.

`crossing` lays out words and links in pixels, for SVG.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from wordorder.drawing.crossing import CrossingLink, crossing, layout_crossing, link_title
from wordorder.drawing.palette import DIM, KINDS
from wordorder.drawing.svg import CELL
from wordorder.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.drawing.crossing import CrossingLayout
    from wordorder.drawing.palette import Ink

NARROWEST = 20  # cells; a narrower drawing would be unreadable

WIDEST = 110 * CELL  # pixels of a picture, readable on a page

AlignmentKind: TypeAlias = Literal["crossing", "grid"]


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word, its width in cells, and its line."""

    text: str
    width: int
    line: int
    linked: bool

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

    The stage, if any, says how the two words were matched; the confidence, how likely they belong
    together.
    """

    source: int
    target: int
    sure: bool
    crossing: bool
    stage: str | None = None
    confidence: float | None = None

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
    """The words and links, and the number of lines."""

    source: tuple[PlacedWord, ...]
    target: tuple[PlacedWord, ...]
    links: tuple[PlacedLink, ...]
    lines: int

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as plain data, for JSON."""
        return {
            "source": [asdict(word) for word in self.source],
            "target": [asdict(word) for word in self.target],
            "links": [asdict(link) for link in self.links],
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

    def to_crossing(self) -> CrossingLayout:
        """Lay out in pixels, the source above the target, as `to_svg` shows it."""
        source, target = ([word.text for word in words] for words in (self.source, self.target))
        links = [
            CrossingLink(link.source, link.target, link.stage, link.confidence, link.sure)
            for link in self.links
        ]
        return layout_crossing(source, target, links, width=WIDEST)

    def title(self, link: PlacedLink) -> str:
        """Say which words a link connects, and what else is known of it."""
        words = self.source[link.source].text, self.target[link.target].text
        return link_title(words, link.stage, link.confidence, judged=link.sure)


def unknown_kind(kind: object) -> UsageError:
    """Return an error for an unknown kind of drawing."""
    return UsageError.unknown("kind of drawing", kind, ["crossing", "grid"])


def layout_alignment(
    source: Sequence[str],
    target: Sequence[str],
    links: Sequence[tuple[int, int]],
    sure: Sequence[bool],
    stages: Sequence[str] | None = None,
    confidence: Sequence[float] | None = None,
) -> AlignmentLayout:
    """Lay out the words of two sentences, and find the links that cross.

    Args:
        source: The words of the source sentence.
        target: The words of the target sentence.
        links: Pairs of source and target positions, counting from 0, sorted and without duplicates.
        sure: Whether each link is sure; the others are possible.
        stages: For each link, the name of its colour: exact, stem, synonym, vectors or
            paraphrase. By default, crossing links have a colour of their own.
        confidence: For each link, how likely its words belong together; pictures show it.

    Examples:
        >>> layout = layout_alignment(["white", "house"], ["casa", "blanca"],
        ...                           [(0, 1), (1, 0)], [True, True])
        >>> [link.crossing for link in layout.links]
        [True, True]
    """
    lines = max(len(source), len(target))
    unknown = [None] * len(links)
    looks = zip(links, sure, crossing(links), stages or unknown, confidence or unknown, strict=True)
    return AlignmentLayout(
        _placed(source, {word for word, _ in links}, lines),
        _placed(target, {word for _, word in links}, lines),
        tuple(
            PlacedLink(int(i), int(j), bool(is_sure), bool(crosses), stage, certainty)
            for (i, j), is_sure, crosses, stage, certainty in looks
        ),
        lines,
    )


def _placed(words: Sequence[str], linked: set[int], lines: int) -> tuple[PlacedWord, ...]:
    """Spread the words over all lines, so that only reordered links slant."""
    from rich.cells import cell_len

    return tuple(
        PlacedWord(word, cell_len(word), _share(lines, number, len(words)), number in linked)
        for number, word in enumerate(words)
    )


def _share(whole: int, part: int, parts: int) -> int:
    """The centre of one of several equal parts."""
    return whole * (2 * part + 1) // (2 * parts)
