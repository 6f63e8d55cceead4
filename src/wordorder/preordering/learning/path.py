"""Rules learned one after the other, the most useful first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.preordering.learning.growing import STANDARD_ERRORS, Aim, EntryChoice, grow
from wordorder.preordering.learning.moves import SOURCE_ORDER
from wordorder.preordering.rules.rules import WordTest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wordorder.preordering.learning.kinds import Mask
    from wordorder.preordering.learning.moves import Order
    from wordorder.preordering.learning.orders import CurrentOrders, Words

# Categories with fewer heads in the sentences for training get no rule; see `CurrentOrders.share`.
FEWEST_HEADS = 20
FEWEST_SPECIAL_HEADS = 50

# What a rule is grown for: one aim after the other, in each of these ways, until a way gives a good
# rule. Over all words single moves hardly leave source order, so one way goes for both first.
_WAYS: dict[Words, tuple[tuple[Aim, ...], ...]] = {
    "linked": ((Aim("linked"),),),
    "all": ((Aim("both"), Aim("all")), (Aim("all"),)),
    "both": ((Aim("both"),), (Aim("both", harmless=True),)),
}


@dataclass(frozen=True, slots=True, eq=False)
class LearnedOrder:
    """The entries for a category of heads, and the heads that they are for."""

    head: WordTest
    order: Order
    heads: NDArray[np.int64]


class _Waiting(NamedTuple):
    """A category in the queue, the most promising first."""

    minus_gain: float
    number: int
    rules_known: int = -1  # when the gain was found; -1 if it was not
    order: Order | None = None  # the entries with which it was found


class RulePath:
    """Learns rules one after the other, each the most useful beside those before it.

    A category is a part of speech, or one with a relation to its own head. A special category
    starts with the entries of the general one if that has a rule, and takes its heads.
    """

    def __init__(self, orders: CurrentOrders, words: Words) -> None:
        self._orders = orders
        self._words = words
        self._kinds = orders.corpus.kinds
        parents = orders.corpus.head_words
        has_children = np.zeros(len(parents) + 1, np.bool_)
        has_children[parents] = True
        self._is_head = has_children[:-1]
        self._rule_of = np.full(len(parents), -1)
        self._tests = list(_categories(orders, self._is_head))
        self.rules: list[LearnedOrder] = []

    def learn(self, most_rules: int) -> Iterator[LearnedOrder]:
        """Yield the rules as they are learned; the orders follow."""
        queue = [_Waiting(-np.inf, n) for n, test in enumerate(self._tests) if _is_general(test)]
        heapify(queue)
        while queue and len(self.rules) < most_rules:
            best = heappop(queue)
            if best.rules_known < len(self.rules):
                self._try(best, queue)
                continue
            yield self._adopt(best)
            self._queue_special(self._tests[best.number], queue)

    def _try(self, waiting: _Waiting, queue: list[_Waiting]) -> None:
        """Put a category back into the queue with what it gains now, if it gains anything."""
        test = self._tests[waiting.number]
        heads, now = self._heads(test)
        in_training = self._orders.training[self._orders.corpus.row_of[heads]]
        if np.count_nonzero(in_training) < self._orders.share(FEWEST_HEADS):
            return
        choice = EntryChoice.for_heads(self._orders, heads)
        if not _is_general(test):
            choice = replace(choice, tested=())  # special enough
        for aims in _WAYS[self._words]:
            gain, order = self._grown(heads, now, choice, aims)
            if gain > 0:
                heappush(queue, _Waiting(-gain, waiting.number, len(self.rules), order))
                return
        self._queue_special(test, queue)

    def _grown(
        self,
        heads: NDArray[np.int64],
        now: Order,
        choice: EntryChoice,
        aims: tuple[Aim, ...],
    ) -> tuple[float, Order]:
        """What a rule gains that is grown for one aim after the other; 0 if that may be chance."""
        before, order = self._orders.scores, now
        for aim in aims:
            order = grow(self._orders, heads, order, choice, aim)
        gains = self._orders.gains_since(before)
        self._orders.arrange(heads, now)
        gain, error = gains.of(self._words)
        is_good = gain > STANDARD_ERRORS * error and (self._words != "both" or gains.harmless)
        return float(gain) if is_good else 0.0, order

    def _adopt(self, best: _Waiting) -> LearnedOrder:
        test = self._tests[best.number]
        heads, _ = self._heads(test)
        assert best.order is not None
        self._orders.arrange(heads, best.order)
        self._rule_of[heads] = len(self.rules)
        self.rules.append(LearnedOrder(test, best.order, heads))
        return self.rules[-1]

    def _queue_special(self, general: WordTest, queue: list[_Waiting]) -> None:
        """Try the special categories of one that has its rule, or gets none."""
        if _is_general(general):
            for number, test in enumerate(self._tests):
                if test.upos == general.upos and test != general:
                    heappush(queue, _Waiting(-np.inf, number))

    def _heads(self, test: WordTest) -> tuple[NDArray[np.int64], Order]:
        """The heads that a rule for this category would get, and their entries now."""
        passes = self._kinds.that_pass(test)[self._kinds.of_words] & self._is_head
        for number, rule in enumerate(self.rules):
            if _is_general(rule.head) and rule.head.upos == test.upos:
                return np.flatnonzero(passes & (self._rule_of == number)), rule.order
        return np.flatnonzero(passes & (self._rule_of < 0)), SOURCE_ORDER


def _is_general(head: WordTest) -> bool:
    """Whether a category is a part of speech and nothing else."""
    return not head.deprel


def in_file_order(rules: list[LearnedOrder]) -> list[LearnedOrder]:
    """Special categories before general ones, since the first rule that matches wins."""
    return sorted(rules, key=lambda rule: _is_general(rule.head))


def _categories(orders: CurrentOrders, is_head: Mask) -> Iterator[WordTest]:
    """Parts of speech first; then those with a relation to their own head."""
    kinds = orders.corpus.kinds
    counted = kinds.of_words[is_head & orders.training[orders.corpus.row_of]]
    counts = np.bincount(counted, minlength=len(kinds))
    fewest, fewest_special = map(orders.share, (FEWEST_HEADS, FEWEST_SPECIAL_HEADS))
    tags = sorted({tag for tag in kinds.upos if counts[kinds.upos == tag].sum() >= fewest})
    for tag in tags:
        yield WordTest(upos=(tag,))
    for tag in tags:
        own = kinds.upos == tag
        for label in sorted(set(kinds.bases[own])):
            if counts[own & (kinds.bases == label)].sum() >= fewest_special:
                yield WordTest((tag,), deprel=(label,))
