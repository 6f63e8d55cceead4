"""Where the nodes of a tree stand: one geometry, for the terminal and for SVG.

The unit across is one terminal cell, the unit down one level of the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

GAP = 2  # cells between neighbouring labels


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node with its place: the cell of its middle, and its level below the root."""

    label: str
    kind: str
    parent: int
    column: int
    level: int


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """The places of all nodes, in pre-order, and the size of the whole."""

    nodes: tuple[PlacedNode, ...]
    width: int
    levels: int

    def to_svg(self) -> str:
        """Render as a self-contained SVG picture."""
        from wordorder.drawing.tree_svg import render

        return render([self])

    def to_text(self, *, width: int, color: bool) -> str:
        """Render with box-drawing characters; as an outline if it is wider than `width`."""
        from wordorder.drawing.tree_text import render

        return render(self, width, color)


def layout_tree(labels: Sequence[str], kinds: Sequence[str], skip: Sequence[int]) -> TreeLayout:
    """Place the nodes of a tree given in pre-order.

    Args:
        labels: What is written at each node.
        kinds: The colour of each node, a name from the palette.
        skip: For each node, the number of the first node behind its subtree.
    """
    parents, levels = _parents_and_levels(skip)
    room = _room(labels, parents)
    columns = _columns(labels, parents, room)
    nodes = tuple(map(PlacedNode, labels, kinds, parents, columns, levels))
    return TreeLayout(nodes, room[0] - GAP, max(levels) + 1)


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


def _room(labels: Sequence[str], parents: Sequence[int]) -> list[int]:
    """How many cells each subtree needs, its gap included."""
    below = [0] * len(labels)
    room = [0] * len(labels)
    for node in range(len(labels) - 1, -1, -1):
        room[node] = max(len(labels[node]) + GAP, below[node])
        if node:
            below[parents[node]] += room[node]
    return room


def _columns(labels: Sequence[str], parents: Sequence[int], room: Sequence[int]) -> list[int]:
    """The middle of each node: above the middle of its children, as far as its label allows."""
    free = _first_free_cells(labels, parents, room)
    first = [0] * len(labels)
    last = [0] * len(labels)
    columns = [0] * len(labels)
    for node in range(len(labels) - 1, -1, -1):
        half = (len(labels[node]) - 1) // 2
        middle = (first[node] + last[node]) // 2 if last[node] else free[node] + half
        right_most = free[node] + room[node] - GAP - (len(labels[node]) - half)
        columns[node] = min(max(middle, free[node] + half), right_most)
        if node:
            first[parents[node]] = columns[node]
            last[parents[node]] = last[parents[node]] or columns[node]
    return columns


def _first_free_cells(
    labels: Sequence[str], parents: Sequence[int], room: Sequence[int]
) -> list[int]:
    """The left edge of each subtree; children narrower than their parent stand in its middle."""
    below = [0] * len(labels)
    for node in range(1, len(labels)):
        below[parents[node]] += room[node]
    edges = [0] * len(labels)
    cursor = [0] * len(labels)
    for node in range(len(labels)):
        if node:
            edges[node] = cursor[parents[node]]
            cursor[parents[node]] += room[node]
        cursor[node] = edges[node] + max(0, (room[node] - below[node]) // 2)
    return edges
