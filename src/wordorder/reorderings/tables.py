"""Analyses as tables for people."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from wordorder.output import Column, Table
from wordorder.reorderings.retained import MEASURES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.output import Cell
    from wordorder.reorderings.analysis import ReorderingAnalysis
    from wordorder.reorderings.retained import RetentionResult


def analysis_table(results: Mapping[str, ReorderingAnalysis]) -> Table:
    """Measures in rows, corpora side by side."""
    first = next(iter(results.values()))
    columns = [Column("measure", "left")]
    for name, result in results.items():
        columns += [Column(name, digits=3), Column(f"{result.confidence:.0%} interval", "left")]
    rows: list[list[Cell]] = []
    for measure in first.measures:
        row: list[Cell] = [measure]
        for result in results.values():
            value, low, high = result.measures[measure]
            row += [value, "–" if isnan(low) else f"{low:.3f}–{high:.3f}"]
        rows.append(row)
    counts = (
        f"{name}: {_counted(result.sentences, 'sentence pair')}, "
        f"{_counted(result.reorderings, 'reordering')}"
        for name, result in results.items()
    )
    return Table(columns, rows, note="\n".join(counts))


def retention_table(result: RetentionResult) -> Table:
    """Systems in rows, each measure with half the width of its interval."""
    columns = [Column("system", "left"), *(Column(name.replace("_", " ")) for name in MEASURES)]
    rows: list[list[Cell]] = []
    for system, name in enumerate(result.systems):
        row: list[Cell] = [name]
        for column in range(len(MEASURES)):
            value = float(result.value[system, column])
            width = result.high[system, column] - result.low[system, column]
            row.append(None if isnan(value) else f"{value:.3f} ±{width / 2:.3f}")
        rows.append(row)
    note = (
        f"{_counted(result.sentences, 'sentence')}, "
        f"{_counted(result.reorderings, 'reordering')} in the reference; "
        f"± is half of the {result.confidence:.0%} interval"
    )
    return Table(columns, rows, note=note)


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'s' * (number != 1)}"
