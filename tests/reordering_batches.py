"""The plain alignments and trees of `reordering_strategies` as batches."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.alignment import AlignmentBatch
from wordorder.syntax import ConstituencyBatch, ConstituencyTree, DependencyBatch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from oracles.alignments import Links
    from wordorder.reorderings import ReorderingBatch

Drawn = tuple[set[tuple[int, int]], int, int]


def linked(text: str) -> Links:
    """Links written as `0-1 1-0`."""
    return {(int(i), int(j)) for i, j in (pair.split("-") for pair in text.split())}


def shortest(links: Links) -> Drawn:
    """The links with as few words as they need, but one on each side."""
    return links, *(1 + max((link[side] for link in links), default=0) for side in (0, 1))


def turned(drawn: Drawn) -> Drawn:
    """Source and target change places."""
    links, n, m = drawn
    return {(j, i) for i, j in links}, m, n


def alignment_batch(rows: Iterable[Drawn], first_line: int = 1) -> AlignmentBatch:
    rows = list(rows)
    links = [sorted(links) for links, _, _ in rows]
    together = np.array([link for row in links for link in row], np.int32).reshape(-1, 2)
    return AlignmentBatch(
        together[:, 0],
        together[:, 1],
        offsets_of(links),
        np.array([n for _, n, _ in rows], np.int32),
        np.array([m for _, _, m in rows], np.int32),
        first_line=first_line,
    )


def offsets_of(rows: Iterable[Sequence[Any]]) -> np.ndarray:
    return np.cumsum([0, *map(len, rows)], dtype=np.int64)


def brackets(tree: Any) -> str:
    """A constituency tree of the oracles in Penn format; word 3 is `w3`."""
    if isinstance(tree, int):
        return f"w{tree}"
    label, *children = tree
    return f"({label} {' '.join(map(brackets, children))})"


def constituency_batch(trees: Iterable[Any]) -> ConstituencyBatch:
    made = [ConstituencyTree.parse(brackets(tree)) for tree in trees]
    names, labels = numbered([tree.labels for tree in made])
    return ConstituencyBatch(
        *(
            np.concatenate([np.zeros(0, np.int32), *(getattr(tree, name) for tree in made)])
            for name in ("parents", "first", "last")
        ),
        labels,
        offsets_of([tree.labels for tree in made]),
        names,
        first_sentence=1,
        lines=np.arange(1, len(made) + 1),
        problems={},
        trees=made,
    )


def dependency_batch(trees: Iterable[tuple[list[int], list[str], list[str]]]) -> DependencyBatch:
    """Without the text, which nothing but single trees need."""
    rows = list(trees)
    names, labels = numbered([row[kind] for kind in (1, 2) for row in rows])
    deprels, upos = np.split(labels, 2)
    return DependencyBatch(
        np.array([head for heads, _, _ in rows for head in heads], np.int32),
        deprels,
        upos,
        offsets_of([heads for heads, _, _ in rows]),
        names,
        first_sentence=1,
        lines=np.arange(1, len(rows) + 1),
        problems={},
        text=b"",
        starts=np.zeros(len(rows) + 1, np.int64),
    )


def numbered(rows: Iterable[Sequence[str]]) -> tuple[list[str], np.ndarray]:
    """The different labels, the last in the alphabet first, and their numbers in all rows."""
    labels = [label for row in rows for label in row]
    names = sorted(set(labels), reverse=True)
    return names, np.array([names.index(label) for label in labels], np.int32)


def by_row(found: ReorderingBatch, values: Iterable[Any]) -> list[list[Any]]:
    """Values of all reorderings, those of each sentence pair together."""
    listed = list(values)
    return [listed[start:stop] for start, stop in pairwise(found.offsets.tolist())]
