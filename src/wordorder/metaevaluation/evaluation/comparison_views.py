"""Metrics against each other, as tables in the papers' notation and as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.evaluation.figures import TEST_FIGURES
from wordorder.metaevaluation.evaluation.metric_views import best_and_rivals
from wordorder.output import Column, Records, Table, visible
from wordorder.output.row_views import fields, records_of, table_of

if TYPE_CHECKING:
    from wordorder.arrays import Integers
    from wordorder.metaevaluation.evaluation.figures import SetFigures
    from wordorder.metaevaluation.evaluation.result import MetaEvaluation
    from wordorder.output import Cell

_FIELDS = [
    *fields(str, "set", "first", "second", "statistic"),
    *fields(float, *TEST_FIGURES),
    *fields(str, "mark"),
]

_TURNED = str.maketrans("+-", "-+")


def pair_tables(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Every pair of metrics with the difference of one statistic."""
    return [table_of(pair_records(result, statistic or result.leading, top=top))]


def pair_records(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> Records:
    """All differences, second minus first, with intervals, p-values and marks."""
    rows: list[list[Cell]] = []
    for one in result.sets:
        found = one.known_comparisons()
        for name in found.statistics if statistic is None else [statistic]:
            column, tests = found.column(name), found.tests
            for pair, (first, second) in enumerate(tests.pairs[:top].tolist()):
                figures = [
                    float(getattr(tests, attribute)[pair, column])
                    for attribute in TEST_FIGURES.values()
                ]
                names = one.name, one.metrics[first], one.metrics[second], name
                rows.append([*names, *figures, found.mark(pair, column)])
    return records_of(_FIELDS, rows)


def significance_tables(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Column against row in the papers' notation; over several sets N/B/D."""
    name = statistic or result.leading
    tables = [_matrix(result, one, name, top) for one in result.sets]
    if len(result.sets) == 1:
        return tables
    papers = [_wins(result, name, top, kind) for kind in _kinds_of_t_test(result, name)]
    return [_wins(result, name, top, result.test), *papers, *tables]


def _matrix(result: MetaEvaluation, one: SetFigures, statistic: str, top: int | None) -> Table:
    found = one.known_comparisons()
    column, order = found.column(statistic), best_and_rivals(one, statistic, top)
    pairs = {tuple(pair): number for number, pair in enumerate(found.tests.pairs.tolist())}

    def cell(row: int, other: int) -> str:
        if (row, other) in pairs:
            return found.mark(pairs[row, other], column)
        return found.mark(pairs[other, row], column).translate(_TURNED)

    columns = [Column(f"{statistic}, {visible(one.name)}", "left")]
    columns += [Column(one.metrics[place], "left") for place in order[1:]]
    rows = [
        [
            one.metrics[row],
            *("" if place <= number else cell(row, other) for place, other in enumerate(order)),
        ]
        for number, row in enumerate(order[:-1])
    ]
    note = (
        "+ the column agrees better with people than the row, - worse: ** p < 0.05, * p < 0.10; "
        f"0 neither.{' p after Holm correction.' * result.holm}"
    )
    return Table(columns, [[row[0], *row[2:]] for row in rows], note=note)


def _kinds_of_t_test(result: MetaEvaluation, statistic: str) -> list[str]:
    """The papers' tests, which were made by the leading statistic only."""
    return list(result.sets[0].t_tests) if statistic == result.leading else []


def _wins(result: MetaEvaluation, statistic: str, top: int | None, test: str) -> Table:
    """N/B/D: on how many sets the row beats the column, is beaten by it, or neither."""
    names = result.metrics[:top]
    wins = np.zeros((len(names), len(names)), np.int64)
    for one in result.sets:
        own = [one.row(name) for name in names]
        if test == result.test:
            beats = one.known_comparisons().beats(statistic)
        else:
            beats = one.t_wins(test, statistic, result.resampling.alpha)
        wins += beats[np.ix_(own, own)]
    rows = [
        [name, *(_won(wins, row, column, len(result.sets)) for column in range(len(names)))]
        for row, name in enumerate(names)
    ]
    heading = f"{statistic}: N/B/D, {test}"
    columns = [Column(heading, "left"), *(Column(name, "left") for name in names)]
    note = (
        "N: test sets where the row agrees significantly better with people, B: where the column "
        "does, D: neither."
    )
    if test in result.sets[0].t_tests:
        note = (
            "The t-test of the papers, over bootstrap samples: the more samples, the more of its "
            "differences are significant."
        )
    return Table(columns, rows, note=note)


def _won(wins: Integers, row: int, column: int, sets: int) -> str:
    if row == column:
        return ""
    better, worse = int(wins[row, column]), int(wins[column, row])
    return f"{better}/{worse}/{sets - better - worse}"
