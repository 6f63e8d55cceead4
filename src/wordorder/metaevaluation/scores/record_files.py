"""Scores of metrics from records: a system, a line, and a column for each metric."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation.scores.columns import MetricColumn, refuse_too_many
from wordorder.output import Records, visible
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.text import (
    Place,
    column_names,
    quoted,
    read_records,
    records_format,
    rereadable,
    shown_name,
)
from wordorder.text.arrow import as_table
from wordorder.text.source import is_arrow, reads_once

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers
    from wordorder.text import Input

_LARGEST_LINE = 10**8
_LINE_COLUMNS = {"line": 1, "segment": 1, "line0": 0}
"""The columns that number lines, and what the first line is called there."""


def read_score_records(source: Input) -> list[MetricColumn]:
    """Read scores from TSV, CSV, JSON lines, Parquet or Arrow.

    The columns are `system`, `line` or `segment` (counting from 1) or `line0` (from 0), and one for
    each metric; an empty cell is a missing score. Higher scores are better, except in the columns
    of `score` that count errors, whose sign is turned.

    Raises:
        InputError: The columns are others, a cell is not a number, or a row occurs twice.
    """
    name = visible(shown_name(source))
    with ExitStack() as stack:
        file = _to_read_twice(source, stack)
        heads = column_names(file)
        system, line = _key_columns(heads, name)
        metrics = [head for head in heads if head not in (system, line)]
        if not metrics:
            raise InputError(f"{name}: no column of scores beside '{system}' and '{line}'")
        types = {system: str, line: int, **dict.fromkeys(metrics, float)}
        records = read_records(file, types, needed=(system, line))
    cells = _Cells.of(records, system, line, _Rows(name, records_format(source)))
    refuse_too_many(shown_name(source), len(metrics), len(cells.systems), cells.line_count)
    return [
        MetricColumn(
            metric,
            shown_name(source),
            cells.by_system(_scores(records, metric, cells.rows)),
            numbered=True,
            signature=records.signature,
        )
        for metric in metrics
    ]


def _to_read_twice(source: Input, stack: ExitStack) -> Input:
    if is_arrow(source):
        table: Input = as_table(source)
        return table
    if reads_once(source) and records_format(source) != "tsv":
        raise UsageError(f"{visible(shown_name(source))}: give the file by its name")
    return stack.enter_context(rereadable(source)) if reads_once(source) else source


def _key_columns(heads: list[str], name: str) -> tuple[str, str]:
    """The columns with the system and the line, in upper or lower case."""
    systems = [head for head in heads if head.lower() == "system"]
    lines = [head for head in heads if head.lower() in _LINE_COLUMNS]
    if len(systems) != 1 or len(lines) != 1:
        raise InputError(
            f"{name}: expected the columns 'system', 'line' (or 'line0', counting from 0) and one "
            f"for each metric, found {quoted(', '.join(heads))}"
        )
    return systems[0], lines[0]


class _Rows(NamedTuple):
    """Where rows are, for errors."""

    name: str
    file_format: str

    def error(self, row: int, what: str) -> InputError:
        first = {"tsv": 2, "jsonl": 1}.get(self.file_format)
        if first is not None:
            return Place(self.name, row + first).error(what)
        return InputError(f"{self.name}, row {row + 1:,}: {what}")


class _Cells(NamedTuple):
    """The system and the line of every row, and where to find it."""

    systems: tuple[str, ...]
    system: Integers
    line: Integers
    rows: _Rows

    @classmethod
    def of(cls, records: Records, system_column: str, line: str, rows: _Rows) -> _Cells:
        named, numbered = records.columns[system_column], records.columns[line]
        first = _LINE_COLUMNS[line.lower()]
        for row, (system, number) in enumerate(zip(named, numbered, strict=True)):
            if not system:
                raise rows.error(row, "no system")
            if number is None or not first <= number < _LARGEST_LINE:
                found = "missing" if number is None else quoted(str(number))
                raise rows.error(row, f"{line} is {found}, expected a number from {first}")
        systems = {name: place for place, name in enumerate(dict.fromkeys(named))}
        system = np.fromiter((systems[name] for name in named), np.int64, len(named))
        cells = cls(tuple(systems), system, np.array(numbered, np.int64) - first, rows)
        cells._refuse_duplicates()
        return cells

    def _refuse_duplicates(self) -> None:
        key = self.system * _LARGEST_LINE + self.line
        order = np.argsort(key, kind="stable")
        again = np.flatnonzero(np.diff(key[order]) == 0)
        if len(again):
            place = again[np.argmin(order[again + 1])]
            first, second = order[place], order[place + 1]
            what = f"line {self.line[first] + 1} of {quoted(self.systems[self.system[first]])}"
            raise self.rows.error(int(second), f"a second score for {what}, counted from 1")

    @property
    def line_count(self) -> int:
        """The number of the last line."""
        return int(self.line.max(initial=-1)) + 1

    def by_system(self, scores: Floats) -> dict[str, Floats]:
        """The scores of each system, line by line; NaN where there is none."""
        table = np.full((len(self.systems), self.line_count), np.nan)
        table[self.system, self.line] = scores
        return dict(zip(self.systems, table, strict=True))


def _scores(records: Records, metric: str, rows: _Rows) -> Floats:
    scores = np.array(records.columns[metric], np.float64)
    if np.isinf(scores).any():
        raise rows.error(int(np.argmax(np.isinf(scores))), f"{quoted(metric)} is infinite")
    return 0 - scores if metric in ORDER_ERRORS else scores
