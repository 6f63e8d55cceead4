"""Krippendorff's alpha of ratings, between judges and of judges with themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.metaevaluation.judgements.grouping import group_rows
from wordorder.statistics import Alpha, krippendorff_alpha

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.judgements.table import Ratings


class RatingAlphas(NamedTuple):
    """Krippendorff's alpha of ratings on an ordinal scale.

    Attributes:
        between: Of judges who rated the same translation; each judge's first rating counts, and
            ratings by unknown judges are taken to be by different ones.
        within: Of judges with themselves, where they rated a translation more than once.
    """

    between: Alpha
    within: Alpha


def rating_alphas(ratings: Ratings) -> RatingAlphas:
    """Measure how far ratings of the same translation agree (`krippendorff_alpha`).

    Examples:
        >>> from wordorder.metaevaluation import Ratings
        >>> line, judge = np.array([1, 1, 2, 2]), np.array([0, 1, 0, 1])
        >>> score = np.array([90.0, 80.0, 10.0, 20.0])
        >>> between, within = rating_alphas(Ratings(line, 0 * line, score, judge))
        >>> between.value, within.reason
        (0.7, 'no item has two ratings')
    """
    cell = group_rows(ratings.line, ratings.system)
    named = ratings.judge >= 0
    someone = np.where(named, ratings.judge, -1 - np.arange(len(named)))
    _, first = np.unique(group_rows(cell, someone), return_index=True)
    own = group_rows(cell[named], ratings.judge[named])
    return RatingAlphas(
        _alpha(cell[first], ratings.score[first]), _alpha(own, ratings.score[named])
    )


def _alpha(item: Integers, score: Floats) -> Alpha:
    """Alpha of ratings by item, with the ratings of an item in one column of a table."""
    sizes = np.bincount(item)
    repeated = np.flatnonzero(sizes > 1)
    order = np.argsort(item, kind="stable")
    order = order[sizes[item[order]] > 1]
    column = np.searchsorted(repeated, item[order])
    starts = np.cumsum(sizes[repeated]) - sizes[repeated]
    table = np.full((int(sizes.max(initial=0)), len(repeated)), np.nan)
    table[np.arange(len(order)) - starts[column], column] = score[order]
    single = int((sizes == 1).sum())
    return replace(krippendorff_alpha(table), left_out=single)
