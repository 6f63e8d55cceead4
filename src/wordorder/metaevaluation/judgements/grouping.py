"""Rows of arrays put into groups, and all pairs within a group."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError

if TYPE_CHECKING:
    from wordorder.arrays import Integers

MOST_PAIRS = 50_000_000
"""More pairs than this are refused: a damaged file must not exhaust memory."""


def group_rows(*columns: Integers) -> Integers:
    """Number the distinct rows of some columns from 0, in ascending order.

    Examples:
        >>> group_rows(np.array([7, 7, 3, 7]), np.array([2, 1, 9, 2])).tolist()
        [2, 1, 0, 2]
    """
    groups = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        values, codes = np.unique(column, return_inverse=True)
        _, groups = np.unique(groups * len(values) + codes.reshape(-1), return_inverse=True)
        groups = groups.reshape(-1)
    return groups


def pairs_within(groups: Integers) -> tuple[Integers, Integers]:
    """All pairs of rows of the same group: group by group, each in the order of the rows.

    Raises:
        InputError: There are more than `MOST_PAIRS`.

    Examples:
        >>> first, second = pairs_within(np.array([1, 0, 1, 1]))
        >>> first.tolist(), second.tolist()
        ([0, 0, 2], [2, 3, 3])
    """
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    ends = np.searchsorted(ordered, ordered, side="right")
    later = ends - np.arange(len(order)) - 1  # rows of the same group that follow
    total = int(later.sum())
    if total > MOST_PAIRS:
        raise InputError(f"{total:,} pairs of translations to compare; at most {MOST_PAIRS:,} fit")
    first = np.repeat(np.arange(len(order)), later)
    starts = np.cumsum(later) - later
    second = first + 1 + np.arange(total) - starts[first]
    return order[first], order[second]
