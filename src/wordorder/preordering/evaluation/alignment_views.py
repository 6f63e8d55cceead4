"""Whether the ranking of the systems depends on the alignment, as tables and as records."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.output import Column, Estimate, Records, Table, visible
from wordorder.output.row_views import fields, records_of
from wordorder.preordering.evaluation.parts import COMPLETE
from wordorder.preordering.evaluation.verdicts import by_metric, heading, verdicts
from wordorder.statistics import average_ranks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output import Cell
    from wordorder.preordering.evaluation.result import PreorderingEvaluation

_AGREEMENT = [
    *fields(str, "first", "second", "measure"),
    *fields(float, "tau_b", "rho"),
    *fields(int, "agreed", "opposed", "pairs"),
    *fields(float, "sentence_r", "sentence_r_low", "sentence_r_high", "sentence_rho"),
]
_NOTE = (
    "tau_b, rho: rank correlations of the systems' scores by the two alignments. agreed: pairs of "
    "systems of which both alignments find the same one better; opposed: of which they find "
    "different ones better. sentence r, rho: Pearson's and Spearman's correlation of the scores of "
    "single sentences, over all systems."
)


def alignment_tables(
    result: PreorderingEvaluation, measure: str | None = None, *, top: int | None = None
) -> list[Table]:
    """The ranking of the systems by each alignment, and how well alignments agree."""
    del top
    _refuse_one_alignment(result)
    rankings = by_metric(result)[0] if measure is None else (measure,)
    metrics = [name for name in result.measures if not name.startswith(COMPLETE)]
    tables = [_ranking_table(result, one) for one in rankings]
    tables += [
        _agreement_table(result, number, metrics if measure is None else [measure])
        for number in range(len(result.correlations))
    ]
    tables[-1] = replace(tables[-1], note=_NOTE)
    return tables


def _refuse_one_alignment(result: PreorderingEvaluation) -> None:
    if len(result.alignments) < 2:
        raise UsageError("there is only one alignment: give two or more to compare them")


def _ranking_table(result: PreorderingEvaluation, measure: str) -> Table:
    judged, column = result.judged, result.column(measure)
    columns = [Column(heading(measure), "left")]
    cells: list[Sequence[Cell]] = [[one.name for one in judged]]
    for place, alignment in enumerate(result.alignments):
        scores = result.scores[place, : len(judged), column, 0]
        columns += [Column(alignment.name, digits=3, best="high"), Column("rank", joined=True)]
        cells += [scores.tolist(), [f"{rank:g}" for rank in average_ranks(-scores).tolist()]]
    return Table(columns, list(zip(*cells, strict=True)))


def _agreement_table(result: PreorderingEvaluation, number: int, measures: Sequence[str]) -> Table:
    first, second = list(combinations(range(len(result.alignments)), 2))[number]
    columns = [Column("measure", "left"), Column("tau_b", digits=3), Column("rho", digits=3)]
    columns += [Column("agreed"), Column("opposed"), Column("pairs")]
    columns += [Column("sentence r", digits=3), Column("sentence rho", digits=3)]
    rows: list[list[Cell]] = []
    for measure in measures:
        column = result.column(measure)
        *pearson, spearman = result.correlations[number, column].tolist()
        agreement = _agreement(result, first, second, measure)
        rows.append([heading(measure), *agreement, Estimate(*pearson), spearman])
    names = (visible(result.alignments[place].name) for place in (first, second))
    return Table(columns, rows, title=" and ".join(names))


def _agreement(result: PreorderingEvaluation, first: int, second: int, measure: str) -> list[Cell]:
    """Correlations of the two rankings, and pairs of systems that are judged alike, or not."""
    signs = verdicts(result, first, measure) * verdicts(result, second, measure)
    counts = int((signs > 0).sum()), int((signs < 0).sum()), len(signs)
    return [*result.ranking_correlations(first, second, result.column(measure)), *counts]


def alignment_records(
    result: PreorderingEvaluation, measure: str | None = None, *, top: int | None = None
) -> Records:
    """How well every two alignments agree by each measure."""
    _refuse_one_alignment(result)
    rows: list[list[Cell]] = []
    for number, (a, b) in enumerate(combinations(range(len(result.alignments)), 2)):
        for one in result.measures if measure is None else [measure]:
            names = result.alignments[a].name, result.alignments[b].name
            correlations = result.correlations[number, result.column(one)].tolist()
            rows.append([*names, one, *_agreement(result, a, b, one), *correlations])
    return records_of(_AGREEMENT, rows[:top])
