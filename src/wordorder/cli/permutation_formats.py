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

    def write(self, batch: PermutationBatch, scores: Scores) -> None:
        """Write one batch."""
        lengths = batch.lengths.tolist()
        for row, values in enumerate(_rows(scores)):
            record: dict[str, Any] = {
                "n": lengths[row],
                **dict(zip(self._names, values, strict=True)),
            }
            if self._wanted.tree:
                record["tree"] = batch[row].tree().to_dict() if lengths[row] else None
            if self._wanted.explain:
                record["explain"] = self._evidence(batch[row]) if lengths[row] else None
            self._out.write(dumps(record) + "\n")

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
        self._columns = [Column(name) for name in ("n", *names, *["tree"] * wanted.tree)]
        self._has_header = False

    def write(self, batch: PermutationBatch, scores: Scores) -> None:
        """Write one batch, after the header if it is the first."""
        rows: list[list[Cell]] = [
            [n, *values] for n, values in zip(batch.lengths.tolist(), _rows(scores), strict=True)
        ]
        if self._tree:
            for index, row in enumerate(rows):
                row.append(batch[index].tree().to_brackets() if row[0] else None)
        self._write(rows)

    def _write(self, rows: list[list[Cell]]) -> None:
        text = render(Table(self._columns, rows), "tsv")
        self._out.write(text.partition("\n")[2] if self._has_header else text)
        self._has_header = True

    def finish(self) -> None:
        """Write the header if there was nothing else to write."""
        if not self._has_header:
            self._write([])


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
        """Write the batch before this one, and hold this one: the last one ends with the mean."""
        self._flush()
        self._held = batch, scores
        self._lines += len(batch)
        self._defined += int(np.count_nonzero(batch.lengths))
        self._sums += [np.nansum(column) for column in scores.values()]

    def finish(self) -> None:
        """Write the last batch and the mean."""
        if not self._lines:
            self._out.write("no permutations\n")
        elif self._in_cards() or self._lines == 1:
            self._flush_cards()
        else:
            self._flush(mean=True)

    def _in_cards(self) -> bool:
        return self._wanted.tree or self._wanted.explain

    def _flush(self, *, mean: bool = False) -> None:
        if self._held is None:
            return
        if self._in_cards():
            self._flush_cards()
            return
        batch, scores = self._held
        rows: list[list[Cell]] = [
            [f"{line}", n, *values]
            for line, n, values in zip(
                range(batch.first_line, batch.first_line + len(batch)),
                batch.lengths.tolist(),
                _rows(scores),
                strict=True,
            )
        ]
        note = None
        if mean:
            rows.append(self._mean_row())
            note = self._mean_note()
        columns = [Column("line", min_width=6), Column("n", min_width=4)]
        columns += [Column(name, digits=DIGITS) for name in self._names]
        self._out.write(self._rendered(Table(columns, rows, note=note)))
        self._held = None

    def _mean_row(self) -> list[Cell]:
        means = self._sums / self._defined if self._defined else self._sums * np.nan
        return ["mean", None, *means.tolist()]

    def _mean_note(self) -> str | None:
        undefined = self._lines - self._defined
        if not undefined:
            return None
        return f"{undefined} of {self._lines} lines have no words: order undefined, not in the mean"

    def _rendered(self, table: Table) -> str:
        for_reading = self._wanted.width is not None and len(table.rows) <= LONGEST_RICH_TABLE
        return render(
            table,
            "rich" if for_reading else "plain",
            width=self._wanted.width,
            color=self._wanted.color,
        )

    def _flush_cards(self) -> None:
        batch, scores = self._held  # type: ignore[misc]
        for row, values in enumerate(_rows(scores)):
            first = row == 0 and batch.first_line == 1
            self._out.write("" if first else "\n")
            self._out.write(self._card(batch.first_line + row, batch[row], values))
        self._held = None

    def _card(self, line: int, permutation: Permutation, values: list[float]) -> str:
        n = len(permutation)
        title = f"line {line}: {_shortened(permutation)}, {n} word{'s' * (n != 1)}"
        if not n:
            return f"line {line}: no words, order undefined\n"
        parts = [title]
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


def _shortened(permutation: Permutation, limit: int = 25) -> str:
    if len(permutation) <= limit:
        return str(permutation)
    shown = ", ".join(str(rank + 1) for rank in permutation.ranks[:limit].tolist())
    return f"⟨{shown}, …⟩"
