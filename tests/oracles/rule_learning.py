"""What moving an entry of a rule gains, found by applying the rule to every sentence."""

from __future__ import annotations

import numpy as np

from wordorder.ordering import ordering_scores
from wordorder.preordering import Rule, RuleSet, reorder


def scores(trees, references, rules, metric):
    """The scores over all words, and over linked words, of the sentences with links."""
    orders = reorder(trees, RuleSet("tried", tuple(rules)))
    both = []
    for linked_only in (False, True):
        judged = references.relative(orders, linked_only=linked_only)
        both.append(ordering_scores(judged.values, judged.offsets, [metric])[metric])
    return np.array(both)[:, references.orders.lengths > 0]


def gain(trees, references, head, before, after, metric):
    """What it gains to write the heads of a category by other entries, sentence by sentence."""
    old, new = (
        scores(trees, references, [Rule(head, order, "tried")], metric) for order in (before, after)
    )
    return new - old
