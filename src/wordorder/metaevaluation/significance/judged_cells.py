"""Judged translations, numbered for the kernel: a cell is one system's translation of one line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers
    from wordorder.metaevaluation.judgements.table import HumanPairs


@dataclass(frozen=True, slots=True, eq=False)
class JudgedCells:
    """Cells that people judged, line by line.

    Attributes:
        line: The line of each cell, from 0.
        system: Its system.
    """

    line: Integers
    system: Integers

    def __len__(self) -> int:
        return len(self.line)

    def scores(self, lines: Floats) -> Floats:
        """The scores of the cells, of shape (metrics, cells)."""
        return np.ascontiguousarray(lines[:, self.system, self.line])


def cells_of_pairs(pairs: HumanPairs, systems: int) -> tuple[JudgedCells, _kernels.JudgedPairs]:
    """The cells of judged pairs, and the pairs, each once, with the votes for either side.

    The pairs of each line are a group.
    """
    place = (pairs.line - 1) * systems
    ends = np.stack([place + pairs.first, place + pairs.second])
    used, number = np.unique(ends, return_inverse=True)
    low, high = np.sort(number.reshape(ends.shape), axis=0)
    sign = np.sign(pairs.difference).astype(np.int64)
    sign[ends[0] > ends[1]] *= -1
    keys, pair = np.unique(low * len(used) + high, return_inverse=True)
    votes = np.bincount(pair.reshape(-1) * 3 + sign + 1, minlength=3 * len(keys)).reshape(-1, 3)
    first, second = keys // max(len(used), 1), keys % max(len(used), 1)
    line = used // systems
    judged = _kernels.JudgedPairs(
        first.astype(np.int32), second.astype(np.int32), votes, _starts(line[first])
    )
    return JudgedCells(line, used % systems), judged


def cells_of_ratings(ratings: Floats) -> JudgedCells:
    """The cells that have a rating, of ratings of shape (systems, lines)."""
    line, system = np.nonzero(~np.isnan(ratings.T))
    return JudgedCells(line, system)


def cells_by_group(cells: JudgedCells, grouping: str) -> _kernels.Ragged:
    """The numbers of the cells of every line (item), every system, or all together (none)."""
    group = {"item": cells.line, "system": cells.system, "none": np.zeros_like(cells.line)}[
        grouping
    ]
    order = np.argsort(group, kind="stable")
    return _kernels.Ragged(order.astype(np.int32), _starts(group[order]))


def _starts(group: Integers) -> Integers:
    """Where each run of equal numbers begins, and the end."""
    changes = np.flatnonzero(np.diff(group)) + 1
    return np.concatenate([[0], changes, [len(group)]]) if len(group) else np.zeros(1, np.int64)
