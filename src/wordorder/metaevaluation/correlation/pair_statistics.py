"""Agreement of metrics with people as a formula of counted pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wordorder.arrays import Floats


def tau_wmt13(counts: Floats) -> Floats:
    """Kendall's τ of WMT13: pairs that people or the metric tie are left out.

    τ = (C − D) / (C + D). A metric gains by tying pairs it is unsure of, so it should be read
    with the share of tied pairs and with `tau_wmt14` beside it.

    Examples:
        >>> tau_wmt13(np.array([6.0, 2.0, 1.0, 2.0, 0.0])).tolist()
        0.5

    References:
        Macháček and Bojar (2013), Results of the WMT13 Metrics Shared Task.
    """
    concordant, discordant, *_ = _columns(counts)
    return _divided(concordant - discordant, concordant + discordant)


def tau_wmt14(counts: Floats) -> Floats:
    """Kendall's τ of WMT14: a pair that only the metric ties counts half for, half against it.

    τ = (C − D) / (C + D + T_m). Pairs that people tie are left out.

    Examples:
        >>> tau_wmt14(np.array([6.0, 2.0, 1.0, 2.0, 0.0])).tolist()
        0.4

    References:
        Macháček and Bojar (2014), Results of the WMT14 Metrics Shared Task.
    """
    concordant, discordant, _, tied_metric, _ = _columns(counts)
    return _divided(concordant - discordant, concordant + discordant + tied_metric)


def consistency(counts: Floats) -> Floats:
    """Share of the pairs people do not tie that the metric orders as they do.

    C / (C + D + T_m): a pair that the metric ties is not ordered as people do.

    Examples:
        >>> consistency(np.array([6.0, 2.0, 1.0, 2.0, 0.0])).tolist()
        0.6

    References:
        Birch and Osborne (2010), LRscore for Evaluating Lexical and Reordering Quality in MT.
    """
    concordant, discordant, _, tied_metric, _ = _columns(counts)
    return _divided(concordant, concordant + discordant + tied_metric)


def tau_23(counts: Floats) -> Floats:
    """Kendall's τ that rewards a tie of people which the metric ties, too.

    τ₂₃ = (C + T_hm − D − T_h − T_m) / N, with N all pairs; it is 2·`acc_23` − 1.

    Examples:
        >>> tau_23(np.array([6.0, 2.0, 1.0, 2.0, 1.0])).round(4).tolist()
        0.1667

    References:
        Deutsch, Foster and Freitag (2023), Ties Matter.
    """
    concordant, discordant, tied_human, tied_metric, tied_both = _columns(counts)
    right = concordant + tied_both
    return _divided(right - discordant - tied_human - tied_metric, counts.sum(axis=-1))


def acc_23(counts: Floats) -> Floats:
    """Share of all pairs that metric and people order or tie in the same way.

    acc₂₃ = (C + T_hm) / N, with N all pairs.

    Examples:
        >>> acc_23(np.array([6.0, 2.0, 1.0, 2.0, 1.0])).round(4).tolist()
        0.5833

    References:
        Deutsch, Foster and Freitag (2023), Ties Matter.
    """
    concordant, _, _, _, tied_both = _columns(counts)
    return _divided(concordant + tied_both, counts.sum(axis=-1))


def tau_b(counts: Floats) -> Floats:
    """Kendall's τ with correction for ties; undefined if either side ties all pairs.

    τ_b = (C − D) / √((C + D + T_h)(C + D + T_m)).

    Examples:
        >>> tau_b(np.array([6.0, 2.0, 1.0, 8.0, 0.0])).round(4).tolist()
        0.3333

    References:
        Kendall (1945), The Treatment of Ties in Ranking Problems.
    """
    concordant, discordant, tied_human, tied_metric, _ = _columns(counts)
    ordered = concordant + discordant
    product = (ordered + tied_human) * (ordered + tied_metric)
    return _divided(concordant - discordant, np.sqrt(product))


def tau_darr(counts: Floats) -> Floats:
    """Kendall's τ of direct assessments, from the pairs whose ratings differ by t or more.

    τ = (C − D) / (C + D), where all pairs that are not concordant are discordant; 0 without pairs.

    Examples:
        >>> tau_darr(np.array([6.0, 2.0, 0.0, 2.0, 0.0])).tolist()
        0.2

    References:
        Ma, Bojar and Graham (2018), Results of the WMT18 Metrics Shared Task.
    """
    pairs = counts.sum(axis=-1)
    return np.where(pairs > 0, _divided(2 * counts[..., 0] - pairs, pairs), 0.0)


def tied_share(counts: Floats) -> Floats:
    """Share of all pairs that the metric ties.

    (T_m + T_hm) / N, with N all pairs.

    Examples:
        >>> tied_share(np.array([6.0, 2.0, 1.0, 2.0, 1.0])).tolist()
        0.25
    """
    return _divided(counts[..., 3] + counts[..., 4], counts.sum(axis=-1))


PAIR_FORMULAS: Mapping[str, Callable[[Floats], Floats]] = {
    "tau_wmt13": tau_wmt13,
    "tau_wmt14": tau_wmt14,
    "consistency": consistency,
    "tau_23": tau_23,
    "acc_23": acc_23,
    "tau_b": tau_b,
    "tau_darr": tau_darr,
}
"""Statistics by name, as functions of counts (..., 5) in the order of `pair_counts.COUNTS`."""


def _columns(counts: Floats) -> Floats:
    return np.moveaxis(counts, -1, 0)


def _divided(numerator: Floats, denominator: Floats) -> Floats:
    quotient = np.full(np.shape(denominator), np.nan)
    np.divide(numerator, denominator, out=quotient, where=denominator > 0)
    return quotient
