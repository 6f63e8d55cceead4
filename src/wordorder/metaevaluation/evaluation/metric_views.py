"""Agreement of each metric, and averages over test sets, as tables and as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.correlation.chance import CHANCE
from wordorder.metaevaluation.scores.from_text import LENGTH
from wordorder.output import Column, Estimate, Records, Table, counted, interval_note, visible
from wordorder.output.row_views import fields, records_of

if TYPE_CHECKING:
    from wordorder.metaevaluation.evaluation.figures import SetFigures
    from wordorder.metaevaluation.evaluation.result import MetaEvaluation
    from wordorder.output import Cell

_RIVALS = (LENGTH, *CHANCE)
_FIELDS = [
    *fields(str, "set", "metric", "statistic"),
    *fields(float, "value", "low", "high", "tied"),
    *fields(int, "cluster"),
]
_AVERAGES = [
    *fields(str, "metric", "statistic"),
    *fields(float, "mean", "rank"),
    *fields(int, "sets"),
]


def metric_tables(result: MetaEvaluation, *, top: int | None = None) -> list[Table]:
    """A table for each test set, best metric first; with several sets their averages first."""
    averages = average_tables(result, top=top) if len(result.sets) > 1 else []
    return [*averages, *(_set_table(result, one, top) for one in result.sets)]


def _set_table(result: MetaEvaluation, one: SetFigures, top: int | None) -> Table:
    shown = [name for name in result.shown if name in one.statistics]
    clusters = one.clusters(result.leading)
    columns = [Column("metric", "left"), *(_column(name, result.leading) for name in shown)]
    columns += [Column("tied", digits=3), Column("cluster")]
    rows: list[list[Cell]] = []
    for place in best_and_rivals(one, result.leading, top):
        cells = [_cell(result, one, place, name) for name in shown]
        rows.append([one.metrics[place], *cells, float(one.tied[place]), int(clusters[place])])
    judged = counted(one.pair_count, "judged pair")
    title = f"{visible(one.name)}: {judged}, {counted(one.line_count, 'line')}, "
    title += counted(len(one.systems), "system")
    table = Table(columns, rows, title=title)
    ends = table.has_lopsided_intervals()
    note = f"{interval_note(result.confidence, ends=ends)}; tied: share of pairs that the metric "
    note += "ties; all metrics of a cluster agree significantly better than those of the next"
    return Table(columns, rows, title=title, note=note + _ceiling(one, result.leading))


def best_and_rivals(one: SetFigures, statistic: str, top: int | None) -> list[int]:
    """The best metrics, and length and chance, which they should beat; the best first."""
    ranking: list[int] = one.ranking(statistic).tolist()
    return [
        place
        for rank, place in enumerate(ranking)
        if top is None or rank < top or one.metrics[place] in _RIVALS
    ]


def _ceiling(one: SetFigures, statistic: str) -> str:
    found = one.ceiling.get(statistic)
    if found is None or np.isnan(found):
        return ""
    return f"; {found:.3f} is what one judgement of a pair reaches against another"


def _column(name: str, leading: str) -> Column:
    return Column(name, digits=3, best="high", min_width=len(name) if name == leading else 0)


def _cell(result: MetaEvaluation, one: SetFigures, metric: int, statistic: str) -> Cell:
    figures = one.figures[metric, one.column(statistic)].tolist()
    return Estimate(*figures) if statistic == result.leading else figures[0]


def metric_records(result: MetaEvaluation, *, top: int | None = None) -> Records:
    """Every figure of every metric in every test set."""
    rows: list[list[Cell]] = []
    for one in result.sets:
        clusters = one.clusters(result.leading)
        for place in one.ranking(result.leading)[:top].tolist():
            for column, statistic in enumerate(one.statistics):
                figures = one.figures[place, column].tolist()
                tied = float(one.tied[place])
                names = one.name, one.metrics[place], statistic
                rows.append([*names, *figures, tied, int(clusters[place])])
    return records_of(_FIELDS, rows)


def average_tables(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Metrics by test sets for one statistic, with their average and average rank."""
    name = statistic or result.leading
    values, ranks = result.table(name), result.ranks(name)
    means, mean_ranks = _mean(values), _mean(ranks)
    columns = [
        Column(name, "left"),
        *(Column(visible(one.name), digits=3, best="high") for one in result.sets),
        Column("average", digits=3, best="high"),
        Column("average rank", digits=2, best="low"),
    ]
    order = np.argsort(np.where(np.isnan(means), np.inf, -means), kind="stable")
    rows: list[list[Cell]] = [
        [
            result.metrics[place],
            *(one.estimate(result.metrics[place], name) for one in result.sets),
            float(means[place]),
            float(mean_ranks[place]),
        ]
        for place in order[:top].tolist()
    ]
    return [Table(columns, rows, title=f"{name} by test set")]


def average_records(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> Records:
    """Mean and mean rank over the test sets, for one statistic or for all."""
    shared = [name for name in _all_statistics(result) if statistic in (None, name)]
    rows: list[list[Cell]] = []
    for name in shared:
        means, ranks = _mean(result.table(name)), _mean(result.ranks(name))
        rows += [
            [metric, name, float(mean), float(rank), len(result.sets)]
            for metric, mean, rank in list(zip(result.metrics, means, ranks, strict=True))[:top]
        ]
    return records_of(_AVERAGES, rows)


def _all_statistics(result: MetaEvaluation) -> list[str]:
    """The statistics that every test set has."""
    first, *others = result.sets
    return [name for name in first.statistics if all(name in one.statistics for one in others)]


def _mean(values: np.ndarray) -> np.ndarray:
    """The mean over sets; NaN where a set has no value, so that means compare like with like."""
    return np.asarray(values.mean(axis=1))
