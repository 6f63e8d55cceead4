"""How `wordorder permutation` writes its results for programs: as JSON lines and TSV."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from wordorder.errors import UsageError
from wordorder.ordering import collect_evidence
from wordorder.output import dumps

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from numpy.typing import NDArray

    from wordorder.permutation import Permutation, PermutationBatch

    Scores = dict[str, NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked to see, and where it will be seen."""

    tree: bool
    explain: bool
    width: int | None  # of the terminal; None for a file or a pipe
    color: bool


class Writer(Protocol):
    """Takes the results batch by batch."""

    def write(self, batch: PermutationBatch, scores: Scores) -> None:
        """Take one batch."""

    def finish(self) -> None:
        """Write what was held back."""


class JsonlWriter:
    """One JSON object per line: `n`, one key per metric, and what else was asked for."""

    def __init__(self, out: TextIO, names: Sequence[str], wanted: Wanted) -> None:
        self._out = out
        self._wanted = wanted
        # Filled in for each line: a general JSON writer would take three times as long.
        self._template = ", ".join(f"{dumps(name)}: %s" for name in ("n", *names))

    def write(self, batch: PermutationBatch, scores: Scores) -> None:
        """Write one batch."""
        for row, numbers in enumerate(_number_texts(batch, scores, undefined="null")):
            members = self._template % numbers
            if self._wanted.tree or self._wanted.explain:
                members += self._extras(batch[row])
            self._out.write(f"{{{members}}}\n")

    def _extras(self, permutation: Permutation) -> str:
        extras = ""
        if self._wanted.tree:
            tree = permutation.tree().to_dict() if len(permutation) else None
            extras += f', "tree": {dumps(tree)}'
        if self._wanted.explain:
            evidence = collect_evidence(permutation).to_dict() if len(permutation) else None
            extras += f', "explain": {dumps(evidence)}'
        return extras

    def finish(self) -> None:
        """Nothing was held back."""


class TsvWriter:
    """A header, then one line per permutation with every digit; brackets for a tree."""

    def __init__(self, out: TextIO, names: Sequence[str], wanted: Wanted) -> None:
        if wanted.explain:
            raise UsageError("--explain needs --format table or jsonl")
        self._out = out
        self._tree = wanted.tree
        out.write("\t".join(("n", *names, *["tree"] * wanted.tree)) + "\n")

    def write(self, batch: PermutationBatch, scores: Scores) -> None:
        """Write one batch."""
        for row, numbers in enumerate(_number_texts(batch, scores, undefined="")):
            line = "\t".join(numbers)
            if self._tree:
                permutation = batch[row]
                line += "\t" + (permutation.tree().to_brackets() if len(permutation) else "")
            self._out.write(line + "\n")

    def finish(self) -> None:
        """Nothing was held back."""


def rows_of(scores: Scores) -> Iterator[list[float]]:
    """The scores of one permutation after the other."""
    return iter(np.column_stack(list(scores.values())).tolist())


def _number_texts(
    batch: PermutationBatch, scores: Scores, *, undefined: str
) -> Iterator[tuple[str, ...]]:
    """The length and the scores of one permutation after the other, with every digit."""
    without_words = ("0", *[undefined] * len(scores))
    for n, values in zip(batch.lengths.tolist(), rows_of(scores), strict=True):
        yield (str(n), *map(repr, values)) if n else without_words
