"""All pairs of systems, as tables in the papers' notation and as records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordorder.output import Column, Records, Table
from wordorder.output.row_views import fields, records_of
from wordorder.preordering.evaluation.parts import COMPLETE, TEST_FIGURES
from wordorder.preordering.evaluation.verdicts import UNKNOWN, heading, marks_of
from wordorder.statistics.significance import FEWEST_ITEMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output import Cell
    from wordorder.preordering.evaluation.result import PreorderingEvaluation

_FIELDS = [
    *fields(str, "alignment", "first", "second", "measure"),
    *fields(float, *TEST_FIGURES),
    *fields(str, "mark"),
]


def pair_tables(
    result: PreorderingEvaluation, measure: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Column against row in the papers' notation, by default for every metric."""
    del top
    chosen = result.measures if measure is None else [measure]
    tables = [
        _pair_table(result, place, one)
        for one in chosen
        if measure is not None or not one.startswith(COMPLETE)
        for place in range(len(result.alignments))
    ]
    tables[-1] = replace(tables[-1], note=_note(result, tables))
    return tables


def _pair_table(result: PreorderingEvaluation, place: int, measure: str) -> Table:
    names, pairs = [one.name for one in result.judged], result.known_tests().pairs
    marks = dict(zip(map(tuple, pairs.tolist()), marks_of(result, place, measure), strict=True))
    several = len(result.alignments) > 1
    about = f"{heading(measure)}{f', {result.alignments[place].name}' * several}"
    columns = [Column(about, "left"), *(Column(name, "left") for name in names[1:])]
    rows = [
        [name, *(marks.get((first, second), "") for second in range(1, len(names)))]
        for first, name in enumerate(names[:-1])
    ]
    return Table(columns, rows)


def _note(result: PreorderingEvaluation, tables: Sequence[Table]) -> str:
    levels = ", ".join(
        f"{stars} p < {level:.2f}{' and an interval without 0' * (level <= result.alpha)}"
        for stars, level in (("**", 0.05), ("*", 0.1))
    )
    note = f"+ the column is better than the row, - it is worse: {levels}; 0 neither"
    if any(UNKNOWN in row for table in tables for row in table.rows):
        note += f"; ? fewer than {FEWEST_ITEMS} sentences"
    return f"{note}.{' p after Holm correction.' * result.holm}"


def pair_records(
    result: PreorderingEvaluation, measure: str | None = None, *, top: int | None = None
) -> Records:
    """All differences, second minus first, with intervals, p-values and the papers' marks."""
    tests, names = result.known_tests(), [one.name for one in result.systems]
    arrays = [getattr(tests, attribute) for attribute in TEST_FIGURES.values()]
    rows: list[list[Cell]] = []
    for place, alignment in enumerate(result.alignments):
        for one in result.measures if measure is None else [measure]:
            column, marks = result.column(one), marks_of(result, place, one)
            for pair, (first, second) in enumerate(tests.pairs.tolist()):
                figures = [float(one[pair, place, column]) for one in arrays]
                systems = names[first], names[second]
                rows.append([alignment.name, *systems, one, *figures, marks[pair]])
    return records_of(_FIELDS, rows[:top])
