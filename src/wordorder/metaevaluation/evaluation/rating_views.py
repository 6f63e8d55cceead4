"""Ratings of systems and verdicts of metrics, as tables and as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation.evaluation.metric_views import best_and_rivals
from wordorder.output import Column, Estimate, Records, Table, interval_note, visible
from wordorder.output.row_views import fields, records_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.metaevaluation.evaluation.figures import SetFigures
    from wordorder.metaevaluation.evaluation.rating_figures import RatingFigures
    from wordorder.metaevaluation.evaluation.result import MetaEvaluation
    from wordorder.output import Cell

_COUNTS = ("same", "missed", "found alone", "opposite")
_NOTE = (
    "Pairs of systems by the verdicts of people and metric: the same; a difference that the metric "
    "misses; one that it finds alone; opposite ones."
)
_FIELDS = [
    *fields(str, "set", "metric"),
    *fields(int, *(name.replace(" ", "_") for name in _COUNTS), "pairs"),
    *fields(float, "share"),
]


def rating_tables(result: MetaEvaluation, *, top: int | None = None) -> list[Table]:
    """Mean ratings, which differences are significant, and which of them metrics find."""
    tables = []
    for one, rated in _rated(result):
        tables += [_means(result, one, rated), _marks(one, rated), _verdicts(result, one, top)]
    return tables


def _rated(result: MetaEvaluation) -> Iterator[tuple[SetFigures, RatingFigures]]:
    found = [(one, one.ratings) for one in result.sets if one.ratings is not None]
    if not found:
        asked = Argument("by", "ratings")
        raise UsageError("there are no figures of ratings: ask for them with ", asked)
    yield from found


def _best_first(rated: RatingFigures) -> list[int]:
    means = rated.means[:, 0]
    order: list[int] = np.argsort(np.where(np.isnan(means), np.inf, -means), kind="stable").tolist()
    return order


def _means(result: MetaEvaluation, one: SetFigures, rated: RatingFigures) -> Table:
    columns = [Column(visible(one.name), "left"), Column("rating", digits=2, best="high")]
    rows: list[list[Cell]] = [
        [visible(one.systems[place]), Estimate(*rated.means[place].tolist())]
        for place in _best_first(rated)
    ]
    ends = Table(columns, rows).has_lopsided_intervals()
    return Table(columns, rows, note=interval_note(result.confidence, ends=ends))


def _marks(one: SetFigures, rated: RatingFigures) -> Table:
    order, names = _best_first(rated), [visible(name) for name in one.systems]
    pairs = map(tuple, rated.tests.tests.pairs.tolist())
    marks = dict(zip(pairs, rated.tests.marks(), strict=True))
    turned = str.maketrans("+-", "-+")

    def cell(row: int, other: int) -> str:
        found = marks.get((row, other))
        return marks[other, row].translate(turned) if found is None else found

    columns = [Column(f"ratings, {visible(one.name)}", "left")]
    columns += [Column(names[place], "left") for place in order[1:]]
    rows = [
        [names[row], *("" if at <= number else cell(row, order[at]) for at in range(1, len(order)))]
        for number, row in enumerate(order[:-1])
    ]
    note = (
        "+ people rate the column higher than the row, - lower: ** p < 0.05, * p < 0.10; 0 neither."
    )
    return Table(columns, rows, note=note)


def _verdicts(result: MetaEvaluation, one: SetFigures, top: int | None) -> Table:
    columns = [Column(f"verdicts, {visible(one.name)}", "left"), *map(Column, _COUNTS)]
    columns += [Column("share", digits=3, best="high")]
    rows: list[list[Cell]] = []
    for place in best_and_rivals(one, result.leading, top):
        counts, pairs = _counts(one, place)
        rows.append([one.metrics[place], *counts, counts[0] / pairs if pairs else None])
    return Table(columns, rows, note=_NOTE)


def _counts(one: SetFigures, metric: int) -> tuple[list[int], int]:
    assert one.ratings is not None
    table = one.ratings.verdicts[metric]
    same, opposite = int(np.trace(table)), int(table[0, 2] + table[2, 0])
    missed, alone = int(table[0, 1] + table[2, 1]), int(table[1, 0] + table[1, 2])
    return [same, missed, alone, opposite], int(table.sum())


def rating_records(result: MetaEvaluation, *, top: int | None = None) -> Records:
    """For each metric, on how many pairs of systems it says what people say."""
    rows: list[list[Cell]] = []
    for one, _ in _rated(result):
        for place in one.ranking(result.leading)[:top].tolist():
            counts, pairs = _counts(one, place)
            share = counts[0] / pairs if pairs else None
            rows.append([one.name, one.metrics[place], *counts, pairs, share])
    return records_of(_FIELDS, rows)
