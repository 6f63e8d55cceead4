"""How far judges agree with each other and with themselves, as rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordorder.metaevaluation.agreement.agreement import annotator_agreement
from wordorder.output.row_views import fields, row_view
from wordorder.statistics import landis_koch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.metaevaluation.evaluation.result import MetaEvaluation
    from wordorder.metaevaluation.judgements.table import Judgements
    from wordorder.output import Cell
    from wordorder.statistics import Alpha, Kappa


class JudgeAgreement(NamedTuple):
    """One measure of the agreement of judges.

    Attributes:
        name: The measure.
        value: Its value; NaN if undefined.
        items: The number of items, or of pairs of judgements, behind it.
        reason: Why it is undefined, or None.
    """

    name: str
    value: float
    items: int
    reason: str | None


def judge_agreement(judgements: Judgements) -> tuple[JudgeAgreement, ...]:
    """Measure the agreement of the judges of one test set in every way."""
    found = annotator_agreement(judgements)
    kappas: dict[str, Kappa | Alpha] = {
        "kappa between judges": found.wmt.between,
        "kappa within judges": found.wmt.within,
        "Fleiss' kappa": found.fleiss,
    }
    if found.alpha is not None:
        kappas |= {"alpha between judges": found.alpha.between}
        kappas |= {"alpha within judges": found.alpha.within}
    rows = [JudgeAgreement(name, one.value, one.items, one.reason) for name, one in kappas.items()]
    pairs = len(found.cohen.kappas) - found.cohen.undefined
    cohen = JudgeAgreement("mean of Cohen's kappas", found.cohen.mean, pairs, found.cohen.reason)
    return (*rows, cohen)


def _rows(result: MetaEvaluation, top: int | None) -> Iterator[list[Cell]]:
    del top
    for one in result.sets:
        for name, value, items, reason in one.judges:
            yield [one.name, name, value, landis_koch(value), items, reason]
        for statistic, value in one.ceiling.items():
            yield [one.name, f"ceiling of {statistic}", value, None, one.repeated, None]


JUDGES = row_view(
    [
        *fields(str, "set", "measure"),
        *fields(float, "value", digits=3),
        *fields(str, "in words"),
        *fields(int, "items"),
        *fields(str, "undefined because"),
    ],
    _rows,
)
"""Kappas, alphas, and what one judgement reaches against another."""
