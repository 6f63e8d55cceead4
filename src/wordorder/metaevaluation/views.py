"""The views of a meta-evaluation: metrics, their differences, systems, strata, ratings, judges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from wordorder.arrays import Floats
from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation.correlation import CHANCE
from wordorder.metaevaluation.metric_scores import LENGTH
from wordorder.metaevaluation.results import (
    MetaEvaluation,
    PartFigures,
    RatingFigures,
    SetFigures,
    VerdictCounts,
    best_first,
)
from wordorder.output.console import visible
from wordorder.output.grid import DIFFERENCE, ESTIMATE, pair_labels
from wordorder.output.records import Records
from wordorder.output.tables import Cell, Column, Table
from wordorder.output.views import View, fields, mark_matrix, records_of, row_view, table_of
from wordorder.output.wording import counted, interval_note
from wordorder.statistics.kappas import landis_koch
from wordorder.statistics.significance import FEWEST_ITEMS

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
    """Return all views by name."""
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
    """Tabulate each test set, best metric first; with several sets, their averages first."""
    averages = _average_tables(result, top=top) if len(result.sets) > 1 else []
    return [*averages, *(_set_table(result, test_set, top) for test_set in result.sets)]


def _set_table(result: MetaEvaluation, test_set: SetFigures, top: int | None) -> Table:
    leading, clusters = result.leading, result.clusters[test_set.name]
    shown = [name for name in result.shown if name in test_set.statistics]
    columns = [Column("metric", "left")]
    for name in shown:
        width = len(name) if name == leading else 0
        columns.append(Column(name, digits=3, best="high", min_width=width))
    columns += [Column("tied", digits=3), Column("cluster")]
    rows: list[list[Cell]] = []
    for metric in _best_and_rivals(test_set, leading, top):
        estimates = [(name, test_set.estimate(metric, name)) for name in shown]
        cells = [figure if name == leading else figure.value for name, figure in estimates]
        rows.append([metric, *cells, test_set.tied.figure(metric=metric), clusters[metric]])
    judged = counted(test_set.pair_count, "judged pair")
    title = f"{visible(test_set.name)}: {judged}, {counted(test_set.line_count, 'line')}, "
    title += counted(len(test_set.systems), "system")
    table = Table(columns, rows, title=title)
    ends = interval_note(result.confidence, ends=table.has_lopsided_intervals())
    note = f"{ends}; tied: share of pairs that the metric "
    note += f"ties; cluster: all its metrics have a significantly higher {leading} than all "
    note += "of the next"
    ceiling = test_set.ceiling.get(leading, np.nan)
    if not np.isnan(ceiling):
        note += f"; {ceiling:.3f} is what one judgement of a pair reaches against another"
    notes = [note, *test_set.left_out]
    lines = test_set.line_count
    if lines < FEWEST_ITEMS:
        rough = f"intervals and p-values are rough below {FEWEST_ITEMS}"
        notes.append(f"few lines ({lines}): {rough}")
    return replace(table, note="\n".join(notes))


def _best_and_rivals(test_set: SetFigures, statistic: str, top: int | None) -> list[str]:
    """Rank the best metrics, and length and chance, which they should beat."""
    return _with_rivals(test_set.ranking(statistic), top)


def _best_on_average(result: MetaEvaluation, statistic: str, top: int | None) -> list[str]:
    """Like `_best_and_rivals`, by the average over test sets of the metrics they share."""
    return _with_rivals(best_first(result.metrics, _mean(result.table(statistic))), top)


def _with_rivals(ranked: Sequence[str], top: int | None) -> list[str]:
    best = ranked[:top]
    return [name for name in ranked if name in best or name in _RIVALS]


def _metric_records(result: MetaEvaluation, *, top: int | None = None) -> Records:
    """Return every figure of every metric in every test set."""
    clusters = result.clusters
    rows: list[list[Cell]] = [
        [
            *(test_set.name, metric, statistic),
            *test_set.estimate(metric, statistic),
            test_set.tied.figure(metric=metric),
            clusters[test_set.name][metric],
        ]
        for test_set in result.sets
        for metric in test_set.ranking(result.leading)[:top]
        for statistic in test_set.statistics
    ]
    return records_of(_METRICS, rows)


def _average_tables(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Tabulate one statistic by metric and test set, with averages and average ranks."""
    name = statistic or result.leading
    averages = _averages(result, name)
    columns = [
        Column(name, "left"),
        *(Column(visible(test_set.name), digits=3, best="high") for test_set in result.sets),
        Column("average", digits=3, best="high"),
        Column("average rank", digits=2, best="low"),
    ]
    rows: list[list[Cell]] = [
        [metric, *(test_set.estimate(metric, name) for test_set in result.sets), *averages[metric]]
        for metric in _best_on_average(result, name, top)
    ]
    return [Table(columns, rows, title=f"{name} by test set")]


def _average_records(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> Records:
    """Return mean and mean rank over the test sets, for one statistic or for all."""
    first, *others = result.sets
    shared = [
        name for name in first.statistics if all(name in test_set.statistics for test_set in others)
    ]
    rows: list[list[Cell]] = [
        [metric, name, *averages, len(result.sets)]
        for name in shared
        if statistic in (None, name)
        for metric, averages in list(_averages(result, name).items())[:top]
    ]
    return records_of(_AVERAGES, rows)


def _averages(result: MetaEvaluation, statistic: str) -> dict[str, tuple[float, float]]:
    """Return the mean and the mean rank of each metric."""
    means = zip(_mean(result.table(statistic)), _mean(result.ranks(statistic)), strict=True)
    pairs = ((float(mean), float(rank)) for mean, rank in means)
    return dict(zip(result.metrics, pairs, strict=True))


def _mean(values: Floats) -> Floats:
    """Average over sets; NaN where a set has no value, so that like is compared with like."""
    return np.asarray(values.mean(axis=1))


def _pair_tables(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Tabulate the differences of one statistic between all pairs of metrics."""
    return [table_of(_pair_records(result, statistic or result.leading, top=top))]


def _pair_records(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> Records:
    """Return all differences, second minus first, with intervals, p-values and marks."""
    rows: list[list[Cell]] = []
    for test_set in result.sets:
        compared = test_set.known_comparisons()
        shown = {*_best_and_rivals(test_set, result.leading, top)}
        for name in compared.statistics if statistic is None else [statistic]:
            columns = [compared.tests.at(column, statistic=name).tolist() for column in DIFFERENCE]
            tested = zip(pair_labels(test_set.metrics), *columns, compared.marks(name), strict=True)
            rows += [
                [test_set.name, *pair, name, *cells] for pair, *cells in tested if shown >= {*pair}
            ]
    return records_of(_PAIRS, rows)


def _significance_tables(
    result: MetaEvaluation, statistic: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Tabulate columns against rows in the papers' notation; with several sets, N/B/D first."""
    name = statistic or result.leading
    tables = [_matrix(result, test_set, name, top) for test_set in result.sets]
    if len(result.sets) == 1:
        return tables
    # The papers' tests exist for the leading statistic only.
    papers = result.sets[0].t_tests.names("test") if name == result.leading else ()
    return [*(_wins(result, name, top, test) for test in (result.test, *papers)), *tables]


def _matrix(result: MetaEvaluation, test_set: SetFigures, statistic: str, top: int | None) -> Table:
    marks = test_set.known_comparisons().marks(statistic)
    return mark_matrix(
        f"{statistic}, {visible(test_set.name)}",
        _best_and_rivals(test_set, statistic, top),
        dict(zip(pair_labels(test_set.metrics), marks, strict=True)),
        note="+ the column agrees better with people than the row, - worse: ** p < 0.05, * p < "
        f"0.10; 0 neither.{' p after Holm correction.' * result.holm}",
    )


def _wins(result: MetaEvaluation, statistic: str, top: int | None, test: str) -> Table:
    """Tabulate N/B/D: sets on which the row beats the column, is beaten by it, or neither."""
    names = _best_on_average(result, statistic, top)
    wins = np.zeros((len(names), len(names)), np.int64)
    for test_set in result.sets:
        own = [test_set.metrics.index(name) for name in names]
        if test == result.test:
            beats = test_set.known_comparisons().beats(statistic)
        else:
            beats = test_set.t_wins(test, statistic, result.resampling.alpha)
        wins += beats[np.ix_(own, own)]
    rows: list[list[Cell]] = []
    for row, name in enumerate(names):
        counts = zip(wins[row].tolist(), wins[:, row].tolist(), strict=True)
        cells = [f"{won}/{lost}/{len(result.sets) - won - lost}" for won, lost in counts]
        cells[row] = ""  # against itself
        rows.append([name, *cells])
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


def _system_tables(result: MetaEvaluation, *, top: int | None = None) -> list[Table]:
    """Tabulate systems in the order of people, with their scores by the best metrics."""
    return [_system_table(result, test_set, 5 if top is None else top) for test_set in result.sets]


def _system_table(result: MetaEvaluation, test_set: SetFigures, top: int) -> Table:
    metrics = _best_and_rivals(test_set, result.leading, top)
    people = "wins" if test_set.kind == "comparisons" else "rating"
    columns = [Column(visible(test_set.name), "left")]
    columns += [Column(name, digits=3, best="high") for name in (people, *metrics)]
    rows: list[list[Cell]] = [
        [
            visible(system),
            test_set.human.figure(system=system),
            *(test_set.scores.figure(metric=metric, system=system) for metric in metrics),
        ]
        for system in best_first(test_set.systems, test_set.human["human"])
    ]
    kind = {"wins": "comparisons won, ties left out", "rating": "mean rating"}[people]
    return Table(columns, rows, note=f"{people}: {kind}")


def _system_records(result: MetaEvaluation, *, top: int | None = None) -> Records:
    """Return the score of every system by every metric."""
    rows: list[list[Cell]] = [
        [
            *(test_set.name, system, metric),
            test_set.human.figure(system=system),
            test_set.scores.figure(metric=metric, system=system),
        ]
        for test_set in result.sets
        for system in test_set.systems
        for metric in test_set.metrics[:top]
    ]
    return records_of(_SYSTEMS, rows)


def _part_view(kind: str) -> View:
    """Return the view of the strata of one kind."""
    return View(partial(_part_tables, kind=kind), partial(_part_records, kind=kind))


def _part_tables(
    result: MetaEvaluation, statistic: str | None = None, *, kind: str, top: int | None = None
) -> list[Table]:
    name = statistic or result.leading
    return [_part_table(result, test_set, name, kind, top) for test_set in result.sets]


def _part_table(
    result: MetaEvaluation, test_set: SetFigures, statistic: str, kind: str, top: int | None
) -> Table:
    parts = _parts_of(test_set, kind)
    columns = [Column(f"{statistic}, {visible(test_set.name)}", "left")]
    names = ("all", *(visible(part.name) for part in parts))
    columns += [Column(name, digits=3, best="high") for name in names]
    grids = (test_set.figures, *(part.figures for part in parts))
    rows: list[list[Cell]] = [
        [metric, *(grid.estimate(metric=metric, statistic=statistic) for grid in grids)]
        for metric in _best_and_rivals(test_set, result.leading, top)
    ]
    heading = "words in the reference" if kind == "length" else kind
    pairs = ", ".join(f"{visible(part.name)}: {part.pair_count:,}" for part in parts)
    return Table(columns, rows, title=f"by {heading}", note=f"judged pairs: {pairs}")


def _part_records(
    result: MetaEvaluation, statistic: str | None = None, *, kind: str, top: int | None = None
) -> Records:
    rows: list[list[Cell]] = [
        [
            *(test_set.name, part.name, part.line_count, part.pair_count, metric, name),
            *part.figures.estimate(metric=metric, statistic=name),
        ]
        for test_set in result.sets
        for part in _parts_of(test_set, kind)
        for metric in test_set.ranking(result.leading)[:top]
        for name in (test_set.statistics if statistic is None else (statistic,))
    ]
    return records_of(_PARTS, rows)


def _parts_of(test_set: SetFigures, kind: str) -> list[PartFigures]:
    """Return the strata of one kind.

    Raises:
        UsageError: They were not requested, or the data have none.
    """
    parts = [part for part in test_set.parts if part.kind == kind]
    if not parts:
        raise UsageError(
            f"there are no figures by {kind}: ask for them with ", Argument("by", kind)
        )
    return parts


def _rating_tables(result: MetaEvaluation, *, top: int | None = None) -> list[Table]:
    """Tabulate mean ratings, their significant differences, and the verdicts of metrics."""
    tables = []
    for test_set, rated in _rated(result):
        order = best_first(test_set.systems, rated.means["value"])
        tables += [_means(result, test_set, rated, order), _rating_marks(test_set, rated, order)]
        tables.append(_verdicts(result, test_set, rated, top))
    return tables


def _rated(result: MetaEvaluation) -> list[tuple[SetFigures, RatingFigures]]:
    rated = [
        (test_set, test_set.ratings) for test_set in result.sets if test_set.ratings is not None
    ]
    if not rated:
        asked = Argument("by", "ratings")
        raise UsageError("there are no figures of ratings: ask for them with ", asked)
    return rated


def _means(
    result: MetaEvaluation, test_set: SetFigures, rated: RatingFigures, order: Sequence[str]
) -> Table:
    columns = [Column(visible(test_set.name), "left"), Column("rating", digits=2, best="high")]
    rows: list[list[Cell]] = [
        [visible(system), rated.means.estimate(system=system)] for system in order
    ]
    table = Table(columns, rows)
    ends = table.has_lopsided_intervals()
    return replace(table, note=interval_note(result.confidence, ends=ends))


def _rating_marks(test_set: SetFigures, rated: RatingFigures, order: Sequence[str]) -> Table:
    shown = [visible(system) for system in test_set.systems]
    return mark_matrix(
        f"ratings, {visible(test_set.name)}",
        [visible(system) for system in order],
        dict(zip(pair_labels(shown), rated.tests.marks(), strict=True)),
        note="+ people rate the column higher than the row, - lower: ** p < 0.05, * p < 0.10; 0 "
        "neither.",
    )


def _verdicts(
    result: MetaEvaluation, test_set: SetFigures, rated: RatingFigures, top: int | None
) -> Table:
    columns = [
        Column(f"verdicts, {visible(test_set.name)}", "left"),
        *(Column(name.replace("_", " ")) for name in VerdictCounts._fields),
        Column("share", digits=3, best="high"),
    ]
    rows: list[list[Cell]] = []
    for metric in _best_and_rivals(test_set, result.leading, top):
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
    """Count the pairs of systems on which the verdict of each metric is that of people."""
    rows: list[list[Cell]] = []
    for test_set, rated in _rated(result):
        for metric in test_set.ranking(result.leading)[:top]:
            counts = VerdictCounts.of(rated.verdicts.at(metric=metric))
            rows.append([test_set.name, metric, *counts, sum(counts), _share(counts)])
    return records_of(_RATINGS, rows)


def _judge_rows(result: MetaEvaluation) -> Iterator[list[Cell]]:
    """Yield kappas, alphas, and the human ceiling of statistics."""
    for test_set in result.sets:
        for name, value, items, reason in test_set.judges:
            yield [test_set.name, name, value, landis_koch(value), items, reason]
        for statistic, value in test_set.ceiling.items():
            yield [test_set.name, f"ceiling of {statistic}", value, None, test_set.repeated, None]
