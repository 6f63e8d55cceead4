"""Agreement of judges as the WMT papers print it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from wordorder.metaevaluation.judgements.counting import JudgedPairs
from wordorder.metaevaluation.judgements.grouping import group_rows
from wordorder.statistics.kappa import Kappa, kappa_of, undefined_kappa

if TYPE_CHECKING:
    from wordorder.arrays import Integers
    from wordorder.metaevaluation.judgements.table import Comparisons


class WmtKappas(NamedTuple):
    """Agreement on which of two systems is better, or whether they are equal.

    `items` of each is the number of pairs of judgements that were compared.

    Attributes:
        between: Of two judges (inter-annotator agreement).
        within: Of one judge with himself (intra-annotator agreement).
    """

    between: Kappa
    within: Kappa


def wmt_kappas(comparisons: Comparisons) -> WmtKappas:
    """Measure how often two judgements of the same two systems on the same line agree.

    P(A) is the share of agreeing pairs among all pairs of judgements of the same line and systems,
    P(E) = P(A>B)² + P(A=B)² + P(A<B)², and kappa = (P(A) − P(E))/(1 − P(E)). P(A=B) is the share of
    ties in all comparisons; as it is arbitrary which system is A, P(A>B) = P(A<B) = (1 − P(A=B))/2.
    Comparisons by unknown judges count in P(E) only.

    Examples:
        >>> import numpy as np
        >>> from wordorder.metaevaluation import Comparisons
        >>> line, zero = np.array([1, 1, 2, 2]), np.zeros(4, np.int64)
        >>> said, judge = np.array([1, 1, 1, -1]), np.array([0, 1, 0, 1])
        >>> between, within = wmt_kappas(Comparisons(line, zero, zero + 1, said, judge))
        >>> between.value, between.items, within.reason
        (0.0, 2, 'no pair was judged twice by the same judge')

    References:
        Bojar et al. (2013), Findings of the 2013 Workshop on Statistical Machine Translation.
    """
    pairs, judge = JudgedPairs.of(comparisons), comparisons.judge
    if not (judge >= 0).any():
        reason = "the judges are unknown" if len(judge) else "no comparisons"
        unknown = undefined_kappa(reason, items=0, left_out=0, raters=2)
        return WmtKappas(unknown, unknown)
    item, verdict = pairs.item[judge >= 0], pairs.verdict[judge >= 0]
    all_pairs = _pairs(JudgedPairs(item, verdict).table())
    own_pairs = _pairs(JudgedPairs(group_rows(item, judge[judge >= 0]), verdict).table())
    between = all_pairs[0] - own_pairs[0], all_pairs[1] - own_pairs[1]
    ties = Fraction(int((comparisons.preference == 0).sum()), len(judge))
    expected = ties**2 + (1 - ties) ** 2 / 2
    return WmtKappas(
        _kappa(*between, expected, "no pair was judged by two judges"),
        _kappa(*own_pairs, expected, "no pair was judged twice by the same judge"),
    )


def _pairs(verdicts: Integers) -> tuple[int, int]:
    """The number of agreeing pairs of judgements of one item, and of all pairs."""
    totals = verdicts.sum(axis=1)
    agreeing = verdicts * (verdicts - 1) // 2
    return int(agreeing.sum()), int((totals * (totals - 1) // 2).sum())


def _kappa(agreeing: int, pairs: int, expected: Fraction, nothing: str) -> Kappa:
    if not pairs:
        return undefined_kappa(nothing, items=0, left_out=0, raters=2)
    return kappa_of(Fraction(agreeing, pairs), expected, items=pairs, left_out=0, raters=2)
