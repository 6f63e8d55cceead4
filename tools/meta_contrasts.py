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
OTHER_COLUMNS = (
    "repeat2",
    "noun_removed",
    "verb_removed",
    "adj_adv_removed",
    "conj_removed",
    "function_word",
    "tense",
    "pos_shift",
    "antonym",
    "hypernym",
    "negation",
    "ne_replaced",
    "numbers_replaced",
    "misspelled",
    "case",
)


def tables(data: Data) -> dict[str, str]:
    scores = data.demetr_scores()
    kinds = np.array(data.demetr().kinds)
    better, worse = (scores.systems.index(name) for name in ("better", "worse"))
    apart = scores.lines[:, better] - scores.lines[:, worse]
    by_metric = dict(zip(scores.metrics, apart, strict=True))
    return {
        "contrasts-order": _by_kind(by_metric, kinds, ORDER_KINDS, others=True),
        "contrasts-others": _by_kind(by_metric, kinds, OTHER_COLUMNS, others=False),
    }


def _by_kind(
    by_metric: dict[str, np.ndarray], kinds: np.ndarray, shown: tuple[str, ...], *, others: bool
) -> str:
    groups = {kind: kinds == kind for kind in shown}
    if others:
        groups["all others"] = ~np.isin(kinds, shown)
    rows = [
        [code(name), *(preferred(by_metric[name][inside]) for inside in groups.values())]
        for name in METRICS
    ]
    heads = [f"{kind} ({int(inside.sum()):,})" for kind, inside in groups.items()]
    return table(["", *heads], rows)


def preferred(apart: np.ndarray) -> str:
    """The share of items where the original has the higher score, and of ties, in percent.

    An item without a score on either side is a tie.

    Examples:
        >>> preferred(np.array([0.5, 0.0, -0.5, np.nan, 1.0]))
        '40.0 (40.0)'
    """
    better, worse = (apart > 0).mean(), (apart < 0).mean()
    return f"{100 * better:.1f} ({100 * (1 - better - worse):.1f})"
