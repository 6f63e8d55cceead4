"""Judgements on which people agree."""

from __future__ import annotations

from dataclasses import replace
from numbers import Real
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.metaevaluation.judgements.counting import JudgedPairs
from wordorder.metaevaluation.judgements.grouping import group_rows
from wordorder.metaevaluation.judgements.table import Judgements

if TYPE_CHECKING:
    from wordorder.arrays import Integers


def with_min_agreement(judgements: Judgements, min_agreement: float) -> Judgements:
    """Keep the judgements of what was judged more than once, if enough people say the same.

    Kept are all judgements of two systems on one line (or, of ratings, of one system on one line)
    of which there are at least two, if the most frequent verdict (or rating) has at least this
    share of them.

    Args:
        judgements: The judgements.
        min_agreement: The smallest share, above 0 and at most 1; 1 is unanimity.

    Raises:
        InputError: Nothing is left.
        UsageError: The share is not a number in (0, 1].

    Examples:
        >>> from wordorder.metaevaluation import Comparisons
        >>> line, zero = np.array([1, 1, 2, 2, 3]), np.zeros(5, np.int64)
        >>> said = Comparisons(line, zero, zero + 1, np.array([1, 1, 1, -1, 1]), zero - 1)
        >>> kept = with_min_agreement(Judgements("de-en", ("A", "B"), said), 0.8)
        >>> kept.comparisons.line.tolist()
        [1, 1]
    """
    expect(judgements, Judgements, "judgements")
    expect(min_agreement, Real, "min_agreement")
    share = min_agreement
    if not 0 < share <= 1:
        raise UsageError(
            Argument("min_agreement"), f" is {share}; it must be above 0 and at most 1"
        )
    item, verdict = _verdicts(judgements)
    counts = np.bincount(item)
    same = group_rows(item, verdict)
    most = np.zeros(len(counts), np.int64)
    np.maximum.at(most, item, np.bincount(same)[same])
    # A share such as 0.7 of ten judgements must not fail for its last digit.
    enough = (most >= share * counts) | np.isclose(most, share * counts, rtol=1e-12, atol=0)
    kept = ((counts > 1) & enough)[item]
    if not kept.any():
        raise InputError(
            f"{judgements.name}: nothing was judged twice with an agreement of {share:g}; lower ",
            Argument("min_agreement"),
            ", or use all judgements",
        )
    return replace(judgements.where(kept), min_agreement=float(share))


def _verdicts(judgements: Judgements) -> tuple[Integers, Integers]:
    """What each judgement is about, and what it says, in numbers."""
    if judgements.comparisons is not None:
        return JudgedPairs.of(judgements.comparisons)
    if judgements.ratings is None:
        none = np.zeros(0, np.int64)
        return none, none
    _, rating = np.unique(judgements.ratings.score, return_inverse=True)
    item = group_rows(judgements.ratings.line, judgements.ratings.system)
    return item, rating.reshape(-1)
