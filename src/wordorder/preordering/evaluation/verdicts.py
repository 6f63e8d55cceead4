"""Which differences between systems count, and the names of measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.preordering.evaluation.parts import LINKED
from wordorder.statistics import excludes_zero, significance_mark
from wordorder.statistics.significance import FEWEST_ITEMS

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers
    from wordorder.preordering.evaluation.result import PreorderingEvaluation

UNKNOWN = "?"
"""The mark of a pair that cannot be judged."""


def by_metric(result: PreorderingEvaluation) -> list[tuple[str, str]]:
    """Each measure over all words, with the same over linked words."""
    return [(name, name + LINKED) for name in result.measures if not name.endswith(LINKED)]


def heading(measure: str) -> str:
    """The name of a measure in tables."""
    return measure.replace(LINKED, " linked")


def can_be_judged(result: PreorderingEvaluation, place: int) -> bool:
    """Whether enough sentences have an order by this alignment."""
    return result.sentence_count - result.alignments[place].undefined >= FEWEST_ITEMS


def _p_values(result: PreorderingEvaluation) -> Floats:
    tests = result.known_tests()
    return tests.p_holm if result.holm else tests.p_value


def verdicts(result: PreorderingEvaluation, place: int, measure: str) -> Integers:
    """Which system of each pair is better: 1 the second, -1 the first, 0 neither."""
    if result.tests is None:
        return np.empty(0, np.int64)
    tests, at = result.known_tests(), (slice(None), place, result.column(measure))
    counts = (_p_values(result)[at] < result.alpha) & excludes_zero(tests.low[at], tests.high[at])
    counts &= can_be_judged(result, place)
    return np.where(counts, np.sign(tests.difference[at]), 0).astype(np.int64)


def marks_of(result: PreorderingEvaluation, place: int, measure: str) -> list[str]:
    """The papers' mark of the second system of each pair against the first."""
    tests, at = result.known_tests(), (slice(None), place, result.column(measure))
    if not can_be_judged(result, place):
        return [UNKNOWN] * len(tests.pairs)
    outside = excludes_zero(tests.low[at], tests.high[at])
    figures = zip(tests.difference[at], _p_values(result)[at], outside, strict=True)
    return [
        significance_mark(float(d), float(p), alpha=result.alpha, excludes_zero=bool(without))
        for d, p, without in figures
    ]
