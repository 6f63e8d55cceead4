"""Several parses of each sentence, from several files or from one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.output import counted, visible
from wordorder.preordering.inputs import read_parses
from wordorder.syntax import DependencyBatch
from wordorder.text import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wordorder.text import Input

_SENT_ID = b"# sent_id = "


@dataclass(frozen=True, slots=True, eq=False)
class RankedParses:
    """The first, second, … parses of the sentences that have so many.

    Attributes:
        trees: The parses.
        sentences: The number of the sentence of each, from 0.
        file: The file that they were read from.
    """

    trees: DependencyBatch
    sentences: NDArray[np.int64]
    file: str

    def place(self, row: int) -> str:
        """The file and line of a parse."""
        return f"{self.file}:{self.trees.lines[row]}"


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
    def read(cls, *files: Input) -> NBestParses:
        """Read one file in which the parses of a sentence follow each other, or several files.

        Args:
            *files: A CoNLL-U file in which consecutive parses with the same `sent_id` are of one
                sentence; or several files with one parse of each sentence.

        Raises:
            InputError: A file cannot be read, the files differ in length, a parse has no `sent_id`
                or one that was used before, or the parses of a sentence have different words.
        """
        names = [visible(shown_name(file)) for file in files]
        batches = [read_parses(file) for file in files]
        if not batches:
            raise InputError("there are no files of parses")
        if len(batches) == 1:
            ranks = tuple(_blocks(batches[0], names[0]))
        else:
            ranks = tuple(_files(batches, names))
        _refuse_other_words(ranks)
        return cls(ranks)


def _files(batches: Sequence[DependencyBatch], names: Sequence[str]) -> Iterator[RankedParses]:
    for trees, name in zip(batches, names, strict=True):
        if len(trees) != len(batches[0]):
            raise InputError(
                f"{name} has {counted(len(trees), 'parse')}, but {names[0]} has {len(batches[0]):,}"
            )
        yield RankedParses(trees, np.arange(len(trees)), name)


def _blocks(trees: DependencyBatch, name: str) -> Iterator[RankedParses]:
    """Divide the parses of a file by how many of the same sentence come before."""
    rows: list[list[int]] = []
    sentences: list[list[int]] = []
    seen: set[bytes] = set()
    last, sentence, rank = None, -1, 0
    for row in range(len(trees)):
        sent_id = _sent_id(trees, row)
        if sent_id is None or (sent_id != last and sent_id in seen):
            what = "no sent_id" if sent_id is None else "the sent_id of an earlier sentence"
            raise InputError(
                f"{name}:{trees.lines[row]}: the parse has {what}; parses of one sentence must "
                "follow each other and have the same '# sent_id = …'"
            )
        rank = rank + 1 if sent_id == last else 0
        sentence += rank == 0
        if rank == len(rows):
            rows.append([])
            sentences.append([])
        rows[rank].append(row)
        sentences[rank].append(sentence)
        seen.add(sent_id)
        last = sent_id
    for own, numbers in zip(rows, sentences, strict=True):
        chosen = DependencyBatch.join([trees._rows(row, row + 1) for row in own])
        yield RankedParses(chosen, np.array(numbers, np.int64), name)


def _sent_id(trees: DependencyBatch, row: int) -> bytes | None:
    for line in trees.text[trees.starts[row] : trees.starts[row + 1]].split(b"\n"):
        if line.startswith(_SENT_ID):
            return line[len(_SENT_ID) :].strip()
        if line[:1].isdigit():
            return None
    return None


def _refuse_other_words(ranks: Sequence[RankedParses]) -> None:
    first = list(_words(ranks[0].trees))
    for ranked in ranks[1:]:
        pairs = zip(ranked.sentences.tolist(), _words(ranked.trees), strict=True)
        for row, (sentence, words) in enumerate(pairs):
            if words != first[sentence]:
                raise InputError(
                    f"{ranked.place(row)}: the parse has other words than the first parse of the "
                    f"sentence, {ranks[0].place(sentence)}"
                )


def _words(trees: DependencyBatch) -> Iterator[list[str]]:
    morphology = trees.morphology()
    forms, names = morphology.forms.tolist(), morphology.names
    for row in range(len(trees)):
        own = forms[trees.offsets[row] : trees.offsets[row + 1]]
        yield [names[form] for form in own]
