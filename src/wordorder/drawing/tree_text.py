"""Trees in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.drawing.cells import cell_len, line
from wordorder.drawing.palette import KINDS, LINE, paint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.drawing.palette import Ink
    from wordorder.drawing.tree import TreeLayout

# An outline indents every line by its level; with more cells than this it would be unreadable.
LARGEST_OUTLINE = 2_000_000

# Which arms a box-drawing character has: up, down, left, right.
ARMS = {
    "0011": "─",
    "0101": "┌",
    "0110": "┐",
    "0111": "┬",
    "1001": "└",
    "1010": "┘",
    "1011": "┴",
    "1100": "│",
    "1101": "├",
    "1110": "┤",
    "1111": "┼",
}


def render(layout: TreeLayout, width: int, color: bool) -> str:
    """Draw the tree top down if it fits, else as an outline, else as one line of labels.

    Terminals disagree on where the words of a line stand that runs from right to left, so such
    trees become outlines, too.
    """
    if layout.width <= width and not layout.from_right:
        return "\n".join(_top_down(layout, color))
    if 3 * sum(node.level for node in layout.nodes) <= LARGEST_OUTLINE:
        return "\n".join(_outline(layout, color))
    return (
        f"(a tree of {len(layout.nodes):,} nodes and {layout.levels:,} levels: too large to draw)"
    )


def _top_down(layout: TreeLayout, color: bool) -> Iterator[str]:
    labels: list[list[tuple[int, str, Ink]]] = [[] for _ in range(layout.levels)]
    branches: list[list[tuple[int, str, Ink]]] = [[] for _ in range(layout.levels)]
    children: dict[int, list[int]] = {}
    for node in layout.nodes:
        left = node.column - (cell_len(node.label) - 1) // 2
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
    """The line between a node and its children; a wide label may stand beside an only child."""
    down = set(children)
    first, last = min(children[0], parent), max(children[-1], parent)
    cells = []
    for column in range(first, last + 1):
        arms = (column == parent, column in down, column > first, column < last)
        cells.append(ARMS["".join(str(int(arm)) for arm in arms)])
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
