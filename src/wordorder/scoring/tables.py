"""Scores, tests and buckets as tables and as records."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.output import (
    Column,
    Records,
    Table,
    View,
    interval_note,
    number_text,
    visible,
)
from wordorder.output.grid import Grid
from wordorder.output.views import (
    UNKNOWN,
    first_records,
    grid_table,
    joined_records,
    levels_note,
    mark_matrix,
    record_view,
    significance_marks,
    turned,
)
from wordorder.scoring.buckets import KINDS, LEAST_SENTENCES
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.verdicts import better, can_be_judged, is_judged, is_order, rank
from wordorder.scoring.wording import (
    cluster_note,
    comparison_note,
    doubt_notes,
    findings,
    heading,
    legend,
    note,
)
from wordorder.statistics import excludes_zero

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from wordorder.output import Cell
    from wordorder.scoring.buckets import Buckets
    from wordorder.scoring.result import ScoreResult

    MeasuresOf = Callable[[ScoreResult], tuple[str, ...]]

MOST_FINDINGS = 5
_FEW = 3  # systems of which all pairs are spoken of


def score_tables(result: ScoreResult) -> list[Table]:
    """The scores, the leading one with its interval; three systems or more in clusters."""
    many = len(result.systems) >= _FEW
    measures, ranking = result.shown_measures, rank(result)
    columns = [Column("system", "left"), *([Column("#")] if many else [])]
    columns += [
        Column(heading(name), digits=_digits(name), best="high" if _is_marked(name) else None)
        for name in measures
    ]
    order = ranking.systems if many else range(len(result.systems))
    numbers = dict(zip(ranking.systems, ranking.numbers, strict=True))
    rows: list[list[Cell]] = [
        [
            result.systems[one],
            *([numbers[one]] if many else []),
            *_cells(result, result.scores, system=result.systems[one]),
        ]
        for one in order
    ]
    table = Table(columns, rows)
    below = [note(result, ends=table.has_lopsided_intervals()), legend(result)]
    below += comparison_note(result)
    below += [cluster_note(result)] if many else []
    below += ["", *doubt_notes(result)] if result.doubts else []
    if result.tests is not None:
        below += ["", *main_findings(result), *_more_findings(result)]
    table = replace(
        table,
        note="\n".join(below),
        marks=_marks_against_the_first(result, order, first_place=2 if many else 1),
        marks_note=_marks_note(result),
    )
    return [table] if result.chance is None else [table, _chance_table(result.chance)]


def _cells(result: ScoreResult, scores: Grid, **labels: str) -> Iterator[Cell]:
    """The scores of a system; only the leading one has its interval, so that all fit a screen."""
    for measure in result.shown_measures:
        estimate = scores.estimate(**labels, measure=measure)
        yield estimate if measure == result.leading else estimate.value


def shown_measures(result: ScoreResult) -> tuple[str, ...]:
    """The measures of the view `intervals`."""
    return result.shown_measures


def error_measures(result: ScoreResult) -> tuple[str, ...]:
    """The measures of the view `errors`: order errors, and the shares of words behind them."""
    return tuple(n for n in (*ORDER_ERRORS, "coverage", "matched") if n in result.measures)


def interval_tables(result: ScoreResult, *, measures_of: MeasuresOf) -> list[Table]:
    """Measures with their intervals, the best system first, in clusters."""
    ranking, measures = rank(result), measures_of(result)
    several = len(result.systems) > 1
    columns = [Column("system", "left"), *([Column("#")] if several else [])]
    columns += [Column(heading(name), digits=_digits(name)) for name in measures]
    rows: list[list[Cell]] = [
        [
            result.systems[system],
            *([number] if several else []),
            *(result.estimate(result.systems[system], measure) for measure in measures),
        ]
        for system, number in zip(ranking.systems, ranking.numbers, strict=True)
    ]
    table = Table(columns, rows)
    return [replace(table, note=note(result, ends=table.has_lopsided_intervals()))]


def interval_records(result: ScoreResult, *, measures_of: MeasuresOf) -> Records:
    """Measures in long form: a row for each system, best first, and measure."""
    ranking, measures = rank(result), measures_of(result)
    systems = [result.systems[one] for one in ranking.systems]
    places: dict[str, Sequence[Cell]] = {
        "system": [name for name in systems for _ in measures],
        "cluster": [number for number in ranking.numbers for _ in measures],
    }
    shown = result.scores.only("system", systems).only("measure", measures)
    return joined_records(Records({"system": str, "cluster": int}, places), shown.records())


def main_findings(result: ScoreResult) -> Iterator[str]:
    """Findings, best systems first; of many, only on the order of neighbours in the ranking."""
    ranked = rank(result).systems
    few = len(ranked) <= _FEW
    pairs = combinations(ranked, 2) if few else pairwise(ranked[: MOST_FINDINGS + 1])
    told = [result.pair(*(result.systems[one] for one in pair)) for pair in pairs]
    yield from (f"{finding}." for finding in findings(result, told, choice=few))


def _more_findings(result: ScoreResult) -> list[str]:
    """Where to find what is not told."""
    if len(result.systems) <= _FEW:
        return []
    pairs = len(result.known_tests().pairs)
    return [f"The JSON output has all {pairs} pairs, and word choice."]


def score_records(result: ScoreResult) -> Records:
    """The scores and the ends of their intervals, a row for each system."""
    counts = Grid.of(
        {"system": result.systems},
        sentences=[result.sentence_count] * len(result.systems),
        undefined=result.undefined["sentences"],
    )
    found = joined_records(counts.records(), result.scores.wide("measure"))
    if result.chance is None:
        return found
    chance = {
        f"{metric}_chance": result.chance.at(metric=metric).tolist()
        for metric in result.chance.names("metric")
    }
    return joined_records(found, Records(dict.fromkeys(chance, float), chance))


def pair_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """The differences that decide as records: a row for each pair and measure.

    `words` says on which words the systems are compared, `share` how many of all words that are,
    `better` which system is better, if any.
    """
    tests, signs = result.deciding, better(result).reshape(-1).tolist()
    shared, pairs = [is_order(measure) for measure in result.measures], len(tests.pairs)
    words = ["shared" if one else "own" for one in shared] * pairs
    shares = np.where(shared, result.known_shared().words["share"][:, np.newaxis], np.nan)
    found = tests.records(("words", str, words))
    names = zip(found.columns["first"], found.columns["second"], signs, strict=True)
    verdicts: dict[str, Sequence[Cell]] = {
        "share": shares.reshape(-1).tolist(),
        "better": [
            "" if not sign else second if sign > 0 else first for first, second, sign in names
        ],
    }
    return first_records(
        joined_records(found, Records({"share": float, "better": str}, verdicts)), top
    )


def significance_tables(result: ScoreResult, measure: str | None = None) -> list[Table]:
    """Row against column in the papers' notation; by default for the leading metric.

    Only here do the papers' two levels decide; all other marks go by `ScoreResult.alpha`.
    """
    measure = measure or result.leading
    marks = _significances(result, measure)
    below = f"+ the row is better than the column: {levels_note(result.alpha)}; 0 neither"
    why = "too few shared words" if is_order(measure) else "too few sentences"
    if not is_judged(measure):
        why = f"not judged: {measure} goes by each system's own words"
    below += f"; ? {why}." if UNKNOWN in marks.values() else "."
    below += " p after Holm's correction." * result.holm
    return [mark_matrix(measure, result.systems, marks, whole=True, note=below)]


def significance_records(result: ScoreResult, measure: str | None = None) -> Records:
    """The matrix as records: a row for each ordered pair of systems."""
    measure = measure or result.leading
    marks = _significances(result, measure)
    columns: dict[str, Sequence[Cell]] = {
        "system": [first for first, _ in marks],
        "than": [second for _, second in marks],
        "measure": [measure] * len(marks),
        "mark": list(marks.values()),
    }
    return Records(dict.fromkeys(columns, str), columns)


def _significances(result: ScoreResult, measure: str) -> dict[tuple[str, str], str]:
    """For each ordered pair of systems, the papers' mark of the first against the second."""
    tests, p_values = result.deciding, result.deciding_p
    sign = -1 if measure in ORDER_ERRORS else 1
    found = significance_marks(
        sign * tests.at("difference", measure=measure),
        p_values[:, result.column(measure)],
        excludes_zero(tests.at("low", measure=measure), tests.at("high", measure=measure)),
        alpha=result.alpha,
        judged=can_be_judged(result, measure),
    )
    marks = {}
    for (first, second), mark in zip(tests.pairs, found, strict=True):
        marks[first, second], marks[second, first] = turned(mark), mark
    return marks


def bucket_tables(result: ScoreResult, *, kind: str) -> list[Table]:
    """The scores of each bucket, the leading one with its interval."""
    columns = [Column(f"{kind}: system", "left"), Column("sentences")]
    columns += [Column(heading(m), digits=_digits(m)) for m in result.shown_measures]
    buckets = _buckets(result, kind)
    counts = buckets.counts["sentences"].tolist()
    rows: list[list[Cell]] = [
        [f"{bucket}: {name}", count, *_cells(result, buckets.scores, bucket=bucket, system=name)]
        for bucket, count in zip(buckets.names, counts, strict=True)
        for name in result.systems
    ]
    table = Table(columns, rows)
    few = f"fewer than {LEAST_SENTENCES} sentences"
    if np.isnan(buckets.scores.at("low", measure=result.leading)).all():
        return [replace(table, note=f"No intervals: all groups have {few}")]
    note = interval_note(result.confidence, ends=table.has_lopsided_intervals())
    return [replace(table, note=f"{note}; none with {few}")]


def bucket_records(result: ScoreResult, *, kind: str) -> Records:
    """The buckets as records, in full precision."""
    buckets = _buckets(result, kind)
    counts = np.repeat(buckets.counts["sentences"], len(result.systems))
    rows = Grid.of({"bucket": buckets.names, "system": result.systems}, sentences=counts)
    return joined_records(rows.records(), buckets.scores.wide("measure"))


def segment_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """Name, line (counting from 1) and scores of every sentence of every system."""
    segments = result.known_segments()
    lines = np.array(segments.axes["line"])
    columns = {
        "system": np.repeat(np.array(result.systems), len(lines))[:top],
        "line": np.tile(lines, len(result.systems))[:top],
        **{name: result.segment(name).reshape(-1)[:top] for name in result.measures},
    }
    types = {"system": str, "line": int, **dict.fromkeys(result.measures, float)}
    return Records(types, columns)


def segment_lines(result: ScoreResult) -> range:
    """All lines."""
    return range(1, len(result.known_segments().axes["line"]) + 1)


def _chance_table(chance: Grid) -> Table:
    note = (
        "Scored against wrong references of about the same length. Other words are judged than "
        "above, so this is no lower bound."
    )
    if np.isnan(chance["value"]).any():
        note += " Undefined where all references are the same, or nothing matches."
    columns = [Column(metric, digits=3) for metric in chance.names("metric")]
    return grid_table(chance, columns, head=Column("by chance", "left"), note=note)


def _marks_note(result: ScoreResult) -> str:
    """Explain the marks, which need not follow the figures beside them."""
    holm = " after Holm's correction" * result.holm
    return (
        f"+ better or - worse than {visible(result.systems[0])}: p < {number_text(result.alpha)}"
        f"{holm} and an interval without 0. Word order is compared on the words that both have."
    )


def _marks_against_the_first(
    result: ScoreResult, order: Sequence[int], first_place: int
) -> Mapping[tuple[int, int], str]:
    """Marks by row and column of the table of scores: who is better or worse than the first."""
    if result.tests is None:
        return {}
    others = range(1, len(result.systems))
    signs = better(result)[: len(others)]  # the first pairs are those of the first system
    rows = {system: row for row, system in enumerate(order)}
    return {
        (rows[second], place): "+" if sign > 0 else "-"
        for place, measure in enumerate(result.shown_measures, start=first_place)
        if measure != "coverage"
        for second, sign in zip(others, signs[:, result.column(measure)].tolist(), strict=True)
        if sign
    }


def _digits(measure: str) -> int:
    return 1 if measure in ORDER_ERRORS else 3


def _is_marked(measure: str) -> bool:
    """Whether the best may be marked: the fewer words match, the better their order may look."""
    return measure != "coverage" and is_judged(measure) and not is_order(measure)


def _buckets(result: ScoreResult, kind: str) -> Buckets:
    if kind not in result.buckets:
        raise UsageError("the sentences have no labels: give ", Argument("labels"))
    return result.buckets[kind]


OF_SYSTEMS: Mapping[str, View] = {
    "scores": View(score_tables, score_records),
    **{
        name: View(
            partial(interval_tables, measures_of=measures_of),
            partial(interval_records, measures_of=measures_of),
        )
        for name, measures_of in {"intervals": shown_measures, "errors": error_measures}.items()
    },
    "pairs": record_view(pair_records),
    "significance": View(significance_tables, significance_records),
    **{
        kind: View(partial(bucket_tables, kind=kind), partial(bucket_records, kind=kind))
        for kind in KINDS
    },
}
"""Views of systems, pairs and kinds of sentences, by name."""

SEGMENTS = record_view(segment_records, lines=segment_lines)
"""The view of all sentences."""
