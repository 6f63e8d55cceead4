"""Trees drawn top down: their layout, and drawings as SVG and in a terminal.

The horizontal unit is one terminal cell, or a pixel where labels are measured in pixels; the
vertical unit is one level of the tree. `script/tree.js` of the report is its twin for permutation
trees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import ceil
from typing import Any, NamedTuple

from wordorder.drawing.measuring import BOXES, DOWN, LEFT, RIGHT, UP, Piece, TextWidth, line
from wordorder.drawing.palette import GROUND, KINDS, LINE, paint
from wordorder.drawing.svg import CELL, HALF_LABEL, MONOSPACE, safe, style_sheet
from wordorder.output.console import cell_width

LEVEL = 44  # height in pixels
MARGIN = 18

# Cells of indentation in an outline; more would be unreadable.
LARGEST_OUTLINE = 2_000_000


class Lettering(NamedTuple):
    """The widths of labels, and the least gap between them, in the unit of a drawing."""

    measure: TextWidth
    gap: int


IN_CELLS = Lettering(cell_width, 2)


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node with its position: the cell or pixel of its centre, and its level below the root."""

    label: str
    kind: str
    parent: int
    column: int
    level: int


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """The positions of all nodes, in pre-order, and the total size.

    `from_right` says that pictures mirror it, since the words run from right to left.
    """

    nodes: tuple[PlacedNode, ...]
    width: int
    levels: int
    from_right: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as plain data, for JSON."""
        return {
            "nodes": [asdict(node) for node in self.nodes],
            "width": self.width,
            "levels": self.levels,
            "direction": "rtl" if self.from_right else "ltr",
        }

    def to_svg(self) -> str:
        """Render as a self-contained SVG picture."""
        return render_tree_svg([self])

    def to_text(self, *, width: int, color: bool) -> str:
        """Render with box-drawing characters; as an outline if it is wider than `width`."""
        return render_tree_text(self, width, color)


def layout_tree(
    labels: Sequence[str],
    kinds: Sequence[str],
    skip: Sequence[int],
    *,
    from_right: bool = False,
    lettering: Lettering = IN_CELLS,
) -> TreeLayout:
    """Lay out a tree given in pre-order.

    Args:
        labels: The label of each node.
        kinds: The colour of each node, a name from the palette.
        skip: For each node, the index of the first node after its subtree.
        from_right: Whether the words run from right to left.
        lettering: The widths of labels, by default in terminal cells, which `to_text` and `to_svg`
            need.
    """
    measure, gap = lettering
    widths = [ceil(measure(label)) for label in labels]
    parents, levels = _parents_and_levels(skip)
    below, room = _room(widths, parents, gap)
    edges = _left_edges(parents, below, room, gap)
    columns = _columns(widths, parents, edges, [span - gap for span in room])
    nodes = tuple(map(PlacedNode, labels, kinds, parents, columns, levels))
    return TreeLayout(nodes, room[0] - gap, max(levels) + 1, from_right)


def _parents_and_levels(skip: Sequence[int]) -> tuple[list[int], list[int]]:
    parents, levels = [], []
    path: list[int] = []
    for node in range(len(skip)):
        while path and skip[path[-1]] <= node:
            path.pop()
        parents.append(path[-1] if path else -1)
        levels.append(len(path))
        path.append(node)
    return parents, levels


def _room(widths: Sequence[int], parents: Sequence[int], gap: int) -> tuple[list[int], list[int]]:
    """Return the width that each node's children need, and its whole subtree with a gap."""
    below = [0] * len(widths)
    room = [0] * len(widths)
    for node in range(len(widths) - 1, -1, -1):
        room[node] = max(widths[node] + gap, below[node])
        if node:
            below[parents[node]] += room[node]
    return below, room


def _left_edges(
    parents: Sequence[int], below: Sequence[int], room: Sequence[int], gap: int
) -> list[int]:
    """Return the start of each subtree; children narrower than their parent are centred below."""
    edges = [0] * len(room)
    free = [0] * len(room)  # where the next child of each node goes
    children = Counter(parents)
    for node in range(len(room)):
        if node:
            edges[node] = free[parents[node]]
            free[parents[node]] += room[node]
        spare = (room[node] - below[node]) // 2
        if children[node] == 1:  # centre an only child below the label
            spare = (room[node] - gap - 1) // 2 - (below[node] - gap - 1) // 2
        free[node] = edges[node] + spare
    return edges


def _columns(
    widths: Sequence[int], parents: Sequence[int], edges: Sequence[int], spans: Sequence[int]
) -> list[int]:
    """Centre each node above its children, as far as its label allows."""
    first = [-1] * len(widths)  # columns of each node's outermost children
    last = [-1] * len(widths)
    columns = [0] * len(widths)
    for node in range(len(widths) - 1, -1, -1):
        left_half = (widths[node] - 1) // 2
        right_half = widths[node] - left_half
        left_most = edges[node] + left_half
        right_most = edges[node] + spans[node] - right_half
        middle = (first[node] + last[node]) // 2 if last[node] >= 0 else left_most
        columns[node] = min(max(middle, left_most), right_most)
        if node:
            first[parents[node]] = columns[node]
            if last[parents[node]] < 0:
                last[parents[node]] = columns[node]
    return columns


# Trees as self-contained SVG, light or dark as the reader prefers.


def render_tree_svg(layouts: Sequence[TreeLayout], titles: Sequence[str] = ()) -> str:
    """Draw trees one below the other, with titles if given."""
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
    shapes = [
        f"text{{{MONOSPACE};text-anchor:middle}}",
        ".title{font-size:12px;text-anchor:start}",
        "path{fill:none;stroke-width:1.3}",
    ]
    inks = [(".ground", "fill", GROUND), ("path", "stroke", LINE), (".title", "fill", LINE)]
    inks += [(f".{kind}", "fill", ink) for kind, ink in KINDS.items()]
    return style_sheet("tree", shapes, inks)


def _x(layout: TreeLayout, node: PlacedNode) -> int:
    return (layout.width - node.column if layout.from_right else node.column) * CELL


def _lines(layout: TreeLayout) -> Iterator[str]:
    for node in layout.nodes:
        if node.parent >= 0:
            parent = layout.nodes[node.parent]
            x, y = _x(layout, node), node.level * LEVEL
            top = y - LEVEL + HALF_LABEL
            yield f'<path d="M{_x(layout, parent)} {top}L{x} {y - HALF_LABEL}"/>'


def _labels(layout: TreeLayout) -> Iterator[str]:
    for node in layout.nodes:
        yield (  # dy: centres text in viewers without dominant-baseline
            f'<text class="{node.kind}" x="{_x(layout, node)}" y="{node.level * LEVEL}" '
            f'dy=".35em">{safe(node.label)}</text>'
        )


# Trees in a terminal.


def render_tree_text(layout: TreeLayout, width: int, color: bool) -> str:
    """Draw the tree top down if it fits, else as an outline if that is not too large.

    Terminals disagree on the places of words in a line that runs from right to left, so such trees
    become outlines too.
    """
    if layout.width <= width and not layout.from_right:
        return "\n".join(_top_down(layout, color))
    if 3 * sum(node.level for node in layout.nodes) <= LARGEST_OUTLINE:
        return "\n".join(_outline(layout, color))
    return (
        f"(a tree of {len(layout.nodes):,} nodes and {layout.levels:,} levels: too large to draw)"
    )


def _top_down(layout: TreeLayout, color: bool) -> Iterator[str]:
    labels: list[list[Piece]] = [[] for _ in range(layout.levels)]
    branches: list[list[Piece]] = [[] for _ in range(layout.levels)]
    children: dict[int, list[int]] = {}
    for node in layout.nodes:
        left = node.column - (cell_width(node.label) - 1) // 2
        labels[node.level].append((left, node.label, KINDS[node.kind]))
        if node.parent >= 0:
            children.setdefault(node.parent, []).append(node.column)
    for parent, columns in children.items():
        node = layout.nodes[parent]
        first = min(columns[0], node.column)
        branches[node.level].append((first, _branch(node.column, columns), LINE))
    for level in range(layout.levels):
        yield line(labels[level], color)
        if branches[level]:
            yield line(branches[level], color)


def _branch(parent: int, children: list[int]) -> str:
    """Return the line between a node and its children; an only child may be beside its centre."""
    down = set(children)
    first, last = min(children[0], parent), max(children[-1], parent)
    cells = []
    for column in range(first, last + 1):
        upright = UP * (column == parent) | DOWN * (column in down)
        cells.append(BOXES[upright | LEFT * (column > first) | RIGHT * (column < last)])
    return "".join(cells)


def _outline(layout: TreeLayout, color: bool) -> Iterator[str]:
    last_child: dict[int, int] = {}
    for index, node in enumerate(layout.nodes):
        last_child[node.parent] = index
    lines_down: list[str] = []  # the text left of a node's children, for each open level
    for index, node in enumerate(layout.nodes):
        del lines_down[max(node.level - 1, 0) :]
        lead = ""
        if node.level:
            is_last = last_child[node.parent] == index
            lead = "".join(lines_down) + ("└─ " if is_last else "├─ ")
            lines_down.append("   " if is_last else "│  ")
        yield paint(lead, LINE, color and bool(lead)) + paint(node.label, KINDS[node.kind], color)
