"""Counts of pairs on which a metric agrees with people, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from wordorder.arrays import Floats
    from wordorder.metaevaluation.judgements.table import HumanPairs

COUNTS = ("concordant", "discordant", "tied_human", "tied_metric", "tied_both")
"""The columns of the counts; ties on both sides are counted only in the last one."""


def pair_counts(pairs: HumanPairs, lines: Floats) -> Floats:
    """Count the pairs of every line by whether metric and people agree.

    A pair of which a metric scores only one system, or neither, counts nowhere.

    Args:
        pairs: The judged pairs.
        lines: Scores of shape (metrics, systems, lines).

    Returns:
        Counts of shape (metrics, lines, 5), in the order of `COUNTS`.
    """
    place = pairs.line - 1
    human = np.sign(pairs.difference).astype(np.int64)
    counts = np.zeros((len(lines), lines.shape[-1], len(COUNTS)))
    for metric, scores in enumerate(lines):
        difference = scores[pairs.first, place] - scores[pairs.second, place]
        known = ~np.isnan(difference)
        sign = np.sign(difference[known]).astype(np.int64)
        kind = _KIND[human[known] + 1, sign + 1]
        cell = place[known] * len(COUNTS) + kind
        counts[metric] = np.bincount(cell, minlength=counts[metric].size).reshape(-1, len(COUNTS))
    return counts


_KIND = np.array([[0, 3, 1], [2, 4, 2], [1, 3, 0]])  # by the signs of people and metric
