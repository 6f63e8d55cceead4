"""The views of a meta-evaluation: metrics, their differences, systems, strata, ratings, judges."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation.correlation.chance import CHANCE
from wordorder.metaevaluation.evaluation.figures import best_first
from wordorder.metaevaluation.ratings.verdict_agreement import VerdictCounts
from wordorder.metaevaluation.scores.from_text import LENGTH
from wordorder.output import Column, Records, Table, View, counted, interval_note, visible
from wordorder.output.grid import DIFFERENCE, ESTIMATE, pair_labels
from wordorder.output.views import fields, mark_matrix, records_of, row_view, table_of
from wordorder.statistics import landis_koch
from wordorder.statistics.significance import FEWEST_ITEMS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.evaluation.figures import (
        PartFigures,
        RatingFigures,
        SetFigures,
    )
    from wordorder.metaevaluation.evaluation.result import MetaEvaluation
    from wordorder.output import Cell

_RIVALS = (LENGTH, *CHANCE)
_METRICS = [
    *fields(str, "set", "metric", "statistic"),
    *fields(float, *ESTIMATE, "tied"),
    *fields(int, "cluster"),
]
_AVERAGES = [
    *fields(str, "metric", "statistic"),
    *fields(float, "mean", "rank"),
    *fields(int, "sets"),
]
_PAIRS = [
    *fields(str, "set", "first", "second", "statistic"),
    *fields(float, *DIFFERENCE),
    *fields(str, "mark"),
]
_SYSTEMS = [*fields(str, "set", "system", "metric"), *fields(float, "human", "score")]
_PARTS = [
    *fields(str, "set", "part"),
    *fields(int, "lines", "pairs"),
    *fields(str, "metric", "statistic"),
    *fields(float, *ESTIMATE),
]
_RATINGS = [
    *fields(str, "set", "metric"),
    *fields(int, *VerdictCounts._fields, "pairs"),
    *fields(float, "share"),
]
_JUDGES = [
    *fields(str, "set", "measure"),
    *fields(float, "value", digits=3),
    *fields(str, "in words"),
    *fields(int, "items"),
    *fields(str, "undefined because"),
]


def meta_views() -> Mapping[str, View]:
    """All views by name."""
    return {
        "metrics": View(_metric_tables, _metric_records),
        "average": View(_average_tables, _average_records),
        "pairs": View(_pair_tables, _pair_records),
        "significance": View(_significance_tables, _pair_records),
        "systems": View(_system_tables, _system_records),
        "length": _part_view("length"),
        "label": _part_view("label"),
        "ratings": View(_rating_tables, _rating_records),
        "judges": row_view(_JUDGES, _judge_rows),
    }


def _metric_tables(result: MetaEvaluation, *, top: int | None = None) -> list[Table]:
    """A table for each test set, best metric first; with several sets their averages first."""
    averages = _average_tables(result, top=top) if len(result.sets) > 1 else []
    return [*averages, *(_set_table(result, one, top) for one in result.sets)]


def _set_table(result: MetaEvaluation, one: SetFigures, top: int | None) -> Table:
    leading, clusters = result.leading, result.clusters[one.name]
    shown = [name for name in result.shown if name in one.statistics]
    columns = [Column("metric", "left"), *(_column(name, leading) for name in shown)]
    columns += [Column("tied", digits=3), Column("cluster")]
    rows: list[list[Cell]] = []
    for metric in _best_and_rivals(one, leading, top):
        estimates = [(name, one.estimate(metric, name)) for name in shown]
        cells = [found if name == leading else found.value for name, found in estimates]
        rows.append([metric, *cells, one.tied.figure(metric=metric), clusters[metric]])
    judged = counted(one.pair_count, "judged pair")
    title = f"{visible(one.name)}: {judged}, {counted(one.line_count, 'line')}, "
    title += counted(len(one.systems), "system")
    table = Table(columns, rows, title=title)
    ends = interval_note(result.confidence, ends=table.has_lopsided_intervals())
    note = f"{ends}; tied: share of pairs that the metric "
    note += f"ties; cluster: all its metrics have a significantly higher {leading} than all "
    note += f"of the next{_ceiling(one, leading)}"
    return replace(table, note="\n".join([note, *_doubts(one)]))


def _column(name: str, leading: str) -> Column:
    return Column(name, digits=3, best="high", min_width=len(name) if name == leading else 0)


def _ceiling(one: SetFigures, statistic: str) -> str:
    found = one.ceiling.get(statistic)
    if found is None or np.isnan(found):
        return ""
    return f"; {found:.3f} is what one judgement of a pair reaches against another"


def _doubts(one: SetFigures) -> list[str]:
    few = one.line_count < FEWEST_ITEMS
    rough = f"few lines ({one.line_count}): intervals and p-values are rough below {FEWEST_ITEMS}"
    return [*one.left_out, *[rough] * few]


def _best_and_rivals(one: SetFigures, statistic: str, top: int | None) -> list[str]:
    """The best metrics, and length and chance, which they should beat; the best first."""
    return _with_rivals(one.ranking(statistic), top)


def _best_on_average(result: MetaEvaluation, statistic: str, top: int | None) -> list[str]:
    """The same by the average over test sets, of the metrics that all of them have."""
    return _with_rivals(best_first(result.metrics, _mean(result.table(statistic))), top)


def _with_rivals(ranked: Sequence[str], top: int | None) -> list[str]:
    best = ranked[:top]
    return [name for name in ranked if name in best or name in _RIVALS]


def _metric_records(result: MetaEvaluation, *, top: int | None = None) -> Records:
    """Every figure of every metric in every test set."""
    clusters = result.clusters
    rows: list[list[Cell]] = [
        [
            *(one.name, metric, statistic),
            *one.estimate(metric, statistic),
            one.tied.figure(metric=metric),
            clusters[one.name][metric],
        ]
        for one in result.sets
        for metric in one.ranking(result.leading)[:top]
        for statistic in one.statistics
    ]
    return records_of(_METRICS, rows)


def _average_tables(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Metrics by test sets for one statistic, with their average and average rank."""
    name = statistic or result.leading
    averages = _averages(result, name)
    columns = [
        Column(name, "left"),
        *(Column(visible(one.name), digits=3, best="high") for one in result.sets),
        Column("average", digits=3, best="high"),
        Column("average rank", digits=2, best="low"),
    ]
    rows: list[list[Cell]] = [
        [metric, *(one.estimate(metric, name) for one in result.sets), *averages[metric]]
        for metric in _best_on_average(result, name, top)
    ]
    return [Table(columns, rows, title=f"{name} by test set")]


def _average_records(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> Records:
    """Mean and mean rank over the test sets, for one statistic or for all."""
    first, *others = result.sets
    shared = [name for name in first.statistics if all(name in one.statistics for one in others)]
    rows: list[list[Cell]] = [
        [metric, name, *averages, len(result.sets)]
        for name in shared
        if statistic in (None, name)
        for metric, averages in list(_averages(result, name).items())[:top]
    ]
    return records_of(_AVERAGES, rows)


def _averages(result: MetaEvaluation, statistic: str) -> dict[str, tuple[float, float]]:
    """The mean and the mean rank of each metric."""
    means = zip(_mean(result.table(statistic)), _mean(result.ranks(statistic)), strict=True)
    pairs = ((float(mean), float(rank)) for mean, rank in means)
    return dict(zip(result.metrics, pairs, strict=True))


def _mean(values: Floats) -> Floats:
    """The mean over sets; NaN where a set has no value, so that means compare like with like."""
    return np.asarray(values.mean(axis=1))


def _pair_tables(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Every pair of metrics with the difference of one statistic."""
    return [table_of(_pair_records(result, statistic or result.leading, top=top))]


def _pair_records(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> Records:
    """All differences, second minus first, with intervals, p-values and marks."""
    rows: list[list[Cell]] = []
    for one in result.sets:
        found, kept = one.known_comparisons(), {*_best_and_rivals(one, result.leading, top)}
        for name in found.statistics if statistic is None else [statistic]:
            columns = [found.tests.at(column, statistic=name).tolist() for column in DIFFERENCE]
            tested = zip(pair_labels(one.metrics), *columns, found.marks(name), strict=True)
            rows += [[one.name, *pair, name, *cells] for pair, *cells in tested if kept >= {*pair}]
    return records_of(_PAIRS, rows)


def _significance_tables(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Column against row in the papers' notation; over several sets N/B/D."""
    name = statistic or result.leading
    tables = [_matrix(result, one, name, top) for one in result.sets]
    if len(result.sets) == 1:
        return tables
    # The papers' tests were made by the leading statistic only.
    papers = result.sets[0].t_tests.names("test") if name == result.leading else ()
    return [*(_wins(result, name, top, test) for test in (result.test, *papers)), *tables]


def _matrix(result: MetaEvaluation, one: SetFigures, statistic: str, top: int | None) -> Table:
    marks = one.known_comparisons().marks(statistic)
    return mark_matrix(
        f"{statistic}, {visible(one.name)}",
        _best_and_rivals(one, statistic, top),
        dict(zip(pair_labels(one.metrics), marks, strict=True)),
        note="+ the column agrees better with people than the row, - worse: ** p < 0.05, * p < "
        f"0.10; 0 neither.{' p after Holm correction.' * result.holm}",
    )


def _wins(result: MetaEvaluation, statistic: str, top: int | None, test: str) -> Table:
    """N/B/D: on how many sets the row beats the column, is beaten by it, or neither."""
    names = _best_on_average(result, statistic, top)
    wins = np.zeros((len(names), len(names)), np.int64)
    for one in result.sets:
        own = [one.metrics.index(name) for name in names]
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
    if test != result.test:
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


def _system_tables(result: MetaEvaluation, *, top: int | None = None) -> list[Table]:
    """Systems in the order of people, with their scores by the best metrics."""
    return [_system_table(result, one, 5 if top is None else top) for one in result.sets]


def _system_table(result: MetaEvaluation, one: SetFigures, top: int) -> Table:
    metrics = _best_and_rivals(one, result.leading, top)
    people = "wins" if one.kind == "comparisons" else "rating"
    columns = [Column(visible(one.name), "left")]
    columns += [Column(name, digits=3, best="high") for name in (people, *metrics)]
    rows: list[list[Cell]] = [
        [
            visible(system),
            one.human.figure(system=system),
            *(one.scores.figure(metric=metric, system=system) for metric in metrics),
        ]
        for system in best_first(one.systems, one.human["human"])
    ]
    kind = {"wins": "comparisons won, ties left out", "rating": "mean rating"}[people]
    return Table(columns, rows, note=f"{people}: {kind}")


def _system_records(result: MetaEvaluation, *, top: int | None = None) -> Records:
    """The score of every system by every metric."""
    rows: list[list[Cell]] = [
        [
            *(one.name, system, metric),
            one.human.figure(system=system),
            one.scores.figure(metric=metric, system=system),
        ]
        for one in result.sets
        for system in one.systems
        for metric in one.metrics[:top]
    ]
    return records_of(_SYSTEMS, rows)


def _part_view(kind: str) -> View:
    """The view of the strata of one kind."""
    return View(partial(_part_tables, kind=kind), partial(_part_records, kind=kind))


def _part_tables(
    result: MetaEvaluation, statistic: str | None = None, *, kind: str, top: int | None = None
) -> list[Table]:
    name = statistic or result.leading
    return [_part_table(result, one, name, kind, top) for one in result.sets]


def _part_table(
    result: MetaEvaluation, one: SetFigures, statistic: str, kind: str, top: int | None
) -> Table:
    parts = _parts_of(one, kind)
    columns = [Column(f"{statistic}, {visible(one.name)}", "left")]
    names = ("all", *(visible(part.name) for part in parts))
    columns += [Column(name, digits=3, best="high") for name in names]
    grids = (one.figures, *(part.figures for part in parts))
    rows: list[list[Cell]] = [
        [metric, *(grid.estimate(metric=metric, statistic=statistic) for grid in grids)]
        for metric in _best_and_rivals(one, result.leading, top)
    ]
    heading = "words in the reference" if kind == "length" else kind
    pairs = ", ".join(f"{visible(part.name)}: {part.pair_count:,}" for part in parts)
    return Table(columns, rows, title=f"by {heading}", note=f"judged pairs: {pairs}")


def _part_records(
    result: MetaEvaluation, statistic: str | None = None, *, kind: str, top: int | None = None
) -> Records:
    rows: list[list[Cell]] = [
        [
            *(one.name, part.name, part.line_count, part.pair_count, metric, name),
            *part.figures.estimate(metric=metric, statistic=name),
        ]
        for one in result.sets
        for part in _parts_of(one, kind)
        for metric in one.ranking(result.leading)[:top]
        for name in (one.statistics if statistic is None else (statistic,))
    ]
    return records_of(_PARTS, rows)


def _parts_of(one: SetFigures, kind: str) -> list[PartFigures]:
    """The strata of one kind.

    Raises:
        UsageError: They were not asked for, or the data have none.
    """
    found = [part for part in one.parts if part.kind == kind]
    if not found:
        raise UsageError(
            f"there are no figures by {kind}: ask for them with ", Argument("by", kind)
        )
    return found


def _rating_tables(result: MetaEvaluation, *, top: int | None = None) -> list[Table]:
    """Mean ratings, which differences are significant, and which of them metrics find."""
    tables = []
    for one, rated in _rated(result):
        order = best_first(one.systems, rated.means["value"])
        tables += [_means(result, one, rated, order), _rating_marks(one, rated, order)]
        tables.append(_verdicts(result, one, rated, top))
    return tables


def _rated(result: MetaEvaluation) -> list[tuple[SetFigures, RatingFigures]]:
    found = [(one, one.ratings) for one in result.sets if one.ratings is not None]
    if not found:
        asked = Argument("by", "ratings")
        raise UsageError("there are no figures of ratings: ask for them with ", asked)
    return found


def _means(
    result: MetaEvaluation, one: SetFigures, rated: RatingFigures, order: Sequence[str]
) -> Table:
    columns = [Column(visible(one.name), "left"), Column("rating", digits=2, best="high")]
    rows: list[list[Cell]] = [
        [visible(system), rated.means.estimate(system=system)] for system in order
    ]
    table = Table(columns, rows)
    ends = table.has_lopsided_intervals()
    return replace(table, note=interval_note(result.confidence, ends=ends))


def _rating_marks(one: SetFigures, rated: RatingFigures, order: Sequence[str]) -> Table:
    shown = [visible(system) for system in one.systems]
    return mark_matrix(
        f"ratings, {visible(one.name)}",
        [visible(system) for system in order],
        dict(zip(pair_labels(shown), rated.tests.marks(), strict=True)),
        note="+ people rate the column higher than the row, - lower: ** p < 0.05, * p < 0.10; 0 "
        "neither.",
    )


def _verdicts(
    result: MetaEvaluation, one: SetFigures, rated: RatingFigures, top: int | None
) -> Table:
    columns = [
        Column(f"verdicts, {visible(one.name)}", "left"),
        *(Column(name.replace("_", " ")) for name in VerdictCounts._fields),
        Column("share", digits=3, best="high"),
    ]
    rows: list[list[Cell]] = []
    for metric in _best_and_rivals(one, result.leading, top):
        counts = VerdictCounts.of(rated.verdicts.at(metric=metric))
        rows.append([metric, *counts, _share(counts)])
    note = (
        "Pairs of systems by the verdicts of people and metric: the same; a difference that the "
        "metric misses; one that it finds alone; opposite ones."
    )
    return Table(columns, rows, note=note)


def _share(counts: VerdictCounts) -> float | None:
    return counts.same / sum(counts) if any(counts) else None


def _rating_records(result: MetaEvaluation, *, top: int | None = None) -> Records:
    """For each metric, on how many pairs of systems it says what people say."""
    rows: list[list[Cell]] = []
    for one, rated in _rated(result):
        for metric in one.ranking(result.leading)[:top]:
            counts = VerdictCounts.of(rated.verdicts.at(metric=metric))
            rows.append([one.name, metric, *counts, sum(counts), _share(counts)])
    return records_of(_RATINGS, rows)


def _judge_rows(result: MetaEvaluation) -> Iterator[list[Cell]]:
    """Kappas, alphas, and what one judgement reaches against another."""
    for one in result.sets:
        for name, value, items, reason in one.judges:
            yield [one.name, name, value, landis_koch(value), items, reason]
        for statistic, value in one.ceiling.items():
            yield [one.name, f"ceiling of {statistic}", value, None, one.repeated, None]
