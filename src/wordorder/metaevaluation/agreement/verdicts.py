"""What each judge said of two systems on a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.metaevaluation.judgements.grouping import group_rows, pairs_within
from wordorder.metaevaluation.judgements.table import Comparisons

if TYPE_CHECKING:
    from wordorder.metaevaluation.judgements.table import Judgements, Ratings


def comparisons_by_judge(judgements: Judgements) -> Comparisons:
    """The comparisons, or those that follow from the ratings that one judge gave on one line.

    If a judge rated a translation more than once, the mean counts. Ratings by unknown judges give
    no comparisons, since two judges need not use a scale alike.
    """
    if judgements.comparisons is not None:
        return judgements.comparisons
    if judgements.ratings is None:
        none = np.zeros(0, np.int64)
        return Comparisons(none, none, none, none, none)
    return _of_ratings(judgements.ratings)


def _of_ratings(ratings: Ratings) -> Comparisons:
    named = ratings.judge >= 0
    line, system, judge = ratings.line[named], ratings.system[named], ratings.judge[named]
    cell = group_rows(line, judge, system)
    _, example, counts = np.unique(cell, return_index=True, return_counts=True)
    means = np.bincount(cell, ratings.score[named], minlength=len(counts)) / counts
    line, system, judge = line[example], system[example], judge[example]
    first, second = pairs_within(group_rows(line, judge))
    preference = np.sign(means[first] - means[second]).astype(np.int64)
    return Comparisons(line[first], system[first], system[second], preference, judge[first])
