"""Scores, tests and buckets as tables and as records."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.output import Column, Estimate, Records, Table, interval_note, number_text, visible
from wordorder.output.row_views import table_of
from wordorder.scoring.buckets import LEAST_SENTENCES
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.uncertainty import SystemScores
from wordorder.scoring.verdicts import (
    better,
    can_be_judged,
    is_judged,
    is_order,
    rank,
)
from wordorder.scoring.wording import (
    cluster_note,
    comparison_note,
    doubt_notes,
    findings,
    heading,
    legend,
    note,
)
from wordorder.statistics import excludes_zero, significance_mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from wordorder.arrays import Floats
    from wordorder.output import Cell
    from wordorder.scoring.buckets import Bucket
    from wordorder.scoring.result import ScoreResult

    MeasuresOf = Callable[[ScoreResult], tuple[str, ...]]

MOST_FINDINGS = 5
_FEW = 3  # systems of which all pairs are spoken of

_UNKNOWN = "?"
_FIGURES = ("value", "low", "high")
_BUCKET_FIGURES = {"": "scores", "_low": "low", "_high": "high"}


def score_tables(result: ScoreResult, *, top: int | None = None) -> list[Table]:
    """The scores, the leading one with its interval; three systems or more in clusters."""
    del top  # a comparison is always shown in full
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
            *_cells(result, result.scores, one),
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
    return [table] if result.chance is None else [table, _chance_table(result, result.chance)]


def _cells(result: ScoreResult, scores: SystemScores, system: int) -> Iterator[Cell]:
    """The scores of a system; only the leading one has its interval, so that all fit a screen."""
    for measure in result.shown_measures:
        place = system, result.column(measure)
        estimate = _estimate(scores, place)
        yield estimate if measure == result.leading else estimate.value


def shown_with_intervals(result: ScoreResult) -> tuple[str, ...]:
    """The measures of the view `intervals`."""
    return result.shown_measures


def error_measures(result: ScoreResult) -> tuple[str, ...]:
    """The measures of the view `errors`: order errors, and the shares of words behind them."""
    return tuple(n for n in (*ORDER_ERRORS, "coverage", "matched") if n in result.measures)


def interval_tables(
    result: ScoreResult, *, measures_of: MeasuresOf, top: int | None = None
) -> list[Table]:
    """Measures with their intervals, the best system first, in clusters."""
    del top
    ranking, scores, measures = rank(result), result.scores, measures_of(result)
    several = len(result.systems) > 1
    columns = [Column("system", "left"), *([Column("#")] if several else [])]
    columns += [Column(heading(name), digits=_digits(name)) for name in measures]
    places = [result.column(measure) for measure in measures]
    rows: list[list[Cell]] = [
        [
            result.systems[system],
            *([number] if several else []),
            *(_estimate(scores, (system, place)) for place in places),
        ]
        for system, number in zip(ranking.systems, ranking.numbers, strict=True)
    ]
    table = Table(columns, rows)
    return [replace(table, note=note(result, ends=table.has_lopsided_intervals()))]


def interval_records(
    result: ScoreResult, *, measures_of: MeasuresOf, top: int | None = None
) -> Records:
    """Measures in long form: a row for each system, best first, and measure."""
    del top
    ranking, measures, scores = rank(result), measures_of(result), result.scores
    places = np.ix_(ranking.systems, [result.column(measure) for measure in measures])
    columns: dict[str, Sequence[Cell]] = {
        "system": [result.systems[one] for one in ranking.systems for _ in measures],
        "cluster": [number for number in ranking.numbers for _ in measures],
        "measure": list(measures) * len(ranking.systems),
        **{name: getattr(scores, name)[places].reshape(-1).tolist() for name in _FIGURES},
    }
    types: dict[str, type] = {"system": str, "cluster": int, "measure": str}
    return Records({name: types.get(name, float) for name in columns}, columns)


def _estimate(scores: SystemScores, place: tuple[int, int]) -> Estimate:
    return Estimate(*(float(getattr(scores, name)[place]) for name in _FIGURES))


def main_findings(result: ScoreResult) -> Iterator[str]:
    """Findings, best systems first; of many, only on the order of neighbours in the ranking."""
    ranked = rank(result).systems
    few = len(ranked) <= _FEW
    pairs = combinations(ranked, 2) if few else pairwise(ranked[: MOST_FINDINGS + 1])
    numbers = {tuple(pair): number for number, pair in enumerate(result.deciding.pairs.tolist())}
    told = [numbers[min(pair), max(pair)] for pair in pairs]
    yield from (f"{finding}." for finding in findings(result, told, choice=few))


def _more_findings(result: ScoreResult) -> list[str]:
    """Where to find what is not told."""
    if len(result.systems) <= _FEW:
        return []
    return [f"The JSON output has all {len(result.known_tests().pairs)} pairs, and word choice."]


def score_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """The scores and the ends of their intervals, a row for each system."""
    del top
    columns: dict[str, Sequence[Cell]] = {
        "system": list(result.systems),
        "sentences": [result.sentence_count] * len(result.systems),
        "undefined": result.undefined.tolist(),
    }
    for place, measure in enumerate(result.measures):
        for ending in _FIGURES:
            name = measure if ending == "value" else f"{measure}_{ending}"
            columns[name] = getattr(result.scores, ending)[:, place].tolist()
    for metric, scores in (result.chance or {}).items():
        columns[f"{metric}_chance"] = scores.tolist()
    types: dict[str, type] = {"system": str, "sentences": int, "undefined": int}
    return Records({name: types.get(name, float) for name in columns}, columns)


def pair_tables(result: ScoreResult, *, top: int | None = None) -> list[Table]:
    """All differences with intervals and p-values."""
    return [table_of(pair_records(result, top=top))]


def pair_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """The differences that decide as records: a row for each pair and measure.

    `words` says on which words the systems are compared, `share` how many of all words that are,
    `better` which system is better, if any.
    """
    tests, measures, signs = result.deciding, result.measures, better(result)
    names = np.array([*result.systems, ""], dtype=object)
    winners = names[np.select([signs < 0, signs > 0], [tests.pairs[:, :1], tests.pairs[:, 1:]], -1)]
    shared = [is_order(measure) for measure in measures]
    assert result.shared is not None  # as there are tests
    shares = result.shared.share[:, np.newaxis]
    columns: dict[str, Sequence[Cell]] = {
        "first": np.repeat(names[tests.pairs[:, 0]], len(measures)).tolist(),
        "second": np.repeat(names[tests.pairs[:, 1]], len(measures)).tolist(),
        "measure": list(measures) * len(tests.pairs),
        "words": ["shared" if one else "own" for one in shared] * len(tests.pairs),
        "difference": tests.difference.reshape(-1).tolist(),
        "low": tests.low.reshape(-1).tolist(),
        "high": tests.high.reshape(-1).tolist(),
        "p": tests.p_value.reshape(-1).tolist(),
        "p_holm": tests.p_holm.reshape(-1).tolist(),
        "share": np.where(shared, shares, np.nan).reshape(-1).tolist(),
        "better": winners.reshape(-1).tolist(),
    }
    texts = ("first", "second", "measure", "words", "better")
    types = {name: str if name in texts else float for name in columns}
    return Records(types, {name: values[:top] for name, values in columns.items()})


def significance_tables(
    result: ScoreResult, measure: str | None = None, *, top: int | None = None
) -> list[Table]:
    """Row against column in the papers' notation; by default for the leading metric.

    Only here do the papers' two levels decide; all other marks go by `ScoreResult.alpha`.
    """
    del top
    measure = measure or result.leading
    names = result.systems
    marks = np.full((len(names), len(names)), "", dtype=object)
    for first, second, mark in _significances(result, measure):
        marks[first, second] = mark
    columns = [Column(measure, "left"), *(Column(f"{n}", "left") for n in range(1, len(names) + 1))]
    heads = [f"{number} {name}" for number, name in enumerate(names, start=1)]
    rows = [[head, *row] for head, row in zip(heads, marks.tolist(), strict=True)]
    levels = ", ".join(
        f"{stars} p < {level:.2f}{' and an interval without 0' * (level <= result.alpha)}"
        for stars, level in (("**", 0.05), ("*", 0.1))
    )
    below = f"+ the row is better than the column: {levels}; 0 neither"
    why = "too few shared words" if is_order(measure) else "too few sentences"
    if not is_judged(measure):
        why = f"not judged: {measure} goes by each system's own words"
    below += f"; ? {why}." if (marks == _UNKNOWN).any() else "."
    below += " p after Holm's correction." * result.holm
    return [Table(columns, rows, note=below)]


def significance_records(
    result: ScoreResult, measure: str | None = None, *, top: int | None = None
) -> Records:
    """The matrix as records: a row for each ordered pair of systems."""
    del top
    found = list(_significances(result, measure or result.leading))
    columns: dict[str, Sequence[Cell]] = {
        "system": [result.systems[one.first] for one in found],
        "than": [result.systems[one.second] for one in found],
        "measure": [measure or result.leading] * len(found),
        "mark": [one.mark for one in found],
    }
    return Records(dict.fromkeys(columns, str), columns)


def bucket_tables(result: ScoreResult, *, kind: str, top: int | None = None) -> list[Table]:
    """The scores of each bucket, the leading one with its interval."""
    del top  # few, and only useful together
    columns = [Column(f"{kind}: system", "left"), Column("sentences")]
    columns += [Column(heading(m), digits=_digits(m)) for m in result.shown_measures]
    rows: list[list[Cell]] = [
        [f"{bucket.name}: {name}", bucket.sentence_count, *_cells(result, scores, system)]
        for bucket in _buckets(result, kind)
        for scores in [SystemScores(bucket.scores, bucket.low, bucket.high)]
        for system, name in enumerate(result.systems)
    ]
    table = Table(columns, rows)
    ends = [bucket.low[:, result.column(result.leading)] for bucket in _buckets(result, kind)]
    few = f"fewer than {LEAST_SENTENCES} sentences"
    if np.isnan(ends).all():
        return [replace(table, note=f"No intervals: all groups have {few}")]
    note = interval_note(result.confidence, ends=table.has_lopsided_intervals())
    return [replace(table, note=f"{note}; none with {few}")]


def bucket_records(result: ScoreResult, *, kind: str, top: int | None = None) -> Records:
    """The buckets as records, in full precision."""
    del top
    buckets, systems = _buckets(result, kind), result.systems
    columns: dict[str, Sequence[Cell]] = {
        "bucket": [bucket.name for bucket in buckets for _ in systems],
        "system": [name for _ in buckets for name in systems],
        "sentences": [bucket.sentence_count for bucket in buckets for _ in systems],
    }
    types: dict[str, type] = {"bucket": str, "system": str, "sentences": int}
    for place, measure in enumerate(result.measures):
        for ending, figures in _BUCKET_FIGURES.items():
            columns[measure + ending] = [
                float(figure) for one in buckets for figure in getattr(one, figures)[:, place]
            ]
    return Records({name: types.get(name, float) for name in columns}, columns)


def segment_tables(result: ScoreResult, *, top: int | None = None) -> list[Table]:
    """The scores of all sentences."""
    return [table_of(segment_records(result, top=top))]


def segment_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """Name, line (counting from 1) and scores of every sentence of every system."""
    segments = result.known_segments()
    systems, lines = segments.shape[:2]
    columns = {
        "system": np.repeat(np.array(result.systems), lines)[:top],
        "line": np.tile(np.arange(1, lines + 1), systems)[:top],
        **{name: result.segment(name).reshape(-1)[:top] for name in result.measures},
    }
    types = {"system": str, "line": int, **dict.fromkeys(result.measures, float)}
    return Records(types, columns)


def segment_lines(result: ScoreResult, *, top: int | None = None) -> range:
    """All lines."""
    del top
    return range(1, len(result.known_segments()[0]) + 1)


def _chance_table(result: ScoreResult, chance: Mapping[str, Floats]) -> Table:
    columns = [Column("by chance", "left"), *(Column(metric, digits=3) for metric in chance)]
    rows: list[list[Cell]] = [
        [name, *(float(scores[system]) for scores in chance.values())]
        for system, name in enumerate(result.systems)
    ]
    note = (
        "Scored against wrong references of about the same length. Other words are judged than "
        "above, so this is no lower bound."
    )
    if any(np.isnan(scores).any() for scores in chance.values()):
        note += " Undefined where all references are the same, or nothing matches."
    return Table(columns, rows, note=note)


class _Significance(NamedTuple):
    first: int
    second: int
    mark: str


def _significances(result: ScoreResult, measure: str) -> Iterator[_Significance]:
    """For each ordered pair of systems, the papers' mark of the first against the second."""
    tests, p_values = result.deciding, result.deciding_p
    column, sign = result.column(measure), -1 if measure in ORDER_ERRORS else 1
    judged = can_be_judged(result, measure)
    outside = excludes_zero(tests.low, tests.high)[:, column]
    for pair, (a, b) in enumerate(tests.pairs.tolist()):
        difference, p = sign * float(tests.difference[pair, column]), float(p_values[pair, column])
        for first, second, lead in ((a, b, -difference), (b, a, difference)):
            mark = significance_mark(lead, p, alpha=result.alpha, excludes_zero=bool(outside[pair]))
            yield _Significance(first, second, mark if judged[pair] else _UNKNOWN)


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
    signs, rows = better(result), {system: row for row, system in enumerate(order)}
    return {
        (rows[second], place): "+" if sign > 0 else "-"
        for place, measure in enumerate(result.shown_measures, start=first_place)
        if measure != "coverage"
        for (first, second), sign in zip(
            result.tests.pairs.tolist(), signs[:, result.column(measure)].tolist(), strict=True
        )
        if first == 0 and sign
    }


def _digits(measure: str) -> int:
    return 1 if measure in ORDER_ERRORS else 3


def _is_marked(measure: str) -> bool:
    """Whether the best may be marked: the fewer words match, the better their order may look."""
    return measure != "coverage" and is_judged(measure) and not is_order(measure)


def _buckets(result: ScoreResult, kind: str) -> tuple[Bucket, ...]:
    if kind not in result.buckets:
        raise UsageError("the sentences have no labels: give ", Argument("labels"))
    return result.buckets[kind]
