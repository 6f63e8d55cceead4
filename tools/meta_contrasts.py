"""Planted errors: DEMETR by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from meta_tables import ORDERING, code, table

if TYPE_CHECKING:
    from meta_data import Data

ORDER_KINDS = ("word_swap", "shuffled")
METRICS = (
    *ORDERING,
    "pefscore:pef",
    "pefscore:kendall",
    "complexity",
    "lrscore",
    "ribes",
    "meteor",
    "bleu1",
    "bleu4",
    "f1",
    "chrf",
    "coverage",
    "length",
)
FEW = ("fuzzy", "pef", "pefscore:pef", "complexity", "lrscore", "ribes", "meteor", "bleu4", "chrf")
"""The metrics for which every kind of error is shown."""


def tables(data: Data) -> dict[str, str]:
    scores = data.demetr_scores()
    kinds = np.array(data.demetr().kinds)
    better, worse = (scores.systems.index(name) for name in ("better", "worse"))
    apart = scores.segment_scores[:, better] - scores.segment_scores[:, worse]
    by_metric = dict(zip(scores.metrics, apart, strict=True))
    return {
        "contrasts-order": _order_errors(by_metric, kinds),
        "contrasts-kinds": _all_kinds(by_metric, kinds),
    }


def _order_errors(by_metric: dict[str, np.ndarray], kinds: np.ndarray) -> str:
    groups = {kind: kinds == kind for kind in ORDER_KINDS}
    groups["all others"] = ~np.isin(kinds, ORDER_KINDS)
    rows = [
        [code(name), *(preferred(by_metric[name][inside]) for inside in groups.values())]
        for name in METRICS
    ]
    heads = [f"{kind} ({int(inside.sum()):,})" for kind, inside in groups.items()]
    return table(["", *heads], rows)


def _all_kinds(by_metric: dict[str, np.ndarray], kinds: np.ndarray) -> str:
    others = sorted(set(kinds.tolist()) - set(ORDER_KINDS))
    rows = [
        [f"{kind} ({int((kinds == kind).sum()):,})"]
        + [preferred(by_metric[name][kinds == kind]) for name in FEW]
        for kind in (*ORDER_KINDS, *others)
    ]
    return table(["", *map(code, FEW)], rows)


def preferred(apart: np.ndarray) -> str:
    """The share of items where the original has the higher score, and of ties, in percent.

    An item without a score on either side is a tie.

    Examples:
        >>> preferred(np.array([0.5, 0.0, -0.5, np.nan, 1.0]))
        '40.0 (40.0)'
    """
    better, worse = (apart > 0), (apart < 0)
    return f"{100 * better.mean():.1f} ({100 * (~(better | worse)).mean():.1f})"
