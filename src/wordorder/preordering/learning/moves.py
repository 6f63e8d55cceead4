"""Moves: an entry of a rule, new or there already, and where it may be put."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.arrays import frozen
from wordorder.preordering.rules.rules import OTHERS, SELF, Entry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.preordering.learning.kinds import Mask, WordKinds

Order = tuple[Entry, ...]

SOURCE_ORDER: Order = (Entry((OTHERS,), "before"), Entry((SELF,)), Entry((OTHERS,), "after"))
"""The entries that change nothing."""

# A place is even, or odd if its units are written in reverse; between those of two entries there
# is room for those of one more.
_PLACES_EACH = 4


def entry_place(number: int, entry: Entry) -> int:
    """The place of the units of an entry, by its number in the rule."""
    return _PLACES_EACH * (number + 1) + (entry.manner == "reverse")


class Move(NamedTuple):
    """An entry that can be put at some gaps of a rule: gap i is in front of entry i.

    Attributes:
        entry: The entry.
        number: Its number in the rule now; None if it is new.
        kinds: The kinds of children that go with it; None if it is the head itself.
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
        """Find what the entries of a rule can do, and where new ones can go."""
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
        """The moves that take each kind along; behind the kinds of children that of a head."""
        members = np.zeros((len(self.taken) + 1, len(self.moves)), np.bool_)
        for number, move in enumerate(self.moves):
            if move.kinds is None:
                members[-1, number] = True
            else:
                members[:-1, number] = move.kinds
        offsets = np.concatenate([[0], np.cumsum(members.sum(axis=1))]).astype(np.int64)
        return _kernels.Ragged(np.nonzero(members)[1].astype(np.int32), offsets)

    def made(self, row: int, column: int) -> Order:
        """The entries after one of the moves."""
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
    found = np.zeros((len(moves), 2 * gaps + len(order)), np.uint8)
    for row, move in enumerate(moves):
        reverse = move.entry.manner == "reverse"
        found[row, 2 * move.gaps.start + reverse : 2 * move.gaps.stop : 2] = 1
        if move.number is not None:
            found[row, 2 * move.number : 2 * move.number + 4] = 0  # it is there already
            found[row, 2 * gaps + move.number] = move.kinds is not None
    return frozen(found)


def _flipped(entry: Entry) -> Entry:
    return replace(entry, manner="normal" if entry.manner == "reverse" else "reverse")


def _new_move(entry: Entry, order: Order, taken: NDArray[np.int64], kinds: WordKinds) -> Move:
    """Among entries for one label the first wins, so a test must stand before what it refines."""
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
    """Where an entry can go without passing another for its label and side."""
    own = order[number]
    same = [n for n, e in enumerate(order) if (e.labels, e.side) == (own.labels, own.side)]
    at = same.index(number)
    first = same[at - 1] + 1 if at > 0 else 0
    behind = same[at + 1] + 1 if at + 1 < len(same) else len(order) + 1
    return range(first, behind)
