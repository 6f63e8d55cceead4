"""How `wordorder permutation` writes its results: as tables, JSON lines or TSV.

A writer takes the batches as they come and keeps at most one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from wordorder.errors import UsageError
from wordorder.ordering import METRICS, explain
from wordorder.output import Column, Table, dumps, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

    from numpy.typing import NDArray

    from wordorder.output import Cell
    from wordorder.permutation import Permutation, PermutationBatch

    Scores = dict[str, NDArray[np.float64]]

LONGEST_RICH_TABLE = 1000  # rows; a longer one is not for reading, and rich takes its time
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked to see, and where it will be seen."""

    tree: bool
    explain: bool
    weights: dict[str, Any]
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
        self._names = names
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
            evidence = self._evidence(permutation) if len(permutation) else None
            extras += f', "explain": {dumps(evidence)}'
        return extras

    def _evidence(self, permutation: Permutation) -> dict[str, Any]:
        return explain(permutation, self._names, **self._wanted.weights).evidence.to_dict()

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


class TableWriter:
    """For people: a row per permutation and the mean, or a card for each one.

    Cards show one permutation in full; they are used when a tree or an explanation is asked for,
    and when the input has only one line.
    """

    def __init__(self, out: TextIO, names: Sequence[str], wanted: Wanted) -> None:
        self._out = out
        self._names = names
        self._wanted = wanted
        self._held: tuple[PermutationBatch, Scores] | None = None
        self._lines = 0
        self._defined = 0
        self._sums = np.zeros(len(names))

    def write(self, batch: PermutationBatch, scores: Scores) -> None:
        """Write cards at once, but hold rows back: the last batch ends with the mean."""
        if self._held:
            self._write_rows(*self._held)
        self._lines += len(batch)
        if self._wanted.tree or self._wanted.explain:
            self._write_cards(batch, scores)
            return
        self._held = batch, scores
        self._defined += int(np.count_nonzero(batch.lengths))
        self._sums += [np.nansum(column) for column in scores.values()]

    def finish(self) -> None:
        """Write the last batch and the mean."""
        if not self._lines:
            self._out.write("no permutations\n")
        elif self._held and self._lines == 1:
            self._write_cards(*self._held)
        elif self._held:
            self._write_rows(*self._held, mean=True)

    def _write_rows(self, batch: PermutationBatch, scores: Scores, *, mean: bool = False) -> None:
        lines = range(batch.first_line, batch.first_line + len(batch))
        rows: list[list[Cell]] = [
            [str(line), n, *values]
            for line, n, values in zip(lines, batch.lengths.tolist(), _rows(scores), strict=True)
        ]
        if mean:
            rows.append(self._mean_row())
        columns = [Column("line", min_width=6), Column("n", min_width=4)]
        columns += [Column(name, digits=DIGITS) for name in self._names]
        note = self._mean_note() if mean else None
        self._out.write(self._rendered(Table(columns, rows, note=note)))

    def _mean_row(self) -> list[Cell]:
        means = self._sums / self._defined if self._defined else self._sums * np.nan
        return ["mean", None, *means.tolist()]

    def _mean_note(self) -> str | None:
        undefined = self._lines - self._defined
        if not undefined:
            return None
        return (
            f"{undefined} of {self._lines} lines without words: "
            "order undefined, left out of the mean"
        )

    def _rendered(self, table: Table) -> str:
        for_reading = self._wanted.width is not None and len(table.rows) <= LONGEST_RICH_TABLE
        return render(
            table,
            "rich" if for_reading else "plain",
            width=self._wanted.width,
            color=self._wanted.color,
        )

    def _write_cards(self, batch: PermutationBatch, scores: Scores) -> None:
        for row, values in enumerate(_rows(scores)):
            line = batch.first_line + row
            self._out.write("" if line == 1 else "\n")
            self._out.write(self._card(line, batch[row], values))

    def _card(self, line: int, permutation: Permutation, values: list[float]) -> str:
        n = len(permutation)
        if not n:
            return f"line {line}: no words, order undefined\n"
        parts = [f"line {line}: {_shortened(permutation)}, {n} word{'s' * (n != 1)}"]
        if self._wanted.tree:
            width = self._wanted.width or 80
            parts.append(permutation.tree().to_text(width=width, color=self._wanted.color))
        parts.append(self._rendered(self._vertical(permutation, values)))
        return "\n\n".join(parts)

    def _vertical(self, permutation: Permutation, values: list[float]) -> Table:
        if self._wanted.explain:
            return explain(permutation, self._names, **self._wanted.weights).table()
        rows = [
            (name, value, METRICS[name].rewards)
            for name, value in zip(self._names, values, strict=True)
        ]
        columns = [
            Column("metric", "left"),
            Column("score", digits=DIGITS),
            Column("rewards", "left"),
        ]
        return Table(columns, rows)


WRITERS: dict[str, Callable[[TextIO, Sequence[str], Wanted], Writer]] = {
    "table": TableWriter,
    "jsonl": JsonlWriter,
    "tsv": TsvWriter,
}


def _rows(scores: Scores) -> Iterator[list[float]]:
    """The scores of one permutation after the other."""
    return iter(np.column_stack(list(scores.values())).tolist())


def _number_texts(
    batch: PermutationBatch, scores: Scores, *, undefined: str
) -> Iterator[tuple[str, ...]]:
    """The length and the scores of one permutation after the other, with every digit."""
    without_words = ("0", *[undefined] * len(scores))
    for n, values in zip(batch.lengths.tolist(), _rows(scores), strict=True):
        yield (str(n), *map(repr, values)) if n else without_words


def _shortened(permutation: Permutation, limit: int = 25) -> str:
    if len(permutation) <= limit:
        return str(permutation)
    shown = ", ".join(str(rank + 1) for rank in permutation.ranks[:limit].tolist())
    return f"⟨{shown}, …⟩"
