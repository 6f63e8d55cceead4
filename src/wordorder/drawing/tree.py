"""The layout of trees, for the terminal and for SVG.

The horizontal unit is one terminal cell, or a pixel where labels are measured in pixels; the
vertical unit is one level of the tree. `script/tree.js` of the report is its twin for permutation
trees.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.drawing.measuring import Measure


class Lettering(NamedTuple):
    """How wide labels are, and how far apart they stand at least, in the unit of a drawing."""

    measure: Measure
    gap: int


def _cells(text: str) -> float:
    from wordorder.drawing.cells import cell_len

    return cell_len(text)


IN_CELLS = Lettering(_cells, 2)


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

    `from_right` says that a picture shows the mirror image, as the words run from right to left.
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
        from wordorder.drawing.tree_svg import render

        return render([self])

    def to_text(self, *, width: int, color: bool) -> str:
        """Render with box-drawing characters; as an outline if it is wider than `width`."""
        from wordorder.drawing.tree_text import render

        return render(self, width, color)


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
        lettering: The widths of labels, by default in terminal cells. `to_text` and `to_svg` need
            those.
    """
    measure, gap = lettering
    widths = [ceil(measure(label)) for label in labels]
    parents, levels = _parents_and_levels(skip)
    below, room = _room(widths, parents, gap)
    edges = _left_edges(parents, below, room, gap)
    columns = _columns(widths, parents, edges, [one - gap for one in room])
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
    """The width that each node's children need, and its whole subtree with a gap."""
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
    """The start of each subtree; children narrower than their parent are centred below it."""
    edges = [0] * len(room)
    free = [0] * len(room)  # where the next child of each node goes
    children = Counter(parents)
    for node in range(len(room)):
        if node:
            edges[node] = free[parents[node]]
            free[parents[node]] += room[node]
        spare = (room[node] - below[node]) // 2
        if children[node] == 1:  # its centre comes below that of the label
            spare = (room[node] - gap - 1) // 2 - (below[node] - gap - 1) // 2
        free[node] = edges[node] + spare
    return edges


def _columns(
    widths: Sequence[int], parents: Sequence[int], edges: Sequence[int], spans: Sequence[int]
) -> list[int]:
    """The centre of each node: above that of its children, as far as its label allows."""
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
