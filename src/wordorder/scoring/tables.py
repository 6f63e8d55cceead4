"""The main table of `score`: the scores of systems, their differences, and notes.

`detailed_tables` has all other views of systems, pairs and buckets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from wordorder.output.console import visible
from wordorder.output.grid import Grid
from wordorder.output.records import Records
from wordorder.output.tables import Cell, Column, Table
from wordorder.output.views import View, joined_records
from wordorder.output.wording import number_text
from wordorder.scoring import findings
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.verdicts import better, is_order, rank, tells_better

if TYPE_CHECKING:
    from wordorder.scoring.result import ScoreResult

MOST_FINDINGS = 5

_FEW = 3  # systems, at most, for findings on all pairs


def score_tables(result: ScoreResult) -> list[Table]:
    """Return the scores, with the leading metric's interval; from three systems on, clusters."""
    many = len(result.systems) >= _FEW
    measures, ranking = result.shown_measures, rank(result)
    columns = [Column("system", "left"), *([Column("#")] if many else [])]
    for name in measures:
        # Do not mark word order: the fewer words match, the better their order may look.
        marked = name != "coverage" and tells_better(name) and not is_order(name)
        title, digits = findings.heading(name), digits_of(name)
        columns.append(Column(title, digits=digits, best="high" if marked else None))
    order = ranking.systems if many else range(len(result.systems))
    numbers = dict(zip(ranking.systems, ranking.numbers, strict=True))
    rows: list[list[Cell]] = [
        [
            result.systems[system],
            *([numbers[system]] if many else []),
            *score_cells(result, result.scores, system=result.systems[system]),
        ]
        for system in order
    ]
    table = Table(columns, rows)
    below = [findings.note(result, ends=table.has_lopsided_intervals()), findings.legend(result)]
    below += findings.comparison_note(result)
    below += [findings.cluster_note(result)] if many else []
    below += ["", *findings.doubt_notes(result)] if result.doubts else []
    if result.tests is not None:
        below += ["", *main_findings(result)]
        if len(result.systems) > _FEW:
            pairs = len(result.tests.pairs)
            below.append(f"The JSON output has all {pairs} pairs, and word choice.")
    table = replace(
        table,
        note="\n".join(below),
        marks=_marks_against_the_first(result, order, first_place=2 if many else 1),
        marks_note=_marks_note(result),
    )
    if result.chance is None:
        return [table]
    from wordorder.scoring.chance import chance_table

    return [table, chance_table(result.chance)]


def score_cells(result: ScoreResult, scores: Grid, **labels: str) -> Iterator[Cell]:
    """Yield the scores of a system, with an interval only for the leading metric, to save space."""
    for measure in result.shown_measures:
        estimate = scores.estimate(**labels, measure=measure)
        yield estimate if measure == result.leading else estimate.value


def main_findings(result: ScoreResult) -> Iterator[str]:
    """Yield findings, best systems first; for many systems, only on the order of neighbours."""
    ranked = rank(result).systems
    few = len(ranked) <= _FEW
    pairs = combinations(ranked, 2) if few else pairwise(ranked[: MOST_FINDINGS + 1])
    places = [result.pair(*(result.systems[system] for system in pair)) for pair in pairs]
    yield from (f"{finding}." for finding in findings.findings(result, places, choice=few))


def score_records(result: ScoreResult) -> Records:
    """Return the scores and the ends of their intervals, a row for each system."""
    counts = Grid.of(
        {"system": result.systems},
        sentences=[result.sentence_count] * len(result.systems),
        undefined=result.undefined["sentences"],
    )
    records = joined_records(counts.records(), result.scores.wide("measure"))
    if result.chance is None:
        return records
    chance = {
        f"{metric}_chance": result.chance.at(metric=metric).tolist()
        for metric in result.chance.names("metric")
    }
    return joined_records(records, Records(dict.fromkeys(chance, float), chance))


def _marks_note(result: ScoreResult) -> str:
    """Explain the marks, which may disagree with the figures beside them."""
    holm = " after Holm's correction" * result.holm
    return (
        f"+ better or - worse than {visible(result.systems[0])}: p < {number_text(result.alpha)}"
        f"{holm} and an interval without 0. Word order is compared on the words that both have."
    )


def _marks_against_the_first(
    result: ScoreResult, order: Sequence[int], first_place: int
) -> Mapping[tuple[int, int], str]:
    """Return marks for systems better or worse than the first, by row and column of the table."""
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


def digits_of(measure: str) -> int:
    """Return the decimals of a measure in tables."""
    return 1 if measure in ORDER_ERRORS else 3


VIEWS = {"scores": View(score_tables, score_records)}
