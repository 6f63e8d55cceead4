"""Faults of pre-ordering: lost score by cause, misplaced words, contributions of rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats, Integers
from wordorder.ordering.mending import misplacements
from wordorder.output.codec import Count, Finite
from wordorder.permutation.batch import PermutationBatch
from wordorder.preordering.applying import reorder
from wordorder.preordering.references import OracleMetric, ReferenceOrders
from wordorder.preordering.rules.compiled import Arrangement
from wordorder.preordering.rules.rules import RuleSet
from wordorder.syntax.dependency import DependencyBatch


@dataclass(frozen=True, slots=True, eq=False)
class OrderScorer:
    """Scores orders against their references, and finds misplaced words.

    Attributes:
        references: The reference orders.
        metric: The metric.
        linked_only: Whether only words with links are compared.
    """

    references: ReferenceOrders
    metric: OracleMetric
    linked_only: bool

    def scores(self, orders: PermutationBatch) -> NDArray[np.float64]:
        """Score each order; NaN if its sentence has no links."""
        return self.references.scores(orders, self.metric, linked_only=self.linked_only)

    def shifts(self, orders: PermutationBatch) -> Integers:
        """Return how far each word is misplaced; 0 if it is in place or not compared.

        See `misplacements`.
        """
        relative = self.references.relative(orders, linked_only=self.linked_only)
        words = orders.words_by_place
        shifts = np.zeros(len(words), np.int64)
        shifts[words[self.compared_words()[words]]] = misplacements(relative)
        return shifts

    def compared_words(self) -> NDArray[np.bool_]:
        """Return whether each word has a link or, unless `linked_only`, its sentence has one."""
        if self.linked_only:
            return self.references.linked
        return np.repeat(self.references.orders.lengths > 0, self.references.lengths)

    def take(self, rows: Integers) -> OrderScorer:
        """Return the scorer of some sentences, in any order, repeated ones included."""
        return OrderScorer(self.references.take(rows), self.metric, self.linked_only)


class Fault(NamedTuple):
    """One step from the score of the rules to a perfect one.

    Attributes:
        what: The improvement over the step before.
        score: The mean score after the step.
        loss: The rise of the mean score, lost without the step.
        fault: The cause of the loss.
    """

    what: str
    score: Finite
    loss: Finite
    fault: str


class Ceilings(NamedTuple):
    """Mean scores over all sentences with links.

    Attributes:
        rules: The score of the order of the rules on the parse.
        best: The score of the best order of the parse, with every subtree contiguous.
        gold_rules: The score of the order of the rules on the gold parse; None without one.
        gold_best: The score of the best order of the gold parse; None without one.
    """

    rules: Finite
    best: Finite
    gold_rules: Finite | None = None
    gold_best: Finite | None = None

    def faults(self) -> tuple[Fault, ...]:
        """Divide the distance from a perfect score into losses, which add up to it.

        With gold parses:

            1 − rules = (gold_rules − rules) + (gold_best − gold_rules) + (1 − gold_best)
                        parser                 rules                      translation

        without them:

            1 − rules = (best − rules) + (1 − best)
                        rules            parser or translation

        The last part is out of reach of any order with contiguous subtrees: the translation takes
        phrases of the source apart, or the alignment is wrong. The parser's part is negative if the
        rules do better on its parses than on the gold parses.

        Examples:
            >>> for fault in Ceilings(0.5, 0.875, 0.625, 0.9375).faults():
            ...     print(fault.fault, fault.loss)
            parser 0.125
            rules 0.3125
            translation 0.0625
        """
        if self.gold_rules is None or self.gold_best is None:
            steps = {
                "best order of the parse": (self.best, "rules"),
                "perfect order": (1.0, "parser or translation"),
            }
        else:
            steps = {
                "rules on the gold parse": (self.gold_rules, "parser"),
                "best order of the gold parse": (self.gold_best, "rules"),
                "perfect order": (1.0, "translation"),
            }
        faults, before = [], self.rules
        for step, (score, fault) in steps.items():
            faults.append(Fault(step, score, score - before, fault))
            before = score
        return tuple(faults)


class Misplaced(NamedTuple):
    """The misplaced words of one kind.

    Attributes:
        name: The kind: a form in lower case, a tag or a label.
        occurrences: The number of words.
        judged: The number of compared words, which may be misplaced.
        misplaced: The number of misplaced words, those outside the longest increasing subsequence.
        left: The number of words too far left.
        right: The number of words too far right.
        distance: The mean number of words in place that a misplaced one has to pass; see
            `misplacements`.
        shift: The mean of the same numbers with their signs, negative for words too far left.
    """

    name: str
    occurrences: Count
    judged: Count
    misplaced: Count
    left: Count
    right: Count
    distance: Finite
    shift: Finite

    @property
    def share(self) -> float:
        """The share of the compared words that are misplaced."""
        return self.misplaced / self.judged


class MisplacedKinds(NamedTuple):
    """Misplaced words by kind, the most frequent first.

    Attributes:
        words: Words by their form.
        tags: Words by their part of speech.
        labels: Words by their relation.
    """

    words: tuple[Misplaced, ...]
    tags: tuple[Misplaced, ...]
    labels: tuple[Misplaced, ...]


def misplaced_kinds(
    scorer: OrderScorer, trees: DependencyBatch, orders: PermutationBatch
) -> MisplacedKinds:
    """Count misplaced words by kind; kinds that are never misplaced are left out."""
    shifts, compared = scorer.shifts(orders), scorer.compared_words()
    columns = [np.ones_like(compared), compared, shifts < 0, shifts > 0, np.abs(shifts), shifts]

    def counted(kinds: Integers, names: Sequence[str]) -> tuple[Misplaced, ...]:
        sums = np.stack([np.bincount(kinds, column, len(names)) for column in columns], axis=1)
        rows = []
        for name, counts in zip(names, sums.astype(np.int64).tolist(), strict=True):
            words, of_them, left, right, distance, shift = counts
            if misplaced := left + right:
                means = distance / misplaced, shift / misplaced
                rows.append(Misplaced(name, words, of_them, misplaced, left, right, *means))
        return tuple(sorted(rows, key=lambda row: (-row.misplaced, -row.share, row.name)))

    morphology = trees.morphology()
    lowered: dict[str, int] = {}
    folded = [lowered.setdefault(name.lower(), len(lowered)) for name in morphology.names]
    return MisplacedKinds(
        words=counted(np.array(folded, np.int64)[morphology.forms], list(lowered)),
        tags=counted(trees.upos.astype(np.int64), trees.names),
        labels=counted(trees.deprels.astype(np.int64), trees.names),
    )


class RuleExample(NamedTuple):
    """A sentence in which a rule makes a difference.

    Attributes:
        sentence: Its number, counting from 1.
        gain: Its score with the rule minus that without it.
        before: Its words in their order without the rule.
        after: Its words in their order with the rule.
    """

    sentence: Count
    gain: Finite
    before: str
    after: str


class RuleContribution(NamedTuple):
    """The use and the gain of one rule.

    Attributes:
        name: The name of the rule.
        heads: The number of words with children that it orders.
        changed: The number of these that, with their children, then differ from source order.
        without: The mean score without it: the next rule that matches orders its heads.
        gain: The mean score with it minus that without it.
        helped: The number of sentences whose score it raises.
        hurt: The number of sentences whose score it lowers.
        same: The number of sentences whose score it leaves unchanged.
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
    scorer: OrderScorer,
    rules: RuleSet,
    trees: DependencyBatch,
    arranged: Arrangement,
    scores: Floats,
) -> tuple[RuleContribution, ...]:
    """Measure the contribution of each rule by leaving it out.

    Args:
        scorer: The scorer of orders.
        rules: The rules.
        trees: The parses.
        arranged: Their order by all rules.
        scores: The score of that order in each sentence.
    """
    moved = heads_with_moved_units(trees, arranged.orders)
    contributions = []
    for number, rule in enumerate(rules.rules):
        own = arranged.rules == number
        orders, without = arranged.orders, scores
        if own.any():  # a rule without heads changes nothing
            orders = reorder(trees, rules.without(rule.name))
            without = scorer.scores(orders)
        gains = scores - without
        examples = [
            _example(ranking, gains, trees, orders, arranged.orders) for ranking in (gains, -gains)
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
    """Return whether each word and its children are in another order than in the source.

    Subtrees stay contiguous, so the order of the children themselves is that of their subtrees.
    """
    head_words = trees.projective().trees.head_words
    words, attached = np.arange(len(head_words)), np.flatnonzero(head_words >= 0)
    heads = np.concatenate([words, head_words[attached]])
    units = np.concatenate([words, attached])
    order = np.lexsort((units, heads))
    heads, ranks = heads[order], orders.values[units[order]]
    falls = (heads[1:] == heads[:-1]) & (ranks[1:] < ranks[:-1])
    moved = np.zeros(len(words), np.bool_)
    moved[heads[1:][falls]] = True
    return moved


def _example(
    ranking: Floats,
    gains: Floats,
    trees: DependencyBatch,
    before: PermutationBatch,
    after: PermutationBatch,
) -> RuleExample | None:
    """Return the first sentence with the highest rank; None if none ranks above 0."""
    row = int(np.nan_to_num(ranking).argmax())
    if not ranking[row] > 0:
        return None
    words = trees[row].words
    texts = (" ".join(words[word] for word in orders[row].order) for orders in (before, after))
    return RuleExample(row + 1, float(gains[row]), *texts)
