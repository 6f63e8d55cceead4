"""Many constituency trees as ragged arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.syntax.problems import rows_of
from wordorder.syntax.rows import TreeRows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from wordorder.syntax.constituency import ConstituencyTree


@dataclass(frozen=True, slots=True, eq=False)
class ConstituencyBatch(TreeRows["ConstituencyTree"]):
    """Consecutive sentences: row i has the nodes `offsets[i]` to `offsets[i + 1]`, in pre-order.

    Attributes:
        parents: The parent of each node in its tree, from 0 on; -1 for the root.
        first: The first word of each node.
        last: The last word of each node.
        labels: The category of each node, as an index of `names`.
        offsets: Where each row starts and ends.
        lengths: The number of words of each row.
        names: Categories. All batches of a file share it; later batches add to it, and no index
            ever changes its meaning.
        first_sentence: The number of the first row in its file, from 1 on.
        lines: The line at which each row starts.
        problems: What is wrong with the rows that could not be read; they have no words.
        trees: The rows one by one; those with problems are empty.
    """

    parents: NDArray[np.int32]
    first: NDArray[np.int32]
    last: NDArray[np.int32]
    labels: NDArray[np.int32]
    offsets: NDArray[np.int64]
    lengths: NDArray[np.int32]
    names: Sequence[str]
    first_sentence: int
    lines: NDArray[np.int64]
    problems: Mapping[int, str]
    trees: Sequence[ConstituencyTree]

    def _tree(self, row: int) -> ConstituencyTree:
        return self.trees[row]

    def rows(self, start: int, stop: int) -> ConstituencyBatch:
        """Return consecutive rows, without a copy of their nodes."""
        return ConstituencyBatch(
            self.parents,
            self.first,
            self.last,
            self.labels,
            self.offsets[start : stop + 1],
            self.lengths[start:stop],
            self.names,
            self.first_sentence + start,
            self.lines[start:stop],
            rows_of(self.problems, start, stop),
            self.trees[start:stop],
        )
