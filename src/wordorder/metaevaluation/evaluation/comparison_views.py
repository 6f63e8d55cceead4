"""Metrics against each other, as tables in the papers' notation and as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.metaevaluation.evaluation.figures import TEST_FIGURES
from wordorder.output import Column, Records, Table, visible
from wordorder.output.row_views import fields, records_of, table_of
from wordorder.statistics import significance_mark

if TYPE_CHECKING:
    from wordorder.metaevaluation.evaluation.figures import SetFigures
    from wordorder.metaevaluation.evaluation.result import MetaEvaluation
    from wordorder.output import Cell

_FIELDS = [
    *fields(str, "set", "first", "second", "statistic"),
    *fields(float, *TEST_FIGURES),
    *fields(str, "mark"),
]


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
        tests = one.known_tests()
        for name in one.statistics if statistic is None else [statistic]:
            column = one.column(name)
            for pair, (first, second) in enumerate(tests.pairs[:top].tolist()):
                figures = [
                    float(getattr(tests, attribute)[pair, column])
                    for attribute in TEST_FIGURES.values()
                ]
                names = one.name, one.metrics[first], one.metrics[second], name
                rows.append([*names, *figures, _mark(result, one, pair, column)])
    return records_of(_FIELDS, rows)


def significance_tables(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Column against row in the papers' notation; over several sets N/B/D."""
    name = statistic or result.leading
    tables = [_matrix(result, one, name, top) for one in result.sets]
    return tables if len(result.sets) == 1 else [_wins(result, name, top), *tables]


def _matrix(result: MetaEvaluation, one: SetFigures, statistic: str, top: int | None) -> Table:
    order, column = one.ranking(statistic)[:top].tolist(), one.column(statistic)
    pairs = {tuple(pair): number for number, pair in enumerate(one.known_tests().pairs.tolist())}

    def cell(row: int, other: int) -> str:
        pair, turned = pairs.get((row, other)), False
        if pair is None:
            pair, turned = pairs[other, row], True
        return _mark(result, one, pair, column, turned=turned)

    columns = [Column(f"{statistic}, {visible(one.name)}", "left")]
    columns += [Column(one.metrics[place], "left") for place in order[1:]]
    rows = [
        [
            one.metrics[row],
            *("" if order.index(other) <= number else cell(row, other) for other in order[1:]),
        ]
        for number, row in enumerate(order[:-1])
    ]
    note = (
        "+ the column agrees better with people than the row, - worse: ** p < 0.05, * p < 0.10; "
        f"0 neither.{' p after Holm correction.' * result.holm}"
    )
    return Table(columns, rows, note=note)


def _mark(
    result: MetaEvaluation, one: SetFigures, pair: int, column: int, *, turned: bool = False
) -> str:
    tests = one.known_tests()
    difference = float(tests.difference[pair, column])
    return significance_mark(
        -difference if turned else difference,
        float(one.p_values(holm=result.holm)[pair, column]),
        alpha=result.alpha,
        excludes_zero=bool(tests.low[pair, column] > 0 or tests.high[pair, column] < 0),
    )


def _wins(result: MetaEvaluation, statistic: str, top: int | None) -> Table:
    """N/B/D: on how many sets the row beats the column, is beaten by it, or neither."""
    names = result.metrics[:top]
    places = [[one.row(name) for name in names] for one in result.sets]
    wins = sum(
        one.beats(statistic, alpha=result.alpha, holm=result.holm)[own][:, own]
        for one, own in zip(result.sets, places, strict=True)
    )
    rows: list[list[Cell]] = []
    for row, name in enumerate(names):
        cells = []
        for column in range(len(names)):
            better, worse = int(wins[row, column]), int(wins[column, row])
            draws = len(result.sets) - better - worse
            cells.append("" if row == column else f"{better}/{worse}/{draws}")
        rows.append([name, *cells])
    columns = [Column(f"{statistic}: N/B/D", "left"), *(Column(name, "left") for name in names)]
    note = (
        "N: test sets where the row agrees significantly better with people, B: where the column "
        "does, D: neither."
    )
    return Table(columns, rows, note=note)
