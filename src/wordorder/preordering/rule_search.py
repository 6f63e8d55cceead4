"""The search for rules: each grows by its best moves, and the most useful is added next."""

from __future__ import annotations

from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.arrays import frozen
from wordorder.preordering.learning_corpus import (
    ENOUGH_SENTENCES,
    FEWEST_MARKED,
    LearningCorpus,
    Mask,
    WordKinds,
    share_of,
)
from wordorder.preordering.rules.rules import OTHERS, SELF, Entry, HeadSide, WordTest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from threading import Event

    from numpy.typing import NDArray

    from wordorder.preordering.references import Words

Order = tuple[Entry, ...]

SOURCE_ORDER: Order = (Entry((OTHERS,), "before"), Entry((SELF,)), Entry((OTHERS,), "after"))
"""The entries that change nothing."""

# Places are even, or odd for units in reverse order; between those of two entries there is room for
# the places of one more entry.
_PLACES_EACH = 4

# Categories with fewer heads in the training sentences get no rule; see `CurrentOrders.share`.
FEWEST_HEADS = 20
FEWEST_SPECIAL_HEADS = 50

# A gain counts if it exceeds this many standard errors: of the hundreds of moves tried, some gain
# by chance.
STANDARD_ERRORS = 1.5

# Entries for fewer children are not tried; see `CurrentOrders.share`.
FEWEST_CHILDREN = 10

# Real data never gain by more moves, and nobody can read a rule of more entries.
_MOST_MOVES = 60

_NOISE = 1e-9


class Gains(NamedTuple):
    """Gains over all words and over linked words, summed over sentences.

    Attributes:
        sums: The two gains.
        squares: The sums of the squares of the gains of sentences.
        products: The sum of the products of both gains of sentences.
        sentences: The number of sentences.
    """

    sums: NDArray[np.float64]
    squares: NDArray[np.float64]
    products: NDArray[np.float64]
    sentences: int

    def of(self, words: Words) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the gain over some words, and its standard error.

        With more than a thousand sentences, the error of the mean is taken as that of a thousand.
        """
        if words == "both":
            sums = self.sums.sum(axis=0) / 2
            squares = (self.squares.sum(axis=0) + 2 * self.products) / 4
        else:
            place = ("all", "linked").index(words)
            sums, squares = self.sums[place], self.squares[place]
        errors = np.sqrt(np.maximum(squares - sums * sums / self.sentences, 0))
        return sums, errors * max(1, self.sentences / ENOUGH_SENTENCES) ** 0.5

    @property
    def harmless(self) -> NDArray[np.bool_]:
        """Where both scores gain at least one standard error, so that neither falls."""
        gains, errors = zip(self.of("all"), self.of("linked"), strict=True)
        is_harmless: NDArray[np.bool_] = np.all(np.array(gains) >= np.array(errors) - 1e-9, axis=0)
        return is_harmless


class CurrentOrders:
    """The orders of all sentences, some of which are for training.

    Args:
        corpus: The sentences.
        metric: The metric to score the orders by.
        training: Which sentences are for training.
        stopped: Set to end learning early.
    """

    def __init__(
        self, corpus: LearningCorpus, metric: str, training: Mask, stopped: Event | None = None
    ) -> None:
        self.corpus = corpus
        self.training = training
        starts = corpus.group_starts, corpus.linked_starts
        self._search = _kernels.PrecedenceSearch(corpus.heads, *starts, metric)
        self._rows = frozen(training.astype(np.uint8))
        self._stopped = stopped

    def share(self, count: int) -> int:
        """Scale a count in a thousand sentences to the training sentences; see `share_of`."""
        return share_of(count, int(np.count_nonzero(self.training)))

    @property
    def scores(self) -> NDArray[np.float64]:
        """The scores over all words, and over linked words, of each sentence."""
        return self._search.scores

    def arrange(self, heads: NDArray[np.int64], order: Order) -> None:
        """Arrange the units of these heads by the entries of a rule."""
        places, own_place = self._places(order, self.corpus.kinds.entries(order))
        self._search.arrange(heads, places, own_place)

    def _places(self, order: Order, taken: NDArray[np.int64]) -> tuple[NDArray[np.int32], int]:
        places = np.array([entry_place(n, entry) for n, entry in enumerate(order)], np.int32)
        own = next(n for n, entry in enumerate(order) if entry.labels[0] == SELF)
        return frozen(places[taken[self.corpus.kinds.of_words]]), int(places[own])

    def move_gains(self, heads: NDArray[np.int64], moves: Moves) -> Gains:
        """Return the gain of each move at each place, over the training sentences.

        Raises:
            CancelledError: Learning was stopped.
        """
        if self._stopped is not None and self._stopped.is_set():
            raise CancelledError
        kinds = self.corpus.kinds
        gains = self._search.gains(
            heads,
            self._rows,
            *self._places(moves.order, moves.taken),
            kinds.of_words,
            len(kinds),
            moves.groups_of_kinds,
            moves.allowed,
            moves.places,
        )
        return Gains(
            np.array([gains.all, gains.linked]),
            np.array([gains.all_squares, gains.linked_squares]),
            gains.products,
            int(np.count_nonzero(self.training)),
        )

    def gains_since(self, before: NDArray[np.float64]) -> Gains:
        """Return the gains since the orders had these scores."""
        gains = (self.scores - before)[:, self.training]
        products = np.prod(gains, axis=0).sum()
        return Gains(gains.sum(axis=1), (gains**2).sum(axis=1), products, gains.shape[1])


def entry_place(number: int, entry: Entry) -> int:
    """Return the place of the units of an entry, by its number in the rule."""
    return _PLACES_EACH * (number + 1) + (entry.manner == "reverse")


class Move(NamedTuple):
    """An entry that can be put at some gaps of a rule: gap i is in front of entry i.

    Attributes:
        entry: The entry.
        number: Its number in the rule now; None if it is new.
        kinds: The kinds of children that move with it; None for the head itself.
        gaps: Where it can go.
    """

    entry: Entry
    number: int | None
    kinds: Mask | None
    gaps: range


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """All moves that are tried on a rule.

    Attributes:
        order: The entries of the rule.
        moves: The moves.
        taken: The entry of each kind of child, as the rule is now.
        allowed: Which move may be tried at which of the `places`.
    """

    order: Order
    moves: tuple[Move, ...]
    taken: NDArray[np.int64]
    allowed: NDArray[np.uint8]

    @classmethod
    def of(cls, order: Order, new: Sequence[Entry], kinds: WordKinds) -> Moves:
        """Find the moves of the entries of a rule, and those of new entries."""
        taken = kinds.entries(order)
        moves = [
            Move(
                entry,
                number,
                None if entry.labels[0] == SELF else taken == number,
                _free_gaps(order, number),
            )
            for number, entry in enumerate(order)
        ]
        known = {replace(entry, manner="normal") for entry in order}
        moves += [_new_move(entry, order, taken, kinds) for entry in new if entry not in known]
        useful = tuple(move for move in moves if move.kinds is None or move.kinds.any())
        return cls(order, useful, taken, _allowed(order, useful))

    @property
    def places(self) -> NDArray[np.int32]:
        """The places tried: each gap, normal and in reverse; then each entry the other way."""
        gaps = range(len(self.order) + 1)
        each = _PLACES_EACH
        tried = [place for gap in gaps for place in (each * gap + 2, each * gap + 3)]
        flipped = [entry_place(n, _flipped(entry)) for n, entry in enumerate(self.order)]
        return np.array(tried + flipped, np.int32)

    @property
    def groups_of_kinds(self) -> _kernels.Ragged:
        """The moves of each kind of children, and last those of the head itself."""
        members = np.zeros((len(self.taken) + 1, len(self.moves)), np.bool_)
        for number, move in enumerate(self.moves):
            if move.kinds is None:
                members[-1, number] = True
            else:
                members[:-1, number] = move.kinds
        offsets = np.concatenate([[0], np.cumsum(members.sum(axis=1))]).astype(np.int64)
        return _kernels.Ragged(np.nonzero(members)[1].astype(np.int32), offsets)

    def made(self, row: int, column: int) -> Order:
        """Return the entries after one of the moves."""
        move, order = self.moves[row], list(self.order)
        gaps = 2 * (len(order) + 1)
        if column >= gaps:
            order[column - gaps] = _flipped(order[column - gaps])
            return tuple(order)
        gap = column // 2
        order.insert(gap, move.entry)
        if move.number is not None:
            del order[move.number + (gap <= move.number)]
        return tuple(order)


def _allowed(order: Order, moves: Sequence[Move]) -> NDArray[np.uint8]:
    gaps = len(order) + 1
    allowed = np.zeros((len(moves), 2 * gaps + len(order)), np.uint8)
    for row, move in enumerate(moves):
        reverse = move.entry.manner == "reverse"
        allowed[row, 2 * move.gaps.start + reverse : 2 * move.gaps.stop : 2] = 1
        if move.number is not None:
            allowed[row, 2 * move.number : 2 * move.number + 4] = 0  # it is there already
            allowed[row, 2 * gaps + move.number] = move.kinds is not None
    return frozen(allowed)


def _flipped(entry: Entry) -> Entry:
    return replace(entry, manner="normal" if entry.manner == "reverse" else "reverse")


def _new_move(entry: Entry, order: Order, taken: NDArray[np.int64], kinds: WordKinds) -> Move:
    """Make the move of a new entry; one with a test must precede the entry that it refines."""
    takes = kinds.that_match(entry)
    first, behind = 0, len(order) + 1
    for number, other in enumerate(order):
        if other.side != entry.side or other.labels[0] in (SELF, OTHERS):
            continue
        if other.labels == entry.labels:
            if entry.test.conditions and not other.test.conditions:
                behind = min(behind, number + 1)
                continue
            first = number + 1
        elif other.labels[0].partition(":")[0] != entry.labels[0]:
            continue  # another label, or the base label of this one
        takes = takes & (taken != number)
    return Move(entry, None, takes, range(first, behind))


def _free_gaps(order: Order, number: int) -> range:
    """Return the gaps an entry can reach without passing another for its label and side."""
    own = order[number]
    same = [n for n, e in enumerate(order) if (e.labels, e.side) == (own.labels, own.side)]
    at = same.index(number)
    first = same[at - 1] + 1 if at > 0 else 0
    behind = same[at + 1] + 1 if at + 1 < len(same) else len(order) + 1
    return range(first, behind)


class Objective(NamedTuple):
    """The words whose order should improve, and whether no score may fall."""

    words: Words
    harmless: bool = False


@dataclass(frozen=True, slots=True)
class EntryChoice:
    """The new entries to try: labels alone, and labels with a test of the child."""

    plain: tuple[Entry, ...]
    tested: tuple[Entry, ...]

    @classmethod
    def for_heads(cls, orders: CurrentOrders, heads: NDArray[np.int64]) -> EntryChoice:
        """Choose the labels of children of these heads that are not too rare."""
        corpus, kinds = orders.corpus, orders.corpus.kinds
        is_head = np.zeros(len(corpus.head_words) + 1, np.bool_)  # the last is for roots
        is_head[heads] = True
        children = is_head[corpus.head_words] & orders.training[corpus.row_of]
        counts = np.bincount(kinds.of_words[children], minlength=len(kinds))
        fewest, fewest_marked = map(orders.share, (FEWEST_CHILDREN, FEWEST_MARKED))

        def children_of(entry: Entry) -> int:
            return int(counts @ kinds.that_match(entry))

        labels = {*kinds.bases[counts > 0], *kinds.deprels[counts > 0]} - {SELF, OTHERS}
        sides: tuple[HeadSide, ...] = ("before", "after")
        entries = (Entry((label,), side) for label in sorted(labels) for side in sides)
        plain = tuple(entry for entry in entries if children_of(entry) >= fewest)
        tested = tuple(
            refined
            for entry in plain
            if ":" not in entry.labels[0]
            for refined in kinds.refinements(entry)
            if children_of(refined) >= (fewest_marked if refined.test.marker else fewest)
            and children_of(refined) < children_of(entry)
        )
        return cls(plain, tested)


def grow(
    orders: CurrentOrders,
    heads: NDArray[np.int64],
    order: Order,
    choice: EntryChoice,
    objective: Objective,
) -> Order:
    """Grow a rule by its best moves, one by one, and leave the heads arranged by it.

    Entries with a test are tried only when no other move gains anything.

    Args:
        orders: The orders of the sentences.
        heads: The heads that the rule is for.
        order: The entries to start with.
        choice: The new entries to try.
        objective: The objective of each move.
    """
    orders.arrange(heads, order)
    new = choice.plain
    for _ in range(_MOST_MOVES):
        moves = Moves.of(order, new, orders.corpus.kinds)
        best = _best_move(orders.move_gains(heads, moves), moves, objective)
        if best is not None:
            order, new = moves.made(*best), choice.plain
            orders.arrange(heads, order)
        elif new is choice.plain and choice.tested:
            new = choice.tested
        else:
            break
    return order


def _best_move(gains: Gains, moves: Moves, objective: Objective) -> tuple[int, int] | None:
    gain, error = gains.of(objective.words)
    certain = (gain > STANDARD_ERRORS * error + _NOISE) & (moves.allowed > 0)
    if objective.harmless:
        certain &= gains.harmless
    if not certain.any():
        return None
    best = int(np.argmax(np.where(certain, gain, 0)))
    row, column = np.unravel_index(best, gain.shape)
    return int(row), int(column)


# Strategies, tried until one gives a good rule; each grows it for one objective after the other.
# Over all words, single moves hardly leave source order, so the first strategy begins with both.
_STRATEGIES: dict[Words, tuple[tuple[Objective, ...], ...]] = {
    "linked": ((Objective("linked"),),),
    "all": ((Objective("both"), Objective("all")), (Objective("all"),)),
    "both": ((Objective("both"),), (Objective("both", harmless=True),)),
}


@dataclass(frozen=True, slots=True, eq=False)
class LearnedOrder:
    """The entries for a category of heads, and the heads that they are for."""

    head: WordTest
    order: Order
    heads: NDArray[np.int64]

    @property
    def name(self) -> str:
        """The name of the rule, after its category."""
        return " ".join([*self.head.upos, *self.head.deprel])


class _Waiting(NamedTuple):
    """A category in the queue, the most promising first."""

    minus_gain: float
    number: int
    rules_known: int = -1  # number of rules when the gain was found; -1 before
    order: Order | None = None  # the entries with this gain


class RulePath:
    """Learns rules one after the other, each the most useful in addition to those before it.

    A general category is a part of speech; a special one also has a relation to its own head. If
    the general category has a rule, a special one starts with its entries, and takes over heads.
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
        """Yield the rules as they are learned, with the orders arranged by them."""
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
        """Put a category back into the queue with its present gain, if it has any."""
        test = self._tests[waiting.number]
        heads, now = self._heads(test)
        in_training = self._orders.training[self._orders.corpus.row_of[heads]]
        if np.count_nonzero(in_training) < self._orders.share(FEWEST_HEADS):
            return
        choice = EntryChoice.for_heads(self._orders, heads)
        if not _is_general(test):
            choice = replace(choice, tested=())  # special enough
        for objectives in _STRATEGIES[self._words]:
            gain, order = self._grown(heads, now, choice, objectives)
            if gain > 0:
                heappush(queue, _Waiting(-gain, waiting.number, len(self.rules), order))
                return
        self._queue_special(test, queue)

    def _grown(
        self,
        heads: NDArray[np.int64],
        now: Order,
        choice: EntryChoice,
        objectives: tuple[Objective, ...],
    ) -> tuple[float, Order]:
        """Grow a rule for each objective in turn; return its gain, 0 if by chance, and entries."""
        before, order = self._orders.scores, now
        for objective in objectives:
            order = grow(self._orders, heads, order, choice, objective)
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
        """Queue the special categories of a general one that has its rule, or gets none."""
        if _is_general(general):
            for number, test in enumerate(self._tests):
                if test.upos == general.upos and test != general:
                    heappush(queue, _Waiting(-np.inf, number))

    def _heads(self, test: WordTest) -> tuple[NDArray[np.int64], Order]:
        """Return the heads that a rule for this category would get, and their present entries."""
        passes = self._kinds.that_pass(test)[self._kinds.of_words] & self._is_head
        for number, rule in enumerate(self.rules):
            if _is_general(rule.head) and rule.head.upos == test.upos:
                return np.flatnonzero(passes & (self._rule_of == number)), rule.order
        return np.flatnonzero(passes & (self._rule_of < 0)), SOURCE_ORDER


def _is_general(head: WordTest) -> bool:
    """Return whether a category is a part of speech and nothing else."""
    return not head.deprel


def in_file_order(rules: list[LearnedOrder]) -> list[LearnedOrder]:
    """Sort special categories before general ones, since the first rule that matches wins."""
    return sorted(rules, key=lambda rule: _is_general(rule.head))


def _categories(orders: CurrentOrders, is_head: Mask) -> Iterator[WordTest]:
    """Yield parts of speech, then those with a relation to their own head."""
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
