"""What each rule of a set contributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.output.codec import Count, Finite
from wordorder.preordering.applying import reorder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats
    from wordorder.permutation import PermutationBatch
    from wordorder.preordering.errors.judging import Judge
    from wordorder.preordering.rules.compiled import Arrangement
    from wordorder.preordering.rules.rules import RuleSet
    from wordorder.syntax import DependencyBatch


class RuleExample(NamedTuple):
    """A sentence in which a rule makes a difference.

    Attributes:
        sentence: Its number, counting from 1.
        gain: Its score with the rule minus that without it.
        before: Its words in the order that they have without the rule.
        after: The same with it.
    """

    sentence: Count
    gain: Finite
    before: str
    after: str


class RuleContribution(NamedTuple):
    """What one rule does, and what is gained by it.

    Attributes:
        name: The name of the rule.
        heads: How many words with children it orders.
        changed: How many of them it writes, with their children, in another order than the source.
        without: The mean score without it: the next rule that matches orders its heads.
        gain: The mean score with it minus that without it.
        helped: In how many sentences it raises the score.
        hurt: In how many it lowers it.
        same: In how many it does neither.
        best: The sentence that it helps most, if any.
        worst: The sentence that it hurts most, if any.
    """

    name: str
    heads: Count
    changed: Count
    without: Finite
    gain: Finite
    helped: Count
    hurt: Count
    same: Count
    best: RuleExample | None
    worst: RuleExample | None


def rule_contributions(
    judge: Judge, rules: RuleSet, trees: DependencyBatch, found: Arrangement, scores: Floats
) -> tuple[RuleContribution, ...]:
    """Take each rule out and compare.

    Args:
        judge: The reference orders.
        rules: The rules.
        trees: The parses.
        found: Their order by all rules.
        scores: The score of that order in each sentence.
    """
    moved = heads_with_moved_units(trees, found.orders)
    contributions = []
    for number, rule in enumerate(rules.rules):
        own = found.rules == number
        orders, without = found.orders, scores
        if own.any():  # a rule without heads changes nothing
            orders = reorder(trees, rules.without(rule.name))
            without = judge.scores(orders)
        gains = scores - without
        examples = [
            _example(row, gains, trees, orders, found.orders)
            for row in (_first_largest(gains), _first_largest(-gains))
        ]
        contributions.append(
            RuleContribution(
                rule.name,
                int(own.sum()),
                int((own & moved).sum()),
                float(np.nanmean(without)),
                float(np.nanmean(gains)),
                int((gains > 0).sum()),
                int((gains < 0).sum()),
                int((gains == 0).sum()),
                *examples,
            )
        )
    return tuple(contributions)


def heads_with_moved_units(trees: DependencyBatch, orders: PermutationBatch) -> NDArray[np.bool_]:
    """Tell for each word whether it and its children come in another order than in the source.

    Subtrees stay contiguous, so the order of the children themselves is that of their subtrees.
    """
    parents = trees.projective().trees.parents.astype(np.int64)
    words = np.arange(len(parents))
    attached = np.flatnonzero(parents >= 0)
    starts = np.repeat(trees.offsets[:-1], trees.lengths)
    heads = np.concatenate([words, (parents + starts)[attached]])
    units = np.concatenate([words, attached])
    order = np.lexsort((units, heads))
    heads, ranks = heads[order], orders.values[units[order]]
    falls = (heads[1:] == heads[:-1]) & (ranks[1:] < ranks[:-1])
    moved = np.zeros(len(parents), np.bool_)
    moved[heads[1:][falls]] = True
    return moved


def _first_largest(gains: Floats) -> int | None:
    """The first sentence with the largest gain; None if there is no gain."""
    known = np.where(np.isnan(gains), 0, gains)
    best = int(known.argmax())
    return best if known[best] > 0 else None


def _example(
    row: int | None,
    gains: Floats,
    trees: DependencyBatch,
    before: PermutationBatch,
    after: PermutationBatch,
) -> RuleExample | None:
    if row is None:
        return None
    words = trees[row].words
    texts = (" ".join(words[word] for word in orders[row].order) for orders in (before, after))
    return RuleExample(row + 1, float(gains[row]), *texts)
