"""Several parses of each sentence, from several files or from one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, InputError, UsageError
from wordorder.preordering.inputs import read_parses, refuse_other_words, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wordorder.preordering.inputs import Parses
    from wordorder.syntax import DependencyBatch

_SENT_ID = b"# sent_id = "


@dataclass(frozen=True, slots=True, eq=False)
class RankedParses:
    """The first, second, … parses of the sentences that have so many.

    Attributes:
        trees: The parses.
        sentences: The number of the sentence of each, from 0.
    """

    trees: DependencyBatch
    sentences: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class NBestParses:
    """Several parses of the same sentences, the parser's first choice first.

    Attributes:
        ranks: The first parses of all sentences, the second parses, and so on.
    """

    ranks: tuple[RankedParses, ...]

    def __len__(self) -> int:
        return len(self.first)

    @property
    def first(self) -> DependencyBatch:
        """The first parse of each sentence."""
        return self.ranks[0].trees

    @classmethod
    def read(cls, parses: Parses | Sequence[Parses]) -> NBestParses:
        """Read one file in which the parses of a sentence follow each other, or several files.

        Args:
            parses: A CoNLL-U file in which consecutive parses with the same `sent_id` are of one
                sentence; or several files with one parse of each sentence.

        Raises:
            InputError: A file cannot be read, the files differ in length, a parse has no `sent_id`
                or one that was used before, or the parses of a sentence have different words.
        """
        files: list[Parses] = list(parses) if isinstance(parses, (list, tuple)) else [parses]  # type: ignore[list-item]
        if not files:
            raise UsageError(Argument("parses"), " is empty: give at least one file")
        batches = [read_parses(file) for file in files]
        if len(batches) == 1:
            return cls(tuple(_blocks(files[0], batches[0])))
        for file, trees in zip(files[1:], batches[1:], strict=True):
            refuse_other_words(files[0], batches[0], file, trees)
        sentences = np.arange(len(batches[0]))
        return cls(tuple(RankedParses(trees, sentences) for trees in batches))


def _blocks(file: Parses, trees: DependencyBatch) -> Iterator[RankedParses]:
    """Divide the parses of a file by how many of the same sentence come before."""
    is_first = np.array(list(_first_of_sentences(file, trees)), np.bool_)
    sentences = np.cumsum(is_first) - 1
    firsts = np.flatnonzero(is_first)[sentences]
    refuse_other_words(file, trees.take(firsts), file, trees)
    ranks = np.arange(len(trees)) - firsts
    for rank in range(int(ranks.max()) + 1):
        rows = np.flatnonzero(ranks == rank)
        yield RankedParses(trees.take(rows), sentences[rows])


def _first_of_sentences(file: Parses, trees: DependencyBatch) -> Iterator[bool]:
    """Whether each parse is of another sentence than the one before."""
    seen: set[bytes] = set()
    last = None
    for row in range(len(trees)):
        sent_id = _sent_id(trees, row)
        if sent_id is None or (sent_id != last and sent_id in seen):
            what = "no sent_id" if sent_id is None else "the sent_id of an earlier sentence"
            raise InputError(
                f"{shown(file)}:{trees.lines[row]}: the parse has {what}; parses of one sentence "
                "must follow each other and have the same '# sent_id = …'"
            )
        yield sent_id != last
        seen.add(sent_id)
        last = sent_id


def _sent_id(trees: DependencyBatch, row: int) -> bytes | None:
    for line in trees.text[trees.starts[row] : trees.starts[row + 1]].split(b"\n"):
        if line.startswith(_SENT_ID):
            return line[len(_SENT_ID) :].strip()
        if line[:1].isdigit():
            return None
    return None
