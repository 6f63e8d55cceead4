"""One rule, grown move by move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.preordering.learning.corpus import FEWEST_MARKED
from wordorder.preordering.learning.moves import Moves
from wordorder.preordering.rules.rules import OTHERS, SELF, Entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wordorder.preordering.learning.kinds import WordKinds
    from wordorder.preordering.learning.moves import Order
    from wordorder.preordering.learning.orders import CurrentOrders, Gains, Words

# A gain counts if it is larger than so many standard errors: hundreds of moves are tried, so some
# gain by chance.
STANDARD_ERRORS = 1.5

# Entries for fewer children are not tried; see `CurrentOrders.share`.
FEWEST_CHILDREN = 10

# More than the gains of real data allow; so many entries nobody can read.
_MOST_MOVES = 60

_NOISE = 1e-9


class Aim(NamedTuple):
    """The words whose order should get better, and whether no score may fall."""

    words: Words
    harmless: bool = False


@dataclass(frozen=True, slots=True)
class EntryChoice:
    """The new entries that are tried: labels alone, and labels with a test of the child."""

    plain: tuple[Entry, ...]
    tested: tuple[Entry, ...]

    @classmethod
    def for_heads(cls, orders: CurrentOrders, heads: NDArray[np.int64]) -> EntryChoice:
        """Name all labels of children of these heads that are not too rare."""
        corpus, fewest = orders.corpus, orders.share(FEWEST_CHILDREN)
        is_head = np.zeros(len(corpus.head_words) + 1, np.bool_)  # the last is for roots
        is_head[heads] = True
        children = is_head[corpus.head_words] & orders.training[corpus.row_of]
        counts = np.bincount(corpus.kinds.of_words[children], minlength=len(corpus.kinds))
        plain = list(_plain_entries(corpus.kinds, counts, fewest))
        bases = [entry for entry in plain if ":" not in entry.labels[0]]
        marked = orders.share(FEWEST_MARKED)
        tested = [
            found
            for entry in bases
            for found in _tested(entry, corpus.kinds, counts)
            if counts @ corpus.kinds.that_match(found) >= (marked if found.test.marker else fewest)
        ]
        return cls(tuple(plain), tuple(tested))


def _plain_entries(kinds: WordKinds, counts: NDArray[np.int64], fewest: int) -> Iterator[Entry]:
    labels = {*kinds.bases[counts > 0], *kinds.deprels[counts > 0]} - {SELF, OTHERS}
    for label in sorted(labels):
        for side in ("before", "after"):
            entry = Entry((label,), side)
            if counts @ kinds.that_match(entry) >= fewest:
                yield entry


def _tested(entry: Entry, kinds: WordKinds, counts: NDArray[np.int64]) -> Iterator[Entry]:
    """The entry with each test that some of its children fail."""
    total = counts @ kinds.that_match(entry)
    for found in kinds.refinements(entry):
        if counts @ kinds.that_match(found) < total:
            yield found


def grow(
    orders: CurrentOrders,
    heads: NDArray[np.int64],
    order: Order,
    choice: EntryChoice,
    aim: Aim,
) -> Order:
    """Make the best move on a rule, again and again, and leave the heads so arranged.

    Entries with a test are tried only when no other move gains anything.

    Args:
        orders: The orders of the sentences.
        heads: The heads that the rule is for.
        order: The entries to start with.
        choice: The new entries that may be put in.
        aim: What a move should gain.
    """
    orders.arrange(heads, order)
    new = choice.plain
    for _ in range(_MOST_MOVES):
        moves = Moves.of(order, new, orders.corpus.kinds)
        best = _best_move(orders.move_gains(heads, moves), moves, aim)
        if best is not None:
            order, new = moves.made(*best), choice.plain
            orders.arrange(heads, order)
        elif new is choice.plain and choice.tested:
            new = choice.tested
        else:
            break
    return order


def _best_move(gains: Gains, moves: Moves, aim: Aim) -> tuple[int, int] | None:
    gain, error = gains.of(aim.words)
    certain = (gain > STANDARD_ERRORS * error + _NOISE) & (moves.allowed > 0)
    if aim.harmless:
        certain &= gains.harmless
    if not certain.any():
        return None
    best = int(np.argmax(np.where(certain, gain, 0)))
    row, column = np.unravel_index(best, gain.shape)
    return int(row), int(column)
