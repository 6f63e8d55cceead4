"""Scores and tests as tables."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from wordorder.output import Column, Table

if TYPE_CHECKING:
    from wordorder.output import Cell
    from wordorder.scoring.result import ScoreResult


def score_table(result: ScoreResult) -> Table:
    """The scores, each with half the width of its interval."""
    columns = [Column("system", "left"), *map(Column, result.measures)]
    rows: list[list[Cell]] = [[name] for name in result.systems]
    for system, row in enumerate(rows):
        for column in range(len(result.measures)):
            value = float(result.scores.value[system, column])
            width = result.scores.high[system, column] - result.scores.low[system, column]
            row.append(None if isnan(value) else f"{value:.3f} ±{width / 2:.3f}")
    return Table(columns, rows, note=_note(result))


def exact_table(result: ScoreResult) -> Table:
    """The scores and the ends of their intervals, with every digit."""
    columns = [Column("system", "left"), Column("sentences"), Column("undefined")]
    for measure in result.measures:
        columns += [Column(name) for name in (measure, f"{measure}_low", f"{measure}_high")]
    rows = []
    for system, name in enumerate(result.systems):
        cells: list[Cell] = [name, result.sentences, int(result.undefined[system])]
        for column in range(len(result.measures)):
            cells += [
                float(values[system, column])
                for values in (result.scores.value, result.scores.low, result.scores.high)
            ]
        rows.append(cells)
    return Table(columns, rows)


def significance_table(result: ScoreResult, measure: str) -> Table:
    """Row against column in the papers' notation: the sign where p < 0.10 (*) or 0.05 (**)."""
    names = result.systems
    marks = np.full((len(names), len(names)), "", dtype=object)
    if result.tests is not None:
        column = result.measures.index(measure)
        for pair, (a, b) in enumerate(result.tests.pairs.tolist()):
            difference = float(result.tests.difference[pair, column])
            p = result.p_value(pair, measure)
            marks[a, b], marks[b, a] = significance(-difference, p), significance(difference, p)
    columns = [Column(measure, "left"), *(Column(f"{n}", "left") for n in range(1, len(names) + 1))]
    heads = [f"{number} {name}" for number, name in enumerate(names, start=1)]
    return Table(columns, [[head, *row] for head, row in zip(heads, marks.tolist(), strict=True)])


def significance(difference: float, p: float) -> str:
    """The papers' marks for a difference (S4.3).

    Examples:
        >>> [significance(0.01, p) for p in (0.2, 0.07, 0.01)], significance(-0.01, 0.01)
        (['0', '+*', '+**'], '-**')
    """
    if not p < 0.10 or difference == 0:
        return "0"
    return ("+" if difference > 0 else "-") + ("**" if p < 0.05 else "*")


def _note(result: ScoreResult) -> str:
    undefined = int(result.undefined.sum())
    note = f"{result.sentences:,} sentences; ± is half of the {result.confidence:.0%} interval"
    if undefined:
        those = "translation" if undefined == 1 else "translations"
        note += f"; order undefined, as no word matches: {undefined:,} {those}"
    return note
