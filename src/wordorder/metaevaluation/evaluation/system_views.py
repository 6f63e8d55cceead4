"""Systems as people and as metrics see them, as tables and as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.evaluation.metric_views import best_and_rivals
from wordorder.output import Column, Records, Table, visible
from wordorder.output.row_views import fields, records_of

if TYPE_CHECKING:
    from wordorder.metaevaluation.evaluation.figures import SetFigures
    from wordorder.metaevaluation.evaluation.result import MetaEvaluation
    from wordorder.output import Cell

_FIELDS = [*fields(str, "set", "system", "metric"), *fields(float, "human", "score")]


def system_tables(result: MetaEvaluation, *, top: int | None = None) -> list[Table]:
    """Systems in the order of people, with their scores by the best metrics."""
    return [_system_table(result, one, top) for one in result.sets]


def _system_table(result: MetaEvaluation, one: SetFigures, top: int | None) -> Table:
    metrics = best_and_rivals(one, result.leading, 5 if top is None else top)
    order = np.argsort(np.where(np.isnan(one.human), np.inf, -one.human), kind="stable")
    people = "wins" if one.kind == "comparisons" else "rating"
    columns = [
        Column(visible(one.name), "left"),
        Column(people, digits=3, best="high"),
        *(Column(one.metrics[metric], digits=3, best="high") for metric in metrics),
    ]
    rows: list[list[Cell]] = [
        [
            visible(one.systems[place]),
            float(one.human[place]),
            *(float(one.scores[metric, place]) for metric in metrics),
        ]
        for place in order.tolist()
    ]
    kind = {"wins": "comparisons won, ties left out", "rating": "mean rating"}[people]
    return Table(columns, rows, note=f"{people}: {kind}")


def system_records(result: MetaEvaluation, *, top: int | None = None) -> Records:
    """The score of every system by every metric."""
    rows: list[list[Cell]] = [
        [one.name, system, metric, float(one.human[place]), float(one.scores[number, place])]
        for one in result.sets
        for place, system in enumerate(one.systems)
        for number, metric in list(enumerate(one.metrics))[:top]
    ]
    return records_of(_FIELDS, rows)
