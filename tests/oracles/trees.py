"""The flattened tree of a permutation, straight from its definition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Block = tuple[int, int]
Operator = tuple[int, ...]


@dataclass(frozen=True)
class Node:
    """A node of the flattened tree.

    It covers the positions [start, end), whose values are low..high, both included and 0-based.
    """

    kind: str  # "leaf", "monotone", "inverted" or "simple"
    start: int
    end: int
    low: int
    high: int
    operator: Operator  # 1-based relative order of the children; () for a leaf
    children: tuple[Node, ...]


def is_block(ranks: Sequence[int], start: int, end: int) -> bool:
    """Whether positions [start, end) form a block: sorted, the values have no gap."""
    values = sorted(ranks[start:end])
    return values == list(range(values[0], values[0] + len(values)))


def blocks(ranks: Sequence[int]) -> list[Block]:
    """All blocks, single words and the whole included, since every stretch is checked."""
    n = len(ranks)
    stretches = [(start, end) for start in range(n) for end in range(start + 1, n + 1)]
    return [stretch for stretch in stretches if is_block(ranks, *stretch)]


def overlap(a: Block, b: Block) -> bool:
    """Whether a and b share a word but neither contains the other: one starts inside the other."""
    return a[0] < b[0] < a[1] < b[1] or b[0] < a[0] < b[1] < a[1]


def strong_blocks(ranks: Sequence[int]) -> list[Block]:
    """The blocks that overlap no other block.

    They are the nodes of the substitution decomposition, and any two of them are nested or
    disjoint, so inclusion makes a tree of them.
    """
    every = blocks(ranks)
    return [block for block in every if not any(overlap(block, other) for other in every)]


def relative_order(values: Sequence[int]) -> Operator:
    """The 1-based places of distinct values among themselves: 5, 9, 2 gives (2, 3, 1)."""
    ordered = sorted(values)
    return tuple(ordered.index(value) + 1 for value in values)


def is_simple(operator: Operator) -> bool:
    """Whether the only blocks are the single words and the whole, by listing all blocks."""
    n = len(operator)
    return all(end - start in (1, n) for start, end in blocks(operator))


def kind_of(operator: Operator) -> str:
    """The class of an inner node, which the order of its children decides.

    That nothing fourth exists is the theorem behind the tree, so it is asserted, not assumed.
    """
    k = len(operator)
    if operator == tuple(range(1, k + 1)):
        return "monotone"
    if operator == tuple(range(k, 0, -1)):
        return "inverted"
    assert k >= 4, operator
    assert is_simple(operator), operator
    return "simple"


def _children(block: Block, strong: Sequence[Block]) -> list[Block]:
    """The largest strong blocks properly inside a block, left to right.

    Single words are strong, so the walk never gets stuck and the children tile the block.
    """
    start, end = block
    found: list[Block] = []
    while start < end:
        inside = [b for b in strong if b[0] == start and b[1] <= end and b != block]
        found.append(max(inside))  # all start here: the largest pair ends last
        start = found[-1][1]
    return found


def _build(ranks: Sequence[int], block: Block, strong: Sequence[Block]) -> Node:
    """The node of one strong block: its children are the strong blocks just below it."""
    values = ranks[slice(*block)]
    low, high = min(values), max(values)
    if len(values) == 1:
        return Node("leaf", *block, low, high, (), ())
    children = tuple(_build(ranks, child, strong) for child in _children(block, strong))
    operator = relative_order([child.low for child in children])
    return Node(kind_of(operator), *block, low, high, operator, children)


def flattened_tree(ranks: Sequence[int]) -> Node:
    """The flattened tree of 0-based ranks: the inclusion tree of the strong blocks."""
    return _flattened_tree(tuple(ranks))


@lru_cache(maxsize=10_000)  # several metrics ask for the same tree, which takes most of the time
def _flattened_tree(ranks: tuple[int, ...]) -> Node:
    if not ranks:
        raise ValueError("the empty permutation has no tree")
    return _build(ranks, (0, len(ranks)), strong_blocks(ranks))


def nodes(tree: Node) -> Iterator[Node]:
    """All nodes of the tree, leaves included, each parent before its children."""
    yield tree
    for child in tree.children:
        yield from nodes(child)


def pet_operators(tree: Node) -> list[Operator]:
    """The operators of a PET: the same multiset for every PET of the permutation.

    A linear node with k children binarises into k - 1 binary nodes; a simple node stays whole.
    """
    linear = {"monotone": (1, 2), "inverted": (2, 1)}
    found: list[Operator] = []
    for node in nodes(tree):
        if node.kind in linear:
            found += [linear[node.kind]] * (len(node.children) - 1)
        elif node.kind == "simple":
            found.append(node.operator)
    return found


def catalan(k: int) -> int:
    """The number of binary trees with k inner nodes."""
    return comb(2 * k, k) // (k + 1)


def binarisations(tree: Node) -> int:
    """The number of PETs: linear nodes binarise independently, in Catalan(k - 1) ways."""
    linear = [node for node in nodes(tree) if node.kind in ("monotone", "inverted")]
    return prod(catalan(len(node.children) - 1) for node in linear)
