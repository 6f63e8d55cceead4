"""acc_eq: agreement with ties, where a metric ties nearly equal scores."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.arrays import Floats, IntArray, Integers
from wordorder.errors import Argument, InputError
from wordorder.metaevaluation.groupwise import group_figures
from wordorder.metaevaluation.pairwise import ACC_23, AGREED, EVERY
from wordorder.metaevaluation.statistic import (
    JudgedLines,
    PairRule,
    ResampledStatistics,
    Settings,
    Statistic,
    line_weights,
)
from wordorder.threads import thread_count

_MOST_PAIRS = 50_000_000  # of 16 bytes each
_LARGEST_SUM = 2**39  # so that whole numbers differ by more than a rounding error


def tie_figures(
    judged: JudgedLines, _: Sequence[Statistic], settings: Settings
) -> ResampledStatistics:
    """Compute acc_eq: `acc_23` with the best tie threshold ε of the metric.

    acc_eq = max over ε of the mean over groups of (C + T_hm)/N, where the metric ties two scores
    that differ by ε or less. All groups share one ε, the smallest of the best ones; every resample
    has its own. A line drawn twice counts as two lines. Pairs are formed within each line (grouping
    item), within each system (system), or over all systems and lines together (none).

    Raises:
        InputError: There are too many pairs to sort.

    References:
        Deutsch, Foster and Freitag (2023), Ties Matter: Meta-Evaluating Modern Metrics with
        Pairwise Accuracy and Tie Calibration.
    """
    weights = line_weights(judged.line_count, settings.resampling)
    best = [_gain(judged.ratings, metric, settings.grouping, weights) for metric in judged.scores]
    gains = np.stack([gain for gain, _ in best])[:, np.newaxis]
    plain = group_figures(judged, [ACC_23], settings)
    return ResampledStatistics(
        plain.value + gains[..., 0],
        plain.resampled + gains[..., 1:],
        np.array([threshold for _, threshold in best]),
    )


def _gain(human: Floats, metric: Floats, grouping: str, weights: IntArray) -> tuple[Floats, float]:
    """Return what the best threshold adds to acc_23 per resample, and the best for all lines."""
    known = ~np.isnan(human + metric)
    if grouping == "item":  # so that groups are contiguous
        line, system = np.nonzero(known.T)
    else:
        system, line = np.nonzero(known)
    group = {"item": line, "system": system, "none": np.zeros_like(line)}[grouping]
    _refuse_too_many(np.bincount(group))
    weigh = _within_lines if grouping == "item" else _across_lines
    weighed = weigh(line, group, weights)
    best = _kernels.best_tie_thresholds(
        human[system, line],
        metric[system, line],
        group.astype(np.int32),
        weighed.first,
        weighed.second,
        weighed.first_row,
        weighed.second_row,
        thread_count(None),
    )
    gain = np.divide(best.gain, weighed.total, out=np.zeros(len(weights)), where=weighed.total > 0)
    return gain, best.threshold if weighed.total[0] > 0 else np.nan


class _Weighed(NamedTuple):
    """The weights of pairs in every resample, as the kernel takes them.

    Attributes:
        first: Weights of the first translation of a pair, of shape (rows, resamples).
        second: Weights of the second translation.
        first_row: The row of each translation in `first`.
        second_row: The row of each translation in `second`.
        total: Weight of all pairs, by resample.
    """

    first: Floats
    second: Floats
    first_row: IntArray
    second_row: IntArray
    total: Floats


def _within_lines(line: Integers, group: Integers, weights: IntArray) -> _Weighed:
    """Count pairs as often as their line is drawn; all lines with pairs weigh the same."""
    sizes = np.bincount(group, minlength=weights.shape[1])
    pairs = sizes * (sizes - 1) // 2
    unit = _unit(pairs)
    share = np.divide(unit, pairs, out=np.zeros(len(pairs)), where=pairs > 0)
    first = np.ascontiguousarray((weights * share).T)
    return _Weighed(
        first,
        np.ones((1, len(weights))),
        line.astype(np.int32),
        np.zeros(len(line), np.int32),
        unit * (weights @ (pairs > 0)).astype(np.float64),
    )


def _across_lines(line: Integers, group: Integers, weights: IntArray) -> _Weighed:
    """Weigh pairs by the product of their lines' draws; groups with pairs weigh the same."""
    drawn = weights.T.astype(np.float64, order="C")
    groups, lines = int(group.max(initial=0)) + 1, len(drawn)
    points = np.bincount(group * lines + line, minlength=groups * lines).reshape(groups, lines)
    sizes = points @ drawn
    pairs = sizes * (sizes - 1) / 2
    units, first, first_row = pairs[0], drawn, line
    if (pairs != units).any():  # otherwise a small table will do, which is faster
        units = np.array([_unit(column) for column in pairs.T.astype(np.int64)])
        share = np.divide(units, pairs, out=np.zeros_like(pairs), where=pairs > 0)
        first = np.ascontiguousarray(share[:, np.newaxis] * drawn).reshape(groups * lines, -1)
        first_row = group * lines + line
    return _Weighed(
        first,
        drawn,
        first_row.astype(np.int32),
        line.astype(np.int32),
        units * (pairs > 0).sum(axis=0),
    )


def _unit(pairs: NDArray[np.int64]) -> float:
    """Return a common multiple of the numbers of pairs, so that shares are whole numbers.

    If it is too large, return 1; then shares are rounded.
    """
    unit = lcm(*np.unique(pairs[pairs > 0]).tolist())
    return float(unit) if unit * len(pairs) <= _LARGEST_SUM else 1.0


def _refuse_too_many(sizes: Integers) -> None:
    pairs = int((sizes * (sizes - 1) // 2).sum())
    if pairs > _MOST_PAIRS:
        raise InputError(
            f"acc_eq cannot sort {pairs:,} pairs of scores, but at most {_MOST_PAIRS:,}: use ",
            Argument("grouping", "item"),
            ", or name other statistics",
        )


TIE_STATISTICS = (
    Statistic(
        "acc_eq",
        "segment",
        True,
        "acc_23 with the best threshold for ties of the metric",
        method=tie_figures,
        pair_rule=PairRule(AGREED, EVERY, 8, needs_ratings=True, best_threshold=True),
        column_if_rated=1,
    ),
)
