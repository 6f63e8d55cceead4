"""Many dependency trees as ragged arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.arrays import frozen, places_of_rows
from wordorder.errors import InputError
from wordorder.syntax.dependency import DependencyTree
from wordorder.syntax.limits import LIMITS
from wordorder.syntax.morphology import Morphology
from wordorder.syntax.problems import rows_of
from wordorder.syntax.tree_batch import TreeBatch, UnitRows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Integers


class ProjectiveTrees(NamedTuple):
    """Trees without crossing arcs.

    Attributes:
        trees: The trees.
        lifted: For each row, how many words of the original have another head here.
    """

    trees: DependencyBatch
    lifted: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DependencyBatch(TreeBatch[DependencyTree]):
    """Consecutive sentences: row i has the words `offsets[i]` to `offsets[i + 1]`.

    Attributes:
        parents: The head of each word in its sentence, counting from 0; -1 for the root.
        deprels: The relation of each word to its head, as an index into `names`.
        upos: The universal part of speech of each word, as an index into `names`.
        offsets: The start and end of each row.
        names: Relations and parts of speech. All batches of a file share the list; later batches
            append to it, so indices keep their meaning.
        first_sentence: The number of the first row in its file, counting from 1.
        lines: The line at which each row starts.
        problems: The errors of rows that could not be read; these have no words.
        text: The text of the rows.
        starts: The start of each row in the text, and the end of the last.
    """

    parents: NDArray[np.int32]
    deprels: NDArray[np.int32]
    upos: NDArray[np.int32]
    offsets: NDArray[np.int64]
    names: Sequence[str]
    first_sentence: int
    lines: NDArray[np.int64]
    problems: Mapping[int, InputError]
    text: bytes
    starts: NDArray[np.int64]

    def _tree(self, row: int) -> DependencyTree:
        sentence = self.text[self.starts[row] : self.starts[row + 1]].decode()
        tree = DependencyTree._trusted(sentence.rstrip("\n") + "\n\n")
        return tree._with_heads(self.heads[self.offsets[row] : self.offsets[row + 1]])

    @property
    def heads(self) -> NDArray[np.int32]:
        """The head of each word, as `parents`."""
        return self.parents

    @property
    def lengths(self) -> NDArray[np.int32]:
        """The number of words in each row."""
        return np.diff(self.offsets).astype(np.int32)

    @property
    def parent_labels(self) -> NDArray[np.int32]:
        """The part of speech of each word, as an index into `names`."""
        return self.upos

    @property
    def child_labels(self) -> NDArray[np.int32]:
        """The relation of each word to its head, as an index into `names`."""
        return self.deprels

    @property
    def unit_rows(self) -> UnitRows:
        """The heads."""
        return UnitRows(heads=self._head_rows)

    @property
    def _head_rows(self) -> _kernels.Ragged:
        return _kernels.Ragged(self.heads, self.offsets)

    def _rows(self, first: int, last: int) -> DependencyBatch:
        begin = self.offsets[first]
        words = slice(begin, self.offsets[last])
        return DependencyBatch(
            self.parents[words],
            self.deprels[words],
            self.upos[words],
            self.offsets[first : last + 1] - begin,
            self.names,
            self.first_sentence + first,
            self.lines[first:last],
            rows_of(self.problems, first, last),
            self.text,
            self.starts[first : last + 1],
        )

    def take(self, rows: Integers) -> DependencyBatch:
        """Return some rows, in any order, numbered from 1; a row may come several times."""
        words, offsets = places_of_rows(self.offsets, rows)
        ranges = [(self.starts[row], self.starts[row + 1]) for row in rows.tolist()]
        return DependencyBatch(
            frozen(self.parents[words]),
            frozen(self.deprels[words]),
            frozen(self.upos[words]),
            frozen(offsets),
            self.names,
            1,
            self.lines[rows],
            {n: self.problems[row] for n, row in enumerate(rows.tolist()) if row in self.problems},
            b"".join(self.text[start:end] for start, end in ranges),
            frozen(np.cumsum([0, *(end - start for start, end in ranges)], dtype=np.int64)),
        )

    @classmethod
    def join(cls, batches: Sequence[DependencyBatch]) -> DependencyBatch:
        """Concatenate batches of one file, of which there is at least one.

        Raises:
            InputError: They are of several files, whose names have other numbers.
        """
        first = batches[0]
        if any(batch.names is not first.names for batch in batches):
            raise InputError("batches of several files of trees cannot be joined")
        words = np.cumsum([0, *(batch.offsets[-1] for batch in batches)])
        places = np.cumsum([0, *(batch.starts[-1] - batch.starts[0] for batch in batches)])
        rows = np.cumsum([0, *map(len, batches)]).tolist()
        return cls(
            frozen(np.concatenate([batch.parents for batch in batches])),
            frozen(np.concatenate([batch.deprels for batch in batches])),
            frozen(np.concatenate([batch.upos for batch in batches])),
            frozen(_ends([batch.offsets for batch in batches], words)),
            first.names,
            first.first_sentence,
            np.concatenate([batch.lines for batch in batches]),
            {
                start + row: problem
                for start, batch in zip(rows[:-1], batches, strict=True)
                for row, problem in batch.problems.items()
            },
            b"".join(batch.text[batch.starts[0] : batch.starts[-1]] for batch in batches),
            frozen(_ends([batch.starts - batch.starts[0] for batch in batches], places)),
        )

    def sentences(self) -> list[list[str]]:
        """Read the words of every sentence out of the text."""
        found = self.morphology()
        forms = [found.names[form] for form in found.forms.tolist()]
        return [forms[start:end] for start, end in pairwise(self.offsets.tolist())]

    def morphology(self) -> Morphology:
        """Read forms, lemmas, language-specific tags and features of all words out of the text.

        This takes about as long as reading the trees, every time, so keep what it returns.
        """
        cells = _kernels.conllu_cells(self.text, self.starts, self.offsets)
        features = cells.features
        columns = cells.forms, cells.lemmas, cells.xpos, features.values, features.offsets
        return Morphology(*columns, cells.names)

    def projective(self) -> ProjectiveTrees:
        """Lift arcs until every tree is projective; see `DependencyTree.projective`."""
        found = _kernels.lift_heads(self._head_rows, LIMITS.words)
        return ProjectiveTrees(replace(self, parents=found.heads), found.lifted)


def _ends(parts: Sequence[NDArray[np.int64]], starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Join offsets that start at 0, each part behind the one before."""
    moved = [part[1:] + start for part, start in zip(parts, starts[:-1], strict=True)]
    return np.concatenate([[0], *moved]).astype(np.int64)
