"""Several alignments with titles, ready to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import UsageError
from wordorder.output import wrapped

if TYPE_CHECKING:
    from wordorder.drawing.alignment import AlignmentKind, AlignmentLayout

PAGE = 100
"""Width of a drawing that does not go to a terminal."""

DRAWINGS: dict[str, tuple[AlignmentKind, ...]] = {
    "both": ("grid", "crossing"),
    "grid": ("grid",),
    "crossing": ("crossing",),
}


_IN_TEXT: dict[AlignmentKind, tuple[str, str]] = {
    "grid": ("left", "above"),
    "crossing": ("left", "right"),
}


class AlignmentDrawing(NamedTuple):
    """One sentence pair.

    Attributes:
        title: Printed above it.
        layout: The layout of its words and links.
        sentences: Source and target, if their words are known.
    """

    title: str
    layout: AlignmentLayout
    sentences: tuple[str | None, str | None] = (None, None)


@dataclass(frozen=True, slots=True)
class AlignmentDrawings:
    """Drawings of sentence pairs.

    Attributes:
        drawings: The sentence pairs, in order.
        more: Whether more follow that were not left out on request.
        sides: Names of the two sides.
    """

    drawings: tuple[AlignmentDrawing, ...]
    more: bool = False
    sides: tuple[str, str] = ("source", "target")

    def to_text(self, kind: str = "both", *, width: int | None = None, color: bool = False) -> str:
        """Render for a terminal of that width, or a page: grid, crossing or both."""
        columns, kinds = PAGE if width is None else width, _kinds(kind)
        cards = []
        places = [
            " and ".join(dict.fromkeys(which))
            for which in zip(*(_IN_TEXT[one] for one in kinds), strict=True)
        ]
        for title, layout, sentences in self.drawings:
            heads = [
                f"{side} ({place}): {sentence}"
                for side, place, sentence in zip(self.sides, places, sentences, strict=True)
                if sentence is not None
            ]
            pictures = [layout.to_text(width=columns, color=color, kind=one) for one in kinds]
            heading = "\n".join(wrapped(line, width) for line in (title, *heads))
            cards.append("\n\n".join([heading, *filter(None, pictures)]) + "\n")
        return "\n".join(cards)

    def to_svg(self, kind: str = "both") -> str:
        """Render as one self-contained SVG picture."""
        from wordorder.drawing.alignment_svg import render

        titles, layouts, _ = zip(*self.drawings, strict=True)
        return render(layouts, titles, _kinds(kind), self.sides)

    def _repr_svg_(self) -> str:
        return self.to_svg()


def _kinds(kind: str) -> tuple[AlignmentKind, ...]:
    if kind not in DRAWINGS:
        raise UsageError.unknown("kind of drawing", kind, DRAWINGS)
    return DRAWINGS[kind]
