"""Many constituency trees as ragged arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.syntax.problems import rows_of
from wordorder.syntax.tree_batch import TreeBatch, UnitRows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.errors import InputError
    from wordorder.syntax.constituency import ConstituencyTree


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ConstituencyBatch(TreeBatch["ConstituencyTree"]):
    """Consecutive sentences: row i has the nodes `offsets[i]` to `offsets[i + 1]`, in pre-order.

    Attributes:
        parents: The parent of each node in its tree, counting from 0; -1 for the root.
        first: The first word of each node.
        last: The last word of each node.
        labels: The category of each node, as an index into `names`.
        offsets: The start and end of each row.
        names: Categories. All batches of a file share the list; later batches append to it, so
            indices keep their meaning.
        first_sentence: The number of the first row in its file, counting from 1.
        lines: The line at which each row starts.
        problems: The errors of rows that could not be read; these have no words.
        trees: The tree of each row; empty for rows with problems.
    """

    parents: NDArray[np.int32]
    first: NDArray[np.int32]
    last: NDArray[np.int32]
    labels: NDArray[np.int32]
    offsets: NDArray[np.int64]
    names: Sequence[str]
    first_sentence: int
    lines: NDArray[np.int64]
    problems: Mapping[int, InputError]
    trees: Sequence[ConstituencyTree]

    def _tree(self, row: int) -> ConstituencyTree:
        return self.trees[row]

    @property
    def lengths(self) -> NDArray[np.int32]:
        """The number of words in each row."""
        lengths = np.zeros(len(self), np.int32)
        filled = np.diff(self.offsets) > 0
        lengths[filled] = self.last[self.offsets[:-1][filled]] + 1  # the root comes first
        return lengths

    @property
    def parent_labels(self) -> NDArray[np.int32]:
        """The category of each node, as an index into `names`."""
        return self.labels

    @property
    def child_labels(self) -> NDArray[np.int32]:
        """The category of each node, as an index into `names`."""
        return self.labels

    @property
    def unit_rows(self) -> UnitRows:
        """The parents, the first and last words, and the offsets."""
        return UnitRows(nodes=_kernels.NodeRows(self.parents, self.first, self.last, self.offsets))

    def _rows(self, first: int, last: int) -> ConstituencyBatch:
        begin = self.offsets[first]
        nodes = slice(begin, self.offsets[last])
        return ConstituencyBatch(
            self.parents[nodes],
            self.first[nodes],
            self.last[nodes],
            self.labels[nodes],
            self.offsets[first : last + 1] - begin,
            self.names,
            self.first_sentence + first,
            self.lines[first:last],
            rows_of(self.problems, first, last),
            self.trees[first:last],
        )
