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
        parents: The parent of each node in its tree, counting from 0; -1 for the root.
        first: The first word of each node.
        last: The last word of each node.
        labels: The category of each node, as an index into `names`.
        offsets: The start and end of each row.
        lengths: The number of words in each row.
        names: Categories. All batches of a file share the list; later batches append to it, so
            indices keep their meaning.
        first_sentence: The number of the first row in its file, counting from 1.
        lines: The line at which each row starts.
        problems: The problems of rows that could not be read; these have no words.
        trees: The tree of each row; empty for rows with problems.
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
        """Return consecutive rows without copying their nodes."""
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
