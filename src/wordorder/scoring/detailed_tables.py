"""Detailed scores: intervals, pairs, buckets, segments and timing; shared-task files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from wordorder.errors import Argument, InputError, UsageError
from wordorder.output import views
from wordorder.output.console import visible
from wordorder.output.grid import Grid
from wordorder.output.records import Records
from wordorder.output.tables import Cell, Column, Table
from wordorder.output.views import View
from wordorder.output.wording import interval_note
from wordorder.scoring.findings import heading, note
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.score_sums import KINDS, LEAST_SENTENCES, Buckets
from wordorder.scoring.tables import digits_of, score_cells
from wordorder.scoring.verdicts import allows_verdict, better, is_order, rank, tells_better
from wordorder.statistics.significance import excludes_zero

if TYPE_CHECKING:
    import os

    from wordorder.arrays import Floats
    from wordorder.scoring.result import ScoreResult


MeasuresOf: TypeAlias = "Callable[[ScoreResult], tuple[str, ...]]"


def shown_measures(result: ScoreResult) -> tuple[str, ...]:
    """Return the measures of the view `intervals`."""
    return result.shown_measures


def error_measures(result: ScoreResult) -> tuple[str, ...]:
    """Return the measures of the view `errors`: order errors, and shares of compared words."""
    return tuple(n for n in (*ORDER_ERRORS, "coverage", "matched") if n in result.measures)


def interval_tables(result: ScoreResult, *, measures_of: MeasuresOf) -> list[Table]:
    """Return measures with their intervals, the best system first, in clusters."""
    ranking, measures = rank(result), measures_of(result)
    several = len(result.systems) > 1
    columns = [Column("system", "left"), *([Column("#")] if several else [])]
    columns += [Column(heading(name), digits=digits_of(name)) for name in measures]
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
    """Return measures in long form: a row for each system, best first, and measure."""
    ranking, measures = rank(result), measures_of(result)
    systems = [result.systems[system] for system in ranking.systems]
    places: dict[str, Sequence[Cell]] = {
        "system": [name for name in systems for _ in measures],
        "cluster": [number for number in ranking.numbers for _ in measures],
    }
    shown = result.scores.only("system", systems).only("measure", measures)
    return views.joined_records(Records({"system": str, "cluster": int}, places), shown.records())


def pair_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """Return the differences behind the verdicts, a row for each pair and measure.

    `words` is `shared` or `own`: the words on which the systems are compared; `share` is the shared
    part of all words, `better` the better system, if any.
    """
    tests, signs = result.deciding, better(result).reshape(-1).tolist()
    shared, pairs = [is_order(measure) for measure in result.measures], len(tests.pairs)
    words = ["shared" if is_shared else "own" for is_shared in shared] * pairs
    shares = np.where(shared, result.known_shared().words["share"][:, np.newaxis], np.nan)
    records = tests.records(("words", str, words))
    names = zip(records.columns["first"], records.columns["second"], signs, strict=True)
    verdicts: dict[str, Sequence[Cell]] = {
        "share": shares.reshape(-1).tolist(),
        "better": [
            "" if not sign else second if sign > 0 else first for first, second, sign in names
        ],
    }
    return views.first_records(
        views.joined_records(records, Records({"share": float, "better": str}, verdicts)), top
    )


def significance_tables(result: ScoreResult, measure: str | None = None) -> list[Table]:
    """Return the marks of row against column, as in the papers; by default for the leading metric.

    Only this view uses the papers' two levels; all other marks use `ScoreResult.alpha`.
    """
    measure = measure or result.leading
    marks = _significances(result, measure)
    below = f"+ the row is better than the column: {views.levels_note(result.alpha)}; 0 neither"
    why = "too few shared words" if is_order(measure) else "too few sentences"
    if not tells_better(measure):
        why = f"not judged: {measure} goes by each system's own words"
    below += f"; ? {why}." if views.UNKNOWN in marks.values() else "."
    below += " p after Holm's correction." * result.holm
    return [views.mark_matrix(measure, result.systems, marks, whole=True, note=below)]


def significance_records(result: ScoreResult, measure: str | None = None) -> Records:
    """Return the matrix as records, a row for each ordered pair of systems."""
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
    """Return the papers' mark of the first system against the second, for each ordered pair."""
    tests, p_values = result.deciding, result.deciding_p
    sign = -1 if measure in ORDER_ERRORS else 1
    marks_of_pairs = views.significance_marks(
        sign * tests.at("difference", measure=measure),
        p_values[:, result.column(measure)],
        excludes_zero(tests.at("low", measure=measure), tests.at("high", measure=measure)),
        alpha=result.alpha,
        known=allows_verdict(result, measure),
    )
    marks = {}
    for (first, second), mark in zip(tests.pairs, marks_of_pairs, strict=True):
        marks[first, second], marks[second, first] = views.turned(mark), mark
    return marks


def bucket_tables(result: ScoreResult, *, kind: str) -> list[Table]:
    """Return the scores of each bucket, with the interval of the leading metric."""
    columns = [Column(f"{kind}: system", "left"), Column("sentences")]
    columns += [Column(heading(m), digits=digits_of(m)) for m in result.shown_measures]
    buckets = _buckets(result, kind)
    counts = buckets.counts["sentences"].tolist()
    rows: list[list[Cell]] = [
        [
            f"{bucket}: {name}",
            count,
            *score_cells(result, buckets.scores, bucket=bucket, system=name),
        ]
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
    """Return the buckets as records, at full precision."""
    buckets = _buckets(result, kind)
    counts = np.repeat(buckets.counts["sentences"], len(result.systems))
    rows = Grid.of({"bucket": buckets.names, "system": result.systems}, sentences=counts)
    return views.joined_records(rows.records(), buckets.scores.wide("measure"))


def segment_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """Return system, line (counting from 1) and scores of every sentence of every system."""
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
    """Return all line numbers."""
    return range(1, len(result.known_segments().axes["line"]) + 1)


def _buckets(result: ScoreResult, kind: str) -> Buckets:
    if kind not in result.buckets:
        raise UsageError("the sentences have no labels: give ", Argument("labels"))
    return result.buckets[kind]


@dataclass(frozen=True, slots=True)
class TimingCard:
    """The seconds of all steps, on one line."""

    seconds: Mapping[str, float]

    def to_text(self, **_: object) -> str:
        """Return the steps and their seconds."""
        steps = (f"{step} {seconds:.2f} s" for step, seconds in self.seconds.items())
        return f"{', '.join(steps)}\n"


def timing_cards(result: ScoreResult) -> list[TimingCard]:
    """Return the steps as a card for the screen."""
    return [TimingCard(_seconds(result))]


def timing_rows(result: ScoreResult) -> Iterable[tuple[str, float]]:
    """Return the steps and their seconds."""
    return _seconds(result).items()


def _seconds(result: ScoreResult) -> Mapping[str, float]:
    if not result.seconds:
        raise UsageError("a saved result has no timing")
    return result.seconds


VIEWS: Mapping[str, View] = {
    **{
        name: View(
            partial(interval_tables, measures_of=measures_of),
            partial(interval_records, measures_of=measures_of),
        )
        for name, measures_of in {"intervals": shown_measures, "errors": error_measures}.items()
    },
    "pairs": views.record_view(pair_records),
    "significance": View(significance_tables, significance_records),
    **{
        kind: View(partial(bucket_tables, kind=kind), partial(bucket_records, kind=kind))
        for kind in KINDS
    },
    "segments": views.record_view(segment_records, lines=segment_lines),
    "timing": replace(
        views.row_view(
            [*views.fields(str, "step"), *views.fields(float, "seconds", digits=2)], timing_rows
        ),
        cards=timing_cards,
    ),
}


# Scores in shared-task format: NAME.sys.score and NAME.seg.score for each measure.


def shared_task_files(result: ScoreResult) -> dict[str, str]:
    r"""Return the names and contents of the files.

    Each line has a system and a score, separated by a tab; `None` if the score is undefined.
    Errors per 100 words are negated, since in shared tasks higher scores are better.

    Examples:
        >>> from wordorder import score
        >>> result = score(["a b"] * 30, {"A": ["b a"] * 30}, lang="en", metrics="ulam")
        >>> files = shared_task_files(result)
        >>> files["ulam.sys.score"]
        'A\t0.0\n'
    """
    files = {}
    for measure in result.measures:
        of_systems = result.scores.at(measure=measure)[:, np.newaxis]
        scores = {"sys": of_systems, "seg": result.segment(measure)}
        for ending, rows in scores.items():
            ranked = 0 - rows if measure in ORDER_ERRORS else rows
            files[f"{measure}.{ending}.score"] = _score_lines(result, ranked)
    return files


def checked_folder(folder: str | os.PathLike[str]) -> Path:
    """Check, before the work starts, that the folder exists.

    Raises:
        InputError: There is no such folder.
    """
    if not Path(folder).is_dir():
        raise InputError(f"{visible(str(folder))}: there is no such folder; create it first")
    return Path(folder)


def _score_lines(result: ScoreResult, rows: Floats) -> str:
    return "".join(
        f"{visible(name)}\t{'None' if isnan(value) else repr(value)}\n"
        for name, row in zip(result.systems, rows.tolist(), strict=True)
        for value in row
    )
