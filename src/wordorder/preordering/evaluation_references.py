"""Whether the ranking of the systems depends on the alignment, as tables and as records."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.output import Column, Records, Table
from wordorder.output.row_views import fields, records_of, table_of
from wordorder.preordering.evaluation_verdicts import by_metric, heading, verdicts
from wordorder.preordering.reference_agreement import average_ranks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output import Cell
    from wordorder.preordering.evaluation_result import PreorderingEvaluation

_AGREEMENT = [
    *fields(str, "first", "second", "measure"),
    *fields(float, "tau_b", "rho"),
    *fields(int, "agreed", "opposed", "pairs"),
    *fields(float, "sentence_r", "sentence_r_low", "sentence_r_high", "sentence_rho"),
]


def reference_tables(
    result: PreorderingEvaluation, measure: str | None = None, *, top: int | None = None
) -> list[Table]:
    """The ranking of the systems by each alignment, and how well alignments agree."""
    del top
    _refuse_one_alignment(result)
    chosen = by_metric(result)[0] if measure is None else [measure]
    rankings = [_ranking_table(result, one) for one in chosen]
    return [*rankings, _agreement_table(reference_records(result, measure))]


def _refuse_one_alignment(result: PreorderingEvaluation) -> None:
    if len(result.references) < 2:
        raise UsageError("there is only one alignment: give two or more to compare them")


def _ranking_table(result: PreorderingEvaluation, measure: str) -> Table:
    judged, column = result.judged, result.column(measure)
    columns = [Column(heading(measure), "left")]
    cells: list[Sequence[Cell]] = [[one.name for one in judged]]
    for place, reference in enumerate(result.references):
        scores = result.scores[place, : len(judged), column, 0]
        columns += [Column(reference.name, digits=3, best="high"), Column("rank", joined=True)]
        cells += [scores.tolist(), [f"{rank:g}" for rank in average_ranks(-scores).tolist()]]
    return Table(columns, list(zip(*cells, strict=True)))


def _agreement_table(records: Records) -> Table:
    shown = table_of(records)
    note = (
        "tau_b, rho: correlations of the systems' scores, that is, of the two rankings. agreed: "
        "pairs of systems in which both alignments find the same one better; opposed: different "
        "ones; of so many pairs. sentence_r, sentence_rho: correlations of the scores of single "
        "sentences, Pearson's and Spearman's, over all systems."
    )
    return Table(shown.columns, shown.rows, note=note)


def reference_records(
    result: PreorderingEvaluation, measure: str | None = None, *, top: int | None = None
) -> Records:
    """How well every two alignments agree by each measure."""
    _refuse_one_alignment(result)
    rows: list[list[Cell]] = []
    for number, (a, b) in enumerate(combinations(range(len(result.references)), 2)):
        for one in result.measures if measure is None else [measure]:
            column = result.column(one)
            signs = verdicts(result, a, one) * verdicts(result, b, one)
            names = result.references[a].name, result.references[b].name
            counts = int((signs > 0).sum()), int((signs < 0).sum()), len(signs)
            correlations = result.correlations[number, column].tolist()
            rows.append(
                [*names, one, *result.ranking_correlations(a, b, column), *counts, *correlations]
            )
    return records_of(_AGREEMENT, rows[:top])
