"""Labels of the blocks of syntactic reorderings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.reorderings.batch import RunLabels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import IntArray, Offsets
    from wordorder.syntax import Tree, TreeBatch

NO_NAME = -1
SELF = "self"  # the head word, next to its dependents
OMITTED = "…"  # units in the middle of a very long run


def run_labels(
    trees: TreeBatch[Tree],
    rows: NDArray[np.int64],
    parents: IntArray,
    units: IntArray,
    unit_offsets: Offsets,
) -> RunLabels:
    """Label parents and blocks.

    Args:
        trees: The trees of all sentences.
        rows: For each reordering, the row of its tree.
        parents: The parent node, or head word, in that tree; −1 if it is not syntactic.
        units: Nodes, or dependent words, of A, B, the next A, …; −1 for the head word itself, −2
            for units omitted in the middle of a very long run.
        unit_offsets: Where the units of each block start and end.
    """
    names = [*trees.names, SELF, OMITTED]
    starts = trees.offsets[rows]
    parent = np.full(len(parents), NO_NAME, np.int32)
    syntactic = parents >= 0
    parent[syntactic] = trees.parent_labels[(starts + parents)[syntactic]]
    sizes = np.diff(unit_offsets)
    places = np.repeat(np.repeat(starts, 2), sizes) + units
    own_name, omitted = len(names) - 2, len(names) - 1
    unit_names = np.where(units == -1, own_name, omitted)
    unit_names[units >= 0] = trees.child_labels[places[units >= 0]]
    blocks = _joined(unit_names, unit_offsets, sizes, names)
    return RunLabels(parent, blocks[::2], blocks[1::2], tuple(names))


def _joined(
    unit_names: NDArray[np.integer],
    offsets: Offsets,
    sizes: NDArray[np.int64],
    names: list[str],
) -> IntArray:
    """Label whole runs; the labels of longer runs are added to `names`."""
    runs = np.full(len(sizes), NO_NAME, np.int32)
    single = sizes == 1
    runs[single] = unit_names[offsets[:-1][single]]
    known: dict[tuple[int, ...], int] = {}
    for run in np.flatnonzero(sizes > 1).tolist():
        parts = tuple(unit_names[offsets[run] : offsets[run + 1]].tolist())
        if parts not in known:
            known[parts] = len(names)
            names.append("+".join(names[part] for part in parts))
        runs[run] = known[parts]
    return runs
