"""Statistics of judged pairs, computed from counts summed over lines or judgements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, Integers
from wordorder.metaevaluation.judgements import HumanPairs
from wordorder.metaevaluation.statistic import (
    METRIC,
    PEOPLE,
    JudgedLines,
    PairRule,
    ResampledStatistics,
    Settings,
    Statistic,
)
from wordorder.statistics.bootstrapping import bootstrap

Kinds: TypeAlias = "NDArray[np.int8]"

COUNTS = ("concordant", "discordant", "tied_human", "tied_metric", "tied_both")
"""The columns of pair counts; a pair tied on both sides counts only in the last."""

UNKNOWN = len(COUNTS)
"""The kind of a pair unless a metric scores both of its systems."""

KIND = np.array([[0, 3, 1], [2, 4, 2], [1, 3, 0]], np.int8)
"""The kind of a pair by sign + 1 of the preferences of people (rows) and a metric (columns)."""


def pair_counts(pairs: HumanPairs, lines: Floats) -> Floats:
    """Count the pairs of every line by whether metric and people agree.

    A pair counts nowhere unless the metric scores both of its systems.

    Args:
        pairs: The judged pairs.
        lines: Scores of shape (metrics, systems, lines).

    Returns:
        Counts of shape (metrics, lines, 5), in the order of `COUNTS`.
    """
    return count_kinds(pair_kinds(pairs, lines), pairs.line - 1, lines.shape[-1])


def pair_kinds(pairs: HumanPairs, lines: Floats) -> Kinds:
    """Return the kind of each pair: its index in `COUNTS`, or `UNKNOWN`.

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
    """Count the pairs of every item by kind.

    Args:
        kinds: Kinds of shape (metrics, pairs).
        item: The item of each pair, from 0.
        items: Number of items.

    Returns:
        Counts of shape (metrics, items, 5), in the order of `COUNTS`.
    """
    width = len(COUNTS) + 1
    counts = np.empty((len(kinds), items, len(COUNTS)))
    for own, row in zip(counts, kinds, strict=True):
        cells = np.bincount(item * width + row, minlength=items * width)
        own[:] = cells.reshape(items, width)[:, : len(COUNTS)]
    return counts


def tau_wmt13(counts: Floats) -> Floats:
    """Compute Kendall's τ of WMT13: pairs that people or the metric tie are left out.

    τ = (C − D) / (C + D). A metric gains by tying pairs it is unsure of, so read this beside the
    share of tied pairs and `tau_wmt14`.

    Examples:
        >>> tau_wmt13(np.array([6.0, 2.0, 1.0, 2.0, 0.0])).tolist()
        0.5

    References:
        Macháček and Bojar (2013), Results of the WMT13 Metrics Shared Task.
    """
    concordant, discordant, *_ = np.moveaxis(counts, -1, 0)
    return divided(concordant - discordant, concordant + discordant)


def tau_wmt14(counts: Floats) -> Floats:
    """Compute Kendall's τ of WMT14: a pair that only the metric ties counts as half wrong.

    τ = (C − D) / (C + D + T_m). Pairs that people tie are left out.

    Examples:
        >>> tau_wmt14(np.array([6.0, 2.0, 1.0, 2.0, 0.0])).tolist()
        0.4

    References:
        Macháček and Bojar (2014), Results of the WMT14 Metrics Shared Task.
    """
    concordant, discordant, _, tied_metric, _ = np.moveaxis(counts, -1, 0)
    return divided(concordant - discordant, concordant + discordant + tied_metric)


def consistency(counts: Floats) -> Floats:
    """Compute the share of pairs ordered by people that the metric orders as they do.

    C / (C + D + T_m): a pair that the metric ties counts as wrong.

    Examples:
        >>> consistency(np.array([6.0, 2.0, 1.0, 2.0, 0.0])).tolist()
        0.6

    References:
        Birch and Osborne (2010), LRscore for Evaluating Lexical and Reordering Quality in MT.
    """
    concordant, discordant, _, tied_metric, _ = np.moveaxis(counts, -1, 0)
    return divided(concordant, concordant + discordant + tied_metric)


def tau_23(counts: Floats) -> Floats:
    """Compute Kendall's τ with a reward for pairs that people and the metric both tie.

    τ₂₃ = (C + T_hm − D − T_h − T_m) / N, with N all pairs; it is 2·`acc_23` − 1.

    Examples:
        >>> tau_23(np.array([6.0, 2.0, 1.0, 2.0, 1.0])).round(4).tolist()
        0.1667

    References:
        Deutsch, Foster and Freitag (2023), Ties Matter.
    """
    concordant, *_, tied_both = np.moveaxis(counts, -1, 0)
    pairs = counts.sum(axis=-1)
    return divided(2 * (concordant + tied_both) - pairs, pairs)


def acc_23(counts: Floats) -> Floats:
    """Compute the share of all pairs that metric and people order or tie in the same way.

    acc₂₃ = (C + T_hm) / N, with N all pairs.

    Examples:
        >>> acc_23(np.array([6.0, 2.0, 1.0, 2.0, 1.0])).round(4).tolist()
        0.5833

    References:
        Deutsch, Foster and Freitag (2023), Ties Matter.
    """
    concordant, _, _, _, tied_both = np.moveaxis(counts, -1, 0)
    return divided(concordant + tied_both, counts.sum(axis=-1))


def tau_darr(counts: Floats) -> Floats:
    """Compute Kendall's τ of direct assessments, from pairs whose ratings differ by t or more.

    τ = (C − D) / (C + D), where every pair that is not concordant is discordant; 0 without pairs.

    Examples:
        >>> tau_darr(np.array([6.0, 2.0, 0.0, 2.0, 0.0])).tolist()
        0.2

    References:
        Ma, Bojar and Graham (2018), Results of the WMT18 Metrics Shared Task.
    """
    pairs = counts.sum(axis=-1)
    return np.where(pairs > 0, divided(2 * counts[..., 0] - pairs, pairs), 0.0)


def tied_share(counts: Floats) -> Floats:
    """Compute the share of all pairs that the metric ties.

    (T_m + T_hm) / N, with N all pairs.

    Examples:
        >>> tied_share(np.array([6.0, 2.0, 1.0, 2.0, 1.0])).tolist()
        0.25
    """
    return divided(counts[..., 3] + counts[..., 4], counts.sum(axis=-1))


def divided(numerator: Floats, denominator: Floats) -> Floats:
    """Divide elementwise; NaN where the denominator is 0."""
    quotient = np.full(np.shape(denominator), np.nan)
    np.divide(numerator, denominator, out=quotient, where=denominator > 0)
    return quotient


def pair_figures(
    judged: JudgedLines, statistics: Sequence[Statistic], settings: Settings
) -> ResampledStatistics:
    """Compute statistics of judged pairs.

    Each statistic is a formula of five sums: the counts of its pairs by kind, over the drawn lines
    or judgements.
    """
    kinds = pair_kinds(judged.pairs, judged.scores)
    item, items = judged.items_of_pairs(settings.unit)
    sizes = np.abs(judged.pairs.difference)
    thresholds = list(dict.fromkeys(statistic.threshold for statistic in statistics))
    counts = [
        count_kinds(np.where(sizes >= (least or 0), kinds, np.int8(UNKNOWN)), item, items)
        for least in thresholds
    ]

    def score(sums: Floats) -> Floats:
        taken = dict(zip(thresholds, np.split(sums, len(thresholds), axis=-1), strict=True))
        figures = [
            statistic.of_counts(taken[statistic.threshold])
            for statistic in statistics
            if statistic.of_counts
        ]
        return np.stack(figures, axis=-1)

    drawn = bootstrap(np.concatenate(counts, axis=-1), score, **settings.resampling.keywords)
    return ResampledStatistics(drawn.observed, drawn.resampled)


AGREED = (PEOPLE == METRIC).astype(np.int64)
EVERY = np.ones((3, 3), np.int64)
_ORDERED = (PEOPLE * METRIC > 0).astype(np.int64)
_DARR_RULE = PairRule(2 * _ORDERED - 1, EVERY, 6, needs_ratings=True)

_of_pairs = partial(Statistic, level="segment", needs_ratings=False, method=pair_figures)

ACC_23 = _of_pairs(
    "acc_23",
    meaning="share of pairs ordered or tied as people do",
    grouped=True,
    of_counts=acc_23,
    pair_rule=PairRule(AGREED, EVERY, 4),
)


def tau_darr_statistic(threshold: str) -> Statistic:
    """Return the statistic tau_darr@t; its name spells the threshold as given."""
    return Statistic(
        f"tau_darr@{threshold}",
        "segment",
        True,
        f"τ over pairs rated {threshold} or more apart",
        float(threshold),
        method=pair_figures,
        of_counts=tau_darr,
        pair_rule=_DARR_RULE,
    )


PAIR_STATISTICS = (
    _of_pairs(
        "tau_wmt13",
        meaning="τ over judged pairs, all ties left out",
        of_counts=tau_wmt13,
        pair_rule=PairRule(PEOPLE * METRIC, np.abs(PEOPLE * METRIC), 1),
        column_if_compared=2,
        companion="tau_wmt14",  # which punishes its ties
    ),
    _of_pairs(
        "tau_wmt14",
        meaning="τ over judged pairs, ties of the metric half wrong",
        of_counts=tau_wmt14,
        pair_rule=PairRule(PEOPLE * METRIC, np.abs(PEOPLE), 2),
        column_if_compared=1,
    ),
    _of_pairs(
        "consistency",
        meaning="share of judged pairs in the order of people",
        of_counts=consistency,
        pair_rule=PairRule(_ORDERED, np.abs(PEOPLE), 3),
        column_if_compared=3,
    ),
    _of_pairs(
        "tau_23",
        meaning="τ that rewards ties where people tie",
        grouped=True,
        of_counts=tau_23,
        pair_rule=PairRule(2 * AGREED - 1, EVERY, 5),
    ),
    ACC_23,
    tau_darr_statistic("25"),
)
