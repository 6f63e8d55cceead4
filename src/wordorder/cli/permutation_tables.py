"""How `wordorder permutation` shows its results to people: as rows, or as a card each."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from wordorder.cli.permutation_formats import rows_of
from wordorder.ordering import METRICS, collect_evidence
from wordorder.output import Column, Table, render

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from wordorder.cli.permutation_formats import Scores, Wanted, Writer
    from wordorder.output import Cell, Style
    from wordorder.permutation import Permutation, PermutationBatch

ROWS_AT_ONCE = 1000
DIGITS = 4


def table_writer(out: TextIO, names: Sequence[str], wanted: Wanted) -> Writer:
    """Choose cards where one permutation needs room for a tree or an explanation."""
    kind = CardWriter if wanted.tree or wanted.explain else RowWriter
    return kind(out, names, wanted)


class RowWriter:
    """A row per permutation, and the mean at the end; a single permutation gets a card."""

    def __init__(self, out: TextIO, names: Sequence[str], wanted: Wanted) -> None:
        self._out = out
        self._names = names
        self._wanted = wanted
        self._first: tuple[PermutationBatch, Scores] | None = None
        self._rows: list[list[Cell]] = []
        self._lines = self._defined = 0
        self._sums = np.zeros(len(names))

    def write(self, batch: PermutationBatch, scores: Scores) -> None:
        """Take one batch; whole tables are written, the rest waits for the mean."""
        self._first = self._first or (batch, scores)
        self._lines += len(batch)
        self._defined += int(np.count_nonzero(batch.lengths))
        self._sums += [np.nansum(column) for column in scores.values()]
        lines = range(batch.first_line, batch.first_line + len(batch))
        for line, n, values in zip(lines, batch.lengths.tolist(), rows_of(scores), strict=True):
            if len(self._rows) == ROWS_AT_ONCE:
                self._flush()
            self._rows.append([str(line), n, *values])

    def finish(self) -> None:
        """Write the last rows and the mean."""
        if self._first is None or self._lines == 1:
            cards = CardWriter(self._out, self._names, self._wanted)
            if self._first:
                cards.write(*self._first)
            cards.finish()
            return
        means = self._sums / self._defined if self._defined else self._sums * np.nan
        self._rows.append(["mean", None, *means.tolist()])
        self._flush(self._note())

    def _note(self) -> str | None:
        undefined = self._lines - self._defined
        if not undefined:
            return None
        return (
            f"{undefined} of {self._lines} lines without words: "
            "order undefined, left out of the mean"
        )

    def _flush(self, note: str | None = None) -> None:
        columns = [Column("line", min_width=6), Column("n", min_width=4)]
        columns += [Column(name, digits=DIGITS) for name in self._names]
        table = Table(columns, self._rows, note=note)
        # Only a table that can be read as a whole is worth the time that rich takes.
        text = _rendered(table, self._wanted, plain=self._lines > ROWS_AT_ONCE)
        # A file has one heading; on a screen it helps to see it again.
        is_first = self._rows[0][0] == "1"
        if self._wanted.width is None and not is_first:
            text = text.partition("\n")[2]
        self._out.write(text)
        self._rows = []


class CardWriter:
    """A card per permutation: all that is known about it."""

    def __init__(self, out: TextIO, names: Sequence[str], wanted: Wanted) -> None:
        self._out = out
        self._names = names
        self._wanted = wanted
        self._lines = 0

    def write(self, batch: PermutationBatch, scores: Scores) -> None:
        """Write one batch."""
        for row, values in enumerate(rows_of(scores)):
            if self._lines:
                self._out.write("\n")
            self._lines += 1
            self._out.write(self._card(batch.first_line + row, batch[row], values))

    def finish(self) -> None:
        """Say so if there was nothing to show."""
        if not self._lines:
            self._out.write("no permutations\n")

    def _card(self, line: int, permutation: Permutation, values: list[float]) -> str:
        n = len(permutation)
        if not n:
            return f"line {line}: no words, order undefined\n"
        title = f"line {line}: ranks {_shortened(permutation)}, {n} word{'s' * (n != 1)}"
        parts = ["\n".join(textwrap.wrap(title, self._wanted.width or len(title)))]
        if self._wanted.tree:
            width = self._wanted.width or 80
            parts.append(permutation.tree().to_text(width=width, color=self._wanted.color))
        parts.append(_rendered(self._scores(permutation, values), self._wanted))
        return "\n\n".join(parts)

    def _scores(self, permutation: Permutation, values: list[float]) -> Table:
        if self._wanted.explain:
            evidence = collect_evidence(permutation)
            texts = {name: METRICS[name].counted(evidence) for name in self._names}
        else:
            texts = {name: METRICS[name].rewards for name in self._names}
        rows: list[tuple[Cell, Cell, Cell]] = []
        for (name, text), value in zip(texts.items(), values, strict=True):
            first, *others = self._wrapped(text)
            rows += [(name, value, first), *(("", "", other) for other in others)]
        columns = [
            Column("metric", "left"),
            Column("score", digits=DIGITS),
            Column("counted" if self._wanted.explain else "rewards", "left"),
        ]
        return Table(columns, rows)

    def _wrapped(self, text: str) -> list[str]:
        """Break the last column where the terminal is too narrow for it."""
        if self._wanted.width is None:
            return [text]
        gap, score = 2, DIGITS + 2
        taken = max(len("metric"), *map(len, self._names)) + score + 2 * gap
        return textwrap.wrap(text, max(self._wanted.width - taken, 20))


def _rendered(table: Table, wanted: Wanted, *, plain: bool = False) -> str:
    style: Style = "plain" if plain or wanted.width is None else "rich"
    return render(table, style, width=wanted.width, color=wanted.color)


def _shortened(permutation: Permutation, limit: int = 25) -> str:
    if len(permutation) <= limit:
        return str(permutation)
    shown = ", ".join(str(rank + 1) for rank in permutation.ranks[:limit].tolist())
    return f"⟨{shown}, …⟩"
