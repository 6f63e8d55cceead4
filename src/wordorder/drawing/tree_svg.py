"""Trees as self-contained SVG, light or dark as the reader prefers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.drawing.palette import GROUND, KINDS, LINE
from wordorder.drawing.svg import CELL, HALF_LABEL, safe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.drawing.tree import PlacedNode, TreeLayout

LEVEL = 44  # height in pixels
MARGIN = 18


def render(layouts: Sequence[TreeLayout], titles: Sequence[str] = ()) -> str:
    """Draw trees one below the other, with their titles if given."""
    width = max(layout.width for layout in layouts) * CELL + 2 * MARGIN
    parts, top = [], MARGIN
    for layout, title in zip(layouts, titles or [""] * len(layouts), strict=True):
        if title:
            parts.append(f'<text class="title" x="{MARGIN}" y="{top + 4}">{safe(title)}</text>')
            top += MARGIN
        parts.append(f'<g transform="translate({MARGIN} {top + HALF_LABEL})">')
        parts += _lines(layout)
        parts += _labels(layout)
        parts.append("</g>")
        top += (layout.levels - 1) * LEVEL + 2 * HALF_LABEL + 2 * MARGIN
    height = top - MARGIN
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wordorder-tree" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" role="img">'
    )
    ground = '<rect class="ground" width="100%" height="100%" rx="6"/>'
    return "\n".join([opening, f"<style>{_style()}</style>", ground, *parts, "</svg>"])


def _style() -> str:
    def inks(ground: str) -> str:
        rules = [
            f".ground{{fill:{getattr(GROUND, ground)}}}",
            f"path{{stroke:{getattr(LINE, ground)}}}",
            f".title{{fill:{getattr(LINE, ground)}}}",
        ]
        rules += [f".{kind}{{fill:{getattr(ink, ground)}}}" for kind, ink in KINDS.items()]
        return "".join(f".wordorder-tree {rule}" for rule in rules)

    return (
        ".wordorder-tree text{font:15px ui-monospace,Menlo,Consolas,monospace;"
        "text-anchor:middle}"
        ".wordorder-tree .title{font-size:12px;text-anchor:start}"
        ".wordorder-tree path{fill:none;stroke-width:1.3}"
        f"{inks('light')}@media(prefers-color-scheme:dark){{{inks('dark')}}}"
    )


def _x(layout: TreeLayout, node: PlacedNode) -> int:
    return (layout.width - node.column if layout.from_right else node.column) * CELL


def _lines(layout: TreeLayout) -> Iterator[str]:
    for node in layout.nodes:
        if node.parent >= 0:
            parent = layout.nodes[node.parent]
            x, y = _x(layout, node), node.level * LEVEL
            yield (
                f'<path d="M{_x(layout, parent)} {y - LEVEL + HALF_LABEL}L{x} {y - HALF_LABEL}"/>'
            )


def _labels(layout: TreeLayout) -> Iterator[str]:
    for node in layout.nodes:
        yield (  # dy: centres text in viewers without dominant-baseline
            f'<text class="{node.kind}" x="{_x(layout, node)}" y="{node.level * LEVEL}" '
            f'dy=".35em">{safe(node.label)}</text>'
        )
