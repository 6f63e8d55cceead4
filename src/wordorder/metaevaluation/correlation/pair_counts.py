"""Counts of pairs on which a metric agrees with people, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.judgements.table import HumanPairs

    Kinds: TypeAlias = NDArray[np.int8]

COUNTS = ("concordant", "discordant", "tied_human", "tied_metric", "tied_both")
"""The columns of the counts; ties on both sides are counted only in the last one."""

UNKNOWN = len(COUNTS)
"""The kind of a pair of which a metric scores only one system, or neither."""

KIND = np.array([[0, 3, 1], [2, 4, 2], [1, 3, 0]], np.int8)
"""The kind of a pair by the signs + 1 of people and of a metric."""


def pair_counts(pairs: HumanPairs, lines: Floats) -> Floats:
    """Count the pairs of every line by whether metric and people agree.

    A pair of which a metric scores only one system, or neither, counts nowhere.

    Args:
        pairs: The judged pairs.
        lines: Scores of shape (metrics, systems, lines).

    Returns:
        Counts of shape (metrics, lines, 5), in the order of `COUNTS`.
    """
    return count_kinds(pair_kinds(pairs, lines), pairs.line - 1, lines.shape[-1])


def pair_kinds(pairs: HumanPairs, lines: Floats) -> Kinds:
    """Find where each pair is counted: indices of `COUNTS`, or `UNKNOWN`.

    Args:
        pairs: The judged pairs.
        lines: Scores of shape (metrics, systems, lines).

    Returns:
        Kinds of shape (metrics, pairs).
    """
    place = pairs.line - 1
    human = np.sign(pairs.difference).astype(np.int8)
    kinds = np.full((len(lines), len(place)), UNKNOWN, np.int8)
    for row, scores in zip(kinds, lines, strict=True):
        difference = scores[pairs.first, place] - scores[pairs.second, place]
        known = ~np.isnan(difference)
        row[known] = KIND[human[known] + 1, np.sign(difference[known]).astype(np.int8) + 1]
    return kinds


def count_kinds(kinds: Kinds, item: Integers, items: int) -> Floats:
    """Count the kinds of the pairs of every item.

    Args:
        kinds: Kinds of shape (metrics, pairs).
        item: The item of each pair, from 0.
        items: Number of items.

    Returns:
        Counts of shape (metrics, items, 5), in the order of `COUNTS`.
    """
    width = len(COUNTS) + 1
    counts = np.empty((len(kinds), items, len(COUNTS)))
    for found, row in zip(counts, kinds, strict=True):
        cells = np.bincount(item * width + row, minlength=items * width)
        found[:] = cells.reshape(items, width)[:, : len(COUNTS)]
    return counts
