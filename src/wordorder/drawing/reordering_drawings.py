"""Several reordered sentences with titles, ready to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from wordorder.drawing.alignment_drawings import PAGE
from wordorder.output import wrapped

if TYPE_CHECKING:
    from wordorder.drawing.reordering import ReorderingLayout


class ReorderingDrawing(NamedTuple):
    """One sentence.

    Attributes:
        title: Printed above it, scores included.
        layout: The layout of its words, arcs and lines.
    """

    title: str
    layout: ReorderingLayout


@dataclass(frozen=True, slots=True)
class ReorderingDrawings:
    """Drawings of reordered sentences.

    Attributes:
        drawings: The sentences, in order.
        more: Whether more follow that were not left out on request.
    """

    drawings: tuple[ReorderingDrawing, ...]
    more: bool = False

    def to_text(self, *, width: int | None = None, color: bool = False) -> str:
        """Render for a terminal of that width, or a page."""
        columns = PAGE if width is None else width
        cards = (
            f"{wrapped(title, width)}\n\n{layout.to_text(width=columns, color=color)}\n"
            for title, layout in self.drawings
        )
        return "\n".join(cards)

    def to_svg(self) -> str:
        """Render as one self-contained SVG picture."""
        from wordorder.drawing.reordering_svg import render

        titles, layouts = zip(*self.drawings, strict=True)
        return render(layouts, titles)

    def _repr_svg_(self) -> str:
        return self.to_svg()
