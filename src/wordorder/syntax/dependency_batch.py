"""Many dependency trees as ragged arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.syntax.dependency import DependencyTree
from wordorder.syntax.problems import rows_of
from wordorder.syntax.rows import TreeRows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class DependencyBatch(TreeRows[DependencyTree]):
    """Consecutive sentences: row i has the words `offsets[i]` to `offsets[i + 1]`.

    Attributes:
        heads: The head of each word in its sentence, counting from 0; -1 for the root.
        deprels: The relation of each word to its head, as an index into `names`.
        upos: The universal part of speech of each word, as an index into `names`.
        offsets: The start and end of each row.
        names: Relations and parts of speech. All batches of a file share the list; later batches
            append to it, so indices keep their meaning.
        first_sentence: The number of the first row in its file, counting from 1.
        lines: The line at which each row starts.
        problems: The problems of rows that could not be read; these have no words.
        text: The text of the rows.
        starts: The start of each row in the text, and the end of the last.
    """

    heads: NDArray[np.int32]
    deprels: NDArray[np.int32]
    upos: NDArray[np.int32]
    offsets: NDArray[np.int64]
    names: Sequence[str]
    first_sentence: int
    lines: NDArray[np.int64]
    problems: Mapping[int, str]
    text: bytes
    starts: NDArray[np.int64]

    def _tree(self, row: int) -> DependencyTree:
        sentence = self.text[self.starts[row] : self.starts[row + 1]].decode()
        return DependencyTree._trusted(sentence.rstrip("\n") + "\n\n")

    @property
    def lengths(self) -> NDArray[np.int32]:
        """The number of words in each row."""
        return np.diff(self.offsets).astype(np.int32)

    def rows(self, start: int, stop: int) -> DependencyBatch:
        """Return consecutive rows without copying their words."""
        return DependencyBatch(
            self.heads,
            self.deprels,
            self.upos,
            self.offsets[start : stop + 1],
            self.names,
            self.first_sentence + start,
            self.lines[start:stop],
            rows_of(self.problems, start, stop),
            self.text,
            self.starts[start : stop + 1],
        )
